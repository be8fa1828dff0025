import type { Logger } from './log.ts';

/** Sweeps start some time after the server, when a command at the command line has ended. */
const FIRST_SWEEP_DELAY_MS = 10_000;
const SWEEP_INTERVAL_MS = 3_600_000;

export interface PeriodicTaskOptions {
  /** For the log, as in "it failed: deleting old tool calls". */
  what: string;
  firstAfterMs: number;
  /** From the end of one run to the start of the next. */
  intervalMs: number;
  log: Logger;
}

/** Work that should end early when it is told to stop. */
type Work = (isStopped: () => boolean) => Promise<void>;

/** Runs work periodically until it is stopped, never twice at once. A failure is logged; the next run tries again. */
export class PeriodicTask {
  readonly #work: Work;
  readonly #options: PeriodicTaskOptions;
  #isStopped = false;
  #isRunning = false;
  #isWantedAgain = false;
  #running = Promise.resolve();
  #timer: Timer | undefined;

  constructor(work: Work, options: PeriodicTaskOptions) {
    this.#work = work;
    this.#options = options;
    this.#schedule(options.firstAfterMs);
  }

  /** Runs now, or once more after the current run. */
  runSoon(): void {
    if (this.#isRunning) this.#isWantedAgain = true;
    else this.#schedule(0);
  }

  /** Waits for the current run, which learns of the stop by `isStopped`. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { what, intervalMs, log } = this.#options;
    this.#isRunning = true;
    this.#isWantedAgain = false;
    await this.#work(() => this.#isStopped).catch((error) => log.error({ err: error }, `it failed: ${what}`));
    this.#isRunning = false;
    this.#schedule(this.#isWantedAgain ? 0 : intervalMs);
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#run();
    }, delayMs).unref();
  }
}

/** Starts a `PeriodicTask` and returns the function that stops it. */
export function runPeriodically(work: Work, options: PeriodicTaskOptions): () => Promise<void> {
  const task = new PeriodicTask(work, options);
  return () => task.stop();
}

/**
 * Runs `sweep`, which deletes old rows and returns their number, soon after the start and then every hour. `what` is
 * plural, for the log. Returns a function that stops it and waits for a sweep under way.
 */
export function scheduleSweeps(
  log: Logger,
  what: string,
  sweep: (isStopped: () => boolean) => Promise<number>,
): () => Promise<void> {
  return runPeriodically(
    async (isStopped) => {
      const deleted = await sweep(isStopped);
      if (deleted > 0) log.debug({ deleted }, `old ${what} were deleted`);
    },
    { what: `deleting old ${what}`, firstAfterMs: FIRST_SWEEP_DELAY_MS, intervalMs: SWEEP_INTERVAL_MS, log },
  );
}
