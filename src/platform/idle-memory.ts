import { processorTime } from './clock.ts';

const CHECK_INTERVAL_MS = 5_000;

/** The server counts as idle if it used less processor time than this between two checks. */
const IDLE_WORK_MS = 100;

/** Consecutive idle checks after which compiled code is discarded. */
const IDLE_CHECKS = 6;

/** Processor time between two full garbage collections, each of which takes about 30 ms. */
const WORK_BETWEEN_COLLECTIONS_MS = 1_000;

/**
 * Processor time between two releases of compiled code. Compiling the code of a few requests again takes some
 * milliseconds, so a server with few requests must not do it each time.
 */
const WORK_BETWEEN_RELEASES_MS = 5_000;

interface Process {
  /** Milliseconds of processor time since the start of the process. */
  processorTime(): number;
  /** Collects all garbage. */
  collect(): void;
  /** Discards compiled code and collects garbage. */
  release(): void;
}

/**
 * Frees memory of an idle server: collects garbage after five seconds without work, and discards compiled code after
 * half a minute.
 */
export class IdleMemory {
  readonly #process: Process;
  #lastTime = 0;
  #idleChecks = 0;
  #collectFrom = 0;
  #releaseFrom = 0;

  constructor(process: Process) {
    this.#process = process;
  }

  /** To be called every `CHECK_INTERVAL_MS`. */
  check(): void {
    const time = this.#process.processorTime();
    const isIdle = time - this.#lastTime < IDLE_WORK_MS;
    this.#lastTime = time;
    this.#idleChecks = isIdle ? this.#idleChecks + 1 : 0;
    if (isIdle && time >= this.#collectFrom) {
      this.#collectFrom = time + WORK_BETWEEN_COLLECTIONS_MS;
      this.#process.collect();
    }
    if (this.#idleChecks >= IDLE_CHECKS && time >= this.#releaseFrom) {
      this.#releaseFrom = time + WORK_BETWEEN_RELEASES_MS;
      this.#process.release();
    }
  }
}

/**
 * Discarded code is compiled again when it runs the next time. The executable contains it in a form that needs no
 * parsing.
 */
export function releaseMemoryWhenIdle(): void {
  const memory = new IdleMemory({
    processorTime,
    collect: () => Bun.gc(true),
    release: () => Bun.shrink(),
  });
  setInterval(() => memory.check(), CHECK_INTERVAL_MS).unref();
}
