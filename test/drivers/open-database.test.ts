import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAtLeast, openDatabase } from '../../src/drivers/sqlite/index.ts';
import { tryLockDataDir } from '../../src/drivers/sqlite/lock.ts';
import {
  applyMigrations,
  findPendingMigrations,
  isNewDatabase,
  MIGRATIONS,
} from '../../src/drivers/sqlite/migrate.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import { NEXT_OF_SQLITE as NEXT } from '../support/next-migration.ts';
import { createFakeClock } from '../support/test-app.ts';

const log = createLogger({ level: 'silent', format: 'json' });
const clock = createFakeClock();

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-open-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => openDatabase(folder, { clock, log, allowEphemeral: true });

function failureOf(action: () => unknown): DomainError {
  try {
    action();
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** Needs that no other process uses the database. */
const CHANGES_JOURNAL = `
  import { Database } from 'bun:sqlite';
  try {
    new Database(process.argv[1]).run('PRAGMA journal_mode = DELETE');
  } catch (error) {
    process.stdout.write(error.code);
  }
`;

test('opening keeps the locks of a connection that this process has already', async () => {
  await open().close();
  const file = join(folder, 'galley.db');
  // Such as one whose statements wait for the garbage collection.
  const earlier = new Database(file);
  earlier.query('SELECT count(*) FROM schema_migrations').get();
  const database = open();
  const { stdout } = Bun.spawnSync([process.execPath, '-e', CHANGES_JOURNAL, file], {
    env: { ...process.env, BUN_BE_BUN: '1' },
  });
  expect(stdout.toString()).toBe('SQLITE_BUSY');
  await database.close();
  earlier.close();
});

test('a file where a directory is to be is named, and is not touched', () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'kept');
  for (const dataDir of [file, join(file, 'data'), join(file, 'galley', 'data')]) {
    const refused = failureOf(() => openDatabase(dataDir, { clock, log, allowEphemeral: true }));
    expect(refused.code).toBe('conflict');
    expect(refused.message).toContain(`${file} is a file`);
    expect(refused.message).toContain('--data');
  }
  expect(readFileSync(file, 'utf8')).toBe('kept');
});

describe('migrating', () => {
  test('a new database gets every migration once, a second start none', async () => {
    await open().close();
    await open().close();
    const sqlite = new Database(join(folder, 'galley.db'));
    const tags = sqlite.query<{ tag: string }, []>('SELECT tag FROM schema_migrations').all();
    expect(tags.map((row) => row.tag).sort()).toEqual(MIGRATIONS.map((migration) => migration.tag));
    expect(findPendingMigrations(sqlite)).toEqual([]);
    sqlite.close();
    expect(existsSync(join(folder, 'backups'))).toBe(false);
  });

  test('a schema of a newer Galley is refused with a clear message, and the database is unchanged', async () => {
    await open().close();
    const sqlite = new Database(join(folder, 'galley.db'));
    applyMigrations(sqlite, clock, [NEXT]);
    sqlite.close();
    const error = failureOf(open);
    expect(error.code).toBe('conflict');
    expect(error.message).toContain('newer Galley');
    expect(error.message).toContain(NEXT.tag);
    // The lock was given back: the failure did not leave the directory unusable.
    expect(failureOf(open).message).toContain('newer Galley');
  });

  test('pending ones are found in order, applied all or none', () => {
    const sqlite = new Database(':memory:');
    expect(isNewDatabase(sqlite)).toBe(true);
    expect(findPendingMigrations(sqlite)).toEqual([...MIGRATIONS]);
    applyMigrations(sqlite, clock, MIGRATIONS);
    expect(isNewDatabase(sqlite)).toBe(false);
    expect(findPendingMigrations(sqlite, [...MIGRATIONS, NEXT])).toEqual([NEXT]);
    const broken = { tag: '9999_z', sql: 'CREATE TABLE c (x);--> statement-breakpoint\nCREATE TABL d;' };
    expect(() => applyMigrations(sqlite, clock, [NEXT, broken])).toThrow();
    expect(findPendingMigrations(sqlite, [...MIGRATIONS, NEXT])).toEqual([NEXT]);
    expect(sqlite.query("SELECT name FROM sqlite_master WHERE name IN ('next_notes', 'c')").all()).toEqual(
      [],
    );
    applyMigrations(sqlite, clock, [NEXT]);
    expect(findPendingMigrations(sqlite, [...MIGRATIONS, NEXT])).toEqual([]);
  });
});

test('files can be read by their owner only', async () => {
  const dataDir = join(folder, 'new');
  const db = openDatabase(dataDir, { clock, log, allowEphemeral: true });
  expect(statSync(dataDir).mode & 0o077).toBe(0);
  for (const name of ['galley.db', 'galley.lock']) expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0);
  await db.close();
});

test('closing leaves one file with everything in it: the write-ahead log is folded in', async () => {
  const db = open();
  await db.transaction(async () => {});
  await db.close();
  expect(readdirSync(folder).filter((name) => /-(wal|shm|journal)$/.test(name))).toEqual([]);
});

describe('the lock', () => {
  test('is given to one only, and can be had again once released', () => {
    const lock = tryLockDataDir(folder);
    expect(lock).toBeDefined();
    expect(tryLockDataDir(folder)).toBeUndefined();
    lock?.release();
    const again = tryLockDataDir(folder);
    expect(again).toBeDefined();
    again?.release();
  });

  test('of another process is respected, and gone when that process is killed', async () => {
    const module = join(import.meta.dir, '../../src/drivers/sqlite/lock.ts');
    const code = `
      const { tryLockDataDir } = await import(${JSON.stringify(module)});
      // Kept, because an unreferenced lock is garbage-collected, and released.
      globalThis.lock = tryLockDataDir(process.argv[1]);
      console.log(lock === undefined ? 'refused' : 'locked');
      setInterval(() => {}, 1000);`;
    const child = Bun.spawn([process.execPath, '-e', code, folder], { stdout: 'pipe', stderr: 'inherit' });
    try {
      const { value } = await child.stdout.getReader().read();
      expect(new TextDecoder().decode(value).trim()).toBe('locked');
      const error = failureOf(open);
      expect([error.code, error.details.facts]).toEqual(['conflict', { held: true }]);
      expect(error.message).toContain('Another Galley is using');
      expect(error.message).toContain(folder);
    } finally {
      child.kill('SIGKILL');
      await child.exited;
    }
    await open().close();
  });
});

test.each([
  ['3.51.3', true],
  ['3.51.10', true],
  ['3.52.0', true],
  ['4.0', true],
  ['3.51', false],
  ['3.51.2', false],
  ['3.6.9', false],
  ['2.99.99', false],
  ['', false],
])('SQLite %s is new enough: %p', (version, expected) => {
  expect(isAtLeast(version, [3, 51, 3])).toBe(expected);
});
