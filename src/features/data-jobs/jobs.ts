import { stat } from 'node:fs/promises';
import { DAY_MS, stopwatch } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { type DomainError, toDomainError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { jobCancelled, jobEnded, tenantGone, tooManyJobs } from './errors.ts';
import { JobFiles } from './job-files.ts';
import type { JobHandler } from './job-handler.ts';
import {
  countUnfinishedJobs,
  deleteJobsBefore,
  insertJob,
  type JobRow,
  selectJob,
  selectJobsOfTenant,
  selectJobsWithFile,
  selectSurplusFiles,
  selectUnfinishedJobs,
  updateJob,
} from './queries.ts';

/** Most unfinished jobs of a project. They run one after the other. */
const MAX_UNFINISHED = 20;

/** Most files of exports that are kept of a project, the newest ones. */
const MAX_FILES = 20;

/** Shortest interval between two writes of the progress. */
const PROGRESS_MS = 500;

/** How long to wait until another server has ended its job. */
const END_TIMEOUT_MS = 10_000;
const END_CHECK_MS = 100;

/** Jobs deleted in one transaction. */
const JOBS_AT_ONCE = 200;

/** Thrown into jobs when the server stops. They continue after its next start. */
class Stopping extends Error {}

/** Runs jobs one after the other, and keeps their files. */
export class DataJobs {
  readonly #deps: Deps;
  readonly #files: JobFiles;
  readonly #retentionDays: number;
  readonly #handlers: Readonly<Record<JobRow['kind'], JobHandler>>;
  /** Jobs that this process runs or will run. */
  readonly #waiting = new Map<string, { abort: AbortController; ended: Promise<void> }>();
  #running: string | undefined;
  #queue = Promise.resolve();
  #isStopping = false;

  constructor(
    deps: Deps,
    handlers: Readonly<Record<JobRow['kind'], JobHandler>>,
    { folder, retentionDays }: { folder: string; retentionDays: number },
  ) {
    this.#deps = deps;
    this.#handlers = handlers;
    this.#files = new JobFiles(folder, deps.files);
    this.#retentionDays = retentionDays;
  }

  /** The local path of a job's file, its result or its input; undefined if there is none. */
  findFile(id: string): Promise<string | undefined> {
    return this.#files.fetch(id);
  }

  /** A path for a file that `start` takes over. */
  async prepareFile(): Promise<{ id: string; path: string }> {
    await this.#files.makeFolder();
    const id = createId();
    return { id, path: this.#files.pathOf(id) };
  }

  /** Stores a job and begins it when those before it have ended. */
  async start(
    scope: Scope,
    wanted: Pick<JobRow, 'kind' | 'projectId' | 'tenant'> &
      Partial<Pick<JobRow, 'id' | 'tenantId'>> & { input: object },
    announce: (db: Parameters<typeof insertJob>[0]) => Promise<void>,
  ): Promise<JobRow> {
    const deps = this.#deps;
    const row: JobRow = {
      ...{ id: wanted.id ?? createId(), kind: wanted.kind, projectId: wanted.projectId },
      ...{ tenant: wanted.tenant, tenantId: wanted.tenantId ?? null, input: JSON.stringify(wanted.input) },
      ...{ state: 'waiting', phase: 'waiting', done: 0, total: 0, result: null, error: null },
      ...{ fileBytes: null, startedBy: scope.actor.name, createdAt: deps.clock.now(), finishedAt: null },
    };
    if (wanted.id !== undefined) await this.#files.share(wanted.id);
    await deps.db.transaction(async (db) => {
      if ((await countUnfinishedJobs(db, row.projectId)) >= MAX_UNFINISHED) throw tooManyJobs(MAX_UNFINISHED);
      await insertJob(db, row);
      await announce(db);
    });
    this.#enqueue(row.id);
    return row;
  }

  /** Continues jobs that the end of a process has interrupted, of this server or of one that no longer exists. */
  async resume(): Promise<void> {
    for (const { id, kind } of await selectUnfinishedJobs(this.#deps.db.reader)) {
      if (this.#waiting.has(id) || (await this.#deps.locks.isHeld(lockOf(id)))) continue;
      // Without a bucket, only the server that has received the file of an import can continue it.
      if (kind !== 'tenant_import' || (await this.#files.fetch(id)) !== undefined) this.#enqueue(id);
    }
  }

  /** Resolves when no job waits or runs. */
  async idle(): Promise<void> {
    await this.#queue;
  }

  async cancel(job: JobRow): Promise<void> {
    if (job.state !== 'waiting' && job.state !== 'running') throw jobEnded(job.state);
    await this.#end(job, jobCancelled());
  }

  /** Ends the exports of a tenant that is gone, and deletes their files. Returns when no file of it is left. */
  async forgetTenant(projectId: string, tenant: string): Promise<void> {
    const jobs = await selectJobsOfTenant(this.#deps.db.reader, projectId, tenant);
    for (const job of jobs) {
      const { id } = job;
      if (job.kind !== 'tenant_export') continue;
      await this.#end(job, tenantGone());
      await this.#files.remove(id);
      await this.#deps.db.transaction((db) => updateJob(db, id, { fileBytes: null, result: null }));
      this.#deps.bus.publish(JOB_ENDED, { id, isCancelled: false });
    }
  }

  /** Deletes old jobs and files without a job. Returns the number of jobs. */
  async sweep(isStopped: () => boolean): Promise<number> {
    const before = this.#deps.clock.now() - this.#retentionDays * DAY_MS;
    let deleted = 0;
    while (!isStopped()) {
      const ids = await this.#deps.db.transaction((db) => deleteJobsBefore(db, before, JOBS_AT_ONCE));
      deleted += ids.length;
      if (ids.length < JOBS_AT_ONCE) break;
    }
    await this.#files.sweep(this.#deps.clock, (ids) => selectJobsWithFile(this.#deps.db.reader, ids));
    return deleted;
  }

  /** Stops the running job, which continues after the next start. */
  async close(): Promise<void> {
    this.#isStopping = true;
    for (const { abort } of this.#waiting.values()) abort.abort(new Stopping());
    await this.#queue;
  }

  #enqueue(id: string): void {
    const abort = new AbortController();
    const before = this.#queue;
    // Locked from now on, so that other servers do not take the job for an interrupted one.
    const ended = this.#deps.locks
      .tryLock(lockOf(id), async (lost) => {
        await before;
        await this.#run(id, abort.signal, lost);
      })
      .catch((error) => this.#deps.log.error({ err: error, job: id }, 'a data job could not be recorded'))
      .then(() => before)
      .finally(() => void this.#waiting.delete(id));
    this.#waiting.set(id, { abort, ended });
    this.#queue = ended;
  }

  /** Runs a job. `lost` aborts when another server may have taken it over. */
  async #run(id: string, ending: AbortSignal, lost: AbortSignal): Promise<void> {
    const { db, log } = this.#deps;
    const job = await selectJob(db.reader, id);
    if (job === undefined || job.finishedAt !== null || this.#isStopping) return;
    this.#running = id;
    const handler = this.#handlers[job.kind];
    const record = (change: Partial<JobRow>) =>
      db.transaction((connection) => updateJob(connection, id, change));
    const file = this.#files.pathOf(id);
    const signal = AbortSignal.any([ending, lost]);
    try {
      signal.throwIfAborted();
      await record({ state: 'running' });
      await this.#files.makeFolder();
      if (job.kind === 'tenant_import') await this.#files.fetch(id);
      const progress = this.#progressOf(record, signal);
      const result = await handler.run({ deps: this.#deps, job, file, signal, progress });
      const made = job.kind.endsWith('export') ? await stat(file) : undefined;
      if (made === undefined) await this.#files.remove(id);
      else await this.#files.share(id);
      const outcome = { result: JSON.stringify(result), fileBytes: made?.size ?? null };
      await record({ state: 'done', phase: 'done', done: 1, total: 1, ...outcome, ...this.#endOf(job) });
      await this.#removeSurplusFiles(job.projectId);
    } catch (thrown) {
      if (this.#isStopping || thrown instanceof Stopping || lost.aborted) return;
      const error = toDomainError(thrown);
      if (error.code === 'internal') log.error({ err: error.cause, job: id }, 'a data job failed');
      await this.#fail((await selectJob(db.reader, id)) ?? job, error);
    } finally {
      this.#running = undefined;
    }
  }

  async #fail(job: JobRow, { message }: DomainError): Promise<void> {
    await this.#handlers[job.kind].clean?.({ deps: this.#deps, job });
    await this.#files.remove(job.id);
    const isCancelled = message === jobCancelled().message;
    const state = isCancelled ? 'cancelled' : 'failed';
    const error = isCancelled ? null : message;
    await this.#deps.db.transaction((db) =>
      updateJob(db, job.id, { state, phase: state, error, ...this.#endOf(job) }),
    );
  }

  #endOf({ kind }: JobRow): Partial<JobRow> {
    const { inputAfterEnd: input } = this.#handlers[kind];
    return { finishedAt: this.#deps.clock.now(), ...(input !== undefined && { input }) };
  }

  /** Ends a job with a reason, and resolves when it has ended. A waiting job ends at once. */
  async #end(job: JobRow, reason: DomainError): Promise<void> {
    const waiting = this.#waiting.get(job.id);
    if (waiting === undefined) return this.#endElsewhere(job, reason);
    waiting.abort.abort(reason);
    if (this.#running === job.id) await waiting.ended;
    else await this.#fail(job, reason);
  }

  /** Ends a job of another server, which may have been killed. */
  async #endElsewhere({ id }: JobRow, reason: DomainError): Promise<void> {
    const { bus, db, locks } = this.#deps;
    for (const elapsed = stopwatch(); elapsed() < END_TIMEOUT_MS; await Bun.sleep(END_CHECK_MS)) {
      const current = await selectJob(db.reader, id);
      if (current === undefined || current.finishedAt !== null) return;
      const { isHeld } = await locks.tryLock(lockOf(id), () => this.#fail(current, reason));
      if (isHeld) bus.publish(JOB_ENDED, { id, isCancelled: reason.message === jobCancelled().message });
    }
  }

  /** Ends a job because another server asks for it, or removes its file after its end. */
  async endHere(id: string, isCancelled: boolean): Promise<void> {
    const job = await selectJob(this.#deps.db.reader, id);
    if (job !== undefined && this.#waiting.has(id))
      await this.#end(job, isCancelled ? jobCancelled() : tenantGone());
    else if (job?.finishedAt !== null && (job?.fileBytes ?? null) === null) await this.#files.remove(id);
  }

  #progressOf(record: (change: Partial<JobRow>) => Promise<void>, signal: AbortSignal) {
    let since: (() => number) | undefined;
    let lastPhase = '';
    return async (phase: string, done: number, total: number): Promise<void> => {
      signal.throwIfAborted();
      if (phase === lastPhase && since !== undefined && since() < PROGRESS_MS) {
        // Lets the server answer other requests between two steps.
        await Bun.sleep(0);
        return;
      }
      since = stopwatch();
      lastPhase = phase;
      await record({ phase, done, total });
    };
  }

  /** Removes the oldest files of a project, so that exports do not fill the disk. */
  async #removeSurplusFiles(projectId: string): Promise<void> {
    const { db } = this.#deps;
    for (const { id } of await selectSurplusFiles(db.reader, projectId, MAX_FILES)) {
      await this.#files.remove(id);
      await db.transaction((connection) => updateJob(connection, id, { fileBytes: null }));
    }
  }
}

/** The lock of a job, held while it waits or runs. */
const lockOf = (id: string): string => `data job ${id}`;

/** Topic of the message that ends a job of another server. */
export const JOB_ENDED = 'data_job.ended';
