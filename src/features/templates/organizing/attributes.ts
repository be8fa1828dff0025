import { Type } from '@sinclair/typebox';
import { DomainError, invalidField } from '../../../platform/errors.ts';
import { type FolderKind, requireTargetFolder } from '../../../platform/folders/folders.ts';
import { TargetFolder } from '../../../platform/folders/schema.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { cleanLine, foldName, isBlank, requireNameLength } from '../../../platform/text/names.ts';
import { keyTaken, templateNotFound } from '../errors.ts';
import { selectIdOfKey, type TemplateRow } from '../queries.ts';
import { templateFolders } from '../table.ts';
import { countTags, insertTag, selectTag, type TagRow } from './tag-queries.ts';

/** A change of attributes as it is stored. What is left out stays. */
export interface AttributeChange {
  name?: { name: string | null; nameFolded: string };
  /** null: none. */
  key?: string | null;
  /** null: the top level. */
  folderId?: string | null;
  tags?: readonly TagRow[];
  isArchived?: boolean;
}

/** A name as stored, with its folded form; null if unnamed or blank. */
export function toStoredName(name: string | null | undefined): { name: string | null; nameFolded: string } {
  const stored = name === undefined || name === null || isBlank(name) ? null : name;
  return { name: stored, nameFolded: stored === null ? '' : foldName(stored) };
}

const MAX_KEY_LENGTH = 64;
const KEY_GRAMMAR = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/;

/** Path segments that stand where a template's id or key does. A template with such a key would be unreachable. */
export const RESERVED_KEYS: readonly string[] = [
  ...['archive', 'bulk', 'copy', 'count', 'export', 'folders', 'import', 'move', 'new', 'render'],
  ...['replace', 'restore', 'search', 'tags', 'trash'],
];

export const TemplateKey = Type.Union([Type.String(), Type.Null()], {
  description:
    'Name for programs, unique in the tenant, which backends can use in place of the id: lower-case letters, digits, - and _, as in welcome-mail; null: none.',
  'x-tool-schema': {
    anyOf: [{ type: 'string' }, { type: 'null' }],
    description: 'Name for programs, unique, such as welcome-mail; null: none.',
  },
});

/** Throws `validation_failed` for an invalid key, or one that could be confused with something else. */
export function requirePossibleKey(key: string | null | undefined): void {
  if (key === null || key === undefined) return;
  if (isUuid(key)) throw invalidField('key', 'must not have the form of an id.');
  if (key.length > MAX_KEY_LENGTH || !KEY_GRAMMAR.test(key))
    throw invalidField(
      'key',
      `must be 1-${MAX_KEY_LENGTH} lower-case letters and digits, with single hyphens or underscores between them, such as welcome-mail.`,
    );
  if (RESERVED_KEYS.includes(key)) throw invalidField('key', `"${key}" is reserved. Choose another one.`);
}

/** Throws `conflict` if a template other than `ownId` has the key. To be called in the transaction that sets it. */
export async function requireFreeKey(
  scope: TenantScope,
  db: Connection,
  key: string | null | undefined,
  ownId?: string,
): Promise<void> {
  if (key === null || key === undefined) return;
  const holder = await selectIdOfKey(scope, db, key);
  if (holder !== undefined && holder !== ownId)
    throw keyTaken(key, scope.templateId === undefined ? holder : undefined);
}

/** The id of the template with this id or key. Throws `not_found` for an unknown key. */
export async function resolveTemplateKey(
  scope: TenantScope,
  db: Connection,
  idOrKey: string,
): Promise<string> {
  if (isUuid(idOrKey)) return idOrKey;
  const id = KEY_GRAMMAR.test(idOrKey) ? await selectIdOfKey(scope, db, idOrKey) : undefined;
  if (id === undefined) throw templateNotFound();
  return id;
}

/** Per template. */
const MAX_TAGS = 20;
/** Different tags per tenant. */
const MAX_TENANT_TAGS = 1000;
const MAX_TAG_LENGTH = 50;

/** The form in which tags are compared. */
export const foldTag = (text: string): string => foldName(cleanLine(text));

/** Tags by their folded names, without repetitions. Throws `validation_failed`, naming `field`. */
export function readTags(texts: readonly string[], field: string): Map<string, string> {
  const names = texts.map((text) => {
    const name = cleanLine(text);
    requireNameLength(field, name, MAX_TAG_LENGTH);
    return [foldName(name), name] as const;
  });
  return new Map(names.toReversed());
}

/** Parses the tags in a template's row. */
export const parseTags = (stored: string | null): string[] =>
  stored === null ? [] : (JSON.parse(stored) as string[]);

/**
 * The tags with these names, in the spelling that the tenant already has; new ones are added. Throws
 * `validation_failed` if the template has too many, `conflict` if the tenant has.
 */
export async function requireTags(
  scope: TenantScope,
  db: Connection,
  names: ReadonlyMap<string, string>,
): Promise<TagRow[]> {
  if (names.size > MAX_TAGS)
    throw invalidField('tags', `would be ${names.size}; a template has ${MAX_TAGS} at most.`);
  const tags: TagRow[] = [];
  const added: Omit<TagRow, 'id'>[] = [];
  for (const [nameFolded, name] of names) {
    const known = await selectTag(scope, db, nameFolded);
    if (known === undefined) added.push({ name, nameFolded });
    else tags.push(known);
  }
  if (added.length > 0 && (await countTags(scope, db)) + added.length > MAX_TENANT_TAGS) throw tooManyTags();
  for (const tag of added) tags.push(await insertTag(scope, db, tag));
  return tags.sort((a, b) => (a.nameFolded < b.nameFolded ? -1 : 1));
}

/** The form in which a template's row stores its tags. */
export const storeTags = (tags: readonly TagRow[]): string | null =>
  tags.length === 0 ? null : JSON.stringify(tags.map(({ name }) => name));

const tooManyTags = () =>
  new DomainError(
    'conflict',
    `There are ${MAX_TENANT_TAGS} different tags, the most there can be. Remove some from all their templates.`,
    { facts: { limit: MAX_TENANT_TAGS } },
  );

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

/** Throws the errors of `planOrganizeChange` that any template would cause, so that a bulk change fails as a whole. */
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
): Promise<Pick<AttributeChange, 'folderId' | 'tags' | 'isArchived'>> {
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

/** The attributes of a template: everything except its content. */
export interface Attributes {
  name: string | null;
  key: string | null;
  folder_id: string | null;
  tags: string[];
  archived: boolean;
}

export const attributesOf = ({ name, key, folderId, tags, archivedAt }: TemplateRow): Attributes => ({
  name,
  key,
  folder_id: folderId,
  tags: parseTags(tags),
  archived: archivedAt !== null,
});

export const isSameAttribute = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Plans the change that gives a template these attributes. To be called in the transaction that changes it. */
export async function planAttributes(
  scope: TenantScope,
  db: Connection,
  row: TemplateRow,
  { name, key, ...place }: Partial<Attributes>,
): Promise<AttributeChange> {
  await requireFreeKey(scope, db, key, row.id);
  return {
    ...(name !== undefined && { name: toStoredName(name) }),
    ...(key !== undefined && { key }),
    ...(await planOrganizeChange(scope, db, row, place)),
  };
}
