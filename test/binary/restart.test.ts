import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import type PusherClient from 'pusher-js';
import { findFreePort } from '../../scripts/free-port.ts';
import { sampleContent } from '../mail/model/sample-content.ts';
import {
  type Credentials,
  createInitializedDirectory,
  GUARD_MS,
  openTenant,
  runGalley,
  type Server,
  startServer,
  type Tenant,
  type TestDirectory,
  waitFor,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

// The build for node does not connect under Bun; the one for workers is what browsers run, without its fallbacks.
const { default: Pusher } = (await import('pusher-js/worker' as string)) as { default: typeof PusherClient };

const isLinux = process.platform === 'linux';

let place: TestDirectory;
let port: number;
let server: Server;
let tenant: Tenant;
let credentials: Credentials & { project_id: string };

beforeEach(async () => {
  ({ place, first: credentials } = await createInitializedDirectory());
  port = findFreePort();
  server = await startServer(place, ['--port', String(port)]);
  tenant = await openTenant(server.url, credentials);
});
afterEach(async () => {
  await server.kill();
  place.remove();
});

const replace = (...more: string[]) => startServer(place, ['--replace', '--port', String(port), ...more]);

/** Sends a request on a connection of the agent; resolves to the status, or to the code of the failure. */
function send(agent: Agent, method: string, path: string, body?: object): Promise<number | string> {
  const headers = { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' };
  return new Promise((done) => {
    const sent = request({ port, agent, method, path: tenant.base + path, headers }, (response) => {
      response.on('error', (error) => done(error.message));
      response.on('end', () => done(response.statusCode ?? 'no status'));
      response.resume();
    });
    sent.on('error', (error: Error & { code?: string }) => done(error.code ?? error.message));
    sent.end(body && JSON.stringify(body));
  });
}

test.skipIf(!isLinux)('a server that is replaced twice under load fails no request', async () => {
  const created = await tenant.call('POST', '/templates', { body: { content: sampleContent(6, 20 * 1024) } });
  const path = `/templates/${created.body.data.id}`;
  const outcomes = new Map<number | string, number>();
  let isOver = false;
  const clients = Array.from({ length: 16 }, async (_, n) => {
    const agent = new Agent({ keepAlive: n % 2 === 0, maxSockets: 1 });
    while (!isOver) {
      const outcome =
        n % 4 === 0 ? await send(agent, 'PUT', path, { name: `name ${n}` }) : await send(agent, 'GET', path);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      await Bun.sleep(5);
    }
    agent.destroy();
  });
  for (let round = 0; round < 2; round += 1) {
    const before = outcomes.get(200) ?? 0;
    await waitFor('load', () => (outcomes.get(200) ?? 0) > before + 100);
    const old = server;
    server = await replace();
    expect(await old.exited).toBe(0);
    expect(old.stderr()).toContain('"replaced":true');
    expect(old.stderr()).not.toContain('cut_requests');
  }
  const before = outcomes.get(200) ?? 0;
  await waitFor('load', () => (outcomes.get(200) ?? 0) > before + 100);
  isOver = true;
  await Promise.all(clients);
  expect([...outcomes.keys()]).toEqual([200]);
});

test.skipIf(!isLinux)(
  'published clients of realtime come back to the server that replaces theirs',
  async () => {
    const client = new Pusher(credentials.project_id, {
      wsHost: '127.0.0.1',
      wsPort: port,
      forceTLS: false,
      enabledTransports: ['ws'],
      disableStats: true,
      cluster: '',
    });
    const states: string[] = [];
    client.connection.bind('state_change', ({ current }: { current: string }) => states.push(current));
    await waitFor('the connection', () => client.connection.state === 'connected');
    const first = client.connection.socket_id;
    server = await replace();
    await waitFor(
      'the next connection',
      () => client.connection.socket_id !== first && states.at(-1) === 'connected',
    );
    client.disconnect();
    // In `unavailable` they wait for 15 seconds.
    expect(states).not.toContain('unavailable');
  },
);

test.skipIf(!isLinux)('TLS is served on by the next server', async () => {
  await server.stop();
  const tls = resolve(import.meta.dir, '../fixtures/tls');
  const tlsPort = findFreePort();
  const flags = [
    '--tls-cert',
    `${tls}/first.crt`,
    '--tls-key',
    `${tls}/first.key`,
    '--tls-port',
    String(tlsPort),
  ];
  server = await startServer(place, ['--port', String(port), ...flags]);
  const old = server;
  server = await replace(...flags);
  expect(await old.exited).toBe(0);
  const health = await fetch(`https://127.0.0.1:${tlsPort}/api/v1/health`, {
    tls: { rejectUnauthorized: false },
  });
  expect(health.status).toBe(200);
});

test('without --replace a second server is refused, also one of other data on the same port', async () => {
  const own = await runGalley(place, ['serve', '--port', String(findFreePort())]);
  expect([own.status, own.stderr]).toEqual([1, expect.stringContaining('--replace')]);
  const other = await createInitializedDirectory();
  const foreign = await runGalley(other.place, ['serve', '--port', String(port)]);
  other.place.remove();
  expect(foreign.status).toBe(1);
  expect(foreign.stderr).toContain('something else is listening there');
  expect((await tenant.call('GET', '/config')).status).toBe(200);
});

test('--replace where no server runs starts one', async () => {
  await server.stop();
  server = await replace();
  expect((await tenant.call('GET', '/config')).status).toBe(200);
});

test.skipIf(!isLinux)('a server that could not start lets the running one serve on', async () => {
  const plans = join(place.dir, 'plans.json');
  await Bun.write(plans, '{"plans": 1}');
  const flawed = [
    { GALLEY_PLANS_FILE: join(place.dir, 'absent.json') },
    { GALLEY_PLANS_FILE: plans },
    { GALLEY_TLS_CERT: plans, GALLEY_TLS_KEY: plans },
    { GALLEY_TRUSTED_PROXIES: 'nonsense' },
    { GALLEY_DEMO: 'local', GALLEY_HOST: '0.0.0.0' },
  ];
  for (const settings of flawed) {
    const failed = await runGalley(place, ['serve', '--replace', '--port', String(port)], settings);
    expect(failed.status).toBe(1);
    expect((await tenant.call('GET', '/config')).status).toBe(200);
  }
  const database = new Database(join(place.data, 'galley.db'));
  database.run("INSERT INTO schema_migrations (tag, applied_at) VALUES ('9999_newer', 0)");
  const failed = await runGalley(place, ['serve', '--replace', '--port', String(port)]);
  database.run("DELETE FROM schema_migrations WHERE tag = '9999_newer'");
  database.close();
  expect([failed.status, failed.stderr]).toEqual([1, expect.stringContaining('newer Galley')]);
  expect((await tenant.call('GET', '/config')).status).toBe(200);
});

test.skipIf(!isLinux)('of two servers that would replace another at once, one is refused', async () => {
  const old = server;
  // A request under way keeps the old server from ending before both have asked.
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('POST /api/v1/auth/token HTTP/1.1\r\nHost: galley\r\nContent-Length: 100\r\n\r\n{');
  await Bun.sleep(100);
  const first = replace();
  await waitFor('the first to ask', () => old.stderr().includes('"replaced":true'));
  const second = await runGalley(place, ['serve', '--replace', '--port', String(port)]);
  expect([second.status, second.stderr]).toEqual([1, expect.stringContaining('stopping already')]);
  server = await first;
  socket.destroy();
  expect((await tenant.call('GET', '/config')).status).toBe(200);
});
