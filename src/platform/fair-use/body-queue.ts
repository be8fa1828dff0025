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
    const hasOthers = (owner: string) => this.#activity.hasOthers(owner);
    this.#large = new Turns(startTimer, afterCommit, (owner, workMs) => ({
      all: hasOthers(owner) ? PAUSE_FOR_OTHERS * workMs : workMs,
    }));
    this.#medium = new Turns(startTimer, setImmediate, (owner, workMs) =>
      hasOthers(owner) ? { owner: workMs } : {},
    );
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

/** Milliseconds until the next turn, of all owners and of the owner that had the last turn. */
interface Pause {
  all?: number;
  owner?: number;
}

/**
 * Calls back after the commit of a transaction that was requested meanwhile, unless it waits for others: see
 * `GroupCommitWriter`.
 */
const afterCommit = (callback: () => void) => setImmediate(() => setImmediate(callback));

/** Calls one waiting function at a time and lets sockets be read after each. Owners take turns. */
class Turns {
  readonly #waiting = new FairQueue<Turn>();
  readonly #pausing = new Set<string>();
  readonly #startTimer: Timing['startTimer'];
  readonly #afterWork: (callback: () => void) => void;
  readonly #pauseAfter: (owner: string, workMs: number) => Pause;
  #isRunning = false;

  constructor(
    startTimer: Timing['startTimer'],
    afterWork: (callback: () => void) => void,
    pauseAfter: (owner: string, workMs: number) => Pause,
  ) {
    this.#startTimer = startTimer;
    this.#afterWork = afterWork;
    this.#pauseAfter = pauseAfter;
  }

  push(owner: string, start: () => void): void {
    this.#waiting.push(owner, { owner, start });
    this.#run();
  }

  unshift(owner: string, start: () => void): void {
    this.#waiting.unshift(owner, { owner, start });
    this.#run();
  }

  #run(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    setImmediate(() => this.#next());
  }

  #next(): void {
    const turn = this.#waiting.shift((owner) => !this.#pausing.has(owner));
    if (turn === undefined) {
      this.#isRunning = false;
      return;
    }
    const elapsed = stopwatch();
    turn.start();
    // Sockets are read before the next callback. The work itself runs in the microtasks after this one.
    this.#afterWork(() => this.#pause(turn.owner, elapsed()));
  }

  #pause(owner: string, workMs: number): void {
    const pause = this.#pauseAfter(owner, workMs);
    if (pause.owner !== undefined) {
      this.#pausing.add(owner);
      this.#startTimer(() => this.#resume(owner), pause.owner);
    }
    if (pause.all === undefined) this.#next();
    else this.#startTimer(() => this.#next(), pause.all);
  }

  #resume(owner: string): void {
    this.#pausing.delete(owner);
    this.#run();
  }
}

interface Turn {
  owner: string;
  start(): void;
}
