import { dayOf } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { deleteInBatches } from '../../platform/tasks/periodic-task.ts';
import { deleteOldBudgets, deleteUsageBefore } from './usage-queries.ts';

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
  return deleteInBatches(
    db,
    (connection, atMost) => deleteUsageBefore(connection, today - retentionDays, atMost),
    isStopped,
  );
}
