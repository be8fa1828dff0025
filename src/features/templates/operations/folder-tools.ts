import { Type } from '@sinclair/typebox';
import { invalidField } from '../../../platform/errors.ts';
import { FolderId, FolderName, TargetFolder } from '../../../platform/folders/schema.ts';
import { defineOperation, requireEffect } from '../../../platform/operation.ts';
import {
  createTemplateFolder,
  deleteTemplateFolder,
  listTemplateFolders,
  listTemplateTags,
  updateTemplateFolder,
} from './folders.ts';

/** Both in one, because every tool costs tokens in every conversation. */
export const listFoldersAndTags = defineOperation({
  name: 'listFoldersAndTags',
  summary: 'List the folders of templates as a tree, and the tags',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({
    folders: listTemplateFolders.output.properties.items,
    tags: listTemplateTags.output.properties.items,
  }),
  async run(context) {
    const { items: tags } = await listTemplateTags.run(context, {});
    // A plan without folders has tags.
    if (!context.scope.plan.features.template_folders) return { folders: [], tags };
    return { folders: (await listTemplateFolders.run(context, { answer: 'compact' })).items, tags };
  },
});

const created = createTemplateFolder.output.properties;
const deleted = deleteTemplateFolder.output.properties;

export const changeTemplateFolder = defineOperation({
  name: 'changeTemplateFolder',
  summary: 'Create, rename, move or delete a folder of templates',
  scope: 'tenant',
  effect: 'write',
  feature: 'template_folders',
  input: Type.Object({
    folder_id: Type.Optional(Type.String({ description: 'Left out: a new folder is created.' })),
    name: Type.Optional(FolderName),
    parent_id: Type.Optional(TargetFolder),
    delete: Type.Optional(
      Type.Union([Type.Literal('keep_templates'), Type.Literal('with_templates')], {
        description: 'Delete it; its templates move to the top, or go to the trash with it.',
      }),
    ),
  }),
  output: Type.Object({
    id: FolderId,
    name: Type.Optional(created.name),
    parent_id: Type.Optional(created.parent_id),
    folders_deleted: Type.Optional(deleted.folders_deleted),
    templates_moved: Type.Optional(deleted.templates_moved),
    templates_deleted: Type.Optional(deleted.templates_deleted),
  }),
  async run(context, { folder_id, delete: deletion, ...change }) {
    const { name, parent_id } = change;
    if (deletion !== undefined) {
      requireEffect(deleteTemplateFolder, context.scope);
      if (folder_id === undefined) throw invalidField('folder_id', 'is missing: the folder to delete.');
      if (name !== undefined || parent_id !== undefined)
        throw invalidField('delete', 'cannot go with name or parent_id.');
      const templates = deletion === 'with_templates' ? 'delete' : 'move_to_root';
      return deleteTemplateFolder.run(context, { folder_id, templates });
    }
    if (folder_id !== undefined)
      return updateTemplateFolder.run(context, { folder_id, ...change, answer: 'compact' });
    if (name === undefined) throw invalidField('name', 'is missing: the name of the new folder.');
    const place = parent_id === undefined ? {} : { parent_id };
    return createTemplateFolder.run(context, { name, ...place, answer: 'compact' });
  },
});
