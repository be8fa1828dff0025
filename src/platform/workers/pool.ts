import { availableParallelism } from 'node:os';
import { DomainError } from '../errors.ts';
import { FairQueue } from '../fair-semaphore.ts';
import type { Logger } from '../log.ts';
import { WorkerSupervisor } from './supervisor.ts';
import type { Job } from './worker.ts';
import type { StartProcess } from './worker-process.ts';

/** How long `close` waits for running jobs. */
const CLOSE_TIMEOUT_MS = 5000;

export interface PoolOptions {
  /** `workerProcess('features/…/render.worker')`. */
  start: StartProcess;
  /** Names the work in error messages, as in "Rendering took longer than …". */
  what: string;
  /** Most workers at a time. Default: one core is left to the server. */
  size?: number;
  /** Most jobs that wait while every worker is busy. Default 20. */
  maxQueued?: number;
  /** Most waiting jobs of one owner. Default: `maxQueued`. */
  maxQueuedOfOwner?: number;
  /** For one job, without the time it waits. Default 20 seconds. */
  timeLimitMs?: number;
  /** Most memory of a worker during a job, including its code. Enforced on Linux only. Default 512. */
  memoryLimitMb?: number;
  /** A worker without a job ends after this time, which frees its memory. Default 10 seconds. */
  idleMs?: number;
  log: Pick<Logger, 'error'>;
}

interface PoolStats {
  /** Processes, including those that are starting. */
  workers: number;
  busy: number;
  queued: number;
  /** Since the pool was made. */
  started: number;
  crashed: number;
}

export interface QueueOptions {
  /** Owners with waiting jobs take turns. */
  owner?: string;
  /** Longest wait in the queue. */
  startWithinMs?: number;
}

interface RunOptions<Part> extends QueueOptions {
  /** Receives the parts of the answer that the worker sends before the job is done. */
  onPart?(part: Part): void;
  signal?: AbortSignal;
}

const queueFull = (what: string) =>
  new DomainError('unavailable', `${what} is busy: too much is waiting for it. Try again in a moment.`, {
    retryAfterSeconds: 1,
  });

const workerDoesNotStart = (what: string, cause: unknown) =>
  new DomainError(
    'unavailable',
    `${what} does not start at the moment. Try again in a few seconds.`,
    { retryAfterSeconds: 5 },
    { cause },
  );

const poolClosed = (what: string) =>
  new DomainError('unavailable', `${what} ends because the server stops. Try again in a moment.`, {
    retryAfterSeconds: 1,
  });

/**
 * Runs jobs in worker processes, so that they do not block the server. Workers start with the first job. `serveWorker`
 * is the other side. `Part`: what a worker sends before a job is done.
 */
export class WorkerPool<Input, Output, Part = never> {
  readonly #what: string;
  readonly #size: number;
  readonly #maxQueued: number;
  readonly #maxQueuedOfOwner: number;
  readonly #queue = new FairQueue<Job>();
  readonly #supervisor: WorkerSupervisor;
  #closing: Promise<void> | undefined;
  #onEmpty: (() => void) | undefined;

  constructor(options: PoolOptions) {
    const { start, what, log, timeLimitMs = 20_000, memoryLimitMb = 512, idleMs = 10_000 } = options;
    this.#what = what;
    this.#size = options.size ?? Math.max(1, availableParallelism() - 1);
    this.#maxQueued = options.maxQueued ?? 20;
    this.#maxQueuedOfOwner = options.maxQueuedOfOwner ?? Number.POSITIVE_INFINITY;
    this.#supervisor = new WorkerSupervisor(
      { start, size: this.#size, idleMs, log },
      { what, timeLimitMs, memoryLimitMb },
      {
        onChange: () => this.#dispatch(),
        onStartFailure: (error) => this.#rejectQueued(() => workerDoesNotStart(what, error)),
      },
    );
  }

  /**
   * Runs a job. Throws the worker's DomainError, `too_large` (over a limit), `unavailable` (queue full, wait too long,
   * closing, no worker starts) or `internal` (any other failure). When `signal` aborts, a waiting job is removed and the
   * worker of a running one is killed; the signal's reason is thrown.
   */
  async run(
    input: Input,
    { owner = '', onPart, startWithinMs, signal }: RunOptions<Part> = {},
  ): Promise<Output> {
    signal?.throwIfAborted();
    const refusal = this.#findRefusal(owner);
    if (refusal !== undefined) throw refusal;
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    const job: Job = {
      input,
      owner,
      onPart: (part) => onPart?.(part as Part),
      resolve: (output) => resolve(output as Output),
      reject,
    };
    const onAbort = () => this.#cancel(job, signal?.reason);
    signal?.addEventListener('abort', onAbort);
    this.#queue.push(owner, job);
    this.#dispatch();
    const startTimeout =
      startWithinMs === undefined ? undefined : setTimeout(() => this.#expire(job), startWithinMs);
    try {
      return await promise;
    } finally {
      clearTimeout(startTimeout);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Rejects waiting jobs, gives running jobs a few seconds, and ends every worker. */
  close(): Promise<void> {
    this.#closing ??= Promise.resolve().then(() => this.#end());
    return this.#closing;
  }

  stats(): PoolStats {
    return {
      workers: this.#supervisor.workers.size,
      busy: this.#supervisor.count('busy'),
      queued: this.#queue.length,
      ...this.#supervisor.counts,
    };
  }

  #dispatch(): void {
    const supervisor = this.#supervisor;
    for (let worker = supervisor.findIdle(); worker !== undefined; worker = supervisor.findIdle()) {
      const job = this.#queue.shift();
      if (job === undefined) break;
      supervisor.run(worker, job);
    }
    supervisor.ensureStarting(this.#queue.length);
    if (supervisor.workers.size === 0) this.#onEmpty?.();
  }

  #findRefusal(owner: string): DomainError | undefined {
    if (this.#closing !== undefined) return poolClosed(this.#what);
    const waiting = this.#queue.length - (this.#size - this.#supervisor.count('busy'));
    const isFull = waiting >= this.#maxQueued || this.#queue.countOf(owner) >= this.#maxQueuedOfOwner;
    return isFull ? queueFull(this.#what) : undefined;
  }

  #cancel(job: Job, reason: unknown): void {
    this.#queue.remove(job.owner, job);
    job.reject(reason);
    for (const worker of this.#supervisor.workers) if (worker.job === job) worker.stop(reason);
  }

  #expire(job: Job): void {
    if (this.#queue.remove(job.owner, job)) job.reject(queueFull(this.#what));
  }

  #rejectQueued(reason: () => DomainError): void {
    for (const job of this.#queue.clear()) job.reject(reason());
  }

  async #end(): Promise<void> {
    this.#rejectQueued(() => poolClosed(this.#what));
    this.#supervisor.stop();
    if (this.#supervisor.workers.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onEmpty = resolve;
    const timeout = setTimeout(() => {
      for (const worker of this.#supervisor.workers) worker.stop(poolClosed(this.#what));
    }, CLOSE_TIMEOUT_MS);
    await promise;
    clearTimeout(timeout);
  }
}
