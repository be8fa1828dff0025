import { type Static, Type } from '@sinclair/typebox';
import { invalidField } from '../../../platform/errors.ts';
import { FolderId, FolderName } from '../../../platform/folders/schema.ts';
import {
  defineOperation,
  type OperationContext,
  requireEffect,
  requireFeature,
} from '../../../platform/operation.ts';
import { TargetTemplateFolder } from '../organizing/attributes.ts';
import { changeTemplates, requireChanges } from './change-templates.ts';
import {
  createTemplateFolder,
  deleteTemplateFolder,
  listTemplateFolders,
  updateTemplateFolder,
} from './folders.ts';
import { listTemplateTags } from './list-tags.ts';

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
    // Tags are available in plans without folders, too.
    if (!context.scope.plan.features.template_folders) return { folders: [], tags };
    return { folders: (await listTemplateFolders.run(context, { answer: 'compact' })).items, tags };
  },
});

const created = createTemplateFolder.output.properties;
const deleted = deleteTemplateFolder.output.properties;

const FolderChange = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        description: 'Id or name. Left out: a new folder is created.',
        'x-id-of': 'template_folder',
      }),
    ),
    name: Type.Optional(FolderName),
    parent_id: Type.Optional(TargetTemplateFolder),
    delete: Type.Optional(
      Type.Union([Type.Literal('keep_templates'), Type.Literal('with_templates')], {
        description: 'Delete it; its templates move to the top, or go to the trash with it.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'A folder to create, change or delete first. ids go into a new one.',
  },
);
type FolderChange = Static<typeof FolderChange>;

const FolderOutcome = Type.Object({
  id: FolderId,
  name: Type.Optional(created.name),
  parent_id: Type.Optional(created.parent_id),
  folders_deleted: Type.Optional(deleted.folders_deleted),
  templates_moved: Type.Optional(deleted.templates_moved),
  templates_deleted: Type.Optional(deleted.templates_deleted),
});

const { ids, ...changes } = changeTemplates.input.properties;

/** Templates and their folders in one, because every tool costs tokens in every conversation. */
export const organizeTemplates = defineOperation({
  name: 'organizeTemplates',
  summary: 'Rename, move, tag, archive or delete templates, and create, change or delete their folders',
  scope: 'tenant',
  effect: 'write',
  input: Type.Object({ ids: Type.Optional(ids), ...changes, folder: Type.Optional(FolderChange) }),
  output: Type.Object({
    ...Type.Partial(changeTemplates.output).properties,
    folder: Type.Optional(FolderOutcome),
  }),
  async run(context, { folder: change, ids, ...input }) {
    if (ids === undefined && (change === undefined || Object.keys(input).length > 0))
      throw invalidField('ids', 'is missing: the templates to change.');
    if (change === undefined) return changeTemplates.run(context, { ids: ids ?? [], ...input });
    if (ids !== undefined && change.delete !== undefined)
      throw invalidField('folder.delete', 'cannot go with ids.');
    const isNew = change.id === undefined;
    const place = isNew && input.folder_id === undefined ? { folder_id: null } : {};
    if (ids !== undefined) requireChanges({ ids, ...place, ...input });
    const folder = await changeFolder(context, change);
    if (ids === undefined) return { folder };
    const target = isNew && input.folder_id === undefined ? { folder_id: folder.id } : {};
    return { folder, ...(await changeTemplates.run(context, { ids, ...input, ...target })) };
  },
});

async function changeFolder(
  context: OperationContext<'tenant'>,
  { id: folder_id, delete: deletion, ...change }: FolderChange,
): Promise<Static<typeof FolderOutcome>> {
  requireFeature(createTemplateFolder, context.scope);
  const { name, parent_id } = change;
  if (deletion !== undefined) {
    requireEffect(deleteTemplateFolder, context.scope);
    if (folder_id === undefined) throw invalidField('folder.id', 'is missing: the folder to delete.');
    if (name !== undefined || parent_id !== undefined)
      throw invalidField('folder.delete', 'cannot go with name or parent_id.');
    const templates = deletion === 'with_templates' ? 'delete' : 'move_to_root';
    return deleteTemplateFolder.run(context, { folder_id, templates });
  }
  if (folder_id !== undefined)
    return updateTemplateFolder.run(context, { folder_id, ...change, answer: 'compact' });
  if (name === undefined) throw invalidField('folder.name', 'is missing: the name of the new folder.');
  const place = parent_id === undefined ? {} : { parent_id };
  return createTemplateFolder.run(context, { name, ...place, answer: 'compact' });
}
