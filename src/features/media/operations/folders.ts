import { Type } from '@sinclair/typebox';
import { folderNotFound } from '../../../platform/folders/errors.ts';
import {
  changeFolder,
  createFolder,
  folderEvent,
  foldersDeleted,
} from '../../../platform/folders/folders.ts';
import { deleteFolders, selectFolders } from '../../../platform/folders/queries.ts';
import { FolderId, FolderName, TargetFolder } from '../../../platform/folders/schema.ts';
import { listSubtree, toFolder, toTree } from '../../../platform/folders/tree.ts';
import { defineOperation, type OperationContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { deleteFolderInSteps, isTrashKept, putFolderInTrash } from '../../trash/index.ts';
import { announceFiles, mediaEvent } from '../events.ts';
import { MEDIA_FOLDERS } from '../folders.ts';
import { moveFiles, selectFileIdsIn } from '../queries.ts';
import { type RemovedFiles, removeFiles } from '../remove.ts';
import { MediaAnswerInput, MediaFolder } from '../schema.ts';
import { FILES_AT_ONCE, finishDeletion } from '../store/stored-files.ts';
import { mediaFolders } from '../table.ts';
import { ForceInput, findUses } from '../usage/uses.ts';

export const listMediaFolders = defineOperation({
  name: 'listMediaFolders',
  summary: 'List all folders of the library as a tree',
  scope: 'tenant',
  effect: 'read',
  feature: 'media_folders',
  input: Type.Object({ answer: MediaAnswerInput }),
  output: Type.Object({ items: Type.Array(MediaFolder) }),
  async run({ deps, scope }, { answer }) {
    return { items: toTree(scope, await selectFolders(mediaFolders, scope, deps.db.reader), answer) };
  },
});

export const createMediaFolder = defineOperation({
  name: 'createMediaFolder',
  summary: 'Create a folder in the library',
  scope: 'tenant',
  effect: 'write',
  feature: 'media_folders',
  input: Type.Object({
    name: FolderName,
    parent_id: Type.Optional(TargetFolder),
    answer: MediaAnswerInput,
  }),
  output: MediaFolder,
  async run(context, { answer, ...input }) {
    return toFolder(context.scope, await createFolder(MEDIA_FOLDERS, context, input), answer);
  },
});

export const updateMediaFolder = defineOperation({
  name: 'updateMediaFolder',
  summary: 'Rename a folder, or move it into another',
  scope: 'tenant',
  effect: 'write',
  feature: 'media_folders',
  input: Type.Object({
    folder_id: FolderId,
    name: Type.Optional(FolderName),
    parent_id: Type.Optional(TargetFolder),
    answer: MediaAnswerInput,
  }),
  output: MediaFolder,
  async run(context, { folder_id, answer, ...input }) {
    const row = await changeFolder(MEDIA_FOLDERS, context, folder_id, input);
    return toFolder(context.scope, row, answer);
  },
});

export const deleteMediaFolder = defineOperation({
  name: 'deleteMediaFolder',
  summary: 'Put a folder with those in it into the trash; its files come to the top, or go with it',
  scope: 'tenant',
  effect: 'delete',
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
    const done = await deleteFolderInSteps({ deps, scope }, folder_id, () =>
      deleteInSteps({ deps, scope }, { folderId: folder_id, isDeleting: files === 'delete', force }),
    );
    emit(folderEvent(MEDIA_FOLDERS, 'deleted', folder_id));
    return done;
  },
});

interface FolderDeletion {
  folderId: string;
  /** Whether the files are deleted too. */
  isDeleting: boolean;
  /** Whether files that are in use are too. */
  force: boolean;
}

type Context = Pick<OperationContext<'tenant'>, 'deps' | 'scope'>;

async function deleteInSteps({ deps, scope }: Context, deletion: FolderDeletion) {
  const done = { id: deletion.folderId, folders_deleted: 0, files_moved: 0, files_deleted: 0 };
  while (done.folders_deleted === 0) {
    const step = await deps.db.transaction(
      (db) => emptyFolder({ deps, scope }, db, deletion),
      ownerOf(scope),
    );
    // It may have been deleted by another request between two steps.
    if (step === undefined && done.files_moved + done.files_deleted === 0) throw folderNotFound();
    if (step === undefined) break;
    if (step.moved.length > 0) deps.events.publish([mediaEvent('media.moved', step.moved)], scope);
    await finishDeletion({ deps, scope }, step.deleted);
    done.files_moved += step.moved.length;
    done.files_deleted += step.deleted.ids.length;
    done.folders_deleted = step.foldersDeleted;
  }
  return done;
}

interface Step {
  moved: string[];
  deleted: RemovedFiles;
  /** 0: there may be more files. */
  foldersDeleted: number;
}

/**
 * Deletes or moves some of the files in a folder and in those in it; with the last ones go the folders. Others write
 * between two steps. undefined: there is no such folder.
 */
async function emptyFolder(
  { deps, scope }: Context,
  db: Connection,
  { folderId, isDeleting, force }: FolderDeletion,
): Promise<Step | undefined> {
  const rows = await selectFolders(mediaFolders, scope, db);
  const folder = rows.find((row) => row.id === folderId);
  if (folder === undefined) return undefined;
  const folderIds = listSubtree(rows, folderId);
  const fileIds = await selectFileIdsIn(scope, db, folderIds, FILES_AT_ONCE);
  const doomed = isDeleting ? await leaveUsed({ deps, scope }, db, fileIds, force) : [];
  const deleted = await removeFiles({ deps, scope }, db, doomed, folderId);
  const gone = new Set(deleted.ids);
  const rest = fileIds.filter((id) => !gone.has(id));
  const moved = await moveFiles(scope, db, { ids: rest, folderId: null, now: deps.clock.now() });
  await announceFiles({ deps, scope }, db, 'media.moved', moved);
  const isLast = fileIds.length < FILES_AT_ONCE;
  if (isTrashKept(deps)) {
    const { ids, bytes } = deleted;
    const added = { items: ids.length, bytes, storageBytes: bytes };
    await putFolderInTrash({ deps, scope }, db, MEDIA_FOLDERS, { folder, rows, added, isLast });
  } else if (isLast) {
    await deleteFolders(mediaFolders, scope, db, folderIds);
    await deps.events.emitInTransaction(foldersDeleted(MEDIA_FOLDERS, folderId, folderIds), scope, db);
  }
  return { moved: moved.map((file) => file.id), deleted, foldersDeleted: isLast ? folderIds.length : 0 };
}

async function leaveUsed(
  context: Context,
  db: Connection,
  ids: readonly string[],
  force: boolean,
): Promise<readonly string[]> {
  if (force) return ids;
  const used = await findUses(context, db, ids);
  return ids.filter((id) => !used.has(id));
}
