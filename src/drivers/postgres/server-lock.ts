import type { SQL } from 'bun';
import { DomainError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { lockNumber } from './lock-number.ts';

const SERVER = lockNumber('server');

/** How often the connection of the lock is checked: the lock ends with it. */
const CHECK_MS = 5_000;

export interface ServerLock {
  release(): Promise<void>;
}

interface ServerLockOptions {
  log: Logger;
  /** Others that say so may have it too. */
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
  const sql = new Bun.SQL(url, { max: 1, idleTimeout: 0 });
  const lock = `pg_try_advisory_lock${isShared ? '_shared' : ''}(${SERVER})`;
  if (!(await tryLock(sql, lock))) {
    await sql.close();
    throw new DomainError(
      'conflict',
      isShared
        ? 'A Galley without GALLEY_REDIS_URL, or a command that needs the database for itself, is using this database. Set GALLEY_REDIS_URL for every server, or wait until the command has ended.'
        : 'Another Galley is using this database. Stop it first, or set GALLEY_REDIS_URL for every server, so that several can share the database.',
      { facts: { held: true } },
    );
  }
  const timer = setInterval(() => void keepLock(sql, lock, log), CHECK_MS).unref();
  return {
    async release() {
      clearInterval(timer);
      // The server notices the end of a connection later, and whoever starts next would be refused.
      await sql.unsafe('SELECT pg_advisory_unlock_all()').catch(() => {});
      await sql.close();
    },
  };
}

/** A connection that has the lock already takes it again, which costs nothing. */
async function keepLock(sql: SQL, lock: string, log: Logger): Promise<void> {
  try {
    if (!(await isHeld(sql)) && !(await tryLock(sql, lock)))
      log.error({}, 'another server has taken the lock of the database: stop one of the two');
  } catch (error) {
    log.warn(
      { err: error },
      'the connection that holds the lock of the database was lost; it is taken again',
    );
  }
}

async function tryLock(sql: SQL, lock: string): Promise<boolean> {
  const [row] = await sql.unsafe(`SELECT ${lock} AS held`);
  return row.held;
}

async function isHeld(sql: SQL): Promise<boolean> {
  const [row] = await sql.unsafe(
    `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted) AS held`,
  );
  return row.held;
}
