import { Type } from '@sinclair/typebox';
import type { Deps } from '../../../platform/deps.ts';
import { folderNotFound } from '../../../platform/folders/errors.ts';
import {
  changeFolder,
  createFolder,
  folderEvent,
  foldersDeleted,
} from '../../../platform/folders/folders.ts';
import { deleteFolder, selectFolders } from '../../../platform/folders/queries.ts';
import { FolderId, FolderName, TargetFolder } from '../../../platform/folders/schema.ts';
import { listSubtree, toFolder, toTree } from '../../../platform/folders/tree.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ownerOf, type TenantScope } from '../../../platform/scope.ts';
import { announceFiles, mediaEvent } from '../events.ts';
import { MEDIA_FOLDERS } from '../folders.ts';
import { moveFiles, selectFileIdsIn } from '../queries.ts';
import { MediaAnswerInput, MediaFolder } from '../schema.ts';
import { type DeletedFiles, deleteFiles, FILES_AT_ONCE, finishDeletion } from '../store/stored-files.ts';
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
  summary: 'Delete a folder with those in it; its files come to the top, or are deleted too',
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
    const done = { id: folder_id, folders_deleted: 0, files_moved: 0, files_deleted: 0 };
    while (done.folders_deleted === 0) {
      const step = await deps.db.transaction(
        (db) =>
          emptyFolder({ deps, scope }, db, { folderId: folder_id, isDeleting: files === 'delete', force }),
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
    emit(folderEvent(MEDIA_FOLDERS, 'deleted', folder_id));
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
  const rows = await selectFolders(mediaFolders, scope, db);
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
  await deleteFolder(mediaFolders, scope, db, folderId);
  await deps.events.emitInTransaction(foldersDeleted(MEDIA_FOLDERS, folder.id, folderIds), scope, db);
  return { ...step, foldersDeleted: folderIds.length };
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
