import { stopwatch } from './clock.ts';
import { rateLimited } from './errors.ts';
import { FairQueue } from './fair-semaphore.ts';
import { Sums } from './sums.ts';

/** Smaller bodies are parsed at once: that takes less than a millisecond. */
const LARGE_BODY_BYTES = 64 * 1024;

/** Most large bodies of one owner that wait, and their bytes, because all are in memory. */
const MAX_WAITING_OF_OWNER = 32;
const MAX_BYTES_OF_OWNER = 32 * 1024 * 1024;

/** Bytes of all that wait. Beyond, an owner may still have one waiting. */
const MAX_BYTES = 128 * 1024 * 1024;

/**
 * Lets requests with large bodies be worked on one at a time, with a pause as long as the work took, so that at least half
 * of the serving thread's time is left to other requests. Without it, all large bodies that have arrived are worked on
 * before the next small request. Owners take turns.
 */
export class LargeBodyTurns {
  readonly #waiting = new FairQueue<() => void>();
  /** Waiting bytes by owner. */
  readonly #bytes = new Sums<string>();
  #allBytes = 0;
  #isScheduled = false;

  /**
   * Resolves at the turn of this body. Undefined for a small body, which needs no turn. Rejects with `rate_limited` if too
   * many of the owner wait.
   */
  wait(owner: string, bytes: number): Promise<void> | undefined {
    if (bytes <= LARGE_BODY_BYTES) return undefined;
    if (!this.#hasRoom(owner, bytes)) {
      return Promise.reject(rateLimited('Too many of your large requests are waiting.', 1));
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#count(owner, bytes);
    this.#waiting.push(owner, () => {
      this.#count(owner, -bytes);
      resolve();
    });
    this.#schedule();
    return promise;
  }

  #hasRoom(owner: string, bytes: number): boolean {
    const own = this.#bytes.get(owner);
    if (own === 0) return true;
    return (
      this.#waiting.countOf(owner) < MAX_WAITING_OF_OWNER &&
      own + bytes <= MAX_BYTES_OF_OWNER &&
      this.#allBytes + bytes <= MAX_BYTES
    );
  }

  #count(owner: string, bytes: number): void {
    this.#allBytes += bytes;
    this.#bytes.add(owner, bytes);
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
