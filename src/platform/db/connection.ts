import { Database } from 'bun:sqlite';
import { getTableColumns, sql } from 'drizzle-orm';
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite';
import type { SQLiteInsertValue, SQLiteTable } from 'drizzle-orm/sqlite-core';

/** A drizzle handle on one SQLite connection. Queries take it and do not know whether a transaction is open. */
export type Connection = BunSQLiteDatabase;

export interface OpenConnection {
  sqlite: Database;
  connection: Connection;
}

/** How long a statement waits for another process (a backup tool, a curious operator) to let go of the file. */
const BUSY_TIMEOUT_MS = 5_000;

/** Bytes the write-ahead log is cut back to after a checkpoint. */
const WAL_SIZE_LIMIT = 64 * 1024 * 1024;

/** Opens the one connection that writes. Every commit is on the disk before it is acknowledged. */
export function openWriter(file: string): OpenConnection {
  const sqlite = new Database(file, { create: true, readwrite: true, strict: true });
  sqlite.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  sqlite.run('PRAGMA journal_mode = WAL');
  sqlite.run('PRAGMA synchronous = FULL');
  sqlite.run('PRAGMA foreign_keys = ON');
  sqlite.run(`PRAGMA journal_size_limit = ${WAL_SIZE_LIMIT}`);
  sqlite.run('PRAGMA cache_size = -8000');
  sqlite.run('PRAGMA temp_store = MEMORY');
  return { sqlite, connection: drizzle(sqlite) };
}

/** Opens a connection that cannot write: what goes wrong there cannot damage anything. */
export function openReader(file: string): OpenConnection {
  const sqlite = new Database(file, { readwrite: true, strict: true });
  sqlite.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  sqlite.run('PRAGMA foreign_keys = ON');
  sqlite.run('PRAGMA query_only = ON');
  sqlite.run('PRAGMA cache_size = -8000');
  sqlite.run('PRAGMA temp_store = MEMORY');
  return { sqlite, connection: drizzle(sqlite) };
}

/**
 * Prepares a query once per connection. `build` gets a connection and returns drizzle's prepared form; the answer
 * is a function from a connection to that form.
 */
export function prepareOnce<Prepared extends object>(
  build: (connection: Connection) => Prepared,
): (connection: Connection) => Prepared {
  const prepared = new WeakMap<Connection, Prepared>();
  return (connection) => {
    let query = prepared.get(connection);
    if (query === undefined) {
      query = build(connection);
      prepared.set(connection, query);
    }
    return query;
  };
}

/**
 * A placeholder of its own name for each column of `table` but those `left` out, which the database fills in: the values
 * of an insertion that is prepared once.
 */
export function placeholdersOf<Table extends SQLiteTable>(
  table: Table,
  left: readonly (keyof Table['$inferInsert'])[] = [],
): SQLiteInsertValue<Table> {
  const names = Object.keys(getTableColumns(table)).filter((name) => !left.includes(name as never));
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as never;
}
