import { invalidField } from '../../platform/errors.ts';

const MAX_CHARACTERS = 128;
const CONTROL_CHARACTER = /\p{Cc}/u;

/**
 * Accepts a customer's tenant identifier exactly as sent: 1-128 characters, any script, spaces and slashes too.
 * Throws `validation_failed` for control characters and for `.` and `..`, which no URL path can carry.
 */
export function requireTenantSlug(slug: string): void {
  const characters = [...slug].length;
  if (characters === 0) throw invalidField('tenant', 'must not be empty.');
  if (characters > MAX_CHARACTERS) {
    throw invalidField('tenant', `is ${characters} characters long; at most ${MAX_CHARACTERS} are allowed.`);
  }
  if (CONTROL_CHARACTER.test(slug)) throw invalidField('tenant', 'must not contain control characters.');
  if (slug === '.' || slug === '..') throw invalidField('tenant', 'must not be "." or "..".');
}
