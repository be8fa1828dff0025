import { afterEach, beforeEach, expect, test } from 'bun:test';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { connect } from 'node:tls';
import { type Listeners, listen } from '../../src/http/listen.ts';
import { createTestApp, readAnswer, type TestApp } from '../support/test-app.ts';

const FIXTURES = resolve(import.meta.dir, '../fixtures/tls');

let app: TestApp;
let dir: string;
let listeners: Listeners | undefined;
const messages: string[] = [];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'galley-tls-'));
  messages.length = 0;
  app = await createTestApp();
});

afterEach(async () => {
  await listeners?.stop(true);
  listeners = undefined;
  await app.stop();
  rmSync(dir, { recursive: true, force: true });
});

const files = () => ({ cert: join(dir, 'tls.crt'), key: join(dir, 'tls.key') });

/** Puts a pair of the fixtures where the server looks for its own. */
function place(cert: string, key = cert): void {
  copyFileSync(join(FIXTURES, `${cert}.crt`), files().cert);
  copyFileSync(join(FIXTURES, `${key}.key`), files().key);
}

function open(): Listeners {
  const { clock, log } = app.deps;
  const { websocket } = app.realtime;
  const options = { host: '127.0.0.1', port: 0, tls: { files: files(), port: 0 }, websocket, clock, log };
  listeners = listen(app.http, options);
  return listeners;
}

const secure = (path: string) =>
  fetch(`https://127.0.0.1:${listeners?.tlsPort}${path}`, { tls: { rejectUnauthorized: false } }).then(
    readAnswer,
  );

/** The name in the certificate a new connection is shown. */
const shownName = () =>
  new Promise<string>((done, fail) => {
    const target = { host: '127.0.0.1', port: listeners?.tlsPort, rejectUnauthorized: false };
    const socket = connect(target, () => {
      done(String(socket.getPeerCertificate().subject.CN));
      socket.end();
    });
    socket.on('error', fail);
  });

const refusal = () => {
  try {
    open();
    return 'accepted';
  } catch (error) {
    return (error as Error).message.replaceAll(dir, '…');
  }
};

test('HTTPS and plain HTTP serve the same, each on its own port', async () => {
  place('first');
  const { port, tlsPort } = open();
  expect(tlsPort).not.toBe(port);
  const plain = await readAnswer(await fetch(`http://127.0.0.1:${port}/api/v1/health`));
  const tls = await secure('/api/v1/health');
  expect([plain.status, plain.body.status, tls.status, tls.body.status]).toEqual([200, 'ok', 200, 'ok']);
  expect((await secure('/api/v1/nowhere')).status).toBe(404);
});

test('a renewed certificate is shown to new connections, and old ones go on', async () => {
  place('first');
  const { tlsPort, reloadCertificate, servers } = open();
  expect(await shownName()).toBe('first');
  const options = { tls: { rejectUnauthorized: false } } as never;
  const socket = new WebSocket(`wss://127.0.0.1:${tlsPort}/app/${app.first.project_id}?protocol=7`, options);
  const hear = () =>
    new Promise<string>((done) =>
      socket.addEventListener('message', ({ data }) => done(data), { once: true }),
    );
  expect(await hear()).toContain('pusher:connection_established');

  place('renewed');
  reloadCertificate();
  expect(await shownName()).toBe('renewed');
  expect(servers().length).toBe(3);
  const heard = hear();
  socket.send('{"event":"pusher:ping","data":{}}');
  expect(await heard).toContain('pusher:pong');
  const closed = new Promise((done) => socket.addEventListener('close', done));
  socket.close();
  await closed;
  expect(app.logLines.join('')).toContain('the certificate was read again');
});

test('files of which one is new already change nothing until the other is, too', async () => {
  place('first');
  const { reloadCertificate } = open();
  place('renewed', 'first');
  reloadCertificate();
  expect(await shownName()).toBe('first');
  expect(app.logLines.join('')).toContain('the new certificate cannot be used');
  place('renewed');
  reloadCertificate();
  expect(await shownName()).toBe('renewed');
});

test('files that vanish change nothing', async () => {
  place('first');
  const { reloadCertificate } = open();
  rmSync(files().cert);
  reloadCertificate();
  expect(await shownName()).toBe('first');
});

test.each([
  [
    'no certificate',
    () => rmSync(files().cert),
    '--tls-cert: there is no file …/tls.crt; create it, or correct --tls-cert.',
  ],
  [
    'no key',
    () => rmSync(files().key),
    '--tls-key: there is no file …/tls.key; create it, or correct --tls-key.',
  ],
  [
    'a directory',
    () => {
      rmSync(files().cert);
      Bun.spawnSync(['mkdir', files().cert]);
    },
    /^--tls-cert: .*directory/i,
  ],
  [
    'rubbish',
    () => writeFileSync(files().cert, 'x'),
    '--tls-cert: …/tls.crt holds no certificate in PEM form.',
  ],
  [
    'an empty key',
    () => writeFileSync(files().key, ''),
    '--tls-key: …/tls.key holds no private key in PEM form.',
  ],
  [
    'an encrypted key',
    () => copyFileSync(join(FIXTURES, 'encrypted.key'), files().key),
    '--tls-key: …/tls.key is encrypted; Galley has no passphrase for it.',
  ],
  [
    'the key of another',
    () => place('first', 'renewed'),
    '--tls-key: …/tls.key is not the key of the certificate in …/tls.crt.',
  ],
] as [string, () => void, string | RegExp][])(
  '%s is refused at start, before a port is taken',
  (_name, spoil, expected) => {
    place('first');
    spoil();
    if (typeof expected === 'string') expect(refusal()).toBe(expected);
    else expect(refusal()).toMatch(expected);
    expect(app.http.server).toBeFalsy();
  },
);

test('a port that is taken is named with its flag', () => {
  place('first');
  const other = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
  const { clock, log } = app.deps;
  const tls = { files: files(), port: other.port };
  const { websocket } = app.realtime;
  const start = () => listen(app.http, { host: '127.0.0.1', port: 0, tls, websocket, clock, log });
  expect(start).toThrow(
    `Cannot listen on 127.0.0.1:${other.port}: something else is listening there. Choose another port with --tls-port.`,
  );
  other.stop();
});

test.each([
  [1, undefined],
  [-200 * 365, 'not valid yet'],
  [36_499 - 3, 'expires within a week'],
  [36_600, 'has expired'],
])('after %d days', (days, warning) => {
  place('first');
  app.clock.advance(days * 86_400_000);
  open();
  const lines = app.logLines.filter((line) => line.includes('certificate'));
  expect(lines.length).toBe(warning === undefined ? 0 : 1);
  if (warning !== undefined) expect(lines[0]).toContain(warning);
});

test('the certificate’s names are known', () => {
  place('first');
  const { isCertifiedFor } = open();
  expect(['localhost', '127.0.0.1', 'mail.example.com', '10.0.0.1'].map(isCertifiedFor)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
