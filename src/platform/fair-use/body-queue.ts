import { stopwatch } from '../clock.ts';
import { rateLimited } from '../errors.ts';
import { FairQueue } from './fair-queue.ts';
import { Quota } from './quota.ts';

/** Smaller bodies are handled immediately: that takes a fraction of a millisecond. */
const SMALL_BODY_BYTES = 8 * 1024;

/** Larger bodies are followed by a pause. */
const MEDIUM_BODY_BYTES = 64 * 1024;

/** An owner is active for this long after its last request. */
const ACTIVE_MS = 1_000;

/** Most bytes of waiting bodies, of one owner and of all: they are held in memory. */
const MAX_BYTES_OF_OWNER = 32 * 1024 * 1024;
const MAX_BYTES = 128 * 1024 * 1024;

/**
 * Length of the pause after a large body while other owners are active, as a multiple of the time that its handling
 * took.
 */
const PAUSE_FOR_OTHERS = 2;

interface Timing {
  now(): number;
  startTimer(callback: () => void, milliseconds: number): unknown;
}

/**
 * A fair queue for requests with bodies. They are handled one after another, and other sockets are read in between;
 * otherwise all bodies that have arrived would be handled before the next small request. Owners take turns
 * (round-robin).
 *
 * After a large body every owner pauses for as long as the handling took, so that half of the serving thread's time is
 * left to other requests; twice as long while other owners are active. After a smaller body only its owner pauses, and
 * only while others are active. Otherwise one tenant could keep the thread busy.
 */
export class BodyQueue {
  readonly #activity: Activity;
  readonly #medium: Turns;
  readonly #large: Turns;
  /** Bytes of waiting bodies. */
  readonly #bytes = new Quota({ total: MAX_BYTES, perOwner: MAX_BYTES_OF_OWNER });

  /** `now`: milliseconds of a monotonic clock. */
  constructor({ now = () => performance.now(), startTimer = setTimeout }: Partial<Timing> = {}) {
    this.#activity = new Activity(now);
    const wait = (milliseconds: number) => new Promise<void>((resolve) => startTimer(resolve, milliseconds));
    const hasOthers = (owner: string) => this.#activity.hasOthers(owner);
    this.#large = new Turns(async (owner, elapsed) => {
      await afterCommit();
      await wait(elapsed() * (hasOthers(owner) ? PAUSE_FOR_OTHERS : 1));
    });
    this.#medium = new Turns(async (owner, elapsed) => {
      await afterReading();
      if (hasOthers(owner)) this.#medium.pause(owner, wait(elapsed()));
    });
  }

  /** The queue as seen by one owner. */
  of(owner: string): OwnerQueue {
    return {
      wait: (bytes) => this.wait(owner, bytes),
      waitAgain: (bytes) => this.waitAgain(owner, bytes),
    };
  }

  /** Records that the owner is active: it has sent a request, with or without a body. */
  note(owner: string): void {
    this.#activity.note(owner);
  }

  /**
   * Resolves when it is this body's turn; undefined if it need not wait. Rejects with `rate_limited` if too many bytes
   * of the owner are waiting.
   */
  wait(owner: string, bytes: number): Promise<void> | undefined {
    if (bytes <= SMALL_BODY_BYTES) return undefined;
    // Each owner may have one body waiting, whatever the others have.
    if (this.#bytes.heldBy(owner) > 0 && this.#bytes.exceeds(owner, bytes) !== undefined) {
      return Promise.reject(rateLimited('Too many of your large requests are waiting.', 1));
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const release = this.#bytes.take(owner, bytes);
    const turns = bytes <= MEDIUM_BODY_BYTES ? this.#medium : this.#large;
    turns.push(owner, () => {
      release();
      resolve();
    });
    return promise;
  }

  /**
   * Like `wait`, for the second half of the work on a body. It comes before the first half of the owner's next body.
   */
  waitAgain(owner: string, bytes: number): Promise<void> | undefined {
    if (bytes <= MEDIUM_BODY_BYTES) return undefined;
    return new Promise((resolve) => this.#large.unshift(owner, resolve));
  }

  /** Like `wait`, after a worker process has handled a large body. The owner's bodies keep their order. */
  waitAfterWorker(owner: string): Promise<void> {
    return new Promise((resolve) => this.#large.push(owner, resolve));
  }
}

/** `BodyQueue` of one owner. */
export type OwnerQueue = Record<'wait' | 'waitAgain', (bytes: number) => Promise<void> | undefined>;

/** Tells whether other owners were active lately. It needs to know only the last owner, and the last one before it. */
class Activity {
  readonly #now: () => number;
  #last = { owner: '', at: Number.NEGATIVE_INFINITY };
  #lastOther = this.#last;

  constructor(now: () => number) {
    this.#now = now;
  }

  note(owner: string): void {
    if (owner === this.#last.owner) {
      this.#last.at = this.#now();
      return;
    }
    this.#lastOther = this.#last;
    this.#last = { owner, at: this.#now() };
  }

  hasOthers(owner: string): boolean {
    const { at } = owner === this.#last.owner ? this.#lastOther : this.#last;
    return this.#now() - at < ACTIVE_MS;
  }
}

/** Resolves when sockets have been read. The work of a turn itself runs in the microtasks before. */
const afterReading = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Resolves after the commit of a transaction that was requested meanwhile, unless it waits for others: see `GroupCommitWriter`. */
const afterCommit = () => afterReading().then(afterReading);

/** Starts one turn at a time. Owners take turns. */
class Turns {
  readonly #waiting = new FairQueue<{ owner: string; start(): void }>();
  readonly #pausing = new Set<string>();
  /** Called after the start of each turn; the next one starts when it resolves. */
  readonly #end: (owner: string, elapsed: () => number) => Promise<void>;
  #isRunning = false;

  constructor(end: (owner: string, elapsed: () => number) => Promise<void>) {
    this.#end = end;
  }

  push(owner: string, start: () => void): void {
    this.#waiting.push(owner, { owner, start });
    void this.#run();
  }

  unshift(owner: string, start: () => void): void {
    this.#waiting.unshift(owner, { owner, start });
    void this.#run();
  }

  /** The owner has no turn until then. */
  async pause(owner: string, until: Promise<void>): Promise<void> {
    this.#pausing.add(owner);
    await until;
    this.#pausing.delete(owner);
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    await afterReading();
    const next = () => this.#waiting.shift((owner) => !this.#pausing.has(owner));
    for (let turn = next(); turn !== undefined; turn = next()) {
      const elapsed = stopwatch();
      turn.start();
      await this.#end(turn.owner, elapsed);
    }
    this.#isRunning = false;
  }
}
