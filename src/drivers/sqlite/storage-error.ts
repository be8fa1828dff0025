import { SQLiteError } from 'bun:sqlite';
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DomainError, storageFull } from '../../platform/errors.ts';

/** How a full disk or an exhausted quota shows: as such, as a failed write, or as a failed growth of the log's index. */
const FULL_DISK_CODES = new Set(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE']);

/**
 * Names the failures of SQLite a caller can do something about: a full disk and a database held by another program.
 * Drizzle wraps the driver's error as `cause`. Anything else is returned as it came.
 */
export function toStorageError(error: unknown): unknown {
  const sqlite = findSqliteError(error);
  if (sqlite === undefined) return error;
  const code = sqlite.code ?? '';
  if (FULL_DISK_CODES.has(code)) return storageFull(error);
  if (code.startsWith('SQLITE_BUSY')) {
    return new DomainError(
      'unavailable',
      'The database is held by another program. Try again in a moment.',
      { retryAfterSeconds: 1 },
      { cause: error },
    );
  }
  return error;
}

/** Codes of a directory or file that cannot be made or written: SQLite's and the system's. */
const UNWRITABLE = /^(SQLITE_CANTOPEN|SQLITE_READONLY|SQLITE_PERM|EROFS|EACCES|EPERM)/;

/** Why a data directory cannot be opened, in words; what is not about the place is returned as it came. */
export function toOpeningError(error: unknown, dataDir: string): unknown {
  const code = findSqliteError(error)?.code ?? (error as { code?: string }).code ?? '';
  if (FULL_DISK_CODES.has(code) || code === 'ENOSPC') {
    const message = `There is no disk space left for the data directory ${dataDir}: the database cannot be opened. Nothing is lost; free some space and start again.`;
    return new DomainError('storage_full', message, {}, { cause: error });
  }
  if (UNWRITABLE.test(code)) {
    const message = `The data directory ${dataDir} cannot be written to (it is read-only or belongs to another user). Choose another with --data, or change its owner.`;
    return new DomainError('conflict', message, {}, { cause: error });
  }
  const file = code === 'EEXIST' || code === 'ENOTDIR' ? findFileOn(dataDir) : undefined;
  if (file !== undefined) {
    const message = `The data directory cannot be ${dataDir}: ${file} is a file. Name a directory with --data.`;
    return new DomainError('conflict', message, {}, { cause: error });
  }
  return error;
}

/** What stands where a directory is to be: the path itself or a part of it. */
function findFileOn(path: string): string | undefined {
  let place = path;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return existsSync(place) && !statSync(place).isDirectory() ? place : undefined;
}

/** True when a UNIQUE or PRIMARY KEY constraint refused a row. */
export function isUniqueViolation(error: unknown): boolean {
  const code = findSqliteError(error)?.code;
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

function findSqliteError(error: unknown): SQLiteError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof SQLiteError) return current;
  }
  return undefined;
}
