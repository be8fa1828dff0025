import type { Database } from 'bun:sqlite';
import { DomainError } from '../../platform/errors.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { toStorageError } from './storage-error.ts';

/** Jobs that share one commit at most: bounds how long readers wait behind a burst of writes. */
const MAX_JOBS_PER_COMMIT = 64;

/** Jobs that may wait; beyond that the disk cannot keep up and more waiting would help nobody. */
const MAX_QUEUED_JOBS = 10_000;

const tooManyWrites = () =>
  new DomainError('unavailable', 'Too many writes are waiting for the disk. Try again in a moment.', {
    retryAfterSeconds: 1,
  });

interface Job {
  run(connection: Connection): Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

export interface Writer {
  /**
   * Runs `job` inside an IMMEDIATE transaction and resolves once it is on the disk. If `job` throws, what it wrote is
   * undone and nothing else. It must await nothing but queries on the connection it is given.
   */
  transaction<Result>(job: (connection: Connection) => Promise<Result>): Promise<Result>;
  /** Resolves when everything queued so far has been committed or refused. */
  drain(): Promise<void>;
}

/**
 * Group commit: writes that wait for each other anyway share one transaction, each in a savepoint of its own, so that
 * one flush to the disk makes all of them durable. Nobody gets an answer before that flush.
 */
export function createWriter(sqlite: Database, connection: Connection): Writer {
  const session = { sqlite, connection, statements: prepareStatements(sqlite) };
  const queue: Job[] = [];
  let draining: Promise<void> | undefined;

  const drainQueue = async (): Promise<void> => {
    while (queue.length > 0) {
      // After the event loop's other sockets were read, so that simultaneous requests meet in one group.
      await new Promise((resolve) => setImmediate(resolve));
      await commitGroup(session, queue.splice(0, MAX_JOBS_PER_COMMIT));
    }
    draining = undefined;
  };

  return {
    transaction<Result>(run: (connection: Connection) => Promise<Result>): Promise<Result> {
      if (queue.length >= MAX_QUEUED_JOBS) return Promise.reject(tooManyWrites());
      const result = new Promise<Result>((resolve, reject) => {
        queue.push({ run, resolve: resolve as (value: unknown) => void, reject });
      });
      draining ??= drainQueue();
      return result;
    },
    async drain() {
      while (draining !== undefined) await draining;
    },
  };
}

/** The writing connection with the statements that bound transactions, prepared once: they run with every write. */
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

async function commitGroup(session: WriteSession, jobs: Job[]): Promise<void> {
  const { sqlite, statements } = session;
  const acknowledge: (() => void)[] = [];
  try {
    statements.begin.run();
    for (const job of jobs) {
      acknowledge.push(await runInSavepoint(session, job));
    }
    statements.commit.run();
  } catch (error) {
    rollBack(sqlite);
    const reason = toStorageError(error);
    for (const job of jobs) job.reject(reason);
    return;
  }
  for (const answer of acknowledge) answer();
}

/** A rollback can fail with the disk that made it necessary; the next BEGIN then says so to the next jobs. */
function rollBack(sqlite: Database): void {
  try {
    if (sqlite.inTransaction) sqlite.run('ROLLBACK');
  } catch {
    // The jobs of this group are refused in any case, with the first error, which is the telling one.
  }
}

/** Runs one job; returns how to answer it once the group is committed. Throws if the whole transaction is gone. */
async function runInSavepoint(session: WriteSession, job: Job): Promise<() => void> {
  const { sqlite, connection, statements } = session;
  statements.savepoint.run();
  try {
    const value = await job.run(connection);
    statements.release.run();
    return () => job.resolve(value);
  } catch (error) {
    // A full disk makes SQLite roll everything back by itself: then no job of the group has been written.
    if (!sqlite.inTransaction) throw error;
    statements.rollBackTo.run();
    statements.release.run();
    return () => job.reject(toStorageError(error));
  }
}
