import { type TSchema, Type } from '@sinclair/typebox';
import { equalInConstantTime, hmacSha256 } from './crypto.ts';
import { invalidField } from './errors.ts';

/** Length of a cursor's seal: 16 of HMAC-SHA256's 32 bytes, beyond guessing and short in a URL. */
const SEAL_BYTES = 16;

/** The input property of every list. */
export const CursorInput = Type.Optional(
  Type.String({
    maxLength: 2048,
    description: 'Where to go on: `next_cursor` of the page before. Leave it out for the first page.',
  }),
);

/** The output shape of every list. */
export function pageOf<Item extends TSchema>(item: Item, perPage: number) {
  return Type.Object({
    items: Type.Array(item, { maxItems: perPage }),
    per_page: Type.Integer({ description: 'Largest number of items on a page.' }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Pass it as `cursor` to get the next page; null on the last.',
    }),
  });
}

/**
 * Seals a position in a list as an opaque text. `audience` names list, order and tenant: a cursor opened for another
 * audience is refused, so none can be carried over to another tenant or forged.
 */
export function sealCursor(
  key: Uint8Array,
  audience: string,
  position: readonly (string | number)[],
): string {
  const body = Buffer.from(JSON.stringify(position));
  return Buffer.concat([sealOf(key, audience, body), body]).toString('base64url');
}

/** Opens a sealed cursor. Throws `validation_failed` if it was not sealed by this server for this audience. */
export function openCursor(key: Uint8Array, audience: string, cursor: string): (string | number)[] {
  const bytes = Buffer.from(cursor, 'base64url');
  const body = bytes.subarray(SEAL_BYTES);
  if (body.length === 0 || !equalInConstantTime(bytes.subarray(0, SEAL_BYTES), sealOf(key, audience, body))) {
    throw invalidField(
      'cursor',
      'is not a cursor of this list. Pass `next_cursor` of the previous page unchanged, with the same search and sort, or leave it out to start over.',
    );
  }
  return JSON.parse(body.toString()) as (string | number)[];
}

function sealOf(key: Uint8Array, audience: string, body: Buffer): Uint8Array {
  return hmacSha256(key, `${audience}\n${body.toString()}`).subarray(0, SEAL_BYTES);
}
