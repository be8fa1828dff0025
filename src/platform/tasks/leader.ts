import type { Locks } from '../ports/locks.ts';

const KEY = 'background work';

/** How often a server checks whether the leader is gone. */
const RETRY_MS = 1_000;

/**
 * Leader election by a lock: of several servers on one database, one runs the periodic work, such as sweeps and
 * schedules. It leads as long as it holds the lock.
 */
export class Leader {
  readonly #locks: Locks;
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;
  #isLeading = false;

  constructor(locks: Locks) {
    this.#locks = locks;
  }

  get isLeading(): boolean {
    return this.#isLeading;
  }

  /** Starts to try for the lock. */
  start(): void {
    this.#running ??= this.#apply();
  }

  /** Releases the lock. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #apply(): Promise<void> {
    const { signal: ending } = this.#ending;
    while (!ending.aborted) {
      // The database may be unreachable.
      await this.#locks.tryLock(KEY, (lost) => this.#lead(lost)).catch(() => {});
      if (!ending.aborted) await aborted(AbortSignal.any([ending, AbortSignal.timeout(RETRY_MS)]));
    }
  }

  async #lead(lost: AbortSignal): Promise<void> {
    this.#isLeading = true;
    await aborted(AbortSignal.any([lost, this.#ending.signal]));
    this.#isLeading = false;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener('abort', () => resolve(), { once: true });
  return promise;
}
