import { Type } from '@sinclair/typebox';
import { type FolderKind, requireTargetFolder } from '../../../platform/folders/folders.ts';
import { TargetFolder } from '../../../platform/folders/schema.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { templateFolders } from '../table.ts';
import type { TemplateChange } from '../template.ts';
import { parseTags, readTags, requireTags } from './tags.ts';

export const TEMPLATE_FOLDERS: FolderKind = {
  name: 'template',
  table: templateFolders,
  feature: 'template_folders',
};

/** Long enough for invisible characters, which are removed. */
const TagInput = Type.String({ maxLength: 1000 });

const tagList = (description: string) => Type.Optional(Type.Array(TagInput, { maxItems: 100, description }));

/** Agents may give the folder's name. */
export const TargetTemplateFolder = Type.Union(TargetFolder.anyOf, {
  description: TargetFolder.description as string,
  'x-tool-schema': { type: 'string', description: 'Id or name of the folder, or "top".' },
  'x-id-of': 'template_folder',
});

/** Where a template is. Fields that are left out do not change. */
export const OrganizeInput = {
  folder_id: Type.Optional(TargetTemplateFolder),
  tags: tagList('All its tags, 20 at most.'),
  archived: Type.Optional(Type.Boolean({ description: 'true: lists leave it out.' })),
};

/** Tags to add and remove, for changes of several templates. */
export const TagChangeInput = {
  add_tags: tagList('Tags to add.'),
  remove_tags: tagList('Tags to remove.'),
};

interface OrganizeChange {
  folder_id?: string | null | undefined;
  tags?: readonly string[] | undefined;
  add_tags?: readonly string[] | undefined;
  remove_tags?: readonly string[] | undefined;
  archived?: boolean | undefined;
}

/** Throws the errors of `planPlace` that any template would cause, so that a bulk change fails as a whole. */
export async function requireOrganizeChange(
  scope: TenantScope,
  db: Connection,
  change: OrganizeChange,
): Promise<void> {
  await requireTargetFolder(TEMPLATE_FOLDERS, scope, db, change.folder_id);
  for (const field of ['tags', 'add_tags', 'remove_tags'] as const) readTags(change[field] ?? [], field);
}

/**
 * Plans the change of a template that an input describes. Throws `not_found` for an unknown folder, or as
 * `requireTags`.
 */
export async function planOrganizeChange(
  scope: TenantScope,
  db: Connection,
  row: { folderId: string | null; tags: string | null },
  { folder_id, tags, add_tags, remove_tags, archived }: OrganizeChange,
): Promise<Pick<TemplateChange, 'folderId' | 'tags' | 'isArchived'>> {
  const isTagged = [tags, add_tags, remove_tags].some((list) => list !== undefined);
  const names = readTags(tags ?? parseTags(row.tags), 'tags');
  for (const [folded, name] of readTags(add_tags ?? [], 'add_tags'))
    if (!names.has(folded)) names.set(folded, name);
  for (const folded of readTags(remove_tags ?? [], 'remove_tags').keys()) names.delete(folded);
  return {
    ...(folder_id !== undefined && {
      folderId: await requireTargetFolder(TEMPLATE_FOLDERS, scope, db, folder_id),
    }),
    ...(isTagged && { tags: await requireTags(scope, db, names) }),
    ...(archived !== undefined && { isArchived: archived }),
  };
}
