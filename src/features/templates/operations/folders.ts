import { Type } from '@sinclair/typebox';
import type { DomainEvent } from '../../../platform/events.ts';
import { folderNotFound } from '../../../platform/folders/errors.ts';
import {
  changeFolder,
  createFolder,
  folderEvent,
  foldersDeleted,
} from '../../../platform/folders/folders.ts';
import { deleteFolders, selectFolders } from '../../../platform/folders/queries.ts';
import { FolderId, FolderName, folderShape, TargetFolder } from '../../../platform/folders/schema.ts';
import { listSubtree, toFolder, toTree } from '../../../platform/folders/tree.ts';
import { defineOperation } from '../../../platform/operation.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import { deleteFolderInSteps, isTrashKept, putFolderInTrash, type TrashContext } from '../../trash/index.ts';
import { describeChange, templateEvent } from '../events.ts';
import { selectTemplatesIn } from '../lookup-queries.ts';
import { TEMPLATE_FOLDERS } from '../organize.ts';
import { selectTemplate, type TemplateRow } from '../queries.ts';
import { removeTemplate, TEMPLATES_AT_ONCE } from '../remove.ts';
import { templateFolders } from '../table.ts';
import { selectTags } from '../tag-queries.ts';
import { changeTemplate, transactOnTemplate } from '../template.ts';

/** A folder of templates, full or compact. */
export const { Folder: TemplateFolder, schemas: folderSchemas } = folderShape('TemplateFolder');

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
    const done = await deleteFolderInSteps({ deps, scope }, folder_id, () =>
      deleteInSteps({ deps, scope }, { folderId: folder_id, isDeleting: templates === 'delete' }),
    );
    emit(folderEvent(TEMPLATE_FOLDERS, 'deleted', folder_id));
    return done;
  },
});

interface FolderDeletion {
  folderId: string;
  /** Whether the templates are deleted too. */
  isDeleting: boolean;
}

async function deleteInSteps({ deps, scope }: TrashContext, deletion: FolderDeletion) {
  const { folderId, isDeleting } = deletion;
  let emptied = 0;
  let folders_deleted = 0;
  while (folders_deleted === 0) {
    const step = await transactOnTemplate({ deps, scope }, (db) =>
      emptyFolder({ deps, scope }, db, deletion),
    );
    // It may have been deleted by another request between two steps.
    if (step === undefined && emptied === 0) throw folderNotFound();
    if (step === undefined) break;
    deps.events.publish(step.events, scope);
    emptied += step.events.length;
    folders_deleted = step.foldersDeleted;
  }
  const [templates_moved, templates_deleted] = isDeleting ? [0, emptied] : [emptied, 0];
  return { id: folderId, folders_deleted, templates_moved, templates_deleted };
}

interface Step {
  /** One for each template. */
  events: DomainEvent[];
  /** 0: there may be more templates. */
  foldersDeleted: number;
}

/**
 * Deletes or moves some of the templates in a folder and in those in it; with the last ones go the folders. Others write
 * between two steps. undefined: there is no such folder.
 */
async function emptyFolder(
  { deps, scope }: TrashContext,
  db: Connection,
  { folderId, isDeleting }: FolderDeletion,
): Promise<Step | undefined> {
  const rows = await selectFolders(templateFolders, scope, db);
  const folder = rows.find((row) => row.id === folderId);
  if (folder === undefined) return undefined;
  const folderIds = listSubtree(rows, folderId);
  const ids = await selectTemplatesIn(scope, db, folderIds, TEMPLATES_AT_ONCE);
  const isLast = ids.length < TEMPLATES_AT_ONCE;
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
  if (isTrashKept(deps))
    await putFolderInTrash({ deps, scope }, db, TEMPLATE_FOLDERS, { folder, rows, added, isLast });
  else if (isLast) {
    await deleteFolders(templateFolders, scope, db, folderIds);
    const deletion = foldersDeleted(TEMPLATE_FOLDERS, folderId, folderIds);
    await deps.events.emitInTransaction(deletion, scope, db);
  }
  return { events, foldersDeleted: isLast ? folderIds.length : 0 };
}

async function moveToTop(
  { deps, scope }: TrashContext,
  db: Connection,
  row: TemplateRow,
): Promise<DomainEvent> {
  const moved = await changeTemplate({ deps, scope }, db, row, { folderId: null });
  for (const activity of describeChange(row, moved)) {
    await deps.events.emitInTransaction(activity, scope, db);
  }
  return templateEvent('template.updated', moved);
}

export const listTemplateTags = defineOperation({
  name: 'listTemplateTags',
  summary: 'List the tags that templates have, with the number of their templates',
  scope: 'tenant',
  effect: 'read',
  input: Type.Object({}),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        name: Type.String(),
        template_count: Type.Integer({ description: 'Archived ones included.' }),
      }),
    ),
  }),
  async run({ deps, scope }) {
    const tags = await selectTags(scope, deps.db.reader);
    return { items: tags.map(({ name, templateCount }) => ({ name, template_count: templateCount })) };
  },
});
