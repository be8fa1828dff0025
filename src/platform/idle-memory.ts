import { processorTime } from './clock.ts';

const LOOK_EVERY_MS = 10_000;

/** Processor time of a server without requests between two looks is less. */
const IDLE_WORK_MS = 100;

/** Looks after which a server is taken to be idle. */
const IDLE_LOOKS = 3;

/**
 * Processor time after which a server that becomes idle gives memory back once more. Compiling the code of a few requests
 * again takes some milliseconds, so that a server with few requests must not do it each time.
 */
const WORK_BETWEEN_MS = 5_000;

interface Process {
  /** Milliseconds of processor time since its start. */
  processorTime(): number;
  /** Forgets compiled code and collects garbage. */
  release(): void;
}

/** Gives memory of the runtime back when the server has had nothing to do for half a minute. */
export class IdleMemory {
  readonly #process: Process;
  #lastTime = 0;
  #idleLooks = 0;
  #releaseFrom = 0;

  constructor(process: Process) {
    this.#process = process;
  }

  /** To be called every ten seconds. */
  look(): void {
    const time = this.#process.processorTime();
    const isIdle = time - this.#lastTime < IDLE_WORK_MS;
    this.#lastTime = time;
    this.#idleLooks = isIdle ? this.#idleLooks + 1 : 0;
    if (this.#idleLooks < IDLE_LOOKS || time < this.#releaseFrom) return;
    this.#releaseFrom = time + WORK_BETWEEN_MS;
    this.#process.release();
  }
}

/** Code is compiled again when it runs the next time: the executable contains it in a form that needs no parsing. */
export function releaseMemoryWhenIdle(): void {
  const memory = new IdleMemory({ processorTime, release: () => Bun.shrink() });
  setInterval(() => memory.look(), LOOK_EVERY_MS).unref();
}
