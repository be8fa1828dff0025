import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sampleContent } from '../mail/model/sample-content.ts';
import {
  askGalley,
  createInitializedDirectory,
  type FirstRun,
  GUARD_MS,
  openTenant,
  runGalley,
  type Server,
  startServer,
  type TestDirectory,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

let place: TestDirectory;
let first: FirstRun;
let database: string;
beforeEach(async () => {
  ({ place, first } = await createInitializedDirectory());
  database = join(place.data, 'galley.db');
});
afterEach(() => place.remove());

/** Every command that opens the data. */
const COMMANDS = [['serve', '--port', '0'], ['check'], ['init'], ['team', 'list']];

async function expectRefusals(reason: RegExp): Promise<void> {
  for (const args of COMMANDS) {
    const { status, stdout, stderr } = await runGalley(place, args);
    expect({ args, status, stdout }).toEqual({ args, status: 1, stdout: '' });
    expect(stderr).toMatch(/^galley: [^\n]+\n$/);
    expect(stderr).toMatch(reason);
  }
}

async function createTemplates(server: Server, names: readonly string[]): Promise<void> {
  const tenant = await openTenant(server.url, first);
  for (const name of names) {
    const body = { name, content: sampleContent(1, 20_000) };
    expect((await tenant.call('POST', '/templates', { body })).status).toBe(201);
  }
}

async function listTemplates(server: Server): Promise<string[]> {
  const tenant = await openTenant(server.url, first);
  const { body } = await tenant.call('GET', '/templates?limit=100');
  return body.data.map((template: { name: string }) => template.name).sort();
}

test('a backup copied beside the log of a killed server is refused until the log is moved away', async () => {
  const backup = join(place.dir, 'backup.db');
  let server = await startServer(place);
  await createTemplates(server, ['before']);
  const sqlite = new Database(database);
  sqlite.query('VACUUM INTO ?').run(backup);
  sqlite.close();
  await createTemplates(
    server,
    Array.from({ length: 20 }, (_, n) => `after ${n}`),
  );
  await server.kill();
  const former = join(place.dir, 'former.db');
  copyFileSync(database, former);
  const log = readFileSync(`${database}-wal`);

  copyFileSync(backup, database);
  await expectRefusals(/not the one to which the log galley\.db-wal belongs.*move galley\.db-wal/);
  expect(readFileSync(database).equals(readFileSync(backup))).toBe(true);
  expect(readFileSync(`${database}-wal`).equals(log)).toBe(true);

  for (const ending of ['-wal', '-shm']) renameSync(database + ending, join(place.dir, `former.db${ending}`));
  expect(await askGalley(place, 'check')).toMatchObject({ ok: true });
  server = await startServer(place);
  expect(await listTemplates(server)).toEqual(['before']);
  expect(await server.stop()).toBe(0);

  // What was moved away is whole.
  for (const ending of ['', '-wal', '-shm']) {
    rmSync(database + ending, { force: true });
    renameSync(join(place.dir, `former.db${ending}`), database + ending);
  }
  server = await startServer(place);
  expect(await listTemplates(server)).toHaveLength(21);
  expect(await server.stop()).toBe(0);
});

test('a lost database is not replaced by a new one without being asked', async () => {
  let server = await startServer(place);
  await createTemplates(server, ['kept']);
  await server.kill();
  const away = join(place.dir, 'away.db');
  renameSync(database, away);
  await expectRefusals(/the log galley\.db-wal, but its database galley\.db is missing\..*serve --new/);
  expect(existsSync(database)).toBe(false);
  renameSync(away, database);
  server = await startServer(place);
  expect(await listTemplates(server)).toEqual(['kept']);
  await server.kill();

  rmSync(database);
  server = await startServer(place, ['--new']);
  expect(server.stdout()).toContain('client secret');
  expect(readdirSync(place.data).some((name) => /^replaced-.*\.db-wal$/.test(name))).toBe(true);
  expect(await server.stop()).toBe(0);
  const { status, stderr } = await runGalley(place, ['serve', '--port', '0', '--new']);
  expect([status, stderr]).toEqual([1, expect.stringContaining('has a database already')]);
});

test('a start that meets damaged pages says what to do, and the check names the table', async () => {
  const sqlite = new Database(database, { readonly: true });
  const { root } = sqlite
    .query<{ root: number }, []>("SELECT rootpage AS root FROM sqlite_master WHERE name = 'media_store'")
    .get() ?? { root: 0 };
  sqlite.close();
  const bytes = readFileSync(database);
  const size = bytes.readUInt16BE(16);
  writeFileSync(database, bytes.fill(0xff, (root - 1) * size, root * size));
  for (const args of [
    ['serve', '--port', '0'],
    ['team', 'list'],
  ]) {
    const { status, stderr } = await runGalley(place, args);
    expect({ args, status }).toEqual({ args, status: 1 });
    expect(stderr).toMatch(/\ngalley: The database galley\.db .*is damaged.*galley check.*Restore[^\n]*\n$/);
  }
  const { status, stdout } = await runGalley(place, ['check']);
  expect([status, stdout]).toEqual([1, expect.stringContaining('the table media_store is damaged')]);

  truncateSync(database, 2 * size);
  const { stderr } = await runGalley(place, ['serve', '--port', '0']);
  expect(stderr).toStartWith(`galley: The database galley.db in ${place.data} is damaged`);
});
