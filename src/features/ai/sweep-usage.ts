import type { Deps } from '../../platform/deps.ts';
import { deleteOldBudgets, deleteUsageBefore } from './queries.ts';
import { dayOf } from './usage-budgets.ts';

/** Rows of one transaction: other writers wait for it. */
const ROWS_PER_DELETION = 5_000;

/** Deletes usage older than `retentionDays`, old budgets and expired reservations. Returns the rows of usage deleted. */
export async function sweepUsage(
  { db, clock }: Deps,
  retentionDays: number,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const now = clock.now();
  const today = dayOf(now);
  // A request that began yesterday may still be under way.
  await db.transaction((connection) => deleteOldBudgets(connection, { day: today - 1, now }));
  let deleted = 0;
  while (!isStopped()) {
    const rows = await db.transaction((connection) =>
      deleteUsageBefore(connection, today - retentionDays, ROWS_PER_DELETION),
    );
    deleted += rows;
    if (rows < ROWS_PER_DELETION) break;
  }
  return deleted;
}
