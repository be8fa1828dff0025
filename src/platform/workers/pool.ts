import { availableParallelism } from 'node:os';
import { stopwatch } from '../clock.ts';
import type { DomainError } from '../errors.ts';
import { FairQueue } from '../fair-use/fair-queue.ts';
import type { FairShare } from '../fair-use/fair-share.ts';
import { CountersByKey } from '../limits/counters-by-key.ts';
import type { Logger } from '../logging/log.ts';
import { traced } from '../logging/tracing.ts';
import type { WorkSpan } from '../ports/tracing.ts';
import { poolClosed, queueFull, tooManyOfOwner, workerDoesNotStart } from './pool-errors.ts';
import { WorkerSupervisor } from './supervisor.ts';
import type { Job } from './worker.ts';
import type { StartProcess } from './worker-process.ts';

/** A killed process usually exits sooner. The system may delay the exit of one that waits for a device. */
const EXIT_TIMEOUT_MS = 200;

export interface PoolOptions {
  /** `workerProcess('features/…/render.worker')`. */
  start: StartProcess;
  /** Names the work in error messages, as in "Rendering took longer than …". */
  what: string;
  /** Shared by all pools of the application. */
  share: FairShare;
  /**
   * Most workers of one owner. The pool has one more, so that a job of another owner finds a free one. Default: the
   * number of cores less one, which is left to the server.
   */
  size?: number;
  /** Most jobs that wait while every worker is busy. Default 80. */
  maxQueued?: number;
  /** Most waiting jobs of one owner. Default: a quarter of `maxQueued`. */
  maxQueuedOfOwner?: number;
  /** Time limit of one job, without its wait. Default 20 seconds. */
  timeLimitMs?: number;
  /** Memory limit of a worker during a job, including its code. Enforced on Linux only. Default 512. */
  memoryLimitMb?: number;
  /** A worker without a job exits after this time, which frees its memory. Default 10 seconds. */
  idleMs?: number;
  /** How long `close` waits for running jobs. Default 200 ms: a stopping server has waited for their requests. */
  closeTimeoutMs?: number;
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
  /** For fair scheduling: waiting owners take turns. `ownerOf(scope)` for a tenant. */
  owner: string;
  /** Longest wait in the queue. */
  startWithinMs?: number;
}

interface RunOptions<Part> extends QueueOptions {
  /** Receives parts of the answer that the worker sends before the job is done. */
  onPart?(part: Part): void;
  signal?: AbortSignal;
}

/**
 * Runs jobs in worker processes, so that they do not block the server. Workers start with the first job. The workers
 * call `serveWorker`. `Part`: what a worker sends before a job is done.
 *
 * Owners take turns (round-robin). An owner over its processor budget (`FairShare`) gets a worker only when no other
 * owner waits for one, and holds at most one; together, such owners leave one worker free. If a job ended its worker,
 * the owner waits for the next worker to start and does not take a free one from others.
 */
export class WorkerPool<Input, Output, Part = never> {
  readonly what: string;
  readonly #size: number;
  readonly #closeTimeoutMs: number;
  readonly #maxQueued: number;
  readonly #maxQueuedOfOwner: number;
  readonly #queue = new FairQueue<Job>();
  readonly #share: FairShare;
  /** Number of running jobs by owner, and of jobs that ended their workers. */
  readonly #running = new CountersByKey<string>();
  /** Owners of jobs that ended their workers, until replacements have started. */
  readonly #ended: string[] = [];
  readonly #supervisor: WorkerSupervisor;
  #closing: Promise<void> | undefined;
  #onEmpty: (() => void) | undefined;

  constructor(options: PoolOptions) {
    const { start, what, log, share, timeLimitMs = 20_000, memoryLimitMb = 512, idleMs = 10_000 } = options;
    this.what = what;
    this.#size = options.size ?? Math.max(1, availableParallelism() - 1);
    this.#closeTimeoutMs = options.closeTimeoutMs ?? 200;
    this.#maxQueued = options.maxQueued ?? 80;
    this.#maxQueuedOfOwner = options.maxQueuedOfOwner ?? Math.ceil(this.#maxQueued / 4);
    this.#share = share;
    share.onFinish(() => this.#dispatch());
    share.pools.push(this);
    this.#supervisor = new WorkerSupervisor(
      { start, size: this.#size + 1, idleMs, log },
      { what, timeLimitMs, memoryLimitMb },
      {
        onStart: () => this.#countReplaced(),
        onChange: () => this.#dispatch(),
        onUntaken: (job) => this.#retry(job),
        onStartFailure: (error) => this.#rejectQueued(() => workerDoesNotStart(what, error)),
      },
    );
  }

  /**
   * Runs a job. Throws the worker's DomainError, `too_large` (over a limit), `rate_limited` (too many jobs of the owner
   * wait), `unavailable` (queue full, wait too long, closing, no worker starts) or `internal` (any other failure). When
   * `signal` aborts, a waiting job is removed and the worker of a running one is killed; the signal's reason is thrown.
   */
  run(input: Input, options: RunOptions<Part>): Promise<Output> {
    const { what } = this;
    const attributes = { 'galley.worker': what };
    return traced(this.#share.tracing, `worker ${what}`, { attributes }, (span) =>
      this.#run(input, options, span),
    );
  }

  async #run(
    input: Input,
    { owner, onPart, startWithinMs, signal }: RunOptions<Part>,
    span: WorkSpan,
  ): Promise<Output> {
    signal?.throwIfAborted();
    this.#makeRoom(owner);
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    const waited = stopwatch();
    const job: Job = {
      input,
      owner,
      isRetry: false,
      onPart: (part) => onPart?.(part as Part),
      resolve: (output) => resolve(output as Output),
      reject,
      onEnd: () => {},
      onStart: () => span.set({ 'galley.worker.wait_ms': Math.round(waited()) }),
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

  /** Rejects waiting jobs, gives running jobs `closeTimeoutMs`, and ends every worker. */
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
      const job = this.#nextJob();
      if (job === undefined) break;
      this.#count(job);
      job.onStart();
      supervisor.run(worker, job);
    }
    const startable = this.#countStartable();
    // Some jobs wait for other jobs of their owner. Starting a worker now spares the next owner the wait for its start.
    const isFree = supervisor.findIdle() !== undefined && this.#ended.length === 0;
    const hasBlocked = this.#queue.length > startable && !isFree;
    supervisor.ensureStarting(startable + (hasBlocked ? 1 : 0));
    if (supervisor.workers.size === 0) this.#onEmpty?.();
  }

  #nextJob(): Job | undefined {
    const mayStart = (owner: string) => this.#allowance(owner) > 0;
    return (
      this.#queue.shift((owner) => mayStart(owner) && !this.#share.isOverBudget(owner)) ??
      this.#queue.shift(mayStart)
    );
  }

  /** How many further jobs of the owner may start now if there are workers. */
  #allowance(owner: string): number {
    const running = this.#running.get(owner);
    const ofPool = this.#share.isOverBudget(owner)
      ? this.#allowanceOverBudget(running)
      : this.#size - running;
    return Math.max(0, Math.min(ofPool, this.#share.allowance(owner)));
  }

  #allowanceOverBudget(running: number): number {
    if (running > 0) return 0;
    let runningOverBudget = 0;
    for (const owner of this.#running.keys()) {
      if (this.#share.isOverBudget(owner)) runningOverBudget += this.#running.get(owner);
    }
    return runningOverBudget < this.#size ? 1 : 0;
  }

  #countStartable(): number {
    let startable = 0;
    for (const [owner, count] of this.#queue.counts()) startable += Math.min(count, this.#allowance(owner));
    return startable;
  }

  #count(job: Job): void {
    const { owner } = job;
    const finish = this.#share.start(owner);
    this.#running.add(owner, 1);
    job.onEnd = ({ processorMs, hasEndedWorker }) => {
      if (hasEndedWorker) this.#ended.push(owner);
      else this.#running.add(owner, -1);
      finish(processorMs);
    };
  }

  #countReplaced(): void {
    const owner = this.#ended.shift();
    if (owner !== undefined) this.#running.add(owner, -1);
  }

  /** Throws if the owner has too many waiting jobs. A full queue drops the newest job of the owner with the most. */
  #makeRoom(owner: string): void {
    if (this.#closing !== undefined) throw poolClosed(this.what);
    const own = this.#queue.countOf(owner);
    if (own - this.#allowance(owner) >= this.#maxQueuedOfOwner) throw this.#tooManyOf(owner);
    const free = this.#size + 1 - this.#supervisor.count('busy');
    const startable = Math.min(free, this.#countStartable());
    const isStartable = free > startable && this.#allowance(owner) > own;
    if (isStartable || this.#queue.length - startable < this.#maxQueued) return;
    const [longest, most] = [...this.#queue.counts()].reduce((a, b) => (b[1] > a[1] ? b : a));
    if (most <= own + 1) throw queueFull(this.what);
    this.#queue.pop(longest)?.reject(this.#tooManyOf(longest));
  }

  #tooManyOf(owner: string): DomainError {
    return tooManyOfOwner(this.what, Math.max(1, this.#share.secondsOverBudget(owner)));
  }

  #cancel(job: Job, reason: unknown): void {
    this.#queue.remove(job.owner, job);
    job.reject(reason);
    for (const worker of this.#supervisor.workers) if (worker.job === job) worker.stop(reason);
  }

  #expire(job: Job): void {
    if (this.#queue.remove(job.owner, job)) job.reject(queueFull(this.what));
  }

  /** Puts the job back, in front of the owner's other jobs. */
  #retry(job: Job): void {
    if (this.#closing !== undefined) {
      job.reject(poolClosed(this.what));
      return;
    }
    job.isRetry = true;
    this.#queue.unshift(job.owner, job);
  }

  #rejectQueued(reason: () => DomainError): void {
    for (const job of this.#queue.clear()) job.reject(reason());
  }

  async #end(): Promise<void> {
    this.#rejectQueued(() => poolClosed(this.what));
    this.#supervisor.stop();
    if (this.#supervisor.workers.size > 0) await this.#waitForJobs();
    await Promise.race([this.#supervisor.waitForExits(), Bun.sleep(EXIT_TIMEOUT_MS)]);
  }

  /** Waits for running jobs, and ends those that take too long. */
  async #waitForJobs(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onEmpty = resolve;
    const timeout = setTimeout(() => {
      for (const worker of this.#supervisor.workers) worker.stop(poolClosed(this.what));
    }, this.#closeTimeoutMs);
    await promise;
    clearTimeout(timeout);
  }
}
