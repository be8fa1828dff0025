import { Type } from '@sinclair/typebox';
import { changeFolder, createFolder, folderEvent } from '../../../platform/folders/folders.ts';
import { selectFolders } from '../../../platform/folders/queries.ts';
import { FolderId, FolderName, TargetFolder } from '../../../platform/folders/schema.ts';
import { listSubtree, toFolder, toTree } from '../../../platform/folders/tree.ts';
import { defineOperation, type TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { ownerOf } from '../../../platform/scope.ts';
import { deleteFolderInSteps, type FolderStep, removeEmptiedFolder } from '../../trash/index.ts';
import { announceFiles, mediaEvent } from '../events.ts';
import { moveFiles, selectFileIdsIn } from '../queries.ts';
import { removeFiles } from '../remove.ts';
import { MEDIA_FOLDERS, MediaAnswerInput, MediaFolder } from '../schema.ts';
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
    const deletion = { folderId: folder_id, isDeleting: files === 'delete', force };
    const { moved, deleted, folders } = await deleteFolderInSteps(
      { deps, scope },
      MEDIA_FOLDERS,
      folder_id,
      () => deleteSome({ deps, scope }, deletion),
    );
    emit(folderEvent(MEDIA_FOLDERS, 'deleted', folder_id));
    return { id: folder_id, folders_deleted: folders, files_moved: moved, files_deleted: deleted };
  },
});

interface FolderDeletion {
  folderId: string;
  /** Whether the files are deleted too. */
  isDeleting: boolean;
  /** Whether files in use are deleted as well. */
  force: boolean;
}

async function deleteSome(
  { deps, scope }: TenantContext,
  deletion: FolderDeletion,
): Promise<FolderStep | undefined> {
  const step = await deps.db.transaction((db) => emptyFolder({ deps, scope }, db, deletion), ownerOf(scope));
  if (step === undefined) return undefined;
  const { moved, deleted, folders } = step;
  if (moved.length > 0) deps.events.publish([mediaEvent('media.moved', moved)], scope);
  await finishDeletion({ deps, scope }, deleted);
  return { moved: moved.length, deleted: deleted.ids.length, folders };
}

/** Deletes or moves some of the files in a folder and its subfolders. After the last ones, the folders are removed. */
async function emptyFolder(
  { deps, scope }: TenantContext,
  db: Connection,
  { folderId, isDeleting, force }: FolderDeletion,
) {
  const rows = await selectFolders(mediaFolders, scope, db);
  const folder = rows.find((row) => row.id === folderId);
  if (folder === undefined) return undefined;
  const fileIds = await selectFileIdsIn(scope, db, listSubtree(rows, folderId), FILES_AT_ONCE);
  const deletable = isDeleting ? await selectDeletable({ deps, scope }, db, fileIds, force) : [];
  const deleted = await removeFiles({ deps, scope }, db, deletable, folderId);
  const gone = new Set(deleted.ids);
  const rest = fileIds.filter((id) => !gone.has(id));
  const moved = await moveFiles(scope, db, { ids: rest, folderId: null, now: deps.clock.now() });
  await announceFiles({ deps, scope }, db, 'media.moved', moved);
  const { ids, bytes } = deleted;
  const folders = await removeEmptiedFolder({ deps, scope }, db, MEDIA_FOLDERS, {
    folder,
    rows,
    added: { items: ids.length, bytes, storageBytes: bytes },
    isLast: fileIds.length < FILES_AT_ONCE,
  });
  return { moved: moved.map((file) => file.id), deleted, folders };
}

/** The files that are not in use; with `force`, all. */
async function selectDeletable(
  context: TenantContext,
  db: Connection,
  ids: readonly string[],
  force: boolean,
): Promise<readonly string[]> {
  if (force) return ids;
  const used = await findUses(context, db, ids);
  return ids.filter((id) => !used.has(id));
}
