import { DomainError, invalidField } from '../../platform/errors.ts';
import { cleanLine, foldName, requireNameLength } from '../../platform/names.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { countTags, insertTag, selectTag, type TagRow } from './tag-queries.ts';

/** Of a template. */
const MAX_TAGS = 20;
/** Different ones of a tenant. */
const MAX_TENANT_TAGS = 1000;
const MAX_TAG_LENGTH = 50;

/** A tag as it is compared. */
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

/** The names of a template's tags from its row. */
export const parseTags = (stored: string | null): string[] =>
  stored === null ? [] : (JSON.parse(stored) as string[]);

/**
 * The tags with these names, in the spelling the tenant already has; new ones are added. Throws `validation_failed` for too
 * many of a template, `conflict` for too many of the tenant.
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

/** What the row of a template stores of its tags. */
export const storeTags = (tags: readonly TagRow[]): string | null =>
  tags.length === 0 ? null : JSON.stringify(tags.map(({ name }) => name));

const tooManyTags = () =>
  new DomainError(
    'conflict',
    `There are ${MAX_TENANT_TAGS} different tags, which is as many as there can be. Remove some from all their templates.`,
    { facts: { limit: MAX_TENANT_TAGS } },
  );
