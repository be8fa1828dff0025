import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { diagnoseInstance } from '../../../src/features/instance/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { CERTIFICATE, KEY } from '../../support/certificate.ts';
import { isPostgres } from '../../support/engine.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let mail: MailServer;
let address: string;

beforeAll(async () => {
  mail = await startMailServer({ authOptional: false });
  app = await createTestApp({
    smtp_url: `smtp://user:secret@127.0.0.1:${mail.port}`,
    smtp_secure: 'none',
    smtp_from: 'galley@example.com',
  });
  app.clock.advance(Date.now() - app.clock.now());
  address = `http://127.0.0.1:${app.listen()}`;
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
});

/** The status and message of each check under a base URL. */
async function diagnose(baseUrl = address, is_serving = true) {
  const deps = { ...app.deps, baseUrl };
  const { ok, checks } = await perform(diagnoseInstance, deps, adminScope, { is_serving });
  const found = new Map(checks.map(({ check, status, message }) => [check, `${status}: ${message}`]));
  return { ok, of: (check: string) => found.get(check) };
}

test('a server that clients reach has no faults', async () => {
  const { ok, of } = await diagnose();
  expect(of('base_url')).toBe(`ok: ${address} leads to this server.`);
  expect(of('clock')).toMatch(/^ok/);
  expect(of('websocket')).toMatch(/^ok/);
  expect(of('mail')).toMatch(/^ok/);
  expect(of('permissions')).toMatch(/^ok/);
  expect(of('database')).toMatch(/^ok/);
  expect(of('backups')).toMatch(/^warning: No backups are scheduled/);
  expect(of('tls')).toBeUndefined();
  expect(ok).toBe(of('disk')?.startsWith('fault') !== true);
  expect([mail.signIns, mail.mails]).toEqual([['user secret'], []]);
});

test('a proxy that leads to this server and passes no websockets is a fault', async () => {
  const proxy = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url, method }) {
      const { pathname, search } = new URL(url);
      return pathname.startsWith('/app/')
        ? new Response('no', { status: 404 })
        : fetch(address + pathname + search, { method });
    },
  });
  const { ok, of } = await diagnose(`http://127.0.0.1:${proxy.port}`);
  await proxy.stop(true);
  expect(ok).toBe(false);
  expect(of('base_url')).toMatch(/^ok/);
  expect(of('websocket')).toMatch(/^fault: Websockets do not get through/);
});

test('another Galley under the base URL is a fault', async () => {
  const other = await createTestApp();
  const { ok, of } = await diagnose(`http://127.0.0.1:${other.listen()}`);
  await other.stop();
  expect(ok).toBe(false);
  expect(of('base_url')).toMatch(/^fault: .* does not lead to this server \(status 200\)/);
  expect(of('websocket')).toBeUndefined();
});

test('a port that is closed, and one that never answers, are faults', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((done) => silent.once('listening', done));
  const { port } = silent.address() as { port: number };
  const { of } = await diagnose(`http://127.0.0.1:${port}`);
  expect(of('base_url')).toMatch(/^fault: .* does not answer this machine \(/);
  silent.close();
  expect((await diagnose('http://127.0.0.1:1')).of('base_url')).toMatch(/^fault: .* does not answer/);
}, 120_000);

test('a name without an address is a fault', async () => {
  const { of } = await diagnose('https://galley.invalid');
  expect(of('dns')).toMatch(/^fault: The name galley.invalid of the base URL has no address/);
});

test('a certificate that clients do not trust is a fault', async () => {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: { cert: CERTIFICATE, key: KEY },
    fetch: () => new Response('hello'),
  });
  const { of } = await diagnose(`https://localhost:${server.port}`);
  await server.stop(true);
  expect(of('tls')).toMatch(/^fault: Clients do not trust the certificate of localhost: /);
  expect(of('base_url')).toBeUndefined();
});

test('a clock that is wrong is a warning', async () => {
  app.clock.advance(300_000);
  const { of } = await diagnose();
  app.clock.advance(-300_000);
  expect(of('clock')).toMatch(/^warning: The clock differs by \d{3} seconds/);
});

test('a mail server that refuses the sign-in is a fault without its words', async () => {
  mail.behavior = { onAuth: (_auth, _session, done) => done(new Error('secret user unknown')) };
  const { of } = await diagnose();
  mail.behavior = {};
  expect(of('mail')).toBe('fault: The mail server cannot be used. It refuses the user or the password.');
});

test('a data directory that other users can read is a warning', async () => {
  chmodSync(app.data, 0o755);
  if (!isPostgres) chmodSync(`${app.data}/galley.db`, 0o644);
  const { of } = await diagnose();
  chmodSync(app.data, 0o700);
  expect(of('permissions')).toMatch(/^warning: All users of this machine can read .*galley doctor --fix/);
  expect((await diagnose()).of('permissions')).toMatch(/^ok/);
});

test('a folder of another user in a private data directory is a fault', async () => {
  const folder = `${app.data}/media/files`;
  mkdirSync(folder, { recursive: true });
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) chownSync(folder, 65534, 65534);
  else chmodSync(folder, 0o500);
  const { of } = await diagnose();
  if (isRoot) chownSync(folder, 0, 0);
  else chmodSync(folder, 0o700);
  expect(of('permissions')).toMatch(/^fault: .*media\/files.* Change it with: ch(own|mod) -R/);
  expect((await diagnose()).of('permissions')).toMatch(/^ok/);
});

test('without a server the base URL is a warning, and all else is checked', async () => {
  const { of } = await diagnose('http://127.0.0.1:1', false);
  expect(of('base_url')).toMatch(/^warning: No server runs on this data/);
  expect(of('mail')).toMatch(/^ok/);
});

test('probes of containers', async () => {
  const ask = async (path: string) => {
    const { status, body } = await app.request('GET', path);
    return [status, body];
  };
  expect(await ask('/health/live')).toEqual([200, { status: 'live' }]);
  expect(await ask('/health/ready')).toEqual([200, { status: 'ready' }]);
  expect((await app.request('POST', '/health/live')).status).toBe(405);
});
