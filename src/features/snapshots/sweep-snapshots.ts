import { DAY_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { deleteSnapshots, selectOldSnapshots } from './sweep-queries.ts';

/**
 * Deletes automatic snapshots that are older than the settings allow, in steps. It keeps those with the present content
 * of their template, and those needed for undo. 0 days: deletes nothing. Returns their number.
 */
export async function sweepSnapshots(
  { db, clock }: Deps,
  days: number,
  isStopped: () => boolean = () => false,
): Promise<number> {
  if (days === 0) return 0;
  const before = clock.now() - days * DAY_MS;
  let deleted = 0;
  let after = '';
  while (!isStopped()) {
    const page = await selectOldSnapshots(db.reader, before, after);
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.id;
    const ids = page.filter(({ isOld }) => isOld).map(({ id }) => id);
    if (ids.length > 0)
      deleted += await db.transaction((connection) => deleteSnapshots(connection, before, ids));
    // Lets the server handle requests between two steps.
    await Bun.sleep(0);
  }
  return deleted;
}
