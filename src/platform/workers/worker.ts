import { type DomainError, toDomainError } from '../errors.ts';
import { unpackError, type WorkerMessage } from './messages.ts';
import type { StartProcess, WorkerProcess } from './process.ts';
import { neededTooMuchMemory, tookTooLong } from './refusals.ts';
import { readResidentBytes } from './resident.ts';

/** A process that has not loaded its code by then never will. */
const START_LIMIT_MS = 20_000;

/** How often the memory of a busy worker is looked at: seldom enough to cost nothing. */
const MEMORY_CHECK_MS = 100;

/** One `run` of the pool. */
export interface Job {
  input: unknown;
  owner: string;
  onPart(part: unknown): void;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

/** What may be done in one go, and what it is called in the refusals. */
export interface Limits {
  what: string;
  timeLimitMs: number;
  memoryLimitMb: number;
}

/** How a worker crashed. `undefined` instead: it was told to go, or stopped because of its job. */
export interface Crash {
  fault: Error;
  hadJob: boolean;
}

export interface WorkerEvents {
  /** Ready for the next job. `didJob`: it has just done one. */
  onIdle(didJob: boolean): void;
  /** Once; its job, if any, has been rejected. */
  onEnd(crash: Crash | undefined): void;
}

export interface Worker {
  state: 'starting' | 'idle' | 'busy' | 'ended';
  job: Job | undefined;
  /** Only while idle. */
  give(job: Job): void;
  /** Ends it at once; a job it has is rejected with `reason`. */
  dismiss(reason: unknown): void;
}

/** Starts a worker and guards it: whatever happens, its job is settled and `onEnd` is called. */
export function startWorker(start: StartProcess, limits: Limits, events: WorkerEvents): Worker {
  let timers: Timer[] = [];
  let running: WorkerProcess | undefined;
  const worker: Worker = { state: 'starting', job: undefined, give, dismiss };

  function end(reason: unknown, fault?: Error): void {
    if (worker.state === 'ended') return;
    worker.state = 'ended';
    const job = takeJob();
    running?.kill();
    running?.hold(false);
    job?.reject(reason);
    events.onEnd(fault && { fault, hadJob: job !== undefined });
  }

  function crash(fault: Error): void {
    end(toDomainError(fault), fault);
  }

  function dismiss(reason: unknown): void {
    end(reason);
  }

  /** Takes the job off the worker, with the guards over it. */
  function takeJob(): Job | undefined {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
    const { job } = worker;
    worker.job = undefined;
    return job;
  }

  function rest(didJob: boolean): void {
    worker.state = 'idle';
    running?.hold(false);
    events.onIdle(didJob);
  }

  function give(job: Job): void {
    worker.state = 'busy';
    worker.job = job;
    running?.hold(true);
    timers = guardJob(running as WorkerProcess, limits, dismiss);
    try {
      running?.send(job.input);
    } catch (error) {
      takeJob()?.reject(toDomainError(error));
      rest(false);
    }
  }

  function hear(message: WorkerMessage): void {
    if (worker.state === 'ended') return;
    if (message.kind === 'part') {
      worker.job?.onPart(message.part);
      return;
    }
    const job = takeJob();
    if (message.kind === 'done') job?.resolve(message.output);
    if (message.kind === 'failed') job?.reject(unpackError(message.error));
    rest(job !== undefined);
  }

  timers.push(setTimeout(() => crash(new Error(`not ready after ${START_LIMIT_MS} ms`)), START_LIMIT_MS));
  try {
    running = start({
      onMessage: (message) => hear(message as WorkerMessage),
      onExit: (how) => crash(new Error(`a worker ${how}`)),
    });
  } catch (error) {
    // Later, so that the pool knows the worker before it hears of its end.
    queueMicrotask(() => crash(new Error('a worker cannot be started', { cause: error })));
  }
  return worker;
}

/** The timers that stop a job which takes too long or too much memory. */
function guardJob(running: WorkerProcess, limits: Limits, stop: (reason: DomainError) => void): Timer[] {
  const { what, timeLimitMs, memoryLimitMb } = limits;
  const time = setTimeout(() => stop(tookTooLong(what, timeLimitMs)), timeLimitMs);
  const memory = setInterval(() => {
    const bytes = readResidentBytes(running.pid) ?? 0;
    if (bytes > memoryLimitMb * 1024 * 1024) stop(neededTooMuchMemory(what, memoryLimitMb));
  }, MEMORY_CHECK_MS);
  return [time, memory];
}
