import type { Deps } from '../../platform/deps.ts';
import { repeat } from '../../platform/repeat.ts';
import { deleteToolCallsBefore } from './queries.ts';

const DAY_MS = 86_400_000;

/** Rows of one transaction: other writers wait for it. */
const ROWS_PER_DELETION = 5_000;

/** Deletes tool calls older than `retentionDays`, until `isStopped`. Returns how many it were. */
export async function sweepToolCalls(
  { db, clock }: Deps,
  retentionDays: number,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const oldest = clock.now() - retentionDays * DAY_MS;
  let deleted = 0;
  while (!isStopped()) {
    const rows = await db.transaction((connection) =>
      deleteToolCallsBefore(connection, oldest, ROWS_PER_DELETION),
    );
    deleted += rows;
    if (rows < ROWS_PER_DELETION) break;
  }
  return deleted;
}

/** The start is busy enough, and a command at the command line is over by then. */
const FIRST_SWEEP_DELAY_MS = 10_000;
const SWEEP_INTERVAL_MS = 3_600_000;

/** Sweeps soon after the start and every hour. The answer stops it and waits for a sweep under way. */
export function scheduleSweeps(deps: Deps, retentionDays: number): () => Promise<void> {
  const sweep = async (isStopped: () => boolean): Promise<void> => {
    const deleted = await sweepToolCalls(deps, retentionDays, isStopped);
    if (deleted > 0) deps.log.debug({ deleted }, 'old tool calls were deleted');
  };
  return repeat(sweep, {
    what: 'deleting old tool calls',
    firstAfterMs: FIRST_SWEEP_DELAY_MS,
    thenEveryMs: SWEEP_INTERVAL_MS,
    log: deps.log,
  }).stop;
}
