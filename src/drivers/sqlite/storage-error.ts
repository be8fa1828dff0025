import { SQLiteError } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DomainError, isDiskFull, storageFull } from '../../platform/errors.ts';

/** Error codes of a full disk or quota: the error itself, a failed write, and a failed growth of the log's index. */
const FULL_DISK_CODES = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE']);

/**
 * Turns SQLite's errors of a full disk and of a locked database into domain errors. Other errors are returned unchanged.
 * Drizzle wraps the driver's error as `cause`.
 */
export function toStorageError(error: unknown): unknown {
  const sqlite = findSqliteError(error);
  if (sqlite === undefined) return error;
  const code = sqlite.code ?? '';
  if (FULL_DISK_CODES.has(code)) return storageFull(error);
  if (code.startsWith('SQLITE_BUSY')) {
    return new DomainError(
      'unavailable',
      'The database is locked by another program. Try again in a moment.',
      { retryAfterSeconds: 1 },
      { cause: error },
    );
  }
  return error;
}

/** Error codes of SQLite and the system for a directory or file that cannot be created or written. */
const UNWRITABLE = /^(SQLITE_CANTOPEN|SQLITE_READONLY|SQLITE_PERM|EROFS|EACCES|EPERM)/;

/** Explains why the backup before a migration failed. */
export function toBackupError(error: unknown, folder: string): DomainError {
  if (isFull(error)) {
    const message = `There is no disk space for the backup of the database that Galley makes in ${folder} before it migrates the data. Nothing was changed. Free some space and start again.`;
    return new DomainError('storage_full', message, {}, { cause: error });
  }
  const message = `The backup of the database that Galley makes in ${folder} before it migrates the data failed: ${(error as Error).message}. Nothing was changed. Remove the cause and start again.`;
  return new DomainError('conflict', message, {}, { cause: error });
}

/** Error codes of a database file whose contents are wrong or cannot be read. */
const isDamage = (code: string): boolean =>
  /^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|CORRUPTFS))/.test(code);

/** Whether a statement failed because the database file is damaged or cannot be read. */
export const isDamaged = (error: unknown): boolean => isDamage(codeOf(error));

const codeOf = (error: unknown): string =>
  findSqliteError(error)?.code ?? (error as { code?: string }).code ?? '';

const isFull = (error: unknown): boolean => FULL_DISK_CODES.has(codeOf(error)) || isDiskFull(error);

/** Explains to the operator that the database file is damaged. Other errors are returned unchanged. */
export function toDamageError(error: unknown, dataDir?: string): unknown {
  if (error instanceof DomainError || !isDamaged(error)) return error;
  // A database that cannot be opened cannot be checked.
  const [place, check] =
    dataDir === undefined
      ? ['in the data directory', ' Run "galley check", which names the damaged tables.']
      : [`in ${dataDir}`, ''];
  const message = `The database galley.db ${place} is damaged: ${findSqliteError(error)?.message}.${check} Restore it from a backup. If you have just copied a backup over it, move the former galley.db-wal, galley.db-shm and galley.db-wal-owner to another directory first. See "Restore" in docs/backup.md.`;
  return new DomainError('conflict', message, {}, { cause: error });
}

/** Explains why a data directory cannot be opened. Errors that are not about the directory are returned unchanged. */
export function toOpeningError(error: unknown, dataDir: string): unknown {
  if (error instanceof DomainError) return error;
  const code = codeOf(error);
  if (isFull(error)) {
    const message = `There is no disk space left for the data directory ${dataDir}: the database cannot be opened. Nothing is lost; free some space and start again.`;
    return new DomainError('storage_full', message, {}, { cause: error });
  }
  if (isDamage(code)) return toDamageError(error, dataDir);
  if (UNWRITABLE.test(code)) {
    const { path } = error as NodeJS.ErrnoException;
    const what = path === undefined || path === dataDir ? 'it' : path;
    const message = `The data directory ${dataDir} cannot be written to (${what} is read-only or belongs to another user). Choose another with --data, or change its owner or mode.`;
    return new DomainError('conflict', message, {}, { cause: error });
  }
  const file = code === 'EEXIST' || code === 'ENOTDIR' ? findFileOn(dataDir) : undefined;
  if (file !== undefined) {
    const message = `The data directory cannot be ${dataDir}: ${file} is a file. Name a directory with --data.`;
    return new DomainError('conflict', message, {}, { cause: error });
  }
  // For example a link that leads nowhere, or a name that is too long.
  if ((error as NodeJS.ErrnoException).syscall === 'mkdir') {
    const message = `The data directory ${dataDir} cannot be made (${code}). Name another with --data.`;
    return new DomainError('conflict', message, {}, { cause: error });
  }
  return error;
}

/** The part of the path that is a file but should be a directory. */
function findFileOn(path: string): string | undefined {
  let place = path;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return existsSync(place) && !statSync(place).isDirectory() ? place : undefined;
}

function findSqliteError(error: unknown): SQLiteError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof SQLiteError) return current;
  }
  return undefined;
}
