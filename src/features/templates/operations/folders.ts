import { Type } from '@sinclair/typebox';
import type { DomainEvent } from '../../../platform/events.ts';
import { changeFolder, createFolder, folderEvent } from '../../../platform/folders/folders.ts';
import { selectFolders } from '../../../platform/folders/queries.ts';
import { FolderId, FolderName, folderShape, TargetFolder } from '../../../platform/folders/schema.ts';
import { listSubtree, toFolder, toTree } from '../../../platform/folders/tree.ts';
import { defineOperation, type TenantContext } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { deleteFolderInSteps, type FolderStep, removeEmptiedFolder } from '../../trash/index.ts';
import { templateEvent } from '../events.ts';
import { selectTemplatesIn } from '../listing/lookup-queries.ts';
import { TEMPLATE_FOLDERS } from '../organizing/attributes.ts';
import { removeTemplate, TEMPLATES_AT_ONCE } from '../organizing/remove.ts';
import { selectTemplate, type TemplateRow } from '../queries.ts';
import { templateFolders } from '../table.ts';
import { changeTemplate, transactOnTemplate } from '../template.ts';

/** A folder of templates, full or compact. */
const { Folder: TemplateFolder, schemas: folderSchemas } = folderShape('TemplateFolder');

const FolderAnswerInput = Type.Union([Type.Literal('full'), Type.Literal('compact')], {
  default: 'full',
  description: 'full: everything; compact: ids and names.',
});

export const listTemplateFolders = defineOperation({
  name: 'listTemplateFolders',
  summary: 'List all folders of templates as a tree',
  scope: 'tenant',
  effect: 'read',
  feature: 'template_folders',
  input: Type.Object({ answer: FolderAnswerInput }),
  output: Type.Object({ items: Type.Array(TemplateFolder) }),
  async run({ deps, scope }, { answer }) {
    return { items: toTree(scope, await selectFolders(templateFolders, scope, deps.db.reader), answer) };
  },
});

export const createTemplateFolder = defineOperation({
  name: 'createTemplateFolder',
  summary: 'Create a folder for templates',
  scope: 'tenant',
  effect: 'write',
  feature: 'template_folders',
  input: Type.Object({
    name: FolderName,
    parent_id: Type.Optional(TargetFolder),
    answer: FolderAnswerInput,
  }),
  output: TemplateFolder,
  async run(context, { answer, ...input }) {
    return toFolder(context.scope, await createFolder(TEMPLATE_FOLDERS, context, input), answer);
  },
});

export const updateTemplateFolder = defineOperation({
  name: 'updateTemplateFolder',
  summary: 'Rename a folder of templates, or move it into another',
  scope: 'tenant',
  effect: 'write',
  feature: 'template_folders',
  input: Type.Object({
    folder_id: FolderId,
    name: Type.Optional(FolderName),
    parent_id: Type.Optional(TargetFolder),
    answer: FolderAnswerInput,
  }),
  output: TemplateFolder,
  async run(context, { folder_id, answer, ...input }) {
    const row = await changeFolder(TEMPLATE_FOLDERS, context, folder_id, input);
    return toFolder(context.scope, row, answer);
  },
});

export const deleteTemplateFolder = defineOperation({
  name: 'deleteTemplateFolder',
  summary:
    'Put a folder of templates with those in it into the trash; its templates come to the top, or go with it',
  scope: 'tenant',
  effect: 'delete',
  feature: 'template_folders',
  input: Type.Object({
    folder_id: FolderId,
    templates: Type.Union([Type.Literal('move_to_root'), Type.Literal('delete')], {
      default: 'move_to_root',
      description: 'What happens to the templates in it and in its folders.',
    }),
  }),
  output: Type.Object({
    id: FolderId,
    folders_deleted: Type.Integer({ description: 'The folder itself included.' }),
    templates_moved: Type.Integer({ description: 'Templates that are at the top now.' }),
    templates_deleted: Type.Integer(),
  }),
  async run({ deps, scope, emit }, { folder_id, templates }) {
    const deletion = { folderId: folder_id, isDeleting: templates === 'delete' };
    const { moved, deleted, folders } = await deleteFolderInSteps(
      { deps, scope },
      TEMPLATE_FOLDERS,
      folder_id,
      () => deleteSome({ deps, scope }, deletion),
    );
    emit(folderEvent(TEMPLATE_FOLDERS, 'deleted', folder_id));
    return { id: folder_id, folders_deleted: folders, templates_moved: moved, templates_deleted: deleted };
  },
});

interface FolderDeletion {
  folderId: string;
  /** Whether the templates are deleted too. */
  isDeleting: boolean;
}

async function deleteSome(
  { deps, scope }: TenantContext,
  deletion: FolderDeletion,
): Promise<FolderStep | undefined> {
  const step = await transactOnTemplate({ deps, scope }, (db) => emptyFolder({ deps, scope }, db, deletion));
  if (step === undefined) return undefined;
  deps.events.publish(step.events, scope);
  const { length } = step.events;
  const [moved, deleted] = deletion.isDeleting ? [0, length] : [length, 0];
  return { moved, deleted, folders: step.folders };
}

/**
 * Deletes or moves some of the templates in a folder and in those in it; with the last ones go the folders. Returns an
 * event for each template.
 */
async function emptyFolder(
  { deps, scope }: TenantContext,
  db: Connection,
  { folderId, isDeleting }: FolderDeletion,
) {
  const rows = await selectFolders(templateFolders, scope, db);
  const folder = rows.find((row) => row.id === folderId);
  if (folder === undefined) return undefined;
  const ids = await selectTemplatesIn(scope, db, listSubtree(rows, folderId), TEMPLATES_AT_ONCE);
  const events: DomainEvent[] = [];
  const added = { items: 0, bytes: 0, storageBytes: 0 };
  for (const id of ids) {
    const row = await selectTemplate(scope, db, id);
    if (row === undefined) continue;
    if (!isDeleting) {
      events.push(await moveToTop({ deps, scope }, db, row));
      continue;
    }
    const { bytes, storageBytes } = await removeTemplate({ deps, scope }, db, row, folderId);
    events.push(templateEvent('template.deleted', row));
    added.items += 1;
    added.bytes += bytes;
    added.storageBytes += storageBytes;
  }
  const emptied = { folder, rows, added, isLast: ids.length < TEMPLATES_AT_ONCE };
  const folders = await removeEmptiedFolder({ deps, scope }, db, TEMPLATE_FOLDERS, emptied);
  return { events, folders };
}

async function moveToTop(
  { deps, scope }: TenantContext,
  db: Connection,
  row: TemplateRow,
): Promise<DomainEvent> {
  const moved = await changeTemplate({ deps, scope }, db, row, { folderId: null });
  return templateEvent('template.updated', moved);
}

export { folderSchemas };
