import type { Deps } from '../../platform/deps.ts';
import type { JobRow } from './queries.ts';
import type { JobResult } from './schema.ts';

/** The context in which a job runs. */
export interface JobContext {
  deps: Deps;
  job: JobRow;
  /** Path of the file that the job creates, if it creates one. It is downloaded later. */
  file: string;
  /** Aborts when the job is cancelled or the server stops. */
  signal: AbortSignal;
  /** Reports progress, and throws if the job is to stop. Called after each step. */
  progress(phase: string, done: number, total: number): Promise<void>;
}

export interface JobHandler {
  run(context: JobContext): Promise<JobResult>;
  /** Removes what a failed or cancelled job has left. */
  clean?(context: Pick<JobContext, 'deps' | 'job'>): Promise<void>;
  /** Replaces the input once the job has ended. */
  inputAfterEnd?: string;
}
