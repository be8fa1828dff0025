import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from '../../scripts/free-port.ts';
import {
  askGalley,
  createTestDirectory,
  exchangeToken,
  GUARD_MS,
  runGalley,
  startServer,
  type TestDirectory,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

let place: TestDirectory;
beforeEach(() => {
  place = createTestDirectory();
});
afterEach(() => place.remove());

const KEYS = [
  'base_url',
  'team_id',
  'project_id',
  'tenant',
  'client_id',
  'client_secret',
  'signing_key',
  'api_key',
  'set_up_url',
];

const SUPPLIED = {
  GALLEY_PROJECT_ID: '0199a1b2-0000-7000-8000-0123456789ab',
  GALLEY_TENANT: 'acme / north',
  GALLEY_CLIENT_ID: 'client-of-the-shop',
  GALLEY_CLIENT_SECRET: 'a-client-secret-made-by-automation-1',
  GALLEY_SIGNING_KEY: 'a-signing-key-made-by-the-automation',
  GALLEY_API_KEY: 'an-api-key-made-by-the-automation-01',
};

test('prints one JSON object with exactly these keys, and serving accepts what it printed', async () => {
  const first = await askGalley(place, 'init', '--base-url', 'https://mail.example.com/galley/');
  expect(Object.keys(first)).toEqual(KEYS);
  expect(first).toMatchObject({ base_url: 'https://mail.example.com/galley', tenant: 'default' });
  const server = await startServer(place);
  expect(server.stdout()).toBe('');
  expect((await exchangeToken(server.url, first, 'default')).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test('prints the same for people, without --json', async () => {
  const { status, stdout, stderr } = await runGalley(place, ['init']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const word of [
    'project id',
    'client secret',
    'signing key',
    'api key',
    'curl -s http',
    'mcpServers',
  ]) {
    expect(stdout).toContain(word);
  }
});

test('takes credentials from the environment', async () => {
  const { stdout } = await runGalley(place, ['init', '--json'], SUPPLIED);
  expect(JSON.parse(stdout)).toMatchObject({
    project_id: SUPPLIED.GALLEY_PROJECT_ID,
    tenant: SUPPLIED.GALLEY_TENANT,
    client_id: SUPPLIED.GALLEY_CLIENT_ID,
    client_secret: SUPPLIED.GALLEY_CLIENT_SECRET,
    signing_key: SUPPLIED.GALLEY_SIGNING_KEY,
    api_key: SUPPLIED.GALLEY_API_KEY,
  });
});

test('refuses a credential that is given twice', async () => {
  const env = { GALLEY_CLIENT_SECRET: 'a'.repeat(40), GALLEY_CLIENT_SECRET_FILE: join(place.dir, 'none') };
  const { status, stderr } = await runGalley(place, ['init', '--json'], env);
  expect(status).toBe(1);
  expect(stderr).toContain('both set');
});

test('takes credentials from files', async () => {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(SUPPLIED)) {
    const file = join(place.dir, name);
    writeFileSync(file, `${value}\n`);
    env[`${name}_FILE`] = file;
  }
  const { stdout } = await runGalley(place, ['init', '--json'], env);
  const first = JSON.parse(stdout);
  expect(first.client_secret).toBe(SUPPLIED.GALLEY_CLIENT_SECRET);
  expect(first.tenant).toBe(SUPPLIED.GALLEY_TENANT);
  const server = await startServer(place);
  expect((await exchangeToken(server.url, first, SUPPLIED.GALLEY_TENANT)).status).toBe(200);
  await server.stop();
});

test('a first `serve` takes supplied credentials too', async () => {
  const server = await startServer(place, ['--json'], SUPPLIED);
  expect(JSON.parse(server.stdout())).toMatchObject({ client_id: SUPPLIED.GALLEY_CLIENT_ID });
  const credentials = {
    client_id: SUPPLIED.GALLEY_CLIENT_ID,
    client_secret: SUPPLIED.GALLEY_CLIENT_SECRET,
  };
  expect((await exchangeToken(server.url, credentials, 'default')).status).toBe(200);
  expect(server.stderr()).not.toContain(SUPPLIED.GALLEY_CLIENT_SECRET);
  await server.stop();
});

test('any free port: what the first run prints names the port it got', async () => {
  const server = await startServer(place, ['--port', '0', '--json']);
  expect(JSON.parse(server.stdout()).base_url).toBe(server.url);
  await server.stop();
});

test('the address of the first run is the one asked for', async () => {
  const port = findFreePort();
  const server = await startServer(place, ['--port', String(port), '--json']);
  expect(JSON.parse(server.stdout()).base_url).toBe(`http://localhost:${port}`);
  await server.stop();
});

const REFUSED: [variable: string, value: string][] = [
  ['GALLEY_CLIENT_SECRET', 'too-short'],
  ['GALLEY_SIGNING_KEY', 'too-short'],
  ['GALLEY_API_KEY', 'too-short'],
  ['GALLEY_CLIENT_ID', 'short'],
  ['GALLEY_PROJECT_ID', 'not-a-uuid'],
  ['GALLEY_TENANT', '..'],
  ['GALLEY_CLIENT_SECRET_FILE', '/no/such/file'],
];

test.each(REFUSED)('refuses %s=%s and says which it was', async (variable, value) => {
  const { status, stdout, stderr } = await runGalley(place, ['init'], { [variable]: value });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^galley: ${variable}.+\\n$`));
  // Nothing is half set up: with a good value the same command works.
  expect((await runGalley(place, ['init'])).status).toBe(0);
});

test('a second init is refused in words, and changes nothing', async () => {
  const first = await askGalley(place, 'init');
  const again = await runGalley(place, ['init']);
  expect({ status: again.status, stdout: again.stdout }).toEqual({ status: 1, stdout: '' });
  expect(again.stderr).toMatch(/^galley: .*initialized before.*\n$/);
  const inJson = await runGalley(place, ['init', '--json']);
  expect(inJson.status).toBe(1);
  expect(JSON.parse(inJson.stderr).error.code).toBe('conflict');
  const projects = await askGalley(place, 'project', 'list');
  expect(projects.map((project: { id: string }) => project.id)).toEqual([first.project_id]);
});

test('makes a data directory that lies deep, with or without a final slash', async () => {
  const data = join(place.dir, 'srv', 'mail', 'data');
  expect((await runGalley(place, ['init', '--data', `${data}/`])).status).toBe(0);
  expect(existsSync(join(data, 'galley.db'))).toBe(true);
  expect((await runGalley(place, ['check', '--data', data])).status).toBe(0);
  expect((await runGalley(place, ['check'], { GALLEY_DATA: data })).status).toBe(0);
});

test('everything that is printed names one host, without settings', async () => {
  const printed = [
    (await runGalley(place, ['init'])).stdout,
    (await runGalley(place, ['key', 'create', '--name', 'Agent'])).stdout,
    (await runGalley(place, ['admin', 'link'])).stdout,
    (await runGalley(place, ['--help'])).stdout,
  ];
  const server = await startServer(place, ['--demo']);
  printed.push(
    (await runGalley(place, ['key', 'create', '--name', 'Another'])).stdout,
    (await runGalley(place, ['admin', 'link'])).stdout,
    (await runGalley(place, ['doctor'])).stdout,
    server.stderr(),
  );
  await server.stop();
  const text = printed.join('\n');
  const names = [...text.matchAll(/https?:\/\/([^:/\s"']+|\[[^\]]+\])(?=[:/])/g)].map(([, name]) => name);
  expect([...new Set(names)]).toEqual(['localhost']);
  expect(text).not.toMatch(/127\.0\.0\.1:|\[::1\]/);
});
