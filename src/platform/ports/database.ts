import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';

/**
 * A drizzle handle on one connection. Queries take it and do not know whether a transaction is open. It is asynchronous
 * by type, so that no query depends on an engine that answers at once.
 */
export type Connection = BaseSQLiteDatabase<'async', unknown> & {
  /** Statements prepared on this connection, see `prepareOnce`. */
  readonly preparedQueries: Map<unknown, unknown>;
};

/** A copy of the database in a file of its own. */
export interface DatabaseCopy {
  reader: Connection;
  /** Number of rows by table. */
  rows: Record<string, number>;
  close(): void;
}

/** The database as it was at one moment, for long reads. Close it soon: the write-ahead log grows meanwhile. */
export interface DatabaseSnapshot {
  reader: Connection;
  close(): void;
}

/** What metrics tell of a database. Counts are since it was opened. */
export interface DatabaseStats {
  /** Size of the database and of its write-ahead log. */
  bytes: number;
  logBytes: number;
  /** A commit can hold several transactions. */
  commits: number;
  transactions: number;
  waiting: number;
}

export interface Database {
  /** Whether queries wait for the network, so that they are answered in a later event than the one that asks. */
  readonly isRemote: boolean;
  /** Whether no other server used the database when this one began to. Undefined: only one can. */
  readonly isFirst?: boolean | undefined;
  /** For queries outside a transaction; cannot write. */
  reader: Connection;
  /**
   * Runs `job` in a transaction and resolves once the commit is durable. If `job` throws, its writes are rolled back.
   * It must await only queries on the connection it is given, because other writers wait for it. Owners with waiting jobs
   * take turns: `ownerOf(scope)` for a tenant.
   */
  transaction<Result>(job: (connection: Connection) => Promise<Result>, owner?: string): Promise<Result>;
  /** The random key of 32 bytes stored under `name`; created at first use. */
  instanceSecret(name: string): Promise<Uint8Array>;
  /** Throws `storage_full` or `unavailable` if the database cannot be written to. Changes nothing in it. */
  requireWritable(): Promise<void>;
  /**
   * Writes a complete and consistent copy to `file`, which must not exist, in another process, so that others can write
   * meanwhile. Whatever is committed before the call is in it. Throws `storage_full`.
   */
  copyTo(file: string, signal?: AbortSignal): Promise<DatabaseCopy>;
  /** Holds the state of all commits before the call on a connection of its own, while others write. */
  openSnapshot(): Promise<DatabaseSnapshot>;
  /**
   * Checks a copy that is not in use, in another process. Throws `validation_failed` unless it is sound and has these rows
   * by table.
   */
  verifyCopy(file: string, rows: Readonly<Record<string, number>>, signal?: AbortSignal): Promise<void>;
  /** Faults found by the engine's own integrity check; empty if there are none. */
  findIntegrityFaults(): Promise<string[]>;
  stats(): DatabaseStats;
  /** Waits for queued writes and closes the connections. */
  close(): Promise<void>;
}
