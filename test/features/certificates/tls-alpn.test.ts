import { afterAll, beforeAll, expect, test } from 'bun:test';
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { findFreePort } from '../../../scripts/free-port.ts';
import { findProgram, skipTestsWithout } from '../../../scripts/test-tools.ts';
import { proveByTls } from '../../../src/features/certificates/proof.ts';
import type { CertificateRenewal } from '../../../src/features/certificates/renewal.ts';
import { type Listeners, listen } from '../../../src/http/listen.ts';
import { PEBBLE_CA, type Pebble, startPebble } from '../../support/pebble.ts';
import { createFakeClock, createTestApp, type TestApp } from '../../support/test-app.ts';

const DOMAINS = ['mail.example.test', 'www.example.test'];
const tlsPort = findFreePort();
const pebble = (await startPebble(tlsPort)) as Pebble;
if (pebble === undefined) skipTestsWithout('pebble');

const clock = createFakeClock(Date.now());

let app: TestApp;
let listeners: Listeners;
beforeAll(async () => {
  const acme = { acme: DOMAINS, acme_directory: pebble?.directory ?? '', acme_ca: PEBBLE_CA };
  const settings = { ...acme, acme_challenge: 'tls-alpn-01', log_requests: true } as const;
  app = await createTestApp(settings, { clock });
  const file = join(app.data, 'acme', 'certificate.pem');
  listeners = listen(app.http, {
    host: '127.0.0.1',
    port: 0,
    tls: { files: { cert: file, key: file }, port: tlsPort },
    websocket: app.realtime.websocket,
    tlsChallenges: challenges(),
    clock,
    log: app.deps.log,
  });
});
afterAll(async () => {
  await listeners?.stop(true);
  await app?.stop();
  await pebble?.stop();
});

const challenges = () => app.deps.tlsChallenges;
const renewal = () => app.deps.services.certificates.renewal as CertificateRenewal;

/** A connection as an authority or a browser opens it. */
function open(servername: string, ALPNProtocols: string[]): Promise<TLSSocket> {
  return new Promise((done, fail) => {
    const target = { host: '127.0.0.1', port: tlsPort, rejectUnauthorized: false };
    const socket = connect({ ...target, servername, ALPNProtocols }, () => done(socket));
    socket.on('error', fail);
  });
}

async function shownTo(servername: string, protocols: string[]) {
  const socket = await open(servername, protocols);
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return new X509Certificate(raw);
}

const showBoth = async () => {
  const proof = proveByTls(challenges(), clock);
  for (const name of DOMAINS) await proof.show({ name, token: 'token', text: 'token.thumbprint' });
};
const hideBoth = () => Promise.all(DOMAINS.map((name) => challenges().hide(name)));

const health = (keepalive = false) =>
  fetch(`https://127.0.0.1:${tlsPort}/api/v1/health`, { tls: { rejectUnauthorized: false }, keepalive });

/**
 * Whether the port refuses nobody, which is certain where ports can be shared. The client keeps its connection, because the
 * runtime closes those without a request, in their handshake too, with the listener that has them.
 */
async function countFailures(during: Promise<unknown>): Promise<number> {
  let isOver = false;
  void during.finally(() => (isOver = true));
  let failures = 0;
  while (!isOver) if ((await health(true).catch(() => undefined))?.status !== 200) failures += 1;
  return failures;
}

function openSocket() {
  const url = `wss://127.0.0.1:${tlsPort}/app/${app.first.project_id}?protocol=7`;
  const socket = new WebSocket(url, { tls: { rejectUnauthorized: false } } as never);
  const hear = () =>
    new Promise<string>((done, fail) => {
      socket.addEventListener('message', ({ data }) => done(data), { once: true });
      // A connection that breaks would be waited for until the limit of the test.
      socket.addEventListener('close', ({ code }) => fail(new Error(`closed with ${code}`)), { once: true });
    });
  const ask = () => {
    const heard = hear();
    socket.send('{"event":"pusher:ping","data":{}}');
    return heard;
  };
  const close = () =>
    new Promise<void>((done) => {
      socket.addEventListener('close', () => done(), { once: true });
      socket.close();
    });
  return { established: hear(), ask, close };
}

test.skipIf(pebble === undefined)(
  'a certificate is issued over the port for TLS, which answers all the time',
  async () => {
    const order = renewal().renewIfDue(new AbortController().signal);
    const failures = await countFailures(order);
    expect(renewal().status().status).toBe('ok');
    listeners.reloadCertificate();
    const shown = await shownTo('mail.example.test', ['http/1.1']);
    expect(shown.issuer).toStartWith('CN=Pebble Intermediate CA');
    expect(shown.subjectAltName).toBe('DNS:mail.example.test, DNS:www.example.test');
    expect(process.platform === 'linux' ? failures : 0).toBe(0);
  },
);

test('only an authority is shown the certificate of a challenge, for its name', async () => {
  const usual = (await shownTo('www.example.test', ['http/1.1'])).fingerprint256;
  await showBoth();
  const [mail, www] = await Promise.all(DOMAINS.map((name) => shownTo(name, ['acme-tls/1'])));
  expect([mail?.subjectAltName, www?.subjectAltName]).toEqual(DOMAINS.map((name) => `DNS:${name}`));
  expect((await shownTo('WWW.example.test', ['acme-tls/1'])).subjectAltName).toBe('DNS:www.example.test');
  for (const protocols of [['http/1.1'], [], ['acme-tls/1', 'http/1.1']])
    expect((await shownTo('www.example.test', protocols)).fingerprint256).toBe(usual);
  await hideBoth();
});

test('connections from before, meanwhile and after go on', async () => {
  const before = openSocket();
  await before.established;
  await showBoth();
  const meanwhile = openSocket();
  await meanwhile.established;
  expect((await health()).status).toBe(200);
  await hideBoth();
  const after = openSocket();
  await after.established;
  for (const socket of [before, meanwhile, after]) {
    expect(await socket.ask()).toContain('pusher:pong');
    await socket.close();
  }
  while (challenges().relayedClients.size > 0) await Bun.sleep(5);
});

const curl = findProgram('curl');

test.skipIf(curl === undefined)(
  'limits and the log see the address of a client that is relayed',
  async () => {
    await showBoth();
    const url = `https://127.0.0.1:${tlsPort}/api/v1/health?relayed`;
    const run = Bun.spawn([curl as string, '-sk', '--interface', '127.0.0.2', url], { stdout: 'ignore' });
    expect(await run.exited).toBe(0);
    await hideBoth();
    const lines = app.logLines.map((line) => JSON.parse(line)).filter(({ address }) => address !== undefined);
    expect(lines.at(-1)).toMatchObject({ address: '127.0.0.2', status: 200 });
  },
);

test('bytes that are no hello, and a client that says nothing, disturb nobody', async () => {
  await showBoth();
  const say = (bytes: Uint8Array) =>
    Bun.connect({
      hostname: '127.0.0.1',
      port: tlsPort,
      socket: { open: (socket) => void (bytes.length > 0 && socket.write(bytes)), data() {}, error() {} },
    });
  const sockets = await Promise.all(
    ['', 'GET / HTTP/1.1\r\n\r\n', '\u0016\u0003\u0001\uffff', 'x'.repeat(40_000)].map((text) =>
      say(Buffer.from(text, 'latin1')),
    ),
  );
  expect((await health()).status).toBe(200);
  for (const socket of sockets) socket.end();
  await hideBoth();
  expect((await health()).status).toBe(200);
});
