import type { Locks } from '../../platform/ports/locks.ts';

/** Locks for an installation of one server. Their lease ends with the process, so the signal never aborts. */
export class InProcessLocks implements Locks {
  /** The end of the last job in the queue, by key. */
  readonly #tails = new Map<string, Promise<void>>();

  async withLock<Result>(
    keys: readonly string[],
    job: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const releases: (() => void)[] = [];
    try {
      // Sorted, so that two jobs that need the same two keys cannot each hold one and wait for the other.
      for (const key of sortKeys(keys)) releases.push(await this.#acquire(key));
      return await job(new AbortController().signal);
    } finally {
      for (const release of releases) release();
    }
  }

  async tryLock<Result>(
    key: string,
    job: (signal: AbortSignal) => Promise<Result>,
  ): Promise<{ isHeld: true } | { isHeld: false; result: Result }> {
    if (this.#tails.has(key)) return { isHeld: true };
    return { isHeld: false, result: await this.withLock([key], job) };
  }

  async isHeld(key: string): Promise<boolean> {
    return this.#tails.has(key);
  }

  async close(): Promise<void> {}

  async #acquire(key: string): Promise<() => void> {
    const before = this.#tails.get(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#tails.set(key, promise);
    await before;
    return () => {
      if (this.#tails.get(key) === promise) this.#tails.delete(key);
      resolve();
    };
  }
}

export const sortKeys = (keys: readonly string[]): string[] => [...new Set(keys)].sort();
