import { DomainError, invalidField } from '../../../platform/errors.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { cleanLine, foldName, requireNameLength } from '../../../platform/text/names.ts';
import { countTags, insertTag, selectTag, type TagRow } from './tag-queries.ts';

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
