/**
 * A UUIDv7: unique, and increasing in time within this process, so that sorting by id is sorting by creation
 * and new rows land at the end of an index. Not a secret: part of it can be guessed.
 */
export function createId(): string {
  return Bun.randomUUIDv7();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for the textual form of any UUID version. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
