import { Sums } from './sums.ts';

/** A queue for several owners: owners take turns (round-robin), items of one owner keep their order. */
export class FairQueue<Item> {
  /** Owners in the order of their next turn. No list is empty. */
  readonly #byOwner = new Map<string, Item[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Number of owners with waiting items. */
  get owners(): number {
    return this.#byOwner.size;
  }

  countOf(owner: string): number {
    return this.#byOwner.get(owner)?.length ?? 0;
  }

  /** Owners with their number of waiting items, in the order of their turns. */
  *counts(): Generator<[owner: string, count: number]> {
    for (const [owner, items] of this.#byOwner) yield [owner, items.length];
  }

  push(owner: string, item: Item): void {
    const items = this.#byOwner.get(owner);
    if (items === undefined) this.#byOwner.set(owner, [item]);
    else items.push(item);
    this.#length += 1;
  }

  /** Adds an item in front of the owner's other items. */
  unshift(owner: string, item: Item): void {
    const items = this.#byOwner.get(owner);
    if (items === undefined) this.#byOwner.set(owner, [item]);
    else items.unshift(item);
    this.#length += 1;
  }

  /** The next item of the first owner for which `mayStart` is true; that owner then moves to the end. */
  shift(mayStart: (owner: string) => boolean = () => true): Item | undefined {
    for (const [owner, items] of this.#byOwner) {
      if (!mayStart(owner)) continue;
      const item = items.shift();
      this.#byOwner.delete(owner);
      if (items.length > 0) this.#byOwner.set(owner, items);
      this.#length -= 1;
      return item;
    }
    return undefined;
  }

  /** Removes and returns the owner's newest item. */
  pop(owner: string): Item | undefined {
    const item = this.#byOwner.get(owner)?.at(-1);
    if (item !== undefined) this.remove(owner, item);
    return item;
  }

  /** Returns whether the item was waiting. */
  remove(owner: string, item: Item): boolean {
    const items = this.#byOwner.get(owner) ?? [];
    const index = items.indexOf(item);
    if (index === -1) return false;
    items.splice(index, 1);
    if (items.length === 0) this.#byOwner.delete(owner);
    this.#length -= 1;
    return true;
  }

  /** Removes and returns every item. */
  clear(): Item[] {
    const items = [...this.#byOwner.values()].flat();
    this.#byOwner.clear();
    this.#length = 0;
    return items;
  }
}

interface SemaphoreOptions {
  /** Permits in total. */
  limit: number;
  /** Permits of one owner at a time. Default: all. */
  limitPerOwner?: number | ((owner: string) => number);
  /** Most waiting callers. */
  maxWaiting: number;
  /** Most waiting callers of one owner. Default: `maxWaiting`. */
  maxWaitingPerOwner?: number;
  /** Makes the error for too many waiting callers (`full`) or a wait that took too long (`timeout`). */
  refusal: (reason: 'full' | 'timeout') => Error;
}

interface AcquireOptions {
  /** Ends the waiting; `acquire` then throws the signal's reason. */
  signal?: AbortSignal;
  /** Longest wait. */
  timeoutMs?: number;
}

/** Returns the permit. Calling it again has no effect. */
export type Release = () => void;

interface Waiter {
  owner: string;
  grant(): void;
}

/** Limits concurrent work, in total and per owner. Waiting owners take turns, so that none starves another. */
export class FairSemaphore {
  readonly #options: SemaphoreOptions;
  readonly #waiting = new FairQueue<Waiter>();
  readonly #held = new Sums<string>();
  #free: number;

  constructor(options: SemaphoreOptions) {
    this.#options = options;
    this.#free = options.limit;
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
      throw refusal('full');
    }
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    const waiter: Waiter = { owner, grant: () => resolve(this.#grant(owner)) };
    const giveUp = (reason: unknown) => {
      if (this.#waiting.remove(owner, waiter)) reject(reason);
    };
    const onAbort = () => giveUp(signal?.reason);
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => giveUp(refusal('timeout')), timeoutMs);
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
    const { limitPerOwner = Number.POSITIVE_INFINITY } = this.#options;
    const limit = typeof limitPerOwner === 'function' ? limitPerOwner(owner) : limitPerOwner;
    return this.#free > 0 && this.#held.get(owner) < limit;
  }

  #grant(owner: string): Release {
    this.#free -= 1;
    this.#held.add(owner, 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#release(owner);
    };
  }

  #release(owner: string): void {
    this.#free += 1;
    this.#held.add(owner, -1);
    // One permit is free. Waiters whose owner has reached its limit are skipped.
    this.#waiting.shift((waiting) => this.#mayStart(waiting))?.grant();
  }
}
