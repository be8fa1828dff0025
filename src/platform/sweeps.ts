import type { Logger } from './log.ts';
import { repeat } from './repeat.ts';

/** The start is busy enough, and a command at the command line is over by then. */
const FIRST_SWEEP_DELAY_MS = 10_000;
const SWEEP_INTERVAL_MS = 3_600_000;

/**
 * Runs `sweep`, which deletes old rows until it is told to stop and answers how many, soon after the start and every
 * hour. `what` in the plural, for the log. The answer stops it and waits for a sweep under way.
 */
export function scheduleSweeps(
  log: Logger,
  what: string,
  sweep: (isStopped: () => boolean) => Promise<number>,
): () => Promise<void> {
  const work = async (isStopped: () => boolean): Promise<void> => {
    const deleted = await sweep(isStopped);
    if (deleted > 0) log.debug({ deleted }, `old ${what} were deleted`);
  };
  const intervals = { firstAfterMs: FIRST_SWEEP_DELAY_MS, thenEveryMs: SWEEP_INTERVAL_MS };
  return repeat(work, { what: `deleting old ${what}`, ...intervals, log }).stop;
}
