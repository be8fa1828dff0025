import { perApplication } from '../per-application.ts';
import { createWorkerPool, type WorkerPool } from './pool.ts';
import { workerProcess } from './process.ts';

/** Many times what the largest job of any of them takes. */
const TIME_LIMIT_MS = 20_000;

interface LoneWorkerOptions {
  /** `features/…/….worker` */
  name: string;
  /** What it does, as in "Comparing took longer than …". */
  what: string;
  /** Most jobs that wait. */
  maxQueued?: number;
  /** After so long without a job it ends. */
  idleMs?: number;
}

/** The one process of an application for work that is rarely too long for the server, closed with it; none before there is work. */
export function loneWorker<Input, Output>({
  name,
  what,
  maxQueued = 20,
  idleMs = 10_000,
}: LoneWorkerOptions) {
  return perApplication((deps): WorkerPool<Input, Output> => {
    const pool = createWorkerPool<Input, Output>({
      start: workerProcess(name),
      what,
      size: 1,
      maxQueued,
      timeLimitMs: TIME_LIMIT_MS,
      idleMs,
      log: deps.log,
    });
    deps.lifetime.onClose(pool.close);
    return pool;
  });
}
