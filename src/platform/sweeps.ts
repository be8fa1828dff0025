import type { Logger } from './log.ts';

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
  let isStopped = false;
  let sweeping = Promise.resolve();
  let timer: Timer;
  const run = async (): Promise<void> => {
    try {
      const deleted = await sweep(() => isStopped);
      if (deleted > 0) log.debug({ deleted }, `old ${what} were deleted`);
    } catch (error) {
      log.error({ err: error }, `old ${what} could not be deleted`);
    }
    if (!isStopped) scheduleNext(SWEEP_INTERVAL_MS);
  };
  const scheduleNext = (milliseconds: number): void => {
    timer = setTimeout(() => {
      sweeping = run();
    }, milliseconds).unref();
  };
  scheduleNext(FIRST_SWEEP_DELAY_MS);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await sweeping;
  };
}
