import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { isAvailable } from '../../scripts/test-tools.ts';
import { openDatabase, openDatabaseForReading } from '../../src/drivers/sqlite/index.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import { createFakeClock } from '../support/test-app.ts';

const log = createLogger({ level: 'silent', format: 'json' });
const clock = createFakeClock();

let root: string;
let data: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'galley-lost-'));
  data = join(root, 'data');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const open = (startNew = false) => openDatabase(data, { clock, log, allowEphemeral: true, startNew });

const addTeam = (db: ReturnType<typeof open>, id: string) =>
  db.transaction(async (connection) => {
    await connection.run(sql`INSERT INTO teams VALUES (${id}, ${'x'.repeat(5000)}, 1)`);
  });

async function readTeams(): Promise<string[]> {
  const db = open();
  try {
    const rows = await db.reader.all<{ id: string }>(sql`SELECT id FROM teams ORDER BY id`);
    return rows.map((row) => row.id);
  } finally {
    await db.close();
  }
}

/** An installation that was stopped, with a media file and a backup. */
async function makeInstallation(): Promise<void> {
  const db = open();
  await addTeam(db, 'first');
  await db.close();
  for (const [folder, name] of [
    ['media/files/t1/ab', 'ab'.repeat(32)],
    ['backups', 'galley-2026-01-01T00-00-00.000Z.db'],
  ] as const) {
    mkdirSync(join(data, folder), { recursive: true });
    writeFileSync(join(data, folder, name), 'kept');
  }
}

/** The data directory as kill -9 leaves it: with the log. `work` writes. */
async function makeCrashed(work: (db: ReturnType<typeof open>) => Promise<void>): Promise<void> {
  const db = open();
  await work(db);
  const crashed = join(root, 'crashed');
  cpSync(data, crashed, { recursive: true });
  await db.close();
  rmSync(data, { recursive: true });
  cpSync(crashed, data, { recursive: true });
}

/** Every file with its content, without the lock and the index of the log, which every connection writes. */
function readAll(): Record<string, string> {
  const entries = readdirSync(data, { recursive: true, encoding: 'utf8' }).sort();
  const files = entries.filter((name) => statSync(join(data, name)).isFile() && !/lock$|-shm$/.test(name));
  const read = files.map((name) => [name, readFileSync(join(data, name)).toString('base64')]);
  return Object.fromEntries(read.filter(([, text]) => text !== ''));
}

function expectRefusal(reason: RegExp): void {
  const before = readAll();
  for (const attempt of [() => open(), () => openDatabaseForReading(data)]) {
    expect(attempt).toThrow(reason);
  }
  expect(readAll()).toEqual(before);
}

/** An empty database with the schema: a start that ended before the first run. */
async function makeEmptyDatabase(): Promise<void> {
  const place = data;
  data = join(root, 'empty');
  await open().close();
  copyFileSync(join(data, 'galley.db'), join(place, 'galley.db'));
  data = place;
}

test('a directory that cannot be made is an error that says so', () => {
  symlinkSync(join(root, 'nowhere', 'else'), data);
  expect(() => open()).toThrow(
    `The data directory ${data} cannot be made (EEXIST). Name another with --data.`,
  );
  data = join(root, 'x'.repeat(300));
  expect(() => open()).toThrow('cannot be made (ENAMETOOLONG)');
});

test('a directory of an interrupted restore is refused, and says to repeat it', () => {
  mkdirSync(join(data, 'restoring'), { recursive: true });
  expectRefusal(/A restore into .* was interrupted\. Repeat it: "galley restore"/);
});

describe('a data directory with media files and backups is refused', () => {
  beforeEach(makeInstallation);

  test.each<[string, () => unknown, RegExp]>([
    [
      'without a database',
      () => rmSync(join(data, 'galley.db')),
      /media files and backups, but its database galley.db is missing.*galley-2026-01-01.*--new/,
    ],
    ['with an empty one', () => truncateSync(join(data, 'galley.db')), /galley.db is empty.*--new/],
    ['with one without rows', makeEmptyDatabase, /galley.db is empty.*--new/],
    [
      'with the beginning of one',
      () => truncateSync(join(data, 'galley.db'), 8192),
      /galley.db .*is damaged: database disk image is malformed\. Restore/,
    ],
    [
      'with something else',
      () => writeFileSync(join(data, 'galley.db'), 'x'.repeat(20_000)),
      /galley.db .*is damaged: file is not a database\. Restore/,
    ],
  ])('%s', async (_name, lose, reason) => {
    await lose();
    expectRefusal(reason);
  });

  test('and works again when the database is back', async () => {
    const away = join(root, 'away.db');
    copyFileSync(join(data, 'galley.db'), away);
    truncateSync(join(data, 'galley.db'));
    expectRefusal(/is empty/);
    copyFileSync(away, join(data, 'galley.db'));
    expect(await readTeams()).toEqual(['first']);
  });
});

test('a log without its database is refused, and kept', async () => {
  await makeCrashed((db) => addTeam(db, 'first'));
  const away = join(root, 'away.db');
  copyFileSync(join(data, 'galley.db'), away);
  for (const lose of [
    () => rmSync(join(data, 'galley.db')),
    () => writeFileSync(join(data, 'galley.db'), ''),
  ]) {
    lose();
    expectRefusal(/the log galley\.db-wal, but its database galley\.db/);
  }
  copyFileSync(away, join(data, 'galley.db'));
  expect(await readTeams()).toEqual(['first']);
});

describe('--new', () => {
  test('creates a database, and keeps every file of the former one', async () => {
    await makeInstallation();
    await makeCrashed((db) => addTeam(db, 'second'));
    const log = readFileSync(join(data, 'galley.db-wal'));
    writeFileSync(join(data, 'galley.db'), '');
    const before = readAll();
    await open(true).close();
    expect(readAll()).toMatchObject(
      Object.fromEntries(Object.entries(before).filter(([name]) => !name.startsWith('galley.db'))),
    );
    const replaced = readdirSync(data).filter((name) => /^replaced-.*\.db-wal$/.test(name));
    expect(readFileSync(join(data, replaced[0] as string)).equals(log)).toBe(true);
  });

  test('is refused where a database is in use', async () => {
    await makeInstallation();
    expect(() => open(true)).toThrow(/has a database already.*without --new/);
    expect(await readTeams()).toEqual(['first']);
  });

  test('can be repeated if the start ended before the first run', async () => {
    await makeInstallation();
    rmSync(join(data, 'galley.db'));
    await open(true).close();
    expectRefusal(/galley.db is empty/);
    const db = open(true);
    await addTeam(db, 'new');
    await db.close();
    expect(await readTeams()).toEqual(['new']);
  });

  test('is not needed in a new directory, nor after a start that ended before the first run', async () => {
    await open().close();
    await open().close();
    await makeCrashed(async () => {});
    await open().close();
  });
});

describe('a backup that was copied over the database beside the log of a crash', () => {
  const replace = (copy: string) => copyFileSync(copy, join(data, 'galley.db'));
  const vacuumInto = (copy: string) => {
    const sqlite = new Database(join(data, 'galley.db'));
    sqlite.query('VACUUM INTO ?').run(copy);
    sqlite.close();
  };

  const copyByCommand = (copy: string) =>
    expect(Bun.spawnSync(['sqlite3', join(data, 'galley.db'), `.backup ${copy}`]).exitCode).toBe(0);

  const expectRefused = async (backUp: (copy: string) => void) => {
    const copy = join(root, 'copy.db');
    await makeCrashed(async (db) => {
      await addTeam(db, 'first');
      backUp(copy);
      for (let n = 0; n < 300; n += 1) await addTeam(db, `later-${n}`);
    });
    replace(copy);
    expectRefusal(/not the one to which the log galley\.db-wal belongs.*move galley\.db-wal/);
    for (const ending of ['-wal', '-shm']) rmSync(join(data, `galley.db${ending}`));
    expect(await readTeams()).toEqual(['first']);
  };
  const outcome = 'in the same run is refused; without the log it is used';
  test(`by VACUUM INTO ${outcome}`, () => expectRefused(vacuumInto));
  test.skipIf(!isAvailable('sqlite3'))(`by the backup command ${outcome}`, () =>
    expectRefused(copyByCommand),
  );

  test('from an earlier run is refused; with the former database nothing is lost', async () => {
    await makeInstallation();
    const copy = join(root, 'copy.db');
    copyFileSync(join(data, 'galley.db'), copy);
    await makeCrashed((db) => addTeam(db, 'second'));
    const former = join(root, 'former.db');
    copyFileSync(join(data, 'galley.db'), former);
    replace(copy);
    expectRefusal(/not the one to which the log/);
    replace(former);
    expect(await readTeams()).toEqual(['first', 'second']);
  });
});

test('the log of another program is used, which changed a restored backup and crashed', async () => {
  await makeInstallation();
  const backup = join(root, 'backup.db');
  const sqlite = new Database(join(data, 'galley.db'));
  sqlite.query('VACUUM INTO ?').run(backup);
  sqlite.close();
  await open().close();
  const stopped = join(root, 'stopped');
  cpSync(data, stopped, { recursive: true });
  data = stopped;
  copyFileSync(backup, join(data, 'galley.db'));
  // Such as the command line of SQLite, which does not know the mark of the log.
  const other = new Database(join(data, 'galley.db'));
  other.run('PRAGMA journal_mode = WAL');
  other.run("INSERT INTO teams VALUES ('acknowledged', 'x', 1)");
  const crashed = join(root, 'crashed');
  cpSync(data, crashed, { recursive: true });
  other.close();
  data = crashed;
  expect(await readTeams()).toEqual(['acknowledged', 'first']);
});

test('starts after crashes are not refused, wherever they ended', async () => {
  await makeInstallation();
  for (const id of ['a', 'b', 'c']) await makeCrashed((db) => addTeam(db, id));
  // A crash between the checks and the new mark.
  await makeCrashed((db) => addTeam(db, 'd'));
  rmSync(join(data, 'galley.db-wal-owner'));
  // A crash while the mark was written.
  await makeCrashed((db) => addTeam(db, 'e'));
  writeFileSync(join(data, 'galley.db-wal-owner.new'), 'x');
  expect(await readTeams()).toEqual(['a', 'b', 'c', 'd', 'e', 'first']);
});
