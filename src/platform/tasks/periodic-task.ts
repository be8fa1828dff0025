import { HOUR_MS } from '../clock.ts';
import type { Logger } from '../logging/log.ts';
import type { Connection, Database } from '../ports/database.ts';
import type { Leader } from './leader.ts';

/** Commands at the command line end before this, so they never sweep. */
const FIRST_SWEEP_DELAY_MS = 10_000;
const SWEEP_INTERVAL_MS = HOUR_MS;

interface PeriodicTaskOptions {
  /** For the log, as in "periodic task failed: deleting old tool calls". */
  what: string;
  firstAfterMs: number;
  /** From the end of one run to the start of the next. */
  intervalMs: number;
  log: Logger;
  /** With several servers, only the leader runs the work. Left out: every server runs it. */
  leader?: Leader;
}

/** How often a server that is not the leader checks whether it has become the leader. */
const FOLLOWER_MS = 5_000;

/** Should return early once `isStopped()` is true. */
type Work = (isStopped: () => boolean) => Promise<void>;

/** Runs work periodically until it is stopped, never twice at once. A failure is logged; the next run tries again. */
export class PeriodicTask {
  readonly #work: Work;
  readonly #options: PeriodicTaskOptions;
  #isStopped = false;
  #isRunning = false;
  #isWantedHere = false;
  #running = Promise.resolve();
  #timer: Timer | undefined;

  constructor(work: Work, options: PeriodicTaskOptions) {
    this.#work = work;
    this.#options = options;
    this.#schedule(options.firstAfterMs);
  }

  /** Runs the work now, or once more after the current run, also on a server that is not the leader. */
  runSoon(): void {
    this.#isWantedHere = true;
    if (!this.#isRunning) this.#schedule(0);
  }

  /** Starts no further run, and waits for the current one. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { what, intervalMs, log, leader } = this.#options;
    if (!this.#isWantedHere && leader?.isLeading === false) {
      this.#schedule(Math.min(FOLLOWER_MS, intervalMs));
      return;
    }
    const wasWantedHere = this.#isWantedHere;
    this.#isRunning = true;
    this.#isWantedHere = false;
    try {
      await this.#work(() => this.#isStopped || (!wasWantedHere && leader?.isLeading === false));
    } catch (error) {
      log.error({ err: error }, `periodic task failed: ${what}`);
    }
    this.#isRunning = false;
    this.#schedule(this.#isWantedHere ? 0 : intervalMs);
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
 * Runs `sweep`, which deletes old rows and returns their number, soon after the start and then every hour; with
 * `leader`, only on the leader. `what` is a plural noun for the log. Returns a function that stops it and waits for a
 * running sweep.
 */
export function scheduleSweeps(
  { log, leader }: Pick<PeriodicTaskOptions, 'log' | 'leader'>,
  what: string,
  sweep: (isStopped: () => boolean) => Promise<number>,
): () => Promise<void> {
  return runPeriodically(
    async (isStopped) => {
      const deleted = await sweep(isStopped);
      if (deleted > 0) log.debug({ deleted }, `old ${what} were deleted`);
    },
    {
      what: `deleting old ${what}`,
      firstAfterMs: FIRST_SWEEP_DELAY_MS,
      intervalMs: SWEEP_INTERVAL_MS,
      log,
      ...(leader && { leader }),
    },
  );
}

/** Rows per transaction. Other writers wait for it. */
const ROWS_PER_DELETION = 5_000;

/**
 * Deletes rows in several transactions, until there are no more or `isStopped`. Returns their number.
 * @param remove deletes up to `atMost` rows and returns their number
 */
export async function deleteInBatches(
  db: Database,
  remove: (connection: Connection, atMost: number) => Promise<number>,
  isStopped: () => boolean,
): Promise<number> {
  let deleted = 0;
  while (!isStopped()) {
    const rows = await db.transaction((connection) => remove(connection, ROWS_PER_DELETION));
    deleted += rows;
    if (rows < ROWS_PER_DELETION) break;
  }
  return deleted;
}
