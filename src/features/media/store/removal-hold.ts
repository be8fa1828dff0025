import type { Locks } from '../../../platform/ports/locks.ts';

const KEY = 'media removals';

/**
 * While a server holds it, for example during a backup, no server removes files whose rows are deleted. The database
 * has recorded them, so the next sweep removes them.
 */
export class RemovalHold {
  readonly #locks: Locks;
  #holders = 0;
  #held: Promise<() => Promise<void>> | undefined;

  constructor(locks: Locks) {
    this.#locks = locks;
  }

  isHeld(): Promise<boolean> {
    return this.#locks.isHeld(KEY);
  }

  /** Runs `job`; no files are removed meanwhile. */
  async during<Result>(job: () => Promise<Result>): Promise<Result> {
    this.#holders += 1;
    this.#held ??= this.#hold();
    try {
      await this.#held;
      return await job();
    } finally {
      this.#holders -= 1;
      if (this.#holders === 0) await this.#release();
    }
  }

  /** Jobs of one server share the lock. */
  async #hold(): Promise<() => Promise<void>> {
    const acquired = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const holding = this.#locks.withLock(
      [KEY],
      () => {
        acquired.resolve();
        return ended.promise;
      },
      { isShared: true },
    );
    holding.catch(acquired.reject);
    await acquired.promise;
    return async () => {
      ended.resolve();
      await holding;
    };
  }

  async #release(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    await held?.then((release) => release()).catch(() => {});
  }
}
