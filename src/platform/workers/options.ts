import type { Logger } from '../log.ts';
import type { StartProcess } from './process.ts';

export interface PoolOptions {
  /** `workerProcess('features/…/render.worker')`. */
  start: StartProcess;
  /** What the workers do, as in "Rendering took longer than …". */
  what: string;
  /** Most workers at a time. By default one core is left to the server. */
  size?: number;
  /** Most jobs that wait while every worker is busy. */
  maxQueued: number;
  /** Most of them that are of one owner, so that nobody takes all places. By default all. */
  maxQueuedOfOwner?: number;
  /** For one job, waiting not included. */
  timeLimitMs: number;
  /** Most memory of a worker during a job, its code included. Kept on Linux only. */
  memoryLimitMb?: number;
  /** After so long without a job a worker ends, and its memory goes back. */
  idleMs: number;
  log: Pick<Logger, 'error'>;
}
