import { Type } from '@sinclair/typebox';
import type { Connection } from '../../../platform/db/index.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { folderNotFound } from '../errors.ts';
import { folderEvent, mediaEvent } from '../events.ts';
import { deleteFolder, selectFileIdsIn, selectFolders } from '../folders/queries.ts';
import { listSubtree } from '../folders/tree.ts';
import { moveFiles } from '../queries.ts';
import { FolderId } from '../schema.ts';
import { deleteFiles } from '../storing/delete-files.ts';
import { removeUnusedFiles } from '../storing/stored-files.ts';
import { ForceInput, selectUsedIds } from '../usage/used-files.ts';

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
    const done = await deps.db.transaction(async (db) => {
      const rows = await selectFolders(scope, db);
      if (!rows.some((row) => row.id === folder_id)) throw folderNotFound();
      const folderIds = listSubtree(rows, folder_id);
      const fileIds = await selectFileIdsIn(scope, db, folderIds);
      const doomed = files === 'delete' ? await leaveUsed(scope, db, fileIds, force) : [];
      const deleted = await deleteFiles(scope, db, doomed);
      const gone = new Set(deleted.ids);
      const rest = fileIds.filter((id) => !gone.has(id));
      const moved = await moveFiles(scope, db, { ids: rest, folderId: null, now: deps.clock.now() });
      await deleteFolder(scope, db, folder_id);
      return { folderIds, deleted, moved };
    });
    await removeUnusedFiles(deps, done.deleted.keys);
    emit(folderEvent('media_folder.deleted', folder_id));
    if (done.moved.length > 0) emit(mediaEvent('media.moved', done.moved));
    if (done.deleted.ids.length > 0) emit(mediaEvent('media.deleted', done.deleted.ids));
    return {
      id: folder_id,
      folders_deleted: done.folderIds.length,
      files_moved: done.moved.length,
      files_deleted: done.deleted.ids.length,
    };
  },
});

async function leaveUsed(
  scope: TenantScope,
  db: Connection,
  ids: readonly string[],
  force: boolean,
): Promise<readonly string[]> {
  if (force) return ids;
  const used = await selectUsedIds(scope, db, ids);
  return ids.filter((id) => !used.has(id));
}
