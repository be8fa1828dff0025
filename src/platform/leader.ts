import type { Locks } from './ports/locks.ts';

const KEY = 'background work';

/** How often a server asks whether the one that leads is gone. */
const RETRY_MS = 1_000;

/**
 * Of several servers on one database, one does the work that the service does by itself: sweeps and schedules. It leads as
 * long as it holds a lock.
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

  /** Begins to apply. */
  start(): void {
    this.#running ??= this.#apply();
  }

  /** Gives the lock away at once. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #apply(): Promise<void> {
    const { signal: ending } = this.#ending;
    while (!ending.aborted) {
      // The database may be away.
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
