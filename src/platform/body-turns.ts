import { stopwatch } from './clock.ts';
import { rateLimited } from './errors.ts';
import { FairQueue } from './fair-semaphore.ts';
import { Sums } from './sums.ts';

/** Smaller bodies are worked on at once: that takes a fraction of a millisecond. */
const SMALL_BODY_BYTES = 8 * 1024;

/** After the work on a larger body there is a pause. */
const MEDIUM_BODY_BYTES = 64 * 1024;

/** Others are active as long as the last request of one is no older. */
const ACTIVE_MS = 1_000;

/** Bytes of the bodies of one owner that wait, because all are in memory, and of all. */
const MAX_BYTES_OF_OWNER = 32 * 1024 * 1024;
const MAX_BYTES = 128 * 1024 * 1024;

/** Pause after a large body, while others are active, in times of its work. */
const PAUSE_FOR_OTHERS = 2;

interface Timing {
  now(): number;
  startTimer(callback: () => void, milliseconds: number): unknown;
}

/**
 * Lets requests with bodies be worked on one after the other, and reads other sockets between. Without it, all bodies that
 * have arrived are worked on before the next small request. Owners take turns.
 *
 * After a large body all pause as long as the work took, so that half of the serving thread's time is left to other requests,
 * those with smaller bodies too; while others are active, twice as long. After a smaller body its owner pauses, and only
 * while others are active. Otherwise one tenant could have the thread at work all the time.
 */
export class BodyTurns {
  readonly #activity: Activity;
  readonly #medium: Turns;
  readonly #large: Turns;
  /** Waiting bytes by owner. */
  readonly #bytes = new Sums<string>();
  #allBytes = 0;

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

  /** The turns of one owner. */
  of(owner: string): OwnTurns {
    return {
      wait: (bytes) => this.wait(owner, bytes),
      waitAgain: (bytes) => this.waitAgain(owner, bytes),
    };
  }

  /** Notes that the owner sends requests, with or without a body. */
  note(owner: string): void {
    this.#activity.note(owner);
  }

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

  /** The same for the second half of the work on a body, before the first half of another one of its owner begins. */
  waitAgain(owner: string, bytes: number): Promise<void> | undefined {
    if (bytes <= MEDIUM_BODY_BYTES) return undefined;
    return new Promise((resolve) => this.#large.unshift(owner, resolve));
  }

  /** The same after a worker process has worked on a large body. The owner's bodies stay in their order. */
  waitAfterWorker(owner: string): Promise<void> {
    return new Promise((resolve) => this.#large.push(owner, resolve));
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

/** `BodyTurns` of one owner. */
export type OwnTurns = Record<'wait' | 'waitAgain', (bytes: number) => Promise<void> | undefined>;

/** Which owners have sent requests in the last second, as far as needed: the last one, and the last of the others. */
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

/** Milliseconds until the next turn of all, and of the owner that had the last one. */
interface Pause {
  all?: number;
  owner?: number;
}

/** Calls back when a transaction that was asked for meanwhile is committed, unless it waits for others: see `GroupCommitWriter`. */
const afterCommit = (callback: () => void) => setImmediate(() => setImmediate(callback));

/** Calls one waiting function at a time, and lets sockets be read after each. Owners take turns. */
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
