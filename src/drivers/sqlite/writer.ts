import type { Database } from 'bun:sqlite';
import { stopwatch } from '../../platform/clock.ts';
import { DomainError, rateLimited } from '../../platform/errors.ts';
import { FairQueue } from '../../platform/fair-use/fair-queue.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { toStorageError } from './storage-error.ts';

/** Most jobs of one commit, so that requests do not wait long during a burst of writes. */
const MAX_JOBS_PER_COMMIT = 64;

/** No job is added to a commit after this time: the server answers nothing else meanwhile. */
const COMMIT_TIME_MS = 4;

/** Longest wait for further jobs before a commit. Other requests are answered meanwhile. */
const GATHER_TIME_MS = 10;

/** Most jobs that wait: of all owners, and of one tenant. */
const MAX_QUEUED_JOBS = 10_000;
const MAX_QUEUED_JOBS_OF_OWNER = 1_000;

/** The owner of the service's own jobs, such as sweeps and the audit. */
const SERVICE = '';

const tooManyWrites = () =>
  new DomainError('unavailable', 'Too many writes are waiting for the disk. Try again in a moment.', {
    retryAfterSeconds: 1,
  });

const tooManyOfOwner = () => rateLimited('Too many of your changes are waiting for the disk.', 1);

interface Job {
  run(connection: Connection): Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

/**
 * Group commit: concurrent writes share one transaction, each in its own savepoint, so that one flush to the disk makes
 * all of them durable. Their promises resolve after that flush. Owners take turns, so that many or large writes of one
 * tenant do not delay those of others.
 */
export class GroupCommitWriter {
  readonly #session: WriteSession;
  readonly #queue = new FairQueue<Job>();
  #draining: Promise<void> | undefined;
  #commits = 0;
  #transactions = 0;

  constructor(sqlite: Database, connection: Connection) {
    this.#session = { sqlite, connection, statements: prepareStatements(sqlite) };
  }

  /**
   * Calls `run` in an IMMEDIATE transaction and resolves once it is durable. If `run` throws, only its own writes are
   * rolled back. It must await only queries on the connection it is given.
   */
  transaction<Result>(run: (connection: Connection) => Promise<Result>, owner = SERVICE): Promise<Result> {
    if (this.#queue.length >= MAX_QUEUED_JOBS) return Promise.reject(tooManyWrites());
    const isFull = owner !== SERVICE && this.#queue.countOf(owner) >= MAX_QUEUED_JOBS_OF_OWNER;
    if (isFull) return Promise.reject(tooManyOfOwner());
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#queue.push(owner, { run, resolve: resolve as (value: unknown) => void, reject });
    this.#draining ??= this.#drainQueue();
    return promise;
  }

  /** Commits and committed transactions since the start, and transactions that wait. */
  get counts() {
    return { commits: this.#commits, transactions: this.#transactions, waiting: this.#queue.length };
  }

  /** Resolves when all queued jobs have been committed or rejected. */
  async drain(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining;
  }

  async #drainQueue(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#gather();
      const committed = await commitGroup(this.#session, this.#queue);
      this.#transactions += committed;
      if (committed > 0) this.#commits += 1;
    }
    this.#draining = undefined;
  }

  /**
   * Waits as long as each turn of the event loop brings a job, so that simultaneous requests share a commit. Not when
   * several owners wait: each turn would be used by the one that sends most.
   */
  async #gather(): Promise<void> {
    const elapsed = stopwatch();
    const mayWait = () => this.#queue.owners < 2 && elapsed() < GATHER_TIME_MS;
    for (let known = 0; known < this.#queue.length && mayWait(); ) {
      known = this.#queue.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** The writing connection with the prepared statements of transactions. */
interface WriteSession {
  sqlite: Database;
  connection: Connection;
  statements: ReturnType<typeof prepareStatements>;
}

function prepareStatements(sqlite: Database) {
  return {
    begin: sqlite.query('BEGIN IMMEDIATE'),
    commit: sqlite.query('COMMIT'),
    savepoint: sqlite.query('SAVEPOINT job'),
    release: sqlite.query('RELEASE job'),
    rollBackTo: sqlite.query('ROLLBACK TO job'),
  };
}

/** Returns how many jobs were committed. */
async function commitGroup(session: WriteSession, queue: FairQueue<Job>): Promise<number> {
  const { sqlite, statements } = session;
  const elapsed = stopwatch();
  const jobs: Job[] = [];
  const acknowledge: (() => void)[] = [];
  try {
    statements.begin.run();
    while (jobs.length < MAX_JOBS_PER_COMMIT && (jobs.length === 0 || elapsed() < COMMIT_TIME_MS)) {
      const job = queue.shift();
      if (job === undefined) break;
      jobs.push(job);
      acknowledge.push(await runInSavepoint(session, job));
    }
    statements.commit.run();
  } catch (error) {
    rollBack(sqlite);
    const reason = toStorageError(error);
    // If BEGIN failed, the next job gets the error: otherwise the queue would be tried forever.
    if (jobs.length === 0) queue.shift()?.reject(reason);
    for (const job of jobs) job.reject(reason);
    return 0;
  }
  for (const answer of acknowledge) answer();
  return jobs.length;
}

/** A rollback can fail for the same reason as the commit. The next BEGIN then fails too. */
function rollBack(sqlite: Database): void {
  try {
    if (sqlite.inTransaction) sqlite.run('ROLLBACK');
  } catch {
    // The jobs of this group are rejected with the first error.
  }
}

/** Runs one job; returns a function that settles it after the commit. Throws if the whole transaction was rolled back. */
async function runInSavepoint(session: WriteSession, job: Job): Promise<() => void> {
  const { sqlite, connection, statements } = session;
  statements.savepoint.run();
  try {
    const value = await job.run(connection);
    statements.release.run();
    return () => job.resolve(value);
  } catch (error) {
    // At a full disk SQLite rolls back the whole transaction, with all jobs of the group.
    if (!sqlite.inTransaction) throw error;
    statements.rollBackTo.run();
    statements.release.run();
    return () => job.reject(toStorageError(error));
  }
}
