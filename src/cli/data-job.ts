import { resolve } from 'node:path';
import type { Static, TSchema } from '@sinclair/typebox';
import { cancelDataJob, getDataJob, saveDataFile } from '../features/data-jobs/index.ts';
import { DomainError, invalidField } from '../platform/errors.ts';
import type { Operation } from '../platform/operation.ts';
import type { Flags, Session } from './session.ts';

const POLL_MS = 250;

type Job = Static<typeof getDataJob.output>;

/**
 * Starts a job and waits for its end. Shows progress on standard error if that is a terminal. Ctrl-C cancels the job.
 * Throws the reason if it fails.
 */
export async function runDataJob<Kind extends 'project' | 'admin', Input extends TSchema>(
  session: Session,
  operation: Operation<Kind, Input, typeof getDataJob.output>,
  input: { project_id: string; [field: string]: unknown },
): Promise<Job> {
  const { id } = await session.call(operation, input);
  const place = { project_id: input.project_id, job_id: id };
  const cancel = () => void session.call(cancelDataJob, place).catch(() => {});
  process.once('SIGINT', cancel);
  try {
    return await waitFor(session, place);
  } finally {
    process.off('SIGINT', cancel);
  }
}

async function waitFor(session: Session, place: { project_id: string; job_id: string }): Promise<Job> {
  const isShown = process.stderr.isTTY === true;
  for (;;) {
    const job = await session.call(getDataJob, place);
    if (isShown) process.stderr.write(`\r\x1b[K${describeProgress(job)}`);
    if (job.state === 'waiting' || job.state === 'running') {
      await Bun.sleep(POLL_MS);
      continue;
    }
    if (isShown) process.stderr.write('\r\x1b[K');
    if (job.state === 'done') return job;
    throw new DomainError('conflict', job.error ?? 'The job was cancelled.');
  }
}

const describeProgress = ({ phase, done, total }: Job): string =>
  total > 0 ? `${phase} ${done}/${total}` : done > 0 ? `${phase} ${done}` : phase;

/** Writes the file of a finished export to the path of `--out`. */
export async function saveFile(session: Session, job: Job, flags: Flags) {
  const { id: job_id, project_id } = job;
  return session.call(saveDataFile, { project_id, job_id, file: toAddress(flags.out) });
}

function toAddress(out: unknown): string {
  if (typeof out !== 'string' || out === '') throw invalidField('--out', 'needs a file or a directory.');
  if (out.startsWith('s3://')) return out;
  return out.endsWith('/') ? `${resolve(out)}/` : resolve(out);
}

/** Counts of an outcome, such as "templates 3, comments 2". */
export const describeResult = ({ result }: Job): string =>
  Object.entries(result ?? {})
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
    .join(', ');
