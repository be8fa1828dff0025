import { processorTime } from './clock.ts';

const LOOK_EVERY_MS = 5_000;

/** Processor time of a server without requests between two looks is less. */
const IDLE_WORK_MS = 100;

/** Looks without work after which compiled code is forgotten. */
const IDLE_LOOKS = 6;

/** Processor time after which a full collection of garbage, which takes some 30 ms, is worth it. */
const WORK_BETWEEN_COLLECTIONS_MS = 1_000;

/**
 * Processor time after which compiled code is forgotten once more. Compiling the code of a few requests
 * again takes some milliseconds, so that a server with few requests must not do it each time.
 */
const WORK_BETWEEN_RELEASES_MS = 5_000;

interface Process {
  /** Milliseconds of processor time since its start. */
  processorTime(): number;
  /** Collects all garbage. */
  collect(): void;
  /** Forgets compiled code and collects garbage. */
  release(): void;
}

/** Gives memory back: garbage when the server had nothing to do for five seconds, and compiled code after half a minute. */
export class IdleMemory {
  readonly #process: Process;
  #lastTime = 0;
  #idleLooks = 0;
  #collectFrom = 0;
  #releaseFrom = 0;

  constructor(process: Process) {
    this.#process = process;
  }

  /** To be called every five seconds. */
  look(): void {
    const time = this.#process.processorTime();
    const isIdle = time - this.#lastTime < IDLE_WORK_MS;
    this.#lastTime = time;
    this.#idleLooks = isIdle ? this.#idleLooks + 1 : 0;
    if (isIdle && time >= this.#collectFrom) {
      this.#collectFrom = time + WORK_BETWEEN_COLLECTIONS_MS;
      this.#process.collect();
    }
    if (this.#idleLooks >= IDLE_LOOKS && time >= this.#releaseFrom) {
      this.#releaseFrom = time + WORK_BETWEEN_RELEASES_MS;
      this.#process.release();
    }
  }
}

/** Code is compiled again when it runs the next time: the executable contains it in a form that needs no parsing. */
export function releaseMemoryWhenIdle(): void {
  const memory = new IdleMemory({
    processorTime,
    collect: () => Bun.gc(true),
    release: () => Bun.shrink(),
  });
  setInterval(() => memory.look(), LOOK_EVERY_MS).unref();
}
