import { SQL } from 'bun';
import { DomainError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { lockNumber } from './transactions.ts';

const SERVER = lockNumber('server');

/** How often the connection of the lock is checked: the lock ends with it. */
const CHECK_MS = 5_000;

export interface ServerLock {
  release(): Promise<void>;
}

/**
 * Takes the lock of the only server on a database, on a connection of its own. If that connection breaks, the lock is
 * taken again. Throws `conflict` if another server has it.
 */
export async function holdServerLock(url: string, log: Logger): Promise<ServerLock> {
  const sql = new SQL(url, { max: 1, idleTimeout: 0 });
  if (!(await tryLock(sql))) {
    await sql.close();
    throw new DomainError(
      'conflict',
      'Another Galley is using this database. Stop it first: several servers on one database are not supported yet.',
      { facts: { held: true } },
    );
  }
  const timer = setInterval(() => void keepLock(sql, log), CHECK_MS).unref();
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
async function keepLock(sql: SQL, log: Logger): Promise<void> {
  try {
    if (!(await isHeld(sql)) && !(await tryLock(sql)))
      log.error({}, 'another server has taken the lock of the database: stop one of the two');
  } catch (error) {
    log.warn(
      { err: error },
      'the connection that holds the lock of the database was lost; it is taken again',
    );
  }
}

async function tryLock(sql: SQL): Promise<boolean> {
  const [row] = await sql.unsafe(`SELECT pg_try_advisory_lock(${SERVER}) AS held`);
  return row.held;
}

async function isHeld(sql: SQL): Promise<boolean> {
  const [row] = await sql.unsafe(
    `SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted) AS held`,
  );
  return row.held;
}
