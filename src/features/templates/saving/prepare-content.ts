import { parseContent, type TemplateContent } from '../../../mail/model/index.ts';
import { type DomainError, type FieldErrors, validationFailed } from '../../../platform/errors.ts';
import { createId } from '../../../platform/ids.ts';
import { toFieldPath } from '../../../platform/json/input.ts';
import type { TenantScope } from '../../../platform/scope.ts';
import { sha256 } from '../../../platform/security/crypto.ts';
import { contentTooLarge } from '../errors.ts';

/** Content ready to be stored: its JSON in full form, as UTF-8, and the SHA-256 of that. */
export interface PreparedContent {
  json: Uint8Array;
  hash: Buffer;
}

/**
 * Validates content and fills in ids and defaults. Fields and block types this version does not know are kept for
 * people, whose editor may be newer, and refused for agents, unless the content `replaced` has such fields.
 * Throws `validation_failed` with the path of each fault, or `too_large`.
 */
export function prepareContent(
  { actor }: Pick<TenantScope, 'actor'>,
  input: unknown,
  replaced?: TemplateContent,
): PreparedContent {
  return prepare(input, { unknown: actor.kind === 'agent' ? 'refuse' : 'keep', replaced });
}

/** Prepares a content that consists of stored parts. Unknown fields and block types are kept, for agents too. */
export function prepareStored(content: TemplateContent): PreparedContent {
  return prepare(content, { unknown: 'keep' });
}

function prepare(
  input: unknown,
  { unknown, replaced }: { unknown: 'keep' | 'refuse'; replaced?: TemplateContent | undefined },
): PreparedContent {
  const parsed = parseContent(input, {
    makeId: createId,
    unknownBlockTypes: unknown,
    unknownFields: unknown,
    unknownShapes: unknown,
    replaced,
  });
  if (parsed.ok) return encodeContent(parsed.json);
  throw toContentError(parsed, 'content');
}

export function encodeContent(text: string): PreparedContent {
  // Encoded once, for the hash, the database and the answer.
  const json = Buffer.from(text);
  return { json, hash: Buffer.from(sha256(json)) };
}

/** `field`: the input to which the paths of the faults are relative; undefined if the paths include it. */
export function toContentError(
  refused: { reason?: string; faults: readonly { path: string; message: string }[] },
  field: string | undefined,
): DomainError {
  if (refused.reason === 'too_large') return contentTooLarge(refused.faults[0]?.message ?? 'is too large');
  const errors: FieldErrors = {};
  for (const { path, message } of refused.faults) {
    const name = [field ?? [], path === '' ? [] : toFieldPath(path)].flat().join('.');
    errors[name] = [...(errors[name] ?? []), message];
  }
  // Operations name blocks of a stored content, whose ids and types were written by others.
  return validationFailed(errors, field === undefined ? { quotesOthers: true } : {});
}
