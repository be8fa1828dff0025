import { availableParallelism } from 'node:os';
import type { DomainError } from '../errors.ts';
import { createCrew } from './crew.ts';
import type { PoolOptions } from './options.ts';
import { createJobQueue } from './queue.ts';
import { doesNotStart, isStopping, tooManyWaiting } from './refusals.ts';
import type { Job } from './worker.ts';

/** How long `close` waits for running jobs. */
const GRACE_MS = 5000;

const MEMORY_LIMIT_MB = 512;

export interface PoolStats {
  /** Processes there are, those being started included. */
  workers: number;
  busy: number;
  queued: number;
  /** Since the pool was made. */
  started: number;
  crashed: number;
}

/** When a job's turn is. */
export interface Turn {
  /** Whose job it is: those who have some waiting take turns. */
  owner?: string;
  /** Longest time it may wait. */
  startWithinMs?: number;
}

export interface JobOptions<Part> extends Turn {
  /** Hears what the worker tells of the job before it is done. */
  onPart?(part: Part): void;
  signal?: AbortSignal;
}

/** `Part`: what a worker tells of a job before it is done. */
export interface WorkerPool<Input, Output, Part = never> {
  /**
   * Has a worker do it. Throws what the worker threw, if that was a DomainError; else `too_large` (beyond a limit),
   * `unavailable` (queue full, no turn in time, closing, no worker starts) or `internal` (anything else). When `signal`
   * aborts, a waiting job is withdrawn and a running one stopped with its worker; the signal's reason is thrown.
   */
  run(input: Input, options?: JobOptions<Part>): Promise<Output>;
  /** Refuses what waits, gives running jobs a few seconds, and ends every worker. */
  close(): Promise<void>;
  stats(): PoolStats;
}

/**
 * Processes for work that must not hold up the server; none is started before there is work. `serveWorker` is the
 * other side.
 */
export function createWorkerPool<Input, Output, Part = never>(
  options: PoolOptions,
): WorkerPool<Input, Output, Part> {
  const { what, size = Math.max(1, availableParallelism() - 1), memoryLimitMb = MEMORY_LIMIT_MB } = options;
  const maxQueuedOfOwner = options.maxQueuedOfOwner ?? Number.POSITIVE_INFINITY;
  const limits = { what, timeLimitMs: options.timeLimitMs, memoryLimitMb };
  const queue = createJobQueue();
  const crew = createCrew({ ...options, size }, limits, { onChange: dispatch, onHopeless });
  let closing: Promise<void> | undefined;
  let onEmpty: (() => void) | undefined;

  function dispatch(): void {
    for (let worker = crew.findIdle(); worker !== undefined; worker = crew.findIdle()) {
      const job = queue.shift();
      if (job === undefined) break;
      crew.give(worker, job);
    }
    crew.want(queue.length);
    if (crew.workers.size === 0) onEmpty?.();
  }

  function onHopeless(fault: Error): void {
    for (const job of queue.clear()) job.reject(doesNotStart(what, fault));
  }

  /** Why a job is not taken on. */
  function findRefusal(owner: string): DomainError | undefined {
    if (closing !== undefined) return isStopping(what);
    const waiting = queue.length - (size - crew.count('busy'));
    const isFull = waiting >= options.maxQueued || queue.countOf(owner) >= maxQueuedOfOwner;
    return isFull ? tooManyWaiting(what) : undefined;
  }

  function withdraw(job: Job, reason: unknown): void {
    queue.remove(job);
    job.reject(reason);
    for (const worker of crew.workers) if (worker.job === job) worker.dismiss(reason);
  }

  function giveUp(job: Job): void {
    if (queue.remove(job)) job.reject(tooManyWaiting(what));
  }

  async function end(): Promise<void> {
    for (const job of queue.clear()) job.reject(isStopping(what));
    crew.retire();
    if (crew.workers.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    onEmpty = resolve;
    const grace = setTimeout(() => {
      for (const worker of crew.workers) worker.dismiss(isStopping(what));
    }, GRACE_MS);
    await promise;
    clearTimeout(grace);
  }

  return {
    async run(input, { owner = '', onPart, startWithinMs, signal } = {}) {
      signal?.throwIfAborted();
      const refusal = findRefusal(owner);
      if (refusal !== undefined) throw refusal;
      const { promise, resolve, reject } = Promise.withResolvers<Output>();
      const job: Job = {
        input,
        owner,
        onPart: (part) => onPart?.(part as Part),
        resolve: (output) => resolve(output as Output),
        reject,
      };
      const onAbort = () => withdraw(job, signal?.reason);
      signal?.addEventListener('abort', onAbort);
      queue.push(job);
      dispatch();
      const patience = startWithinMs === undefined ? undefined : setTimeout(giveUp, startWithinMs, job);
      try {
        return await promise;
      } finally {
        clearTimeout(patience);
        signal?.removeEventListener('abort', onAbort);
      }
    },
    close() {
      closing ??= Promise.resolve().then(end);
      return closing;
    },
    stats: () => ({
      workers: crew.workers.size,
      busy: crew.count('busy'),
      queued: queue.length,
      ...crew.counts,
    }),
  };
}
