import { Database } from 'bun:sqlite';
import { accessSync, constants, existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError } from '../../platform/errors.ts';
import { listBackups } from './backup.ts';
import { BUSY_TIMEOUT_MS } from './connection.ts';
import { databaseFile, EXPLANATION, logFile, requireOwnLog, sizeOf } from './log-owner.ts';
import { toOpeningError } from './storage-error.ts';

/** Folder for a restoration until everything is checked. A directory that has it but no database is unfinished. */
export const STAGING = 'restoring';

/**
 * Throws `conflict` if the database is missing, empty, cut short, or another one than its log belongs to, although the
 * directory holds the files of a former one. Changes nothing.
 */
export function requireOwnDatabase(dataDir: string): void {
  // An empty database has no marker.
  if ((sizeOf(databaseFile(dataDir)) ?? 0) > 0) requireOwnLog(dataDir);
  const lost = findLostDatabase(dataDir);
  if (lost !== undefined) throw lost;
}

/**
 * Throws the system's error, with its `path`, if the directory or a file of the database is read-only for this user. SQLite
 * would notice that at the first write only, and not name the file. It opens no file: closing one would release all locks
 * that this process has on it, also those of SQLite, and two processes could write at once.
 */
export function requireWritableFiles(dataDir: string): void {
  const file = databaseFile(dataDir);
  accessSync(dataDir, constants.W_OK);
  for (const path of [file, logFile(dataDir), `${file}-shm`])
    if (existsSync(path)) accessSync(path, constants.W_OK);
}

/** For a start with `--new`: moves an empty database aside, with its log. Throws `conflict` if the database is in use. */
export function replaceLostDatabase(dataDir: string, stamp: string): void {
  if (!isUninitialized(dataDir)) {
    throw new DomainError(
      'conflict',
      `The data directory ${dataDir} has a database already. Start without --new to use it, or choose an empty directory with --data.`,
    );
  }
  if (findLostDatabase(dataDir) === undefined) return;
  moveDatabaseAside(dataDir, stamp);
}

/** Renames the database and its log. Returns the new path of the database. */
export function moveDatabaseAside(dataDir: string, stamp: string): string {
  const aside = join(dataDir, `replaced-${stamp}.db`);
  for (const ending of ['-wal', '-shm', '-wal-owner', '']) {
    const file = databaseFile(dataDir) + ending;
    if (sizeOf(file) !== undefined) renameSync(file, aside + ending);
  }
  return aside;
}

/** Returns an error if the database is missing or empty although the directory has files of a former one. */
export function findLostDatabase(dataDir: string): DomainError | undefined {
  if (!isUninitialized(dataDir)) return undefined;
  if (existsSync(join(dataDir, STAGING))) return interruptedRestore(dataDir);
  const left = findTraces(dataDir);
  if (left.length === 0) return undefined;
  const [newest] = listBackups(dataDir);
  const backup = newest === undefined ? 'a backup' : `a backup (the newest in backups/ is ${newest})`;
  const state = sizeOf(databaseFile(dataDir)) === undefined ? 'is missing' : 'is empty';
  return new DomainError(
    'conflict',
    `The data directory ${dataDir} has ${left.join(' and ')}, but its database galley.db ${state}. Restore galley.db from ${backup}, or start anew with "galley serve --new": it deletes nothing. ${EXPLANATION}`,
  );
}

const interruptedRestore = (dataDir: string) =>
  new DomainError(
    'conflict',
    `A restore into the data directory ${dataDir} was interrupted. Repeat it: "galley restore" with the same --data.`,
  );

/** Lists the files of a former database in the directory. */
function findTraces(dataDir: string): string[] {
  const traces = [];
  if (holdsFile(join(dataDir, 'media', 'files'))) traces.push('media files');
  if (listBackups(dataDir).length > 0) traces.push('backups');
  if ((sizeOf(databaseFile(dataDir)) ?? 0) === 0 && (sizeOf(logFile(dataDir)) ?? 0) > 0) {
    traces.push('the log galley.db-wal');
  }
  return traces;
}

function holdsFile(folder: string): boolean {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.some((entry) => entry.isFile() || holdsFile(join(folder, entry.name)));
  } catch {
    return false;
  }
}

/**
 * Whether the directory has no database, or one that was never set up: every installation has a team. Throws `conflict`
 * if the database cannot be read.
 */
function isUninitialized(dataDir: string): boolean {
  const file = databaseFile(dataDir);
  if ((sizeOf(file) ?? 0) === 0) return true;
  // A read-only connection does not merge the log into the database when it is closed.
  const sqlite = new Database(file, { readonly: true });
  try {
    sqlite.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    const table = sqlite.query("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'teams'").get();
    return table === null || sqlite.query('SELECT 1 FROM teams LIMIT 1').get() === null;
  } catch (error) {
    throw toOpeningError(error, dataDir);
  } finally {
    sqlite.close();
  }
}
