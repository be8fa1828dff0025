import { type TSchema, Type } from '@sinclair/typebox';
import { invalidField } from './errors.ts';
import { seal, unseal } from './seal.ts';

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
  return seal(key, audience, JSON.stringify(position));
}

/** Opens a sealed cursor. Throws `validation_failed` if it was not sealed by this server for this audience. */
export function openCursor(key: Uint8Array, audience: string, cursor: string): (string | number)[] {
  const position = unseal(key, audience, cursor);
  if (position === undefined) {
    throw invalidField(
      'cursor',
      'is not a cursor of this list. Pass `next_cursor` of the previous page unchanged, with the same search and sort, or leave it out to start over.',
    );
  }
  return JSON.parse(position) as (string | number)[];
}
