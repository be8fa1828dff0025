import { stopwatch } from './clock.ts';
import { rateLimited } from './errors.ts';
import { FairQueue } from './fair-semaphore.ts';
import { Sums } from './sums.ts';

/** Smaller bodies are worked on at once: that takes a fraction of a millisecond. */
const SMALL_BODY_BYTES = 8 * 1024;

/** After the work on a larger body there is a pause. */
const MEDIUM_BODY_BYTES = 64 * 1024;

/** Bytes of the bodies of one owner that wait, because all are in memory, and of all. */
const MAX_BYTES_OF_OWNER = 32 * 1024 * 1024;
const MAX_BYTES = 128 * 1024 * 1024;

/**
 * Lets requests with bodies be worked on one after the other, and reads other sockets between. Without it, all bodies that
 * have arrived are worked on before the next small request. Owners take turns. After a large body there is a pause as long as
 * the work took, so that half of the serving thread's time is left to other requests, those with smaller bodies too.
 */
export class BodyTurns {
  readonly #medium = new Turns({ pauses: false });
  readonly #large = new Turns({ pauses: true });
  /** Waiting bytes by owner. */
  readonly #bytes = new Sums<string>();
  #allBytes = 0;

  /**
   * Resolves at the turn of this body. Undefined if it need not wait. Rejects with `rate_limited` if too many bytes of the
   * owner wait.
   */
  wait(owner: string, bytes: number): Promise<void> | undefined {
    if (bytes <= SMALL_BODY_BYTES) return undefined;
    if (!this.#hasRoom(owner, bytes)) {
      return Promise.reject(rateLimited('Too many of your large requests are waiting.', 1));
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#count(owner, bytes);
    const turns = bytes <= MEDIUM_BODY_BYTES ? this.#medium : this.#large;
    turns.push(owner, () => {
      this.#count(owner, -bytes);
      resolve();
    });
    return promise;
  }

  #hasRoom(owner: string, bytes: number): boolean {
    const own = this.#bytes.get(owner);
    return own === 0 || (own + bytes <= MAX_BYTES_OF_OWNER && this.#allBytes + bytes <= MAX_BYTES);
  }

  #count(owner: string, bytes: number): void {
    this.#allBytes += bytes;
    this.#bytes.add(owner, bytes);
  }
}

/** Calls one waiting function at a time, and lets sockets be read after each. Owners take turns. */
class Turns {
  readonly #waiting = new FairQueue<() => void>();
  readonly #pauses: boolean;
  #isRunning = false;

  constructor({ pauses }: { pauses: boolean }) {
    this.#pauses = pauses;
  }

  push(owner: string, start: () => void): void {
    this.#waiting.push(owner, start);
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    const start = this.#waiting.shift();
    if (start === undefined) {
      this.#isRunning = false;
      return;
    }
    const elapsed = stopwatch();
    start();
    // Sockets are read before the next callback. The work itself runs in the microtasks after this one.
    setImmediate(() => {
      if (this.#pauses) setTimeout(() => this.#next(), elapsed());
      else this.#next();
    });
  }
}
