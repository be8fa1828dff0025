import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import packageJson from '../../package.json';
import { createApp } from '../../src/app.ts';
import { loadSettings } from '../../src/config/index.ts';
import { isDocumented } from '../../src/http/route.ts';
import { TraceCollector } from '../support/trace-collector.ts';
import {
  BINARY,
  call,
  createTestDirectory,
  GUARD_MS,
  runGalley,
  type Server,
  startServer,
  type TestDirectory,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

const collector = new TraceCollector();
let place: TestDirectory;
let server: Server;

beforeAll(async () => {
  place = createTestDirectory();
  server = await startServer(place, [], { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
});
afterAll(async () => {
  await server?.stop();
  place?.remove();
  await collector.stop();
});

test('--help names every command and shows examples', async () => {
  const { status, stdout, stderr } = await runGalley(place, ['--help']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const commands = 'serve init project tenant key team token-key check version'.split(' ');
  for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} .*\\S$`, 'm'));
  expect(stdout).toContain('Examples:');
  expect(stdout).toContain('GALLEY_');
});

test('version', async () => {
  const { version } = packageJson;
  expect((await runGalley(place, ['--version'])).stdout).toBe(`${version}\n`);
  expect((await runGalley(place, ['version'])).stdout).toMatch(
    new RegExp(
      `^galley ${version.replaceAll('.', '\\.')} \\(commit ([0-9a-f]{12}(-dirty)?|unknown), built \\d{4}-\\d\\d-\\d\\d, Bun \\S+, SQLite \\S+\\)\n$`,
    ),
  );
});

test('health asks the running server', async () => {
  const { port } = new URL(server.url);
  const ready = await runGalley(place, ['health'], { GALLEY_HOST: '0.0.0.0', GALLEY_PORT: port });
  expect([ready.status, ready.stdout]).toEqual([0, 'ready\n']);
  const silent = await runGalley(place, ['health', '--port', '1']);
  expect([silent.status, silent.stderr]).toEqual([
    1,
    expect.stringContaining('No server answers at http://127.0.0.1:1/api/v1/ready (ECONNREFUSED).'),
  ]);
  const other = await runGalley(place, ['health', '--port', port, '--host', 'localhost']);
  expect(other.status).toBe(0);
});

test('traces reach a collector', async () => {
  const traceId = 'c'.repeat(32);
  const headers = { traceparent: `00-${traceId}-${'d'.repeat(16)}-01` };
  await fetch(`${server.url}/api/v1/ready`, { headers });
  const { attributes } = await collector.waitFor('GET /api/v1/ready', traceId);
  expect(attributes).toMatchObject({ 'http.response.status_code': 200 });
});

test('licenses of third-party parts are in the executable', async () => {
  const list = await runGalley(place, ['licenses']);
  expect(list.status).toBe(0);
  expect(list.stdout).toMatch(/^@resvg\/resvg-wasm +2\.\S+ +MPL-2\.0 +https:\/\/github\.com\//m);
  const full = await runGalley(place, ['licenses', '--full']);
  expect(full.stdout).toContain('Mozilla Public License Version 2.0');
  const { items } = JSON.parse((await runGalley(place, ['licenses', '--json'])).stdout);
  expect(items.length).toBeGreaterThan(150);
});

test.skipIf(process.platform !== 'linux')(
  'a reader that ends early, or a full disk, prints no stack trace',
  async () => {
    const run = async (command: string) => {
      const { stdout, stderr, exited } = Bun.spawn(['sh', '-c', command], {
        ...{ cwd: place.dir, env: { ...place.env, GALLEY: BINARY }, stdout: 'pipe', stderr: 'pipe' },
      });
      return { status: await exited, stdout: await stdout.text(), stderr: await stderr.text() };
    };
    const early = await run('{ "$GALLEY" licenses --full; echo "status $?" >&2; } | head -1');
    expect(early).toMatchObject({ stderr: 'status 0\n', stdout: expect.stringContaining('MIT license') });
    const full = await run('"$GALLEY" version > /dev/full');
    expect(full.status).toBe(1);
    expect(full.stderr).toMatch(/^galley: The output could not be written \(ENOSPC.*\)\.\n$/);
  },
);

test('leaves nothing behind outside its data directory', () => {
  expect(readdirSync(place.env.HOME as string)).toEqual([]);
  expect(readdirSync(place.dir).sort()).toEqual(['galley-data', 'home']);
});

test('needs neither HOME nor PATH', async () => {
  const bare = { ...place, env: {} };
  expect((await runGalley(bare, ['version'])).status).toBe(0);
  expect((await runGalley(bare, ['team', 'list'])).status).toBe(0);
});

test('health', async () => {
  const { status, body } = await call(server.url, 'GET', '/api/v1/health');
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'ok' });
});

test('/openapi/json describes every route there is, and /openapi is a page', async () => {
  const settings = { ...loadSettings({}, {}), data: `${place.dir}/table`, log_level: 'silent' as const };
  const app = await createApp({ ...settings, allow_ephemeral: true });
  const expected = [...app.routes, ...app.serverRoutes, ...app.adminRoutes]
    .filter(isDocumented)
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  await app.close();
  const { body } = await call(server.url, 'GET', '/openapi/json');
  // How tools show a schema is no concern of who reads this.
  expect(JSON.stringify(body)).not.toContain('x-tool-schema');
  const described = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(expected.sort());
  const page = await fetch(`${server.url}/openapi`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
});

test('what is not there is answered in JSON, with no trace of the inside', async () => {
  const { status, body, text } = await call(server.url, 'GET', '/api/v1/nothing');
  expect(status).toBe(404);
  expect(Object.keys(body)).toEqual(['message', 'code']);
  expect(text).not.toMatch(/^\s+at |\.ts|node_modules/m);
});

test('a mistyped setting is named in the log, once and without its value', async () => {
  const other = createTestDirectory();
  const { stderr, stop } = await startServer(other, [], { GALLEY_PROT: 'mistyped-value' });
  const named = stderr().match(/GALLEY_PROT[^"]*/g);
  expect(named).toEqual(['GALLEY_PROT (GALLEY_PORT?)']);
  expect(stderr()).not.toContain('mistyped-value');
  await stop();
  other.remove();
});
