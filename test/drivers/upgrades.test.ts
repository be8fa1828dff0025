import { Database } from 'bun:sqlite';
import { afterAll, describe, expect } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { extract } from 'tar-stream';
import { STORED_TEXT, type StoredFacts } from '../../scripts/upgrade-fixture.ts';
import { openDatabase } from '../../src/drivers/sqlite/index.ts';
import { MIGRATIONS } from '../../src/drivers/sqlite/migrate.ts';
import { checkIntegrity } from '../../src/features/instance/operations/check-integrity.ts';
import { sha256Hex } from '../../src/platform/crypto.ts';
import { createLogger } from '../../src/platform/log.ts';
import { perform } from '../../src/platform/operation.ts';
// Data directories have the file of the embedded database; `postgres-upgrade.test.ts` is for the other engine.
import { sqliteTest as test } from '../support/engine.ts';
import { isPossible, mount, sayIfLeftOut, unmount } from '../support/small-disk.ts';
import { adminScope, createFakeClock, createTestApp } from '../support/test-app.ts';

/** Data directories that earlier versions wrote, by date and commit; `bun scripts/upgrade-fixture.ts` makes them. */
const FIXTURES = resolve(import.meta.dir, '../fixtures/upgrades');
const NAMES = readdirSync(FIXTURES).sort();

sayIfLeftOut();

const root = mkdtempSync(join(tmpdir(), 'galley-upgrades-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Writes a data directory to `<into>/data`. */
async function unpack(name: string, into: string): Promise<{ data: string; stored: StoredFacts }> {
  const entries = extract();
  entries.end(await Bun.zstdDecompress(readFileSync(join(FIXTURES, name))));
  for await (const entry of entries) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of entry) chunks.push(chunk as Uint8Array);
    const file = join(into, entry.header.name);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, Buffer.concat(chunks), { mode: 0o600 });
  }
  return { data: join(into, 'data'), stored: JSON.parse(readFileSync(join(into, 'stored.json'), 'utf8')) };
}

const openApp = ({ data, stored }: { data: string; stored: StoredFacts }) =>
  createTestApp({ data }, {}, stored.first as never);

/** What must be there after an upgrade. */
async function expectStored(app: Awaited<ReturnType<typeof openApp>>, stored: StoredFacts): Promise<void> {
  const tenant = await app.openTenant(stored.tenant);
  const read = async (path: string) => {
    const { status, body } = await tenant.request('GET', path);
    return { status, data: body?.data };
  };
  const path = `/templates/${stored.template_id}`;
  const { data: template } = await read(path);
  expect([template.name, template.content.blocks[0].content]).toEqual(['Welcome', `<p>${STORED_TEXT}</p>`]);
  const ids = async (list: string) => (await read(list)).data.map(({ id }: { id: string }) => id);
  if (stored.snapshot_id) expect(await ids(`${path}/snapshots`)).toContain(stored.snapshot_id);
  if (stored.comment_id) expect(await ids(`${path}/comments`)).toContain(stored.comment_id);
  if (stored.media_id) expect(await ids('/media/browse')).toContain(stored.media_id);
  const changed = await tenant.request('PUT', path, { body: { name: 'Welcome again' } });
  expect(changed.status).toBe(200);
}

const sumOf = (data: string) => sha256Hex(readFileSync(join(data, 'galley.db')));

describe.each(NAMES)('data of %s', (name) => {
  test('is migrated, passes the check, and has what was stored', async () => {
    const fixture = await unpack(name, join(root, name));
    const app = await openApp(fixture);
    try {
      const { faults } = (await perform(checkIntegrity, app.deps, adminScope, {})) as { faults: unknown[] };
      expect(faults).toEqual([]);
      await expectStored(app, fixture.stored);
    } finally {
      await app.stop();
    }
  });
});

test('the fixtures are of several schemas, the oldest lacks most migrations', async () => {
  const known = new Set<number>();
  for (const name of NAMES) {
    const { data } = await unpack(name, join(root, `count-${name}`));
    const sqlite = new Database(join(data, 'galley.db'), { readonly: true });
    known.add(sqlite.query('SELECT tag FROM schema_migrations').all().length);
    sqlite.close();
  }
  expect(known.size).toBe(NAMES.length);
  expect(Math.min(...known)).toBeLessThan(MIGRATIONS.length / 4);
});

describe('a migration that fails', () => {
  const options = {
    clock: createFakeClock(),
    log: createLogger({ level: 'silent', format: 'json' }),
    allowEphemeral: true,
  };

  test('changes nothing: the former state is in place and in a backup, and a later start migrates it', async () => {
    const fixture = await unpack(NAMES[2] as string, join(root, 'blocked'));
    const { data } = fixture;
    const block = new Database(join(data, 'galley.db'));
    // One of the last migrations makes a table of this name.
    block.run('CREATE TABLE proposals (x)');
    const tags = () => block.query('SELECT tag FROM schema_migrations').all();
    const before = tags();
    expect(() => openDatabase(data, options)).toThrow();
    expect(tags()).toEqual(before);
    expect(block.query("SELECT name FROM sqlite_master WHERE name = 'backup_runs'").all()).toEqual([]);
    expect(readdirSync(join(data, 'backups')).length).toBe(1);
    block.run('DROP TABLE proposals');
    block.close();
    const app = await openApp(fixture);
    await expectStored(app, fixture.stored);
    await app.stop();
  });

  test.if(isPossible)('for want of disk space changes nothing either', async () => {
    const disk = join(root, 'disk');
    mkdirSync(disk);
    mount('size=4m', disk);
    try {
      const fixture = await unpack(NAMES[2] as string, disk);
      const { bavail, bsize } = await import('node:fs').then(({ statfsSync }) => statfsSync(disk));
      writeFileSync(join(disk, 'ballast'), new Uint8Array((bavail - 20) * bsize));
      const before = sumOf(fixture.data);
      expect(() => openDatabase(fixture.data, options)).toThrow(/disk/);
      expect(sumOf(fixture.data)).toBe(before);
      rmSync(join(disk, 'ballast'));
      const app = await openApp(fixture);
      await expectStored(app, fixture.stored);
      await app.stop();
    } finally {
      unmount(disk);
    }
  });
});
