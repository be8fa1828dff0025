import { type TSchema, Type } from '@sinclair/typebox';
import { invalidField } from './errors.ts';
import { nullable } from './json/nullable.ts';
import { signText, verifySignedText } from './security/crypto.ts';
import { parseTime } from './text/parse-time.ts';

/** The input property of every list. */
export const CursorInput = Type.Optional(
  Type.String({
    maxLength: 2048,
    description: 'Where to go on: `next_cursor` of the page before. Leave it out for the first page.',
    'x-tool-schema': { type: 'string', description: 'next_cursor of the page before.' },
  }),
);

/** The output shape of every list. */
export function pageOf<Item extends TSchema>(item: Item, perPage: number) {
  return Type.Object({
    items: Type.Array(item, { maxItems: perPage }),
    per_page: Type.Integer({ description: 'Largest number of items on a page.' }),
    next_cursor: nullable(Type.String(), 'Pass it as `cursor` to get the next page; null on the last.'),
  });
}

/**
 * Encodes a position in a list as an opaque, signed text. `audience` names list, order and tenant, so that a cursor can
 * neither be forged nor used for another list or tenant.
 */
export function encodeCursor(
  key: Uint8Array,
  audience: string,
  position: readonly (string | number)[],
): string {
  return signText(key, audience, JSON.stringify(position));
}

/** Decodes a cursor. Throws `validation_failed` if this server did not sign it for this audience. */
export function decodeCursor(key: Uint8Array, audience: string, cursor: string): (string | number)[] {
  const position = verifySignedText(key, audience, cursor);
  if (position === undefined) {
    throw invalidField(
      'cursor',
      'is not a cursor of this list. Pass `next_cursor` of the previous page unchanged, with the same search and sort, or leave it out to start over.',
    );
  }
  return JSON.parse(position) as (string | number)[];
}

/**
 * One page of a list, and the cursor of the next page.
 * @param found the rows, read with a limit of one more than `perPage`
 * @param cursorOf the cursor of the page that begins after a row
 */
export function cutPage<Row>(
  found: readonly Row[],
  perPage: number,
  cursorOf: (last: Row) => string,
): { rows: Row[]; per_page: number; next_cursor: string | null } {
  const rows = found.slice(0, perPage);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return { rows, per_page: perPage, next_cursor: last === undefined ? null : cursorOf(last) };
}

/** The input property `since` of lists by time. */
export const SinceInput = Type.Optional(
  Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d))?$',
    'x-expected': 'a date such as 2027-12-31, or a time such as 2027-12-31T18:00:00Z',
    description: 'ISO 8601: a time, or a date, which begins at midnight UTC.',
    'x-tool-schema': { type: 'string', description: 'ISO 8601 time, or date (UTC).' },
  }),
);

/** Milliseconds since the epoch. Throws `validation_failed` for a date that does not exist. */
export function parseSince(text: string | undefined, field = 'since'): number | undefined {
  if (text === undefined) return undefined;
  const time = parseTime(text);
  if (time === undefined) throw invalidField(field, 'is not a date of the calendar.');
  return time;
}
