import { parseContent } from '../../content/index.ts';
import { sha256 } from '../../platform/crypto.ts';
import { type FieldErrors, validationFailed } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { toFieldPath } from '../../platform/input.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { contentTooLarge } from './errors.ts';

/** Content ready to be stored: its JSON in full form, as UTF-8, and the SHA-256 of that. */
export interface PreparedContent {
  json: Uint8Array;
  hash: Buffer;
}

/**
 * Validates content and fills in ids and defaults. Block types this version does not know are kept for people, whose
 * editor may be newer, and refused for agents, who have made them up.
 * Throws `validation_failed` with the path of each fault, or `too_large`.
 */
export function prepareContent(scope: TenantScope, input: unknown): PreparedContent {
  const parsed = parseContent(input, {
    makeId: createId,
    unknownBlockTypes: scope.actor.kind === 'agent' ? 'refuse' : 'keep',
  });
  if (parsed.ok) {
    // Encoded once, for the hash, the database and the answer alike.
    const json = Buffer.from(parsed.json);
    return { json, hash: Buffer.from(sha256(json)) };
  }
  if (parsed.reason === 'too_large') throw contentTooLarge(parsed.faults[0]?.message ?? 'is too large');
  const errors: FieldErrors = {};
  for (const { path, message } of parsed.faults) {
    const field = path === '' ? 'content' : `content.${toFieldPath(path)}`;
    errors[field] = [...(errors[field] ?? []), message];
  }
  throw validationFailed(errors);
}
