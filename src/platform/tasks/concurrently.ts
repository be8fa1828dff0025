/**
 * Calls `use` for each item, at most `atOnce` at the same time. After an error no further call starts, and the error is
 * thrown once the running calls have ended.
 */
export async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  atOnce: number,
  use: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let isStopped = false;
  const work = async () => {
    for (let next = rest.next(); !isStopped && !next.done; next = rest.next()) await use(next.value);
  };
  const stop = (error: unknown) => {
    isStopped = true;
    throw error;
  };
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, () => work().catch(stop)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
