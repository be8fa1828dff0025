import type { Database as Sqlite } from 'bun:sqlite';
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../platform/clock.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logging/log.ts';
import type { Database, DatabaseSnapshot, DatabaseStats } from '../../platform/ports/database.ts';
import type { Tracing } from '../../platform/ports/tracing.ts';
import { randomBytes } from '../../platform/security/crypto.ts';
import type { Migration } from '../migration.ts';
import { backUpDatabase, stampOf } from './backup.ts';
import { type OpenConnection, openReader, openWriter } from './connection.ts';
import { copyDatabase, ONCE_CACHE_BYTES, verifyCopy } from './copies.ts';
import { DamageReporter, findIntegrityFaults } from './damage.ts';
import { replaceLostDatabase, requireOwnDatabase, requireWritableFiles } from './database-files.ts';
import { probeDisk } from './disk-probe.ts';
import { inspectDataLocation, refuseUnsafeLocation } from './filesystem.ts';
import { type DataLock, dataDirLocked, tryLockDataDir } from './lock.ts';
import { claimLog, databaseFile, releaseEmptyLog, releaseLog } from './log-owner.ts';
import {
  applyMigrations,
  findPendingMigrations,
  isNewDatabase,
  MIGRATIONS,
  requireThisSchema,
} from './migrate.ts';
import { toBackupError, toOpeningError } from './storage-error.ts';
import { traceStatements } from './trace-statements.ts';
import { GroupCommitWriter } from './writer.ts';

/** Older versions have a bug that can corrupt a database in write-ahead mode (the WAL-reset bug, fixed in 3.51.3). */
const OLDEST_SAFE_SQLITE = [3, 51, 3];

export { findLostDatabase } from './database-files.ts';
export { isInContainer } from './filesystem.ts';
export { databaseFile } from './log-owner.ts';
export { MOVING, makeEmptyDataDir, restoreDataDir } from './restore.ts';
export { migrateDatabaseFile, useStoppedDatabase } from './stopped.ts';
export { toDamageError } from './storage-error.ts';
export { type UndoneMigration, undoMigration } from './undo-migration.ts';

/** Default size of the page caches in bytes. */
const DEFAULT_CACHE_BYTES = 16 * 1024 * 1024;

export interface OpeningOptions {
  clock: Clock;
  log: Logger;
  allowEphemeral: boolean;
  /** Size of the page caches in bytes, divided equally between both connections. */
  cacheBytes?: number;
  /** Create a database although the directory has files of a former one, whose database is lost. */
  startNew?: boolean;
  tracing?: Tracing | undefined;
}

/**
 * Opens or creates the database of a data directory: checks the file system, takes the lock, makes a backup and applies
 * pending migrations. Throws `conflict`, with a message for the operator, if the directory cannot be used.
 */
export function openDatabase(
  dataDir: string,
  options: OpeningOptions,
  migrations: readonly Migration[] = MIGRATIONS,
): Database {
  refuseUnsafeLocation(inspectDataLocation(dataDir), options.allowEphemeral);
  return explainFailure(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const lock = tryLockDataDir(dataDir);
    if (lock === undefined) throw dataDirLocked(dataDir);
    try {
      return openLocked(dataDir, lock, options, migrations);
    } catch (error) {
      lock.release();
      throw error;
    }
  });
}

/** Calls `open` and translates errors about the data directory. */
function explainFailure(dataDir: string, open: () => Database): Database {
  try {
    return open();
  } catch (error) {
    throw toOpeningError(error, dataDir);
  }
}

/**
 * Opens the database for reading, also while a server uses it: without the lock, and transactions are refused.
 * Throws `conflict` unless the schema is exactly that of this build.
 */
export function openDatabaseForReading(dataDir: string): Database {
  return openForReading(dataDir, (sqlite) => requireThisSchema(sqlite, dataDir));
}

/**
 * Like `openDatabaseForReading`, but the schema may also be older, which this build can migrate. Throws `conflict` for
 * a newer one.
 */
export function openDatabaseBeforeMigration(dataDir: string): Database {
  return openForReading(dataDir, findPendingMigrations);
}

function openForReading(dataDir: string, checkSchema: (sqlite: Sqlite) => void): Database {
  return explainFailure(dataDir, () => {
    requireOwnDatabase(dataDir);
    const { sqlite, connection } = openReader(databaseFile(dataDir), DEFAULT_CACHE_BYTES / 2);
    try {
      checkSchema(sqlite);
    } catch (error) {
      sqlite.close();
      throw error;
    }
    return {
      isRemote: false,
      reader: connection,
      transaction: () => Promise.reject(new Error('this database is open for reading')),
      instanceSecret: async (name) => requireSecret(sqlite, name),
      requireWritable: () => Promise.reject(new Error('this database is open for reading')),
      copyTo: (target, signal) => copyDatabase(databaseFile(dataDir), target, signal),
      openSnapshot: async () => openSnapshot(dataDir),
      verifyCopy,
      findIntegrityFaults: async () => findIntegrityFaults(sqlite),
      stats: () => readStats(dataDir),
      close: async () => sqlite.close(),
    };
  });
}

/** True if the directory holds a Galley database. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(databaseFile(dataDir));
}

function openLocked(
  dataDir: string,
  lock: DataLock,
  options: OpeningOptions,
  migrations: readonly Migration[],
): Database {
  const { clock, log, cacheBytes = DEFAULT_CACHE_BYTES, startNew, tracing } = options;
  requireWritableFiles(dataDir);
  const file = databaseFile(dataDir);
  if (startNew) replaceLostDatabase(dataDir, stampOf(clock));
  else requireOwnDatabase(dataDir);
  // SQLite gives the write-ahead log the mode that the database has when it is opened. An existing file is not opened here,
  // see `requireWritableFiles`.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  const writing = openWriter(file, cacheBytes / 2);
  try {
    refuseOldSqlite(writing.sqlite);
    releaseLog(dataDir);
    migrate(writing.sqlite, dataDir, options, migrations);
    chmodSync(file, 0o600);
    claimLog(writing.sqlite, dataDir);
    const damage = new DamageReporter({ clock, log });
    const reading = openReader(file, cacheBytes / 2);
    if (tracing !== undefined) for (const { sqlite } of [reading, writing]) traceStatements(sqlite, tracing);
    return assembleDatabase(dataDir, { reading, writing, lock, damage });
  } catch (error) {
    writing.sqlite.close();
    throw error;
  }
}

function migrate(
  sqlite: Sqlite,
  dataDir: string,
  { clock, log }: OpeningOptions,
  migrations: readonly Migration[],
): void {
  const pending = findPendingMigrations(sqlite, migrations);
  if (pending.length > 0 && !isNewDatabase(sqlite)) {
    const copy = backUp(sqlite, dataDir, clock);
    log.info({ copy, migrations: pending.map((migration) => migration.tag) }, 'migrating the database');
  }
  applyMigrations(sqlite, clock, pending);
}

function backUp(sqlite: Sqlite, dataDir: string, clock: Clock): string {
  try {
    return backUpDatabase(sqlite, dataDir, clock);
  } catch (error) {
    throw toBackupError(error, join(dataDir, 'backups'));
  }
}

/** The first read of a transaction determines what later reads see. */
function openSnapshot(dataDir: string): DatabaseSnapshot {
  const { sqlite, connection } = openReader(databaseFile(dataDir), ONCE_CACHE_BYTES);
  sqlite.run('BEGIN');
  sqlite.query('SELECT count(*) FROM schema_migrations').get();
  return {
    reader: connection,
    close() {
      // Statements that are not finalized keep a closed connection, and its transaction, alive until garbage
      // collection.
      sqlite.run('ROLLBACK');
      sqlite.close();
    },
  };
}

interface DatabaseParts {
  reading: OpenConnection;
  writing: OpenConnection;
  lock: DataLock;
  damage: DamageReporter;
}

function assembleDatabase(dataDir: string, { reading, writing, lock, damage }: DatabaseParts): Database {
  for (const { sqlite } of [reading, writing]) damage.watch(sqlite);
  const writer = new GroupCommitWriter(writing.sqlite, writing.connection);
  return {
    isRemote: false,
    reader: reading.connection,
    transaction: (job, owner) => writer.transaction(job, owner),
    instanceSecret: async (name) => readOrCreateSecret(writing.sqlite, name),
    requireWritable: () => probeDisk(dataDir),
    copyTo: (target, signal) => copyDatabase(databaseFile(dataDir), target, signal),
    openSnapshot: async () => openSnapshot(dataDir),
    verifyCopy,
    // Uses a connection of its own: one that has checked a full-text index before compares it with its former state.
    async findIntegrityFaults() {
      const { sqlite } = openReader(databaseFile(dataDir), DEFAULT_CACHE_BYTES / 2);
      try {
        return findIntegrityFaults(sqlite);
      } finally {
        sqlite.close();
      }
    },
    stats: () => readStats(dataDir, writer.counts),
    async close() {
      await writer.drain();
      reading.sqlite.close();
      try {
        // Programs that replicate the database, such as Litestream, read it all the time. What they read stays in the
        // log.
        writing.sqlite.run('PRAGMA busy_timeout = 0');
        writing.sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)');
      } catch {
        // The disk is full. The write-ahead log stays beside the database and is read at the next start.
      }
      writing.sqlite.close();
      releaseEmptyLog(dataDir);
      lock.release();
    },
  };
}

function readStats(dataDir: string, writes = { commits: 0, transactions: 0, waiting: 0 }): DatabaseStats {
  const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  const file = databaseFile(dataDir);
  return { bytes: sizeOf(file), logBytes: sizeOf(`${file}-wal`), ...writes };
}

function refuseOldSqlite(sqlite: Sqlite): void {
  const version =
    sqlite.query<{ version: string }, []>('SELECT sqlite_version() AS version').get()?.version ?? '0';
  if (!isAtLeast(version, OLDEST_SAFE_SQLITE)) {
    throw new DomainError(
      'conflict',
      `SQLite ${version} is too old: ${OLDEST_SAFE_SQLITE.join('.')} or newer is needed, because older ones can corrupt the database. Use the published executable or a newer Bun.`,
    );
  }
}

/** Compares dotted version numbers. */
export function isAtLeast(version: string, minimum: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, wanted] of minimum.entries()) {
    const part = parts[index] ?? 0;
    if (part !== wanted) return part > wanted;
  }
  return true;
}

function readOrCreateSecret(sqlite: Sqlite, name: string): Uint8Array {
  sqlite
    .query('INSERT INTO instance_secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING')
    .run(name, randomBytes(32));
  return requireSecret(sqlite, name);
}

function requireSecret(sqlite: Sqlite, name: string): Uint8Array {
  const row = sqlite
    .query<{ value: Uint8Array }, [string]>('SELECT value FROM instance_secrets WHERE name = ?')
    .get(name);
  if (row === null) throw new Error(`instance secret ${name} is missing`);
  return row.value;
}
