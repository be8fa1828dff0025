import type { Deps } from '../../platform/deps.ts';
import type { TenantContext } from '../../platform/operation.ts';
import type { Connection } from '../../platform/ports/database.ts';
import {
  addTrashKind,
  isTrashKept,
  purgeFolders,
  putInTrash,
  type RestoreStep,
  restoreFolders,
  type TrashEntry,
  type TrashStep,
} from '../trash/index.ts';
import { announceFiles, mediaEvent } from './events.ts';
import { selectItems } from './queries.ts';
import { MEDIA_FOLDERS } from './schema.ts';
import { type DeletedFiles, deleteFiles, FILES_AT_ONCE, finishPurge } from './store/stored-files.ts';
import {
  hideFiles,
  measureFiles,
  selectFilesDeletedWith,
  selectHiddenFile,
  showFiles,
} from './trash-queries.ts';

/** Files that were deleted in a transaction. */
interface RemovedFiles extends DeletedFiles {
  /** Bytes of the files that went to the trash. */
  bytes: number;
}

/**
 * Deletes the tenant's files with these ids: moves them to the trash, or deletes them for good if there is no trash.
 * `deletedWith`: the folder with which they are deleted and whose entry they belong to. After the commit, call
 * `finishDeletion`.
 */
export async function removeFiles(
  { deps, scope }: TenantContext,
  db: Connection,
  fileIds: readonly string[],
  deletedWith: string | null = null,
): Promise<RemovedFiles> {
  if (fileIds.length === 0) return { ids: [], keys: [], bytes: 0 };
  if (!isTrashKept(deps)) {
    const deleted = await deleteFiles({ deps, scope }, db, fileIds, { isInTrash: false });
    return { ...deleted, bytes: 0 };
  }
  const files = await hideFiles(scope, db, { fileIds, deletedWith, now: deps.clock.now() });
  const ids = files.map(({ id }) => id);
  const sizes = await measureFiles(scope, db, ids);
  let sum = 0;
  for (const { id, filename, folderName } of files) {
    const bytes = sizes.get(id) ?? 0;
    sum += bytes;
    if (deletedWith !== null) continue;
    const thing = { id, kind: 'media' as const, name: filename, folderName, bytes, storageBytes: bytes };
    await putInTrash({ deps, scope }, db, thing);
  }
  await announceFiles({ deps, scope }, db, 'media.deleted', files);
  return { ids, keys: [], bytes: sum };
}

async function restoreFile(
  { deps, scope }: TenantContext,
  db: Connection,
  { id, folderName }: TrashEntry,
): Promise<RestoreStep> {
  const before = await selectHiddenFile(scope, db, id);
  if (before === undefined) return { isDone: true };
  await showFiles(scope, db, [id]);
  await announceFiles({ deps, scope }, db, 'media.restored', [before]);
  const [after] = await selectItems(scope, db, [id]);
  const isMoved = folderName !== null && after?.folderId === null;
  return {
    isDone: true,
    ...(isMoved && { changes: ['moved_to_top'] }),
    afterCommit: () => deps.events.publish([mediaEvent('media.restored', [id])], scope),
  };
}

async function purgeFile({ deps, scope }: TenantContext, db: Connection, { id }: TrashEntry) {
  const deleted = await deleteFiles({ deps, scope }, db, [id], { isInTrash: true });
  return { isDone: true, afterCommit: () => finishPurge({ deps, scope }, deleted) };
}

/** Restores the folders first, then the files that were deleted with them, in steps. */
async function restoreFolder(
  context: TenantContext,
  db: Connection,
  entry: TrashEntry,
): Promise<RestoreStep> {
  const { deps, scope } = context;
  const { afterCommit, ...folders } = await restoreFolders(context, db, MEDIA_FOLDERS, entry);
  const ids = await selectFilesDeletedWith(scope, db, entry.id, FILES_AT_ONCE);
  await showFiles(scope, db, ids);
  await announceFiles(context, db, 'media.restored', await selectItems(scope, db, ids));
  return {
    ...folders,
    isDone: ids.length < FILES_AT_ONCE,
    async afterCommit() {
      await afterCommit?.();
      if (ids.length > 0) deps.events.publish([mediaEvent('media.restored', ids)], scope);
    },
  };
}

/** Deletes the files first, in steps, then the folders. */
async function purgeFolder(context: TenantContext, db: Connection, entry: TrashEntry): Promise<TrashStep> {
  const ids = await selectFilesDeletedWith(context.scope, db, entry.id, FILES_AT_ONCE);
  const deleted = await deleteFiles(context, db, ids, { isInTrash: true });
  const isDone = ids.length < FILES_AT_ONCE;
  if (isDone) await purgeFolders(context, db, MEDIA_FOLDERS, entry);
  return { isDone, things: ids.length + 1, afterCommit: () => finishPurge(context, deleted) };
}

export function addMediaTrashKinds(deps: Deps): void {
  addTrashKind(deps, 'media', { restore: restoreFile, purge: purgeFile });
  addTrashKind(deps, 'media_folder', {
    feature: MEDIA_FOLDERS.feature,
    restore: restoreFolder,
    purge: purgeFolder,
  });
}
