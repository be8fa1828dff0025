import { Database } from 'bun:sqlite';
import { SQLiteBunSession } from 'drizzle-orm/bun-sqlite';
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { Connection } from '../../platform/ports/database.ts';

export interface OpenConnection {
  sqlite: Database;
  connection: Connection;
}

/** How long a statement waits for another process (such as a backup tool) to release the file. */
export const BUSY_TIMEOUT_MS = 5_000;

/** Bytes to which the write-ahead log is truncated after a checkpoint. */
const WAL_SIZE_LIMIT = 64 * 1024 * 1024;

/** Opens the only connection that writes. A commit returns when it is durable. */
export function openWriter(file: string, cacheBytes: number): OpenConnection {
  const sqlite = new Database(file, { create: true, readwrite: true, strict: true });
  sqlite.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  sqlite.run('PRAGMA journal_mode = WAL');
  sqlite.run('PRAGMA synchronous = FULL');
  sqlite.run('PRAGMA foreign_keys = ON');
  sqlite.run(`PRAGMA journal_size_limit = ${WAL_SIZE_LIMIT}`);
  sqlite.run(`PRAGMA cache_size = -${toKilobytes(cacheBytes)}`);
  sqlite.run('PRAGMA temp_store = MEMORY');
  return { sqlite, connection: toConnection(sqlite) };
}

/** Opens a connection that cannot write. */
export function openReader(file: string, cacheBytes: number): OpenConnection {
  const sqlite = new Database(file, { readwrite: true, strict: true });
  sqlite.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  sqlite.run('PRAGMA foreign_keys = ON');
  sqlite.run('PRAGMA query_only = ON');
  sqlite.run(`PRAGMA cache_size = -${toKilobytes(cacheBytes)}`);
  sqlite.run('PRAGMA temp_store = MEMORY');
  return { sqlite, connection: toConnection(sqlite) };
}

/** The page cache of a connection in kilobytes. Large contents bypass it. */
function toKilobytes(cacheBytes: number): number {
  return Math.max(1, Math.floor(cacheBytes / 1024));
}

/**
 * SQLite compiles a statement again with each new value of a parameter that its plan could depend on: in all with an order,
 * a limit or a join, which takes several times as long as running most of them. The plan depends on no expression, and a
 * plus is one that changes nothing.
 */
class StablePlanDialect extends SQLiteSyncDialect {
  override escapeParam(): string {
    return '+?';
  }
}

/**
 * bun:sqlite is synchronous, and `await` returns its results unchanged. The asynchronous type makes all queries use
 * `await`, which other engines need.
 */
function toConnection(sqlite: Database): Connection {
  const dialect = new StablePlanDialect();
  const session = new SQLiteBunSession(sqlite, dialect, undefined);
  const database = new BaseSQLiteDatabase('sync', dialect, session, undefined);
  return Object.assign(database, { preparedQueries: new Map() }) as unknown as Connection;
}
