import type { Deps } from '../../platform/deps.ts';
import type { JobRow } from './queries.ts';
import type { JobResult } from './schema.ts';

/** What a job gets to do its work. */
export interface JobContext {
  deps: Deps;
  job: JobRow;
  /** Where it writes its file, if it makes one; what is there is downloaded later. */
  file: string;
  /** Aborts when the job is cancelled or the server stops. */
  signal: AbortSignal;
  /** Notes what is done, and throws if the job is to end. Called after each step. */
  progress(phase: string, done: number, total: number): Promise<void>;
}

export interface JobHandler {
  run(context: JobContext): Promise<JobResult>;
  /** Undoes what a failed or cancelled job has left. */
  clean?(context: Pick<JobContext, 'deps' | 'job'>): Promise<void>;
  /** What stays of the input once the job has ended. */
  inputAfterEnd?: string;
}
