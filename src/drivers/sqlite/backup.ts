import { Database } from 'bun:sqlite';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { type Clock, toIsoTime } from '../../platform/clock.ts';

/** Number of automatic backups to keep; older ones are deleted. */
const BACKUPS_KEPT = 5;

const BACKUP_NAME = /^galley-.*\.db$/;

/** Suffix of a copy that is being written. After a crash, the next backup deletes it. */
const UNFINISHED = '.unfinished';

/** The time in the form used in file names. */
export function stampOf(clock: Clock): string {
  return toIsoTime(clock.now()).replaceAll(':', '-');
}

/**
 * Writes a complete, consistent copy of the database to `backups/`, verifies it, and then removes the oldest copies.
 * Returns the path of the copy. If it throws, the former copies are still there and nothing else is.
 */
export function backUpDatabase(sqlite: Database, dataDir: string, clock: Clock): string {
  const folder = join(dataDir, 'backups');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `galley-${stampOf(clock)}.db`);
  removeUnfinished(folder);
  try {
    writeCopy(sqlite, file + UNFINISHED);
    renameSync(file + UNFINISHED, file);
  } catch (error) {
    removeUnfinished(folder);
    throw error;
  }
  syncPath(folder);
  removeOldBackups(folder, basename(file));
  return file;
}

/** The automatic backups of a data directory, newest first. */
export function listBackups(dataDir: string): string[] {
  const folder = join(dataDir, 'backups');
  try {
    const names = readdirSync(folder).filter((name) => BACKUP_NAME.test(name));
    return names.sort().reverse();
  } catch {
    return [];
  }
}

function writeCopy(sqlite: Database, file: string): void {
  vacuumInto(sqlite, file);
  verifyCopy(sqlite, file);
  syncPath(file);
}

/** Writes a copy to `file`, which must not exist. */
export function vacuumInto(sqlite: Database, file: string): void {
  // VACUUM INTO accepts an empty file, which thereby has this mode from the beginning.
  closeSync(openSync(file, 'wx', 0o600));
  sqlite.query('VACUUM INTO ?').run(file);
}

/** Throws unless the file is a sound database. */
export function requireSound(copy: Database, file: string): void {
  const [fault] = copy.query<{ quick_check: string }, []>('PRAGMA quick_check(1)').all();
  if (fault?.quick_check !== 'ok') throw new Error(`the copy ${file} is damaged: ${fault?.quick_check}`);
}

/** The number of rows of each table. */
export function countAllRows(sqlite: Database): Record<string, number> {
  const tables = sqlite
    .query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all();
  return Object.fromEntries(tables.map(({ name }) => [name, countRows(sqlite, name)]));
}

/** Throws unless the copy is sound and has the tables, indexes, triggers and numbers of rows of the original. */
function verifyCopy(original: Database, file: string): void {
  const copy = new Database(file, { readonly: true });
  try {
    requireSound(copy, file);
    const differing = findDifference(describeDatabase(original), describeDatabase(copy));
    if (differing !== undefined) throw new Error(`the backup ${file} is not complete: ${differing} differs`);
  } finally {
    copy.close();
  }
}

/** The SQL of each schema object, and the number of rows of each table. */
function describeDatabase(sqlite: Database): Map<string, string | number> {
  const described = new Map<string, string | number>();
  const parts = sqlite
    .query<{ type: string; name: string; sql: string | null }, []>(
      'SELECT type, name, sql FROM sqlite_master',
    )
    .all();
  for (const { type, name, sql } of parts) {
    described.set(`${type} ${name}`, sql ?? '');
    if (type === 'table') described.set(`the number of rows of ${name}`, countRows(sqlite, name));
  }
  return described;
}

function countRows(sqlite: Database, table: string): number {
  const quoted = `"${table.replaceAll('"', '""')}"`;
  return sqlite.query<{ rows: number }, []>(`SELECT count(*) AS rows FROM ${quoted}`).get()?.rows ?? 0;
}

function findDifference(
  one: ReadonlyMap<string, string | number>,
  other: ReadonlyMap<string, string | number>,
): string | undefined {
  return [...one.keys(), ...other.keys()].find((name) => one.get(name) !== other.get(name));
}

/** Removes the oldest backups, but not `newest`: the clock may have been set back. */
function removeOldBackups(folder: string, newest: string): void {
  const names = readdirSync(folder).filter((name) => BACKUP_NAME.test(name) && name !== newest);
  for (const name of names.sort().slice(0, Math.max(0, names.length + 1 - BACKUPS_KEPT)))
    rmSync(join(folder, name));
}

/** Includes the journal that SQLite may have written beside it. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('galley-') && name.includes(UNFINISHED)) rmSync(join(folder, name), { force: true });
  }
}

/** Makes a file, or the names in a folder, durable. Windows cannot sync folders. */
export function syncPath(path: string): void {
  if (process.platform === 'win32' && statSync(path).isDirectory()) return;
  const handle = openSync(path, process.platform === 'win32' ? 'r+' : 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
