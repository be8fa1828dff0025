import { DomainError, toDomainError } from '../errors.ts';
import {
  deserializeError,
  readResidentBytes,
  type StartProcess,
  type WorkerMessage,
  type WorkerProcess,
} from './worker-process.ts';

/** A process that has not loaded its code by then is killed. */
const START_TIMEOUT_MS = 20_000;

/** Interval between two checks of a busy worker's memory. */
const MEMORY_CHECK_INTERVAL_MS = 100;

/** `what` names the work, as in "Rendering took longer than 5 seconds". */
const jobTimedOut = (what: string, limitMs: number) =>
  new DomainError(
    'too_large',
    `${what} took longer than ${limitMs / 1000} seconds and was stopped. ` +
      'Make it smaller, or try again when the server is less busy.',
  );

const jobOutOfMemory = (what: string, limitMb: number) =>
  new DomainError(
    'too_large',
    `${what} needed more than ${limitMb} MB of memory and was stopped. Make it smaller.`,
  );

/** One call of the pool's `run`. */
export interface Job {
  input: unknown;
  owner: string;
  /** It was given to a worker that had died. It goes to another one, once. */
  isRetry: boolean;
  onPart(part: unknown): void;
  resolve(output: unknown): void;
  reject(error: unknown): void;
  /** Called when a worker begins the job. */
  onStart(): void;
  /** Called when the job has ended, or the worker has died before it began. */
  onEnd(end: JobEnd): void;
}

interface JobEnd {
  /** Undefined: unknown. */
  processorMs: number | undefined;
  /** The worker was killed because of the job, or crashed in it. */
  hasEndedWorker: boolean;
}

export interface JobLimits {
  /** Names the work in error messages. */
  what: string;
  timeLimitMs: number;
  memoryLimitMb: number;
}

/** An unexpected end of a worker, which is not caused by a limit of its job. */
export interface Crash {
  error: Error;
  hadJob: boolean;
}

interface WorkerEvents {
  /** It accepts a job. `didJob`: it has just finished one. */
  onIdle(didJob: boolean): void;
  /** It crashed before it began `job`, which is neither resolved nor rejected. Called before `onEnd`. */
  onUntaken(job: Job): void;
  /** Called once; its job, if any, has been rejected. `crash` is undefined if the worker was stopped. */
  onEnd(crash: Crash | undefined): void;
}

/** One worker process and its current job. In every case the job is settled and `onEnd` is called. */
export class Worker {
  state: 'starting' | 'idle' | 'busy' | 'ended' = 'starting';
  job: Job | undefined;
  /** Whether the process has received the job. */
  #hasBegun = false;
  readonly #limits: JobLimits;
  readonly #events: WorkerEvents;
  readonly #exit = Promise.withResolvers<void>();
  #timers: Timer[] = [];
  #process: WorkerProcess | undefined;

  constructor(start: StartProcess, limits: JobLimits, events: WorkerEvents) {
    this.#limits = limits;
    this.#events = events;
    const timeout = () => this.#crash(new Error(`not ready after ${START_TIMEOUT_MS} ms`));
    this.#timers.push(setTimeout(timeout, START_TIMEOUT_MS));
    try {
      this.#process = start({
        onMessage: (message) => this.#receive(message as WorkerMessage),
        onExit: (how) => {
          this.#exit.resolve();
          this.#crash(new Error(`a worker ${how}`));
        },
      });
    } catch (error) {
      this.#exit.resolve();
      // Deferred, so that the supervisor knows this worker before it is told of its end.
      queueMicrotask(() => this.#crash(new Error('a worker cannot be started', { cause: error })));
    }
  }

  /** Resolves when its process is gone, shortly after it was killed. */
  get exited(): Promise<void> {
    return this.#exit.promise;
  }

  /** Gives it a job; only while idle. */
  run(job: Job): void {
    this.state = 'busy';
    this.job = job;
    this.#hasBegun = false;
    this.#process?.setRef(true);
    this.#startLimitTimers();
    try {
      this.#process?.send(job.input);
    } catch (error) {
      this.#takeJob({ processorMs: undefined, hasEndedWorker: false });
      job.reject(toDomainError(error));
      this.#becomeIdle(false);
    }
  }

  /** Kills it; its job, if any, is rejected with `reason`. */
  stop(reason: unknown): void {
    this.#end(reason, undefined);
  }

  #crash(error: Error): void {
    this.#end(toDomainError(error), error);
  }

  #end(reason: unknown, error: Error | undefined): void {
    if (this.state === 'ended') return;
    this.state = 'ended';
    // A process that dies while idle can receive a job before its exit is noticed.
    const isUntaken = error !== undefined && this.job !== undefined && !this.#hasBegun && !this.job.isRetry;
    const job = this.#takeJob({ processorMs: undefined, hasEndedWorker: !isUntaken });
    this.#process?.kill();
    this.#process?.setRef(false);
    if (isUntaken) this.#events.onUntaken(job as Job);
    else job?.reject(reason);
    this.#events.onEnd(error && { error, hadJob: job !== undefined && !isUntaken });
  }

  #receive(message: WorkerMessage): void {
    if (this.state === 'ended') return;
    if (message.kind === 'begun') {
      this.#hasBegun = true;
      return;
    }
    if (message.kind === 'part') {
      this.job?.onPart(message.part);
      return;
    }
    const processorMs = 'processorMs' in message ? message.processorMs : undefined;
    const job = this.#takeJob({ processorMs, hasEndedWorker: false });
    if (message.kind === 'done') job?.resolve(message.output);
    if (message.kind === 'failed') job?.reject(deserializeError(message.error));
    this.#becomeIdle(job !== undefined);
  }

  #becomeIdle(didJob: boolean): void {
    this.state = 'idle';
    this.#process?.setRef(false);
    this.#events.onIdle(didJob);
  }

  /** Detaches the job and clears the timers of its limits. */
  #takeJob(end: JobEnd): Job | undefined {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    const { job } = this;
    this.job = undefined;
    job?.onEnd(end);
    return job;
  }

  #startLimitTimers(): void {
    const { what, timeLimitMs, memoryLimitMb } = this.#limits;
    const stop = (reason: DomainError) => this.stop(reason);
    const time = setTimeout(() => stop(jobTimedOut(what, timeLimitMs)), timeLimitMs);
    const memory = setInterval(() => {
      const bytes = this.#process === undefined ? undefined : readResidentBytes(this.#process.pid);
      if ((bytes ?? 0) > memoryLimitMb * 1024 * 1024) stop(jobOutOfMemory(what, memoryLimitMb));
    }, MEMORY_CHECK_INTERVAL_MS);
    this.#timers = [time, memory];
  }
}
