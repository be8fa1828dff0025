import { FairQueue } from './fair-queue.ts';
import { Quota, type Release } from './quota.ts';

interface SemaphoreOptions {
  /** Permits in total. */
  limit: number;
  /** Permits of one owner at a time. Default: all. */
  limitPerOwner?: number | ((owner: string) => number);
  /** Most waiting callers. */
  maxWaiting: number;
  /** Most waiting callers of one owner. Default: `maxWaiting`. */
  maxWaitingPerOwner?: number;
  /** Makes the error for too many waiting callers, or a wait that took too long. */
  refusal: () => Error;
}

interface AcquireOptions {
  /** Ends the waiting; `acquire` then throws the signal's reason. */
  signal?: AbortSignal;
  /** Longest wait. */
  timeoutMs?: number;
}

interface Waiter {
  owner: string;
  grant(): void;
}

/** Limits concurrent work, in total and per owner. Waiting owners take turns, so that none starves another. */
export class FairSemaphore {
  readonly #options: SemaphoreOptions;
  readonly #waiting = new FairQueue<Waiter>();
  readonly #permits: Quota;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
    this.#permits = new Quota({ total: options.limit, perOwner: options.limitPerOwner });
  }

  /** Number of waiting callers. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Waits for a permit. Throws the `refusal`, or the reason of an aborted signal. */
  async acquire(owner: string, { signal, timeoutMs }: AcquireOptions = {}): Promise<Release> {
    signal?.throwIfAborted();
    if (this.#mayStart(owner)) return this.#grant(owner);
    const { maxWaiting, maxWaitingPerOwner = maxWaiting, refusal } = this.#options;
    if (this.#waiting.length >= maxWaiting || this.#waiting.countOf(owner) >= maxWaitingPerOwner) {
      throw refusal();
    }
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    const waiter: Waiter = { owner, grant: () => resolve(this.#grant(owner)) };
    const giveUp = (reason: unknown) => {
      if (this.#waiting.remove(owner, waiter)) reject(reason);
    };
    const onAbort = () => giveUp(signal?.reason);
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => giveUp(refusal()), timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });
    this.#waiting.push(owner, waiter);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #mayStart(owner: string): boolean {
    return this.#permits.exceeds(owner, 1) === undefined;
  }

  #grant(owner: string): Release {
    const release = this.#permits.take(owner, 1);
    return () => {
      release();
      // Waiters whose owner has reached its limit are skipped.
      this.#waiting.shift((waiting) => this.#mayStart(waiting))?.grant();
    };
  }
}
