import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SQL } from 'bun';
import { findPostgres, type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { skipTestsWithout } from '../../scripts/test-tools.ts';
import { fillTenant } from '../features/data-jobs/jobs.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const GUARD_MS = 120_000;
const isInstalled = findPostgres() !== undefined;
if (!isInstalled) skipTestsWithout('PostgreSQL');

let server: PostgresServer;
let folder: string;
beforeAll(async () => {
  if (!isInstalled) return;
  server = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), 'galley-moving-'));
}, GUARD_MS);
afterAll(async () => {
  await server?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

async function createDatabase(name: string): Promise<string> {
  const sql = new SQL(server.url, { max: 1 });
  await sql.unsafe(`CREATE DATABASE ${name}`);
  await sql.close();
  return server.url.replace(/postgres$/, name);
}

/** Runs a command; `url`: the database of PostgreSQL that the settings name. */
async function run(url: string, ...args: string[]) {
  const command = Bun.spawn(['bun', resolve('src/main.ts'), ...args, '--json'], {
    env: { ...Bun.env, GALLEY_ALLOW_EPHEMERAL: 'true', GALLEY_DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors] = await Promise.all([command.stdout.text(), command.stderr.text()]);
  return (await command.exited) === 0
    ? { status: 0, ...JSON.parse(out) }
    : { status: 1, message: out + errors };
}

/** What users see of a tenant. */
async function readTenant(app: TestApp, slug: string) {
  const tenant = await app.openTenant(slug);
  const get = async (path: string) => (await tenant.request('GET', path)).body;
  const templates = await get('/templates');
  const id = templates.data[0].id;
  return {
    templates,
    template: await get(`/templates/${id}`),
    snapshots: await get(`/templates/${id}/snapshots`),
    comments: await get(`/templates/${id}/comments`),
    modules: await get('/saved-modules'),
    media: await get('/media/browse'),
    trash: await get('/trash'),
    found: await get('/templates?search=Secret'),
    pictures: await get('/media/browse?search=one'),
    activity: await get(`/templates/${id}/activity`),
  };
}

test.skipIf(!isInstalled)(
  'data moves to PostgreSQL, is backed up and restored there, and moves back',
  async () => {
    const [one, two] = [await createDatabase('one'), await createDatabase('two')];
    const from = join(folder, 'from');
    let app = await createTestApp({ data: from, database_url: '' });
    const { first } = app;
    await fillTenant(app, 'full');
    await fillTenant(app, 'neighbor', { id: 'u-2', name: 'Neighbor' });
    const expected = await readTenant(app, 'full');
    for (const list of [expected.found, expected.pictures, expected.trash])
      expect(list.data.length).toBeGreaterThan(0);
    expect(await run('', 'migrate-to', one, '--data', from)).toMatchObject({
      status: 1,
      message: expect.stringContaining('Another Galley is using the data directory'),
    });
    await app.close();

    expect(await run('', 'migrate-to', one, '--data', from)).toMatchObject({
      ok: true,
      rows: { tenants: 3 },
    });
    expect((await run('', 'migrate-to', one, '--data', from)).message).toContain('The database is not empty');
    app = await createTestApp({ data: from, database_url: one }, {}, first);
    expect(await readTenant(app, 'full')).toEqual(expected);
    // New ids follow those that were copied.
    await fillTenant(app, 'later', { id: 'u-3', name: 'Later' });
    const later = await readTenant(app, 'later');
    await app.close();

    const archive = join(folder, 'backup.tar.zst');
    const back = join(folder, 'back');
    expect(await run(one, 'backup', archive, '--data', from)).toMatchObject({ status: 0 });
    expect(await run(one, 'backup', 'verify', archive, '--data', from)).toMatchObject({
      ok: true,
      faults: [],
    });
    expect(await run(two, 'restore', archive, '--data', join(folder, 'restored'))).toMatchObject({
      ok: true,
      faults: [],
    });
    expect(await run(two, 'migrate-to', back, '--data', join(folder, 'restored'))).toMatchObject({
      ok: true,
    });
    app = await createTestApp({ data: back, database_url: '' }, {}, first);
    expect(await readTenant(app, 'full')).toEqual(expected);
    expect(await readTenant(app, 'later')).toEqual(later);
    await app.close();
  },
  GUARD_MS,
);
