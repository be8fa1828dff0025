import { stopwatch } from './clock.ts';
import { rateLimited } from './errors.ts';
import { FairQueue } from './fair-semaphore.ts';

/** Smaller bodies are parsed at once: that takes less than a millisecond. */
const LARGE_BODY_BYTES = 64 * 1024;

/** Most large bodies of one owner that wait, because each is in memory. */
const MAX_WAITING_OF_OWNER = 32;

/**
 * Lets requests with large bodies be worked on one at a time, with a pause as long as the work took, so that at least half
 * of the serving thread's time is left to other requests. Without it, all large bodies that have arrived are worked on
 * before the next small request. Owners take turns.
 */
export class LargeBodyTurns {
  readonly #waiting = new FairQueue<() => void>();
  #isScheduled = false;

  /** Resolves at the turn of this body; undefined for a small one. Rejects with `rate_limited` if too many of the owner wait. */
  wait(owner: string, bytes: number): Promise<void> | undefined {
    if (bytes <= LARGE_BODY_BYTES) return undefined;
    if (this.#waiting.countOf(owner) >= MAX_WAITING_OF_OWNER) {
      return Promise.reject(rateLimited('Too many of your large requests are waiting.', 1));
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(owner, resolve);
    this.#schedule();
    return promise;
  }

  #schedule(pauseMs = 0): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    // Timers and not `setImmediate`: sockets are read before a timer fires.
    setTimeout(() => {
      const elapsed = stopwatch();
      this.#waiting.shift()?.();
      setTimeout(() => {
        this.#isScheduled = false;
        this.#schedule(elapsed());
      });
    }, pauseMs);
  }
}
