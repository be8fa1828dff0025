import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sweepFiles } from '../../../src/features/media/index.ts';
import { repairFileStore } from '../../../src/features/media/operations/repair-file-store.ts';
import { deleteTenant } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { countRows } from '../../support/database-dump.ts';
import { isPostgres, sqliteTest } from '../../support/engine.ts';
import { executeSql, refuseInserts } from '../../support/execute-sql.ts';
import { adminScope, createFakeClock } from '../../support/test-app.ts';
import { drawPng, GUARD_MS, type Item, type Library, openLibrary } from './library.ts';
import { listStored } from './stored.ts';

setDefaultTimeout(GUARD_MS);

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let root: string;
let data: string;
let clock: ReturnType<typeof createFakeClock>;
let library: Library;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'galley-quarantine-'));
  data = join(root, 'data');
  clock = createFakeClock();
  library = await openLibrary({ data, trash_days: 0 }, { clock });
});
afterEach(async () => {
  await library.app.stop();
  rmSync(root, { recursive: true, force: true });
});

const sweep = () => sweepFiles(library.app.deps);
const repair = (input: object = {}) => perform(repairFileStore, library.app.deps, adminScope, input);
const warnings = () => library.app.logLines.filter((line) => JSON.parse(line).level === 40);

/** Stops the application, does something to its data directory, and starts it again a day later. */
async function restartAfter(change: () => void, startNew = false): Promise<void> {
  const { close, first, logLines } = library.app;
  await close();
  change();
  clock.advance(DAY);
  library = await openLibrary({ data, trash_days: 0 }, { clock, startNew }, startNew ? undefined : first);
  library.app.logLines.unshift(...logLines);
}

const database = () => join(data, 'galley.db');

/** Backs the database up while the application runs. */
function backUp(): string {
  const copy = join(root, `copy-${Math.random()}.db`);
  const sqlite = new Database(database());
  sqlite.query('VACUUM INTO ?').run(copy);
  sqlite.close();
  return copy;
}

function restore(copy: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(database() + ending, { force: true });
  copyFileSync(copy, database());
}

const pathOf = (key: string) => join(data, 'media/files', key);
const keyFor = (n: number) => `t1/${n.toString(16).padStart(2, '0')}/${n.toString(16).padStart(64, '0')}`;

/** Files without rows, stored so long ago. */
function plant(count: number, ageMs: number): string[] {
  return Array.from({ length: count }, (_, n) => {
    const path = pathOf(keyFor(n));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'orphan');
    setAge(path, ageMs);
    return path;
  });
}

/** Sets the time of a file, which is the system's and not that of the test's clock. */
function setAge(path: string, ageMs: number): void {
  const seconds = (clock.now() - ageMs) / 1000;
  utimesSync(path, seconds, seconds);
}

const upload = async (seed: number): Promise<Item> => {
  const item = await library.upload(drawPng(seed, 300, 200), `${seed}.png`);
  for (const path of await listStored(library.app)) setAge(path, 0);
  return item;
};

const statusOf = async (item: Item) => (await library.fetchMedia(item.url)).status;

describe('orphans', () => {
  test('are in the quarantine for 30 days, and deleted then', async () => {
    const item = await upload(1);
    clock.advance(3 * HOUR);
    const [orphan] = plant(1, 2 * HOUR) as [string];
    expect(await sweep()).toMatchObject({ quarantined: 1 });
    expect(existsSync(orphan)).toBe(false);
    expect(existsSync(pathOf(`quarantine/20261121/${keyFor(0)}`))).toBe(true);
    expect(warnings().join('\n')).toContain('were moved to the quarantine');
    clock.advance(30 * DAY - HOUR);
    expect(await sweep()).toMatchObject({ expired: 0 });
    clock.advance(DAY);
    expect(await sweep()).toMatchObject({ expired: 1 });
    expect(existsSync(pathOf(`quarantine/20261121/${keyFor(0)}`))).toBe(false);
    expect(await statusOf(item)).toBe(200);
  });

  test('are kept if they are many, and moved by the doctor', async () => {
    clock.advance(3 * HOUR);
    const orphans = plant(21, 2 * HOUR);
    expect(await sweep()).toMatchObject({ quarantined: 0, removed: 0 });
    for (const path of orphans) expect(existsSync(path)).toBe(true);
    expect(warnings().join('\n')).toMatch(/"orphans":21,.*they are too many.*galley doctor --quarantine/);
    const state = await repair();
    expect(state).toMatchObject({ orphaned_files: 21, quarantined_files: 0, quarantined: 0 });
    expect(state.orphans).toHaveLength(21);
    expect(await repair({ quarantine: true })).toMatchObject({
      quarantined: 21,
      orphaned_files: 0,
      quarantined_files: 21,
    });
    expect(await repair({ empty: true })).toMatchObject({ deleted: 21, quarantined_files: 0 });
  });

  test('come back when a row refers to them again, and the address works', async () => {
    const item = await upload(1);
    const stored = await listStored(library.app);
    await executeSql(
      library.app,
      'CREATE TABLE kept AS SELECT * FROM media_objects',
      'DELETE FROM media_objects',
      'DELETE FROM media_removals',
    );
    clock.advance(2 * HOUR);
    expect(await sweep()).toMatchObject({ quarantined: stored.length });
    await executeSql(library.app, 'INSERT INTO media_objects SELECT * FROM kept');
    expect(await repair()).toMatchObject({ restored: stored.length, quarantined_files: 0 });
    expect((await listStored(library.app)).sort()).toEqual(stored.sort());
    expect(await statusOf(item)).toBe(200);
  });
});

// Another database takes the place of the file.
describe.skipIf(isPostgres)('a database that is older than the files', () => {
  test('moves and deletes none, ever; the newer one has all files again', async () => {
    const kept = await upload(1);
    const older = backUp();
    const lost = await upload(2);
    const stored = await listStored(library.app);
    const newest = join(root, 'newest.db');

    await restartAfter(() => {
      copyFileSync(database(), newest);
      restore(older);
    });
    expect(warnings().join('\n')).toContain('restored from a backup');
    for (let month = 0; month < 3; month += 1) {
      clock.advance(31 * DAY);
      expect(await sweep()).toMatchObject({ removed: 0, quarantined: 0, expired: 0 });
    }
    expect((await listStored(library.app)).sort()).toEqual(stored.sort());
    expect([await statusOf(kept), await statusOf(lost)]).toEqual([200, 404]);

    // Also if they were moved by hand.
    const { quarantined } = await repair({ quarantine: true });
    expect(quarantined).toBeGreaterThan(0);
    await restartAfter(() => restore(newest));
    expect([await statusOf(kept), await statusOf(lost)]).toEqual([200, 200]);
    expect((await listStored(library.app)).sort()).toEqual(stored.sort());
  });

  test('is recognized although it has stored more files since', async () => {
    await upload(1);
    const older = backUp();
    await upload(2);
    const stored = await listStored(library.app);
    await restartAfter(() => restore(older));
    for (const seed of [3, 4, 5]) await upload(seed);
    for (const path of stored) setAge(path, 40 * DAY);
    await restartAfter(() => {});
    expect(await sweep()).toMatchObject({ quarantined: 0 });
    for (const path of stored) expect(existsSync(path)).toBe(true);
  });

  test('does not remove what it had recorded', async () => {
    const item = await upload(1);
    const [path] = (await listStored(library.app)) as [string];
    const older = backUp();
    // Deleted, and then the process was killed. Only the copy records it: the running application would remove the file.
    const sqlite = new Database(older);
    sqlite.run("INSERT INTO media_removals VALUES ('t1/00/' || hex(zeroblob(32)))");
    sqlite.close();
    await library.post('delete', { ids: [item.id] });
    const orphan = pathOf(`t1/00/${'0'.repeat(64)}`);
    mkdirSync(dirname(orphan), { recursive: true });
    writeFileSync(orphan, 'stored again');
    expect(existsSync(path)).toBe(false);
    await upload(2);
    await restartAfter(() => restore(older));
    expect(await sweep()).toMatchObject({ removed: 0 });
    expect(readFileSync(orphan, 'utf8')).toBe('stored again');
  });
});

test('a quarantine that cannot be read does not keep the server from starting', async () => {
  const item = await upload(1);
  await restartAfter(() => {
    // As after a restore.
    rmSync(pathOf('lastwrite'));
    symlinkSync('quarantine', pathOf('quarantine'));
  });
  expect(await statusOf(item)).toBe(200);
  expect(library.app.logLines.join('\n')).toContain('could not be brought back from the quarantine');
});

test('a stopped sweep moves no further files', async () => {
  clock.advance(3 * HOUR);
  plant(10, 2 * HOUR);
  const isStopped = () => existsSync(pathOf('quarantine'));
  expect(await sweepFiles(library.app.deps, isStopped)).toMatchObject({ quarantined: 1 });
});

sqliteTest('a new database in the place of a lost one keeps the files of the former one', async () => {
  await upload(1);
  await upload(2);
  const stored = await listStored(library.app);
  await restartAfter(() => rmSync(database()), true);
  clock.advance(60 * DAY);
  expect(await sweep()).toMatchObject({ removed: 0, quarantined: 0, expired: 0 });
  expect((await listStored(library.app)).sort()).toEqual(stored.sort());
});

describe('deletions', () => {
  test('that a crash interrupted are finished, however many they are', async () => {
    for (const seed of [1, 2, 3]) await upload(seed);
    const kept = await upload(4);
    const before = (await listStored(library.app)).length;
    await executeSql(
      library.app,
      `DELETE FROM media_versions WHERE file_id <> '${kept.id}'`,
      `DELETE FROM media_files WHERE id <> '${kept.id}'`,
      'DELETE FROM media_blobs WHERE id NOT IN (SELECT blob_id FROM media_files)',
    );
    expect(await sweep()).toMatchObject({ removed: (before / 4) * 3, quarantined: 0, missing: 0 });
    expect((await listStored(library.app)).length).toBe(before / 4);
    expect(await statusOf(kept)).toBe(200);
    expect(await sweep()).toMatchObject({ removed: 0 });
  });

  test('of a tenant remove its files, though they are most of all', async () => {
    for (const seed of [1, 2, 3]) await upload(seed);
    const { project_id } = library.app.first;
    await perform(deleteTenant, library.app.deps, adminScope, { project_id, tenant: 'acme', now: true });
    while ((await listStored(library.app)).length > 0) await Bun.sleep(10);
  });

  test('by users remove the files before the answer', async () => {
    const item = await upload(1);
    await library.post('delete', { ids: [item.id] });
    expect(await listStored(library.app)).toEqual([]);
    expect(await countRows(library.app, 'media_removals')).toBe(0);
  });
});

test('a refused upload does not remove a file that was there before', async () => {
  const item = await upload(1);
  const stored = await listStored(library.app);
  // Without the rows, as an older database.
  const tables = ['media_versions', 'media_files', 'media_blobs', 'media_removals'];
  await executeSql(library.app, ...tables.map((table) => `DELETE FROM ${table}`));
  await refuseInserts(library.app, 'media_files');
  const { status } = await library.sendUpload(drawPng(1, 300, 200), 'again.png');
  expect(status).toBe(500);
  expect((await listStored(library.app)).sort()).toEqual(stored.sort());
  expect(item.id).toBeString();
});
