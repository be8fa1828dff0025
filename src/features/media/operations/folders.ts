import { Type } from '@sinclair/typebox';
import { createId } from '../../../platform/ids.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { folderNotFound, tooManyFolders } from '../errors.ts';
import { folderActivity, folderEvent } from '../events.ts';
import { insertFolder, selectFolders, updateFolder } from '../folders/queries.ts';
import { requirePossiblePlace, toFolder, toTree } from '../folders/tree.ts';
import { nameFolder } from '../names.ts';
import { FolderId, MediaAnswerInput, MediaFolder, TargetFolder } from '../schema.ts';

const MAX_FOLDERS = 1000;

const FolderName = Type.String({ description: 'Up to 255 characters, unlike those beside it.' });

export const listMediaFolders = defineOperation({
  name: 'listMediaFolders',
  summary: 'List all folders of the library as a tree',
  scope: 'tenant',
  feature: 'media_folders',
  input: Type.Object({ answer: MediaAnswerInput }),
  output: Type.Object({ items: Type.Array(MediaFolder) }),
  async run({ deps, scope }, { answer }) {
    return { items: toTree(scope, await selectFolders(scope, deps.db.reader), answer) };
  },
});

export const createMediaFolder = defineOperation({
  name: 'createMediaFolder',
  summary: 'Create a folder in the library',
  scope: 'tenant',
  feature: 'media_folders',
  input: Type.Object({
    name: FolderName,
    parent_id: Type.Optional(TargetFolder),
    answer: MediaAnswerInput,
  }),
  output: MediaFolder,
  async run({ deps, scope, emit }, { parent_id, answer, ...input }) {
    const row = {
      id: createId(),
      tenantId: scope.tenant.id,
      parentId: parent_id ?? null,
      ...nameFolder(input.name),
      createdAt: deps.clock.now(),
    };
    await deps.db.transaction(async (db) => {
      const rows = await selectFolders(scope, db);
      const { id: _id, ...draft } = row;
      requirePossiblePlace(rows, draft);
      if (rows.length >= MAX_FOLDERS) throw tooManyFolders(MAX_FOLDERS);
      await insertFolder(db, row);
      await deps.events.emitInTransaction(folderActivity('media_folder.created', row), scope, db);
    });
    emit(folderEvent('media_folder.created', row.id));
    return toFolder(scope, row, answer);
  },
});

export const updateMediaFolder = defineOperation({
  name: 'updateMediaFolder',
  summary: 'Rename a folder, or move it into another',
  scope: 'tenant',
  feature: 'media_folders',
  input: Type.Object({
    folder_id: FolderId,
    name: Type.Optional(FolderName),
    parent_id: Type.Optional(TargetFolder),
    answer: MediaAnswerInput,
  }),
  output: MediaFolder,
  async run({ deps, scope, emit }, { folder_id, parent_id, answer, ...input }) {
    const renamed = input.name === undefined ? undefined : nameFolder(input.name);
    const { row, isChanged } = await deps.db.transaction(async (db) => {
      const rows = await selectFolders(scope, db);
      const present = rows.find((each) => each.id === folder_id);
      if (present === undefined) throw folderNotFound();
      const changed = { ...present, ...renamed, ...(parent_id !== undefined && { parentId: parent_id }) };
      requirePossiblePlace(rows, changed);
      const isChanged = changed.name !== present.name || changed.parentId !== present.parentId;
      if (!isChanged) return { row: present, isChanged };
      await updateFolder(scope, db, changed);
      const activity = folderActivity('media_folder.updated', changed, present.name);
      await deps.events.emitInTransaction(activity, scope, db);
      return { row: changed, isChanged };
    });
    if (isChanged) emit(folderEvent('media_folder.updated', row.id));
    return toFolder(scope, row, answer);
  },
});
