import type { SQL } from 'bun';
import { DomainError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { lockNumber } from './lock-number.ts';

const SERVER = lockNumber('server');

const STARTING = lockNumber('server starts');

/** How often the connection is checked, because the lock ends with it. */
const CHECK_MS = 5_000;

/** Time limit of a connection attempt, in seconds. */
export const CONNECT_SECONDS = 10;

export interface ServerLock {
  /** Process id of the database session that holds it. */
  readonly pid: number;
  /** Whether no other server had it. Of servers that start at the same time, one is the first. */
  readonly isFirst: boolean;
  release(): Promise<void>;
}

interface ServerLockOptions {
  log: Logger;
  /** Servers that all set this can hold the lock together. */
  isShared?: boolean;
}

/**
 * Takes the lock of a server on a database, on a connection of its own. If that connection breaks, the lock is
 * taken again. Throws `conflict` if another server has it, unless both share it.
 */
export async function holdServerLock(
  url: string,
  { log, isShared = false }: ServerLockOptions,
): Promise<ServerLock> {
  // A session setting. Poolers, which could pass the lock to others, refuse it.
  const connection = { idle_session_timeout: '0' };
  const sql = new Bun.SQL(url, { max: 1, idleTimeout: 0, connectionTimeout: CONNECT_SECONDS, connection });
  const lock = `pg_try_advisory_lock${isShared ? '_shared' : ''}(${SERVER})`;
  const held = await tryLock(sql, lock).catch(async (error) => {
    await sql.close();
    throw error;
  });
  if (held === undefined) {
    await sql.close();
    throw new DomainError(
      'conflict',
      isShared
        ? 'A Galley without GALLEY_REDIS_URL, or a command that needs the database for itself, is using this database. Set GALLEY_REDIS_URL for every server, or wait until the command has ended.'
        : 'Another Galley is using this database. Stop it first, or set GALLEY_REDIS_URL for every server, so that several can share the database. Commands work beside it on its machine, with its data directory.',
      { facts: { held: true } },
    );
  }
  const timer = setInterval(() => void keepLock(sql, lock, log), CHECK_MS).unref();
  return {
    ...held,
    async release() {
      clearInterval(timer);
      // The database server notices the end of a connection late, and the next server to start would be refused.
      await sql.unsafe('SELECT pg_advisory_unlock_all()').catch(() => {});
      await sql.close();
    },
  };
}

/** A connection that has the lock already takes it again, which costs nothing. */
async function keepLock(sql: SQL, lock: string, log: Logger): Promise<void> {
  try {
    if (!(await isHeld(sql)) && (await tryLock(sql, lock)) === undefined)
      log.error({}, 'another server has taken the lock of the database: stop one of the two');
  } catch (error) {
    log.warn(
      { err: error },
      'the connection that holds the lock of the database was lost; it is taken again',
    );
  }
}

/** Undefined if another server has the lock. */
async function tryLock(sql: SQL, lock: string): Promise<Omit<ServerLock, 'release'> | undefined> {
  const [row] = await sql.begin(async (transaction) => {
    await transaction.unsafe(`SELECT pg_advisory_xact_lock(${STARTING})`);
    return transaction.unsafe(
      `SELECT ${lock} AS held, pg_backend_pid() AS pid, NOT ${existsHolder('pid <> pg_backend_pid()')} AS "isFirst"`,
    );
  });
  return row.held ? { pid: row.pid, isFirst: row.isFirst } : undefined;
}

/** An expression: whether a session has the lock of a server on this database. */
const existsHolder = (condition: string): string => `EXISTS (
  SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND ${condition} AND ((classid::bigint << 32) | objid::bigint) = ${SERVER}
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/** Throws `conflict` unless the lock, which was taken past the pooler, is one of the database behind it. */
export async function requireSameDatabase(pooled: SQL, { pid }: ServerLock): Promise<void> {
  const [row] = await pooled.unsafe(`SELECT ${existsHolder(`pid = ${pid}`)} AS "isSame"`);
  if (row.isSame) return;
  throw new DomainError(
    'conflict',
    'GALLEY_DATABASE_DIRECT_URL leads to another database than GALLEY_DATABASE_URL. Name the database behind the pooler there.',
  );
}

async function isHeld(sql: SQL): Promise<boolean> {
  const [row] = await sql.unsafe(
    `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted) AS held`,
  );
  return row.held;
}
