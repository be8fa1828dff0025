const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A UUID ends in 48 random bits: 24 of them tell the blocks of one content apart, and cost a sixth of the tokens. */
export const TAIL = 6;

interface Named {
  id: string | undefined;
}

/** What has a UUID, by the end of it. */
export type ByTail<Item extends Named> = Map<string, Set<Item>>;

export function isUuid(id: string): boolean {
  return UUID.test(id);
}

export function tailOf(id: string): string {
  return id.slice(-TAIL).toLowerCase();
}

/** Has an item found by the end of its id. */
export function indexTail<Item extends Named>(items: ByTail<Item>, item: Item): void {
  if (item.id === undefined || !isUuid(item.id)) return;
  const tail = tailOf(item.id);
  const others = items.get(tail);
  if (others) others.add(item);
  else items.set(tail, new Set([item]));
}

/** Has an item no longer found. */
export function forgetTail<Item extends Named>(items: ByTail<Item>, item: Item): void {
  if (item.id !== undefined) items.get(tailOf(item.id))?.delete(item);
}
