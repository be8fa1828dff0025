import { Database } from 'bun:sqlite';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DomainError } from '../../platform/errors.ts';
import { countAllRows, requireSound, syncPath } from './backup.ts';
import { STAGING } from './database-files.ts';
import { inspectDataLocation, refuseUnsafeLocation } from './filesystem.ts';
import { tryLockDataDir } from './lock.ts';
import { databaseFile } from './log-owner.ts';
import { findPendingMigrations } from './migrate.ts';
import { toOpeningError } from './storage-error.ts';

/** A folder for what a directory is filled from. */
export const MOVING = 'moving';

/** Files that may already exist: the lock, and the control socket of a waiting command. */
const HARMLESS = /^galley\.lock|^control\.sock$|^lost\+found$|^moving$/;

interface Restoring<Received> {
  allowEphemeral: boolean;
  /** Writes `galley.db` and other files to a folder, and returns the expected number of rows by table. */
  receive(folder: string): Promise<Received & { rows: Readonly<Record<string, number>> }>;
  /** Stores files of the folder elsewhere, and removes them from it. Can be repeated. */
  putFiles?(folder: string): Promise<unknown>;
  /** Stores the database elsewhere instead of in the directory. If it throws, it has changed nothing. */
  putDatabase?(file: string): Promise<unknown>;
}

/**
 * Fills an empty data directory. The database is put in place last, so that an interrupted restore leaves a directory that
 * no command takes for an installation; it can be repeated. Throws `conflict` if the directory is not empty, or if the
 * database was written by a newer version, and `validation_failed` if it is damaged.
 */
export async function restoreDataDir<Received>(
  dataDir: string,
  { allowEphemeral, receive, putFiles, putDatabase }: Restoring<Received>,
): Promise<Received> {
  refuseUnsafeLocation(inspectDataLocation(dataDir), allowEphemeral);
  const lock = lockEmpty(dataDir);
  if (lock === undefined) {
    throw new DomainError(
      'conflict',
      `Another Galley is using the directory ${dataDir}. Choose another one with --data.`,
    );
  }
  const staging = join(dataDir, STAGING);
  try {
    requireEmpty(dataDir);
    removeUnfinished(dataDir);
    mkdirSync(staging, { mode: 0o700 });
    const received = await receive(staging);
    requireRows(join(staging, 'galley.db'), received.rows);
    await putFiles?.(staging);
    await putInPlace(staging, dataDir, putDatabase);
    return received;
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    throw error;
  } finally {
    lock.release();
  }
}

function lockEmpty(dataDir: string): ReturnType<typeof tryLockDataDir> {
  makeEmptyDataDir(dataDir);
  try {
    return tryLockDataDir(dataDir);
  } catch (error) {
    throw toOpeningError(error, dataDir);
  }
}

/** Makes a directory if it does not exist. Throws `conflict` if nothing can be restored into it. */
export function makeEmptyDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    requireEmpty(dataDir);
  } catch (error) {
    throw toOpeningError(error, dataDir);
  }
}

function requireEmpty(dataDir: string): void {
  const names = readdirSync(dataDir).filter((name) => !HARMLESS.test(name));
  if (names.length === 0 || (names.includes(STAGING) && !names.includes('galley.db'))) return;
  throw new DomainError(
    'conflict',
    `The directory ${dataDir} is not empty: it has ${names.slice(0, 3).join(', ')}${names.length > 3 ? ' and more' : ''}. Choose a new or empty one, and use it in place of the old one. Nothing was changed.`,
  );
}

/** Removes the files of an interrupted restoration. */
function removeUnfinished(dataDir: string): void {
  if (!readdirSync(dataDir).includes(STAGING)) return;
  for (const name of readdirSync(dataDir)) {
    if (!HARMLESS.test(name) && name !== STAGING) rmSync(join(dataDir, name), { recursive: true });
  }
  // Removed last, because this folder marks the others as unfinished.
  rmSync(join(dataDir, STAGING), { recursive: true });
}

/** Throws `validation_failed` unless the database is sound, has these rows, and is not of a newer version. */
export function requireRows(file: string, expected: Readonly<Record<string, number>>): void {
  const sqlite = new Database(file);
  try {
    requireSound(sqlite, file);
    findPendingMigrations(sqlite);
    const found = countAllRows(sqlite);
    const differing = Object.keys({ ...expected, ...found }).find(
      (table) => expected[table] !== found[table],
    );
    if (differing !== undefined) throw new Error(`the table ${differing} has other rows than it had`);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const message = `The database in the backup is damaged: ${(error as Error).message}. Use another backup.`;
    throw new DomainError('validation_failed', message, {}, { cause: error });
  } finally {
    sqlite.close();
  }
}

async function putInPlace(
  staging: string,
  dataDir: string,
  putDatabase: ((file: string) => Promise<unknown>) | undefined,
): Promise<void> {
  const names = readdirSync(staging).filter((name) => name !== 'galley.db');
  for (const name of names) renameSync(join(staging, name), join(dataDir, name));
  syncPath(dataDir);
  const database = join(staging, 'galley.db');
  if (putDatabase === undefined) renameSync(database, databaseFile(dataDir));
  else {
    await putDatabase(database).catch((error) => {
      removeUnfinished(dataDir);
      throw error;
    });
  }
  syncPath(dataDir);
  rmSync(staging, { recursive: true });
}
