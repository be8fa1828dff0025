import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { smallContent } from '../support/test-app.ts';
import {
  askGalley,
  createInitializedDirectory,
  createTestDirectory,
  exchangeToken,
  GUARD_MS,
  openTenant,
  runGalley,
  type Server,
  startServer,
  type TestDirectory,
} from './support.ts';

/** Commands while a server holds the data: they go through it, and it knows at once. */

setDefaultTimeout(GUARD_MS);

let place: TestDirectory;
let server: Server;
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
let first: any;

beforeAll(async () => {
  ({ place, first } = await createInitializedDirectory());
  server = await startServer(place);
});
afterAll(async () => {
  await server?.stop();
  place?.remove();
});

test('a new secret works at once, the old one until its overlap ends', async () => {
  const kept = await askGalley(place, 'project', 'rotate-secret', first.project_id, '--overlap', '1h');
  for (const { client_secret } of [first, kept]) {
    expect((await exchangeToken(server.url, { ...first, client_secret }, 'default')).status).toBe(200);
  }
  const last = await askGalley(place, 'project', 'rotate-secret', first.project_id, '--now');
  expect((await exchangeToken(server.url, kept, 'default')).status).toBe(401);
  expect((await exchangeToken(server.url, last, 'default')).status).toBe(200);
  first.client_secret = last.client_secret;
});

test('a new project can be used at once', async () => {
  const project = await askGalley(place, 'project', 'create', '--name', 'Shop');
  const tenant = await openTenant(server.url, project, 'a');
  expect((await tenant.call('POST', '/templates', { body: { content: smallContent() } })).status).toBe(201);
});

test('a change of plan shows in the configuration of tokens that are out', async () => {
  const tenant = await openTenant(server.url, first);
  expect((await tenant.call('GET', '/config')).body.data.plan).toBe('scale');
  await askGalley(place, 'project', 'set-plan', first.project_id, 'starter');
  const { data } = (await tenant.call('GET', '/config')).body;
  expect(data).toMatchObject({
    plan: 'starter',
    features: { commenting: false },
    limits: { max_templates: 50 },
  });
  await askGalley(place, 'project', 'set-plan', first.project_id, 'scale');
  expect((await tenant.call('GET', '/config')).body.data.features.commenting).toBe(true);
});

test('a deleted tenant’s tokens are worth nothing, also after the tenant is made anew', async () => {
  const doomed = await openTenant(server.url, first, 'doomed / 1');
  const made = await doomed.call('POST', '/templates', { body: { content: smallContent() } });
  expect(made.status).toBe(201);
  await askGalley(place, 'tenant', 'delete', '--project', first.project_id, '--yes', 'doomed / 1');
  expect((await doomed.call('GET', '/templates')).status).toBe(401);
  const anew = await openTenant(server.url, first, 'doomed / 1');
  expect((await anew.call('GET', '/templates')).body.data).toEqual([]);
  expect((await doomed.call('GET', '/templates')).status).toBe(401);
  expect((await anew.call('GET', `/templates/${made.body.data.id}`)).status).toBe(404);
});

test('rotated token keys: old tokens live on, or end at once with --revoke', async () => {
  const old = await openTenant(server.url, first);
  await askGalley(place, 'token-key', 'rotate');
  const next = await openTenant(server.url, first);
  for (const tenant of [old, next]) expect((await tenant.call('GET', '/config')).status).toBe(200);
  await askGalley(place, 'token-key', 'rotate', '--revoke');
  for (const tenant of [old, next]) expect((await tenant.call('GET', '/config')).status).toBe(401);
  expect((await (await openTenant(server.url, first)).call('GET', '/config')).status).toBe(200);
});

test('keys, teams, tenants and lists answer the same as without a server', async () => {
  const key = await askGalley(place, 'key', 'create', '--name', 'agent');
  expect((await askGalley(place, 'key', 'regenerate', key.id)).api_key).not.toBe(key.api_key);
  expect(await askGalley(place, 'key', 'revoke', key.id)).toEqual({ id: key.id });
  expect((await askGalley(place, 'key', 'list')).map((item: { name: string }) => item.name)).toEqual([
    'First key',
  ]);
  const tenants = await askGalley(place, 'tenant', 'list', '--project', first.project_id);
  expect(tenants.items.map((item: { tenant: string }) => item.tenant)).toEqual(['default', 'doomed / 1']);
  expect(await askGalley(place, 'check')).toMatchObject({ ok: true, faults: [] });
});

test('errors come through the server as they are', async () => {
  const unknown = await runGalley(place, ['project', 'set-plan', first.project_id, 'gold']);
  expect({ status: unknown.status, stdout: unknown.stdout }).toEqual({ status: 1, stdout: '' });
  expect(unknown.stderr).toMatch(
    /^galley: plan: "gold" is not a plan; choose one of: starter, growth, scale\.\n$/,
  );
  const again = await runGalley(place, ['init', '--json']);
  expect(again.status).toBe(1);
  expect(JSON.parse(again.stderr).error.code).toBe('conflict');
});

test('many commands at once all get through', async () => {
  const names = Array.from({ length: 8 }, (_, n) => `at once ${n}`);
  const outcomes = await Promise.all(
    names.map((name) => runGalley(place, ['team', 'create', '--name', name])),
  );
  expect(outcomes.map((outcome) => outcome.stderr)).toEqual(names.map(() => ''));
});

test('the log of all this holds no secret', async () => {
  const log = server.stderr();
  for (const secret of [first.client_secret, first.signing_key, first.api_key])
    expect(log).not.toContain(secret);
});

test('a data directory whose path is too long for a socket is served and commanded all the same', async () => {
  const long = createTestDirectory();
  const data = join(long.dir, 'a'.repeat(120), 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  long.env.GALLEY_DATA = data;
  const credentials = await askGalley(long, 'init');
  const running = await startServer(long);
  await askGalley(long, 'project', 'set-plan', credentials.project_id, 'growth');
  const tenant = await openTenant(running.url, credentials);
  expect((await tenant.call('GET', '/config')).body.data.plan).toBe('growth');
  expect(await running.stop()).toBe(0);
  long.remove();
});

test.skipIf(process.platform === 'win32')(
  'the socket is its owner’s alone, and what a killed server left is replaced',
  async () => {
    const own = createTestDirectory();
    const socket = join(own.data, 'control.sock');
    const killed = await startServer(own);
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    await killed.kill();
    expect(existsSync(socket)).toBe(true);
    expect((await runGalley(own, ['team', 'list'])).status).toBe(0);
    const next = await startServer(own);
    expect((await runGalley(own, ['team', 'list'])).status).toBe(0);
    expect(await next.stop()).toBe(0);
    expect(existsSync(socket)).toBe(false);
    own.remove();
  },
);
