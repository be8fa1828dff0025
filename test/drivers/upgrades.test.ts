import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect } from 'bun:test';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAvailable, mount, unmount } from '../../scripts/test-tools.ts';
import { countAllRows } from '../../src/drivers/sqlite/backup.ts';
import { openDatabase } from '../../src/drivers/sqlite/index.ts';
import { MIGRATIONS } from '../../src/drivers/sqlite/migrate.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
// Data directories have the file of the embedded database; `postgres-upgrade.all.test.ts` is for the other engine.
import { sqliteTest as test } from '../support/engine.ts';
import { NEXT_OF_SQLITE as NEXT } from '../support/next-migration.ts';
import { createFakeClock, createTestApp, smallContent } from '../support/test-app.ts';

const root = mkdtempSync(join(tmpdir(), 'galley-upgrades-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const NEXT_VERSION = [...MIGRATIONS, NEXT];
const FAILING = [
  ...MIGRATIONS,
  { tag: NEXT.tag, sql: `${NEXT.sql}--> statement-breakpoint\nCREATE TABLE teams (x)` },
];

const options = {
  clock: createFakeClock(),
  log: createLogger({ level: 'silent', format: 'json' }),
  allowEphemeral: true,
};

/** A data directory of this version, and what is in it. */
let stored: Awaited<ReturnType<typeof fill>>;
beforeAll(async () => {
  stored = await fill();
});

async function fill() {
  const app = await createTestApp();
  const tenant = await app.openTenant('acme');
  const { body } = await tenant.request('POST', '/templates', {
    body: { name: 'Welcome', content: smallContent('kept') },
  });
  const path = `/templates/${body.data.id}`;
  await tenant.request('POST', `${path}/snapshots`, { body: { content: smallContent('snapshot') } });
  await tenant.request('POST', '/saved-modules', {
    body: { name: 'Footer', content: smallContent().blocks },
  });
  const data = join(root, 'stored');
  mkdirSync(data);
  await app.deps.db.copyTo(join(data, 'galley.db'));
  await app.stop();
  return { data, path, first: app.first };
}

let data: string;
let file: string;
beforeEach(() => {
  data = mkdtempSync(join(root, 'data-'));
  file = join(data, 'galley.db');
  cpSync(stored.data, data, { recursive: true });
});

/** What a database has, without what the next version adds. */
function describeDatabase(path: string) {
  const sqlite = new Database(path, { readonly: true });
  try {
    const { next_notes, ...rows } = countAllRows(sqlite);
    const templates = sqlite.query('SELECT id, name, content_id, version FROM templates').all();
    const tags = sqlite.query<{ tag: string }, []>('SELECT tag FROM schema_migrations').all();
    return { rows: { ...rows, schema_migrations: 0 }, templates, tags: tags.map(({ tag }) => tag) };
  } finally {
    sqlite.close();
  }
}

/** The application of this version works with a copy of the directory. */
async function expectStored(): Promise<void> {
  const copy = mkdtempSync(join(root, 'copy-'));
  cpSync(data, copy, { recursive: true });
  const app = await createTestApp({ data: copy }, {}, stored.first);
  const tenant = await app.openTenant('acme');
  const { body } = await tenant.request('GET', stored.path);
  expect([body.data.name, body.data.content]).toMatchObject(['Welcome', smallContent('kept')]);
  expect((await tenant.request('GET', `${stored.path}/snapshots`)).body.data).not.toBeEmpty();
  const changed = await tenant.request('PUT', stored.path, { body: { name: 'Welcome again' } });
  expect(changed.status).toBe(200);
  await app.stop();
}

test('the next version keeps all data, and leaves a backup with which this version goes on', async () => {
  const before = describeDatabase(file);
  const database = openDatabase(data, options, NEXT_VERSION);
  expect(await database.findIntegrityFaults()).toEqual([]);
  await database.close();
  expect(describeDatabase(file)).toEqual({ ...before, tags: [...before.tags, NEXT.tag] });
  await expect(createTestApp({ data }, {}, stored.first)).rejects.toThrow(
    /newer Galley.*9999_next_version.*backups/,
  );
  const [copy, ...others] = readdirSync(join(data, 'backups')) as [string];
  expect(others).toEqual([]);
  expect(describeDatabase(join(data, 'backups', copy))).toEqual(before);
  copyFileSync(join(data, 'backups', copy), file);
  await expectStored();
});

test('two processes that start at once migrate once', async () => {
  const src = join(import.meta.dir, '../../src');
  const code = `
    const { openDatabase } = await import(${JSON.stringify(`${src}/drivers/sqlite/index.ts`)});
    const { createLogger } = await import(${JSON.stringify(`${src}/platform/logging/log.ts`)});
    const log = createLogger({ level: 'silent', format: 'json' });
    const options = { clock: { now: Date.now }, log, allowEphemeral: true };
    try {
      await openDatabase(process.argv[1], options, JSON.parse(process.argv[2])).close();
      console.log('opened');
    } catch (error) {
      console.log(error.message);
    }`;
  const start = async () => {
    const child = Bun.spawn([process.execPath, '-e', code, data, JSON.stringify(NEXT_VERSION)], {
      stdout: 'pipe',
      stderr: 'inherit',
    });
    return (await new Response(child.stdout).text()).trim();
  };
  const said = await Promise.all([start(), start()]);
  expect(said).toContain('opened');
  for (const text of said) expect(text).toMatch(/^opened$|Another Galley is using/);
  expect(describeDatabase(file).tags.filter((tag) => tag === NEXT.tag)).toHaveLength(1);
  expect(readdirSync(join(data, 'backups'))).toHaveLength(1);
});

describe('a migration that fails', () => {
  test('changes nothing and says what to do: this version goes on, and a later start migrates', async () => {
    const before = describeDatabase(file);
    expect(() => openDatabase(data, options, FAILING)).toThrow(
      /9999_next_version of the database failed: table [`"]?teams.* already exists\. Nothing was changed\. Start the version that ran before/,
    );
    expect(describeDatabase(file)).toEqual(before);
    expect(readdirSync(join(data, 'backups'))).toHaveLength(1);
    await expectStored();
    await openDatabase(data, options, NEXT_VERSION).close();
    expect(describeDatabase(file).tags).toContain(NEXT.tag);
  });

  test.skipIf(!isAvailable('the right to mount'))(
    'for want of disk space changes nothing either',
    async () => {
      const disk = join(root, 'disk');
      mkdirSync(disk);
      mount('size=16m', disk);
      try {
        cpSync(data, join(disk, 'data'), { recursive: true });
        data = join(disk, 'data');
        file = join(data, 'galley.db');
        const { bavail, bsize } = statfsSync(disk);
        writeFileSync(join(disk, 'ballast'), new Uint8Array((bavail - 20) * bsize));
        const before = describeDatabase(file);
        expect(() => openDatabase(data, options, NEXT_VERSION)).toThrow(/disk/);
        expect(describeDatabase(file)).toEqual(before);
        rmSync(join(disk, 'ballast'));
        await expectStored();
      } finally {
        unmount(disk);
      }
    },
  );
});
