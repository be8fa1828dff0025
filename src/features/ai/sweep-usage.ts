import type { Deps } from '../../platform/deps.ts';
import { deleteBudgetsBefore, deleteUsageBefore } from './queries.ts';
import { dayOf } from './usage-budgets.ts';

/** Rows of one transaction: other writers wait for it. */
const ROWS_PER_DELETION = 5_000;

/** The start is busy enough, and a command at the command line is over by then. */
const FIRST_SWEEP_DELAY_MS = 15_000;
const SWEEP_INTERVAL_MS = 6 * 3_600_000;

/** Deletes usage of days that are more than `retentionDays` ago. Returns how many rows it were. */
export async function sweepUsage(
  { db, clock }: Deps,
  retentionDays: number,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const today = dayOf(clock.now());
  const oldest = today - retentionDays;
  // Those of yesterday may still be settled.
  await db.transaction((connection) => deleteBudgetsBefore(connection, today - 1));
  let deleted = 0;
  while (!isStopped()) {
    const rows = await db.transaction((connection) =>
      deleteUsageBefore(connection, oldest, ROWS_PER_DELETION),
    );
    deleted += rows;
    if (rows < ROWS_PER_DELETION) break;
  }
  return deleted;
}

/** Sweeps soon after the start and every few hours. The answer stops it and waits for a sweep under way. */
export function scheduleUsageSweeps(deps: Deps, retentionDays: number): () => Promise<void> {
  let isStopped = false;
  let sweeping = Promise.resolve();
  let timer: Timer;
  const sweep = async (): Promise<void> => {
    try {
      await sweepUsage(deps, retentionDays, () => isStopped);
    } catch (error) {
      deps.log.error({ err: error }, 'old usage of the AI provider could not be deleted');
    }
    if (!isStopped) scheduleNext(SWEEP_INTERVAL_MS);
  };
  const scheduleNext = (milliseconds: number): void => {
    timer = setTimeout(() => {
      sweeping = sweep();
    }, milliseconds).unref();
  };
  scheduleNext(FIRST_SWEEP_DELAY_MS);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await sweeping;
  };
}
