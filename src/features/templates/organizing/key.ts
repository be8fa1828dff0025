import { Type } from '@sinclair/typebox';
import { invalidField } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Connection } from '../../../platform/ports/database.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { keyTaken, templateNotFound } from '../errors.ts';
import { selectIdOfKey } from '../queries.ts';

const MAX_CHARACTERS = 64;
const GRAMMAR = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/;

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
  if (key.length > MAX_CHARACTERS || !GRAMMAR.test(key))
    throw invalidField(
      'key',
      `must be 1-${MAX_CHARACTERS} lower-case letters and digits, with single hyphens or underscores between them, such as welcome-mail.`,
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
  const id = GRAMMAR.test(idOrKey) ? await selectIdOfKey(scope, db, idOrKey) : undefined;
  if (id === undefined) throw templateNotFound();
  return id;
}
