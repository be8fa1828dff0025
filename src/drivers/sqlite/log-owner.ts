import { constants, Database } from 'bun:sqlite';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DomainError } from '../../platform/errors.ts';
import { randomBytes } from '../../platform/security/crypto.ts';
import { syncPath } from './backup.ts';

/*
 * SQLite applies a write-ahead log to whatever database lies beside it. After a crash the log is left, and if a backup is
 * copied over the database then, SQLite mixes both. So Galley stores which database the log belongs to.
 */

export function databaseFile(dataDir: string): string {
  return join(dataDir, 'galley.db');
}

export const logFile = (dataDir: string) => `${databaseFile(dataDir)}-wal`;

/** The file with the marker of the database to which the log belongs. */
const ownerFile = (dataDir: string) => `${databaseFile(dataDir)}-wal-owner`;

/** Points to the documentation of the remedy. */
export const EXPLANATION = 'See "Restore" in docs/backup.md.';

/** Throws `conflict` if the log belongs to another database than the one beside it. Changes nothing. */
export function requireOwnLog(dataDir: string): void {
  if ((sizeOf(logFile(dataDir)) ?? 0) === 0) return;
  const owner = readOwner(dataDir);
  const mark = owner === undefined ? undefined : readMark(dataDir);
  if (mark === undefined || mark === owner) return;
  throw new DomainError(
    'conflict',
    `The database galley.db in ${dataDir} is not the one to which the log galley.db-wal belongs: it was replaced, for example by a backup. If you restored a backup, move galley.db-wal, galley.db-shm and galley.db-wal-owner to another directory and start again; if you restored both together, delete galley.db-wal-owner instead; otherwise put the former galley.db back. Nothing was changed. ${EXPLANATION}`,
  );
}

/**
 * Marks the database and stores the mark beside the log. The mark is SQLite's user version, which is new for every
 * start, and its schema version, which copies by VACUUM INTO and by the backup command do not share. The schema must
 * not change until the database is closed, except by Litestream. Without room on the disk there is no mark, and the
 * next start does not check.
 */
export function claimLog(sqlite: Database, dataDir: string): void {
  try {
    sqlite.run(`PRAGMA user_version = ${new DataView(randomBytes(4).buffer).getInt32(0)}`);
    // Copies the marker into the database file. It does not wait for readers.
    sqlite.run('PRAGMA wal_checkpoint(PASSIVE)');
    const mark = describeMark(sqlite);
    // A reader may have prevented the checkpoint from copying it.
    if (readMark(dataDir) === mark) writeDurably(ownerFile(dataDir), mark);
  } catch {
    releaseLog(dataDir);
  }
}

/**
 * Removes the stored mark, before the schema may change. Durably: after a power cut, a mark of an earlier start would not
 * fit the database.
 */
export function releaseLog(dataDir: string): void {
  if (sizeOf(ownerFile(dataDir)) === undefined) return;
  rmSync(ownerFile(dataDir), { force: true });
  syncPath(dataDir);
}

/**
 * Removes the stored mark if the log is gone. To be called when the database is closed: another program may change a restored
 * backup and leave a log, which the mark would not fit.
 */
export function releaseEmptyLog(dataDir: string): void {
  if ((sizeOf(logFile(dataDir)) ?? 0) === 0) rmSync(ownerFile(dataDir), { force: true });
}

function readOwner(dataDir: string): string | undefined {
  try {
    return readFileSync(ownerFile(dataDir), 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * The mark in the database file, without the log: an immutable database has none. Undefined if it cannot be read. Only
 * SQLite may open the file, because closing it elsewhere in this process would release SQLite's locks.
 */
function readMark(dataDir: string): string | undefined {
  const url = `${pathToFileURL(databaseFile(dataDir)).href}?immutable=1`;
  try {
    const sqlite = new Database(url, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI);
    try {
      return describeMark(sqlite);
    } finally {
      sqlite.close();
    }
  } catch {
    return undefined;
  }
}

function describeMark(sqlite: Database): string {
  const [user = 0, schema = 0] = ['user_version', 'schema_version'].map((name) => {
    const row = sqlite.query<Record<string, number>, []>(`PRAGMA ${name}`).get();
    return row?.[name];
  });
  // Litestream adds tables while the server runs, each of which raises the schema version by one.
  const added = sqlite
    .query<{ count: number }, string[]>('SELECT count(*) AS count FROM sqlite_master WHERE name IN (?, ?)')
    .get('_litestream_seq', '_litestream_lock');
  return `${user} ${schema - (added?.count ?? 0)}`;
}

function writeDurably(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  syncPath(`${file}.new`);
  renameSync(`${file}.new`, file);
}

export function sizeOf(file: string): number | undefined {
  try {
    return statSync(file).size;
  } catch {
    return undefined;
  }
}
