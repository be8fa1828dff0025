import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SQL } from 'bun';
import { type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { isAvailable } from '../../scripts/test-tools.ts';
import { ServerLease } from '../../src/drivers/postgres/lease.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import { fillTenant } from '../features/data-jobs/jobs.ts';
import { startS3 } from '../support/s3-server.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const GUARD_MS = 120_000;
/** In the check the executable, which starts faster. */
const { GALLEY_TEST_WORKERS: executable } = Bun.env;
const PROGRAM = executable === undefined ? ['bun', resolve('src/main.ts')] : [executable];
const log = createLogger({ level: 'silent', format: 'json' });
const isInstalled = isAvailable('PostgreSQL');

let server: PostgresServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galley-moving-'));
  if (isInstalled) server = await startPostgres();
}, GUARD_MS);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function createDatabase(name: string): Promise<string> {
  const sql = new SQL(server.url, { max: 1 });
  await sql.unsafe(`CREATE DATABASE ${name}`);
  await sql.close();
  return server.url.replace(/postgres$/, name);
}

/** Runs a command; `url`: the database of PostgreSQL that the settings name. */
const run = (url: string, ...args: string[]) => runWith({ GALLEY_DATABASE_URL: url }, ...args);

async function runWith(settings: Record<string, string>, ...args: string[]) {
  const command = Bun.spawn([...PROGRAM, ...args, '--json'], {
    env: { ...Bun.env, GALLEY_ALLOW_EPHEMERAL: 'true', ...settings },
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
    const moveBack = () =>
      runWith(
        { GALLEY_DATABASE_URL: two, GALLEY_REDIS_URL: 'redis://127.0.0.1:1' },
        ...['migrate-to', back, '--data', join(folder, 'restored')],
      );
    mkdirSync(join(back, 'other'), { recursive: true });
    expect((await moveBack()).message).toContain('is not empty: it has other');
    const sql = new SQL(two, { max: 1 });
    const [{ count }] = await sql`
      SELECT count(*)::int FROM admin_actions WHERE action = 'backup.created'`.finally(() => sql.close());
    // The target was looked at first.
    expect(count).toBe(0);
    rmSync(join(back, 'other'), { recursive: true });
    const running = new ServerLease({ clock: systemClock, log, isShared: true });
    await running.open(() => new SQL(two, { max: 1 }));
    expect((await moveBack()).message).toContain('A server is using the data, here or on another machine.');
    await running.close();
    const unfinished = join(back, 'moving');
    mkdirSync(unfinished);
    writeFileSync(join(unfinished, 'galley.tar.zst'), 'of a command that was killed');
    expect(await moveBack()).toMatchObject({ ok: true });
    expect(existsSync(unfinished)).toBe(false);
    app = await createTestApp({ data: back, database_url: '' }, {}, first);
    expect(await readTenant(app, 'full')).toEqual(expected);
    expect(await readTenant(app, 'later')).toEqual(later);
    await app.close();
  },
  GUARD_MS,
);

test('a target that cannot be one is named', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const targets = [
    ['mysql://db/galley', '\\"mysql:\\" is no kind of target'],
    ['s3://', 'is no address of a bucket'],
    ['postgres://other/galley', 'the data is on PostgreSQL already'],
    [join(file, 'inner'), `${file} is a file. Name a directory`],
  ] as const;
  for (const [target, said] of targets)
    expect((await run('postgres://db/galley', 'migrate-to', target)).message).toContain(said);
});

test('a restoration to a bucket that stops answering can be repeated', async () => {
  const s3 = await startS3();
  const from = join(folder, 'with-media');
  const app = await createTestApp({ data: from, database_url: '' });
  await fillTenant(app, 'full');
  await app.close();
  const archive = join(folder, 'with-media.tar.zst');
  expect(await run('', 'backup', archive, '--data', from)).toMatchObject({ status: 0 });
  const to = join(folder, 'in-a-bucket');
  const settings = Object.fromEntries(
    Object.entries(s3.settings).map(([name, value]) => [`GALLEY_${name.toUpperCase()}`, value]),
  );
  const restore = () =>
    runWith(
      { ...settings, GALLEY_DATABASE_URL: '', GALLEY_FILES_URL: 's3://backups/restored' },
      ...['restore', archive, '--data', to],
    );
  s3.behave({ code: 'AccessDenied', status: 403, method: 'PUT' });
  expect((await restore()).message).toContain('no right to write');
  s3.behave('well');
  expect(await restore()).toMatchObject({ ok: true, faults: [] });
  expect(existsSync(join(to, 'media', 'files'))).toBe(false);
  s3.stop();
});
