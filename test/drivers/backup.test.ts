import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isAvailable, mount, unmount } from '../../scripts/test-tools.ts';
import { backUpDatabase } from '../../src/drivers/sqlite/backup.ts';
import { openDatabase } from '../../src/drivers/sqlite/index.ts';
import { applyMigrations, MIGRATIONS } from '../../src/drivers/sqlite/migrate.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import { NEXT_OF_SQLITE } from '../support/next-migration.ts';
import { createFakeClock } from '../support/test-app.ts';

const log = createLogger({ level: 'silent', format: 'json' });

let folder: string;
let backups: string;
let clock: ReturnType<typeof createFakeClock>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'galley-backup-'));
  backups = join(folder, 'backups');
  mkdirSync(backups, { mode: 0o700 });
  clock = createFakeClock();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A database of about so many bytes, as this version leaves it. */
function makeDatabase(bytes = 0): void {
  const sqlite = new Database(join(folder, 'galley.db'));
  applyMigrations(sqlite, clock, MIGRATIONS);
  sqlite.query("INSERT INTO teams VALUES ('kept', ?, 1)").run('x'.repeat(bytes));
  sqlite.close();
}

/** Opens it as the next version. */
const open = () =>
  openDatabase(folder, { clock, log, allowEphemeral: true }, [...MIGRATIONS, NEXT_OF_SQLITE]);

/** Backups of five former upgrades. */
function makeFormerBackups(): string[] {
  const names = [1, 2, 3, 4, 5].map((day) => `galley-2026-01-0${day}T00-00-00.000Z.db`);
  for (const name of names) writeFileSync(join(backups, name), 'a backup');
  return names;
}

test('five backups are kept, the newest; other files beside them are left alone', () => {
  const sqlite = new Database(join(folder, 'x.db'));
  sqlite.run('CREATE TABLE t (x)');
  writeFileSync(join(backups, 'mine.db'), '');
  const files = Array.from({ length: 8 }, () => {
    clock.advance(1000);
    return basename(backUpDatabase(sqlite, folder, clock));
  });
  sqlite.close();
  expect(readdirSync(backups).sort()).toEqual([...files.slice(3), 'mine.db'].sort());
});

test('a backup can be read by its owner only', async () => {
  makeDatabase();
  await open().close();
  const [name] = readdirSync(backups) as [string];
  expect(statSync(join(backups, name)).mode & 0o777).toBe(0o600);
});

test('a backup is kept although the clock was set back, and what failed backups left is removed', async () => {
  makeDatabase();
  const later = makeFormerBackups().map((name) => name.replace('2026', '2099'));
  for (const name of later) writeFileSync(join(backups, name), 'a backup');
  for (const name of ['galley-1.db.unfinished', 'galley-1.db.unfinished-journal']) {
    writeFileSync(join(backups, name), 'x');
  }
  await open().close();
  const [made, ...kept] = readdirSync(backups).sort();
  expect(made).toMatch(/^galley-2026-11-21T/);
  expect(kept).toEqual(later.slice(1));
});

describe('a backup that cannot be written', () => {
  function expectRefusal(code: string, reason: RegExp): void {
    let thrown: unknown;
    try {
      open();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code, message: expect.stringMatching(reason) });
    const sqlite = new Database(join(folder, 'galley.db'), { readonly: true });
    expect(sqlite.query('SELECT count(*) AS n FROM schema_migrations').get()).toEqual({
      n: MIGRATIONS.length,
    });
    sqlite.close();
  }

  test.skipIf(!isAvailable('the right to mount'))(
    'because the disk is full leaves nothing, and evicts none of the others',
    async () => {
      expect(mount('size=512k,mode=0700', backups)).toBe(true);
      try {
        const former = makeFormerBackups();
        makeDatabase(1_000_000);
        for (let attempt = 0; attempt < 3; attempt += 1) {
          clock.advance(1000);
          expectRefusal('storage_full', /no disk space .*backups.*Nothing was changed/);
          expect(readdirSync(backups).sort()).toEqual(former);
        }
        expect(mount('remount,size=8m', backups)).toBe(true);
        await open().close();
        expect(readdirSync(backups).sort().slice(0, 4)).toEqual(former.slice(1));
        expect(readdirSync(backups)).toHaveLength(5);
      } finally {
        unmount(backups);
      }
    },
  );

  test('because a file has the name of the folder is explained', () => {
    rmSync(backups, { recursive: true });
    writeFileSync(backups, 'mine');
    makeDatabase();
    expectRefusal('conflict', /backups.*failed: .*Nothing was changed/);
  });
});

test('a copy that is damaged or lacks rows is not taken for a backup', () => {
  const sqlite = new Database(join(folder, 'x.db'));
  sqlite.run('CREATE TABLE t (x)');
  sqlite.run('INSERT INTO t VALUES (1), (2)');
  // Stands for a copy that lacks a row: the original answers with more rows than it copied.
  const lying = new Proxy(sqlite, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== 'query') return typeof value === 'function' ? value.bind(target) : value;
      return (sql: string) =>
        target.query(sql.replace('SELECT count(*) AS rows', 'SELECT 1 + count(*) AS rows'));
    },
  });
  expect(() => backUpDatabase(lying, folder, clock)).toThrow('the number of rows of t differs');
  sqlite.close();
  expect(readdirSync(backups)).toEqual([]);
});
