import { Type } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { folderNotFound } from '../errors.ts';
import { announceFiles, folderEvent, foldersDeleted, mediaEvent } from '../events.ts';
import { deleteFolder, selectFileIdsIn, selectFolders } from '../folders/queries.ts';
import { listSubtree } from '../folders/tree.ts';
import { moveFiles } from '../queries.ts';
import { FolderId } from '../schema.ts';
import { type DeletedFiles, deleteFiles, FILES_AT_ONCE } from '../storing/delete-files.ts';
import { removeUnusedFiles } from '../storing/stored-files.ts';
import { ForceInput, findUses } from '../usage/uses.ts';

export const deleteMediaFolder = defineOperation({
  name: 'deleteMediaFolder',
  summary: 'Delete a folder with those in it; its files come to the top, or are deleted too',
  scope: 'tenant',
  feature: 'media_folders',
  input: Type.Object({
    folder_id: FolderId,
    files: Type.Union([Type.Literal('move_to_root'), Type.Literal('delete')], {
      default: 'move_to_root',
      description: 'What happens to the files in it and in its folders.',
    }),
    force: ForceInput,
  }),
  output: Type.Object({
    id: FolderId,
    folders_deleted: Type.Integer({ description: 'The folder itself included.' }),
    files_moved: Type.Integer({ description: 'Files that are at the top now.' }),
    files_deleted: Type.Integer(),
  }),
  async run({ deps, scope, emit }, { folder_id, files, force }) {
    const done = { id: folder_id, folders_deleted: 0, files_moved: 0, files_deleted: 0 };
    while (done.folders_deleted === 0) {
      const step = await deps.db.transaction((db) =>
        emptyFolder({ deps, scope }, db, { folderId: folder_id, isDeleting: files === 'delete', force }),
      );
      // Somebody else may have deleted it between two steps.
      if (step === undefined && done.files_moved + done.files_deleted === 0) throw folderNotFound();
      if (step === undefined) break;
      publishStep({ deps, scope }, step);
      await removeUnusedFiles(deps, step.deleted.keys);
      done.files_moved += step.moved.length;
      done.files_deleted += step.deleted.ids.length;
      done.folders_deleted = step.foldersDeleted;
    }
    emit(folderEvent('media_folder.deleted', folder_id));
    return done;
  },
});

interface Step {
  moved: string[];
  deleted: DeletedFiles;
  /** 0: there may be more files. */
  foldersDeleted: number;
}

/**
 * Deletes or moves some of the files in a folder and those in it; once there are no more, the folders. Others write
 * between two steps. undefined: there is no such folder.
 */
async function emptyFolder(
  { deps, scope }: { deps: Deps; scope: TenantScope },
  db: Connection,
  { folderId, isDeleting, force }: { folderId: string; isDeleting: boolean; force: boolean },
): Promise<Step | undefined> {
  const rows = await selectFolders(scope, db);
  const folder = rows.find((row) => row.id === folderId);
  if (folder === undefined) return undefined;
  const folderIds = listSubtree(rows, folderId);
  const fileIds = await selectFileIdsIn(scope, db, folderIds, FILES_AT_ONCE);
  const doomed = isDeleting ? await leaveUsed({ deps, scope }, db, fileIds, force) : [];
  const deleted = await deleteFiles({ deps, scope }, db, doomed);
  const gone = new Set(deleted.ids);
  const rest = fileIds.filter((id) => !gone.has(id));
  const moved = await moveFiles(scope, db, { ids: rest, folderId: null, now: deps.clock.now() });
  await announceFiles({ deps, scope }, db, 'media.moved', moved);
  const step = { moved: moved.map((file) => file.id), deleted };
  if (fileIds.length === FILES_AT_ONCE) return { ...step, foldersDeleted: 0 };
  await deleteFolder(scope, db, folderId);
  await deps.events.emitInTransaction(foldersDeleted(folder.id, folderIds), scope, db);
  return { ...step, foldersDeleted: folderIds.length };
}

/**
 * At once, because a step is committed, and stays so if the next one fails; and before files are gone, so that nobody is
 * sent to them.
 */
function publishStep({ deps, scope }: { deps: Deps; scope: TenantScope }, { moved, deleted }: Step): void {
  const events = [
    ...(moved.length > 0 ? [mediaEvent('media.moved', moved)] : []),
    ...(deleted.ids.length > 0 ? [mediaEvent('media.deleted', deleted.ids)] : []),
  ];
  deps.events.publish(events, scope);
}

async function leaveUsed(
  context: { deps: Deps; scope: TenantScope },
  db: Connection,
  ids: readonly string[],
  force: boolean,
): Promise<readonly string[]> {
  if (force) return ids;
  const used = await findUses(context, db, ids);
  return ids.filter((id) => !used.has(id));
}
