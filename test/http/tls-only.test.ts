import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { type Listeners, listen } from '../../src/http/listen.ts';
import { createTestApp, readAnswer, type TestApp } from '../support/test-app.ts';

const FIXTURES = resolve(import.meta.dir, '../fixtures/tls');
const files = { cert: `${FIXTURES}/first.crt`, key: `${FIXTURES}/first.key` };
const HSTS = 'max-age=15552000';

let app: TestApp;
let listeners: Listeners;
beforeAll(async () => {
  app = await createTestApp({ tls_cert: files.cert, tls_key: files.key, tls_only: true });
  listeners = open('');
});
afterAll(async () => {
  await listeners.stop(true);
  await app.stop();
});

function open(baseUrl: string): Listeners {
  const { clock, log } = app.deps;
  const tls = { files, port: 0, only: { baseUrl } };
  return listen(app.http, { host: '127.0.0.1', port: 0, tls, websocket: app.realtime.websocket, clock, log });
}

const plain = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${listeners.port}${path}`, { redirect: 'manual', ...init });
const secure = (path: string, init: RequestInit = {}) =>
  fetch(`https://127.0.0.1:${listeners.tlsPort}${path}`, { ...init, tls: { rejectUnauthorized: false } });

describe('plain HTTP', () => {
  test.each([
    '/',
    '/openapi?x=1#y',
    '/api/v1/media/files/a.png',
    '/nowhere//../a%20b?c=%2F',
    '/@other.example/x',
  ])('redirects GET and HEAD of %s', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await plain(path, { method });
      const location = answer.headers.get('location') ?? '';
      const { pathname, search } = new URL(`http://127.0.0.1:${listeners.port}${path}`);
      expect([answer.status, location]).toEqual([
        308,
        `https://127.0.0.1:${listeners.tlsPort}${pathname}${search}`,
      ]);
    }
  });

  test('goes to the base URL if there is one, otherwise to the host of the request', async () => {
    const headers = { host: 'mail.example.com:4100' };
    const toHost = await plain('/openapi', { headers });
    expect(toHost.headers.get('location')).toBe(`https://mail.example.com:${listeners.tlsPort}/openapi`);
    await listeners.stop(true);
    listeners = open('https://mail.example.com');
    const toBase = await plain('/openapi', { headers: { host: 'other.example' } });
    expect(toBase.headers.get('location')).toBe('https://mail.example.com/openapi');
    await listeners.stop(true);
    listeners = open('');
  });

  test.each<[string, () => [string, RequestInit]]>([
    ['a token exchange', () => ['/api/v1/auth/token', { method: 'POST', body: JSON.stringify(app.first) }]],
    ['a tool call', () => ['/api/v1/mcp', { method: 'POST', body: '{}' }]],
    ['a read with a token', () => ['/api/v1/mcp', { headers: { authorization: 'Bearer x' } }]],
    ['a preflight', () => ['/api/v1/auth/token', { method: 'OPTIONS' }]],
    ['a deletion', () => ['/api/v1/projects/x/tenants/y/templates/z', { method: 'DELETE' }]],
  ])('refuses %s', async (_name, request) => {
    const answer = await readAnswer(await plain(...request()));
    expect([answer.status, answer.body]).toEqual([
      403,
      {
        code: 'forbidden',
        message: `Use HTTPS: https://127.0.0.1:${listeners.tlsPort}. This request came unencrypted, so replace the credentials it had, if any.`,
      },
    ]);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(app.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  test('refuses websockets', async () => {
    const path = `/app/${app.first.project_id}?protocol=7`;
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    expect((await plain(path, { headers })).status).toBe(403);
    const socket = new WebSocket(`ws://127.0.0.1:${listeners.port}${path}`);
    const opened = await new Promise((done) => {
      socket.onopen = () => done(true);
      socket.onerror = () => done(false);
    });
    expect(opened).toBe(false);
  });

  test('answers health checks, and names no plain port for websockets', async () => {
    app.deps.listening = { ...app.deps.listening, port: listeners.port, tlsPort: listeners.tlsPort };
    for (const answer of [await plain('/api/v1/health'), await secure('/api/v1/health')]) {
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }]);
    }
    expect((await plain('/api/v1/health', { method: 'POST' })).status).toBe(403);
  });

  test('answers health checks in HTTP/1.0 without a host, and redirects nothing else without one', async () => {
    expect(await sendRaw('GET /api/v1/health HTTP/1.0\r\n\r\n')).toStartWith('HTTP/1.1 200 ');
    expect(await sendRaw('HEAD /api/v1/ready?x HTTP/1.0\r\n\r\n')).toStartWith('HTTP/1.1 200 ');
    expect(await sendRaw('GET /openapi HTTP/1.0\r\n\r\n')).toStartWith('HTTP/1.1 403 ');
  });
});

describe('HTTPS', () => {
  test.each(['/', '/openapi/viewer.js', '/api/v1/health', '/nowhere', '/media/x/y.png', '/app/x'])(
    'tells browsers to stay with it: %s',
    async (path) => {
      expect((await secure(path)).headers.get('strict-transport-security')).toBe(HSTS);
      expect((await plain(path)).headers.get('strict-transport-security')).toBeNull();
    },
  );

  test('exchanges tokens, opens websockets, and sees the addresses of clients', async () => {
    const { client_id } = app.first;
    const body = JSON.stringify({ client_id, client_secret: 'wrong', tenant: 'x' });
    const headers = { 'content-type': 'application/json' };
    for (let index = 0; index < 10; index += 1)
      await secure('/api/v1/auth/token', { method: 'POST', headers, body });
    const [line] = app.logLines.filter((text) => text.includes('too many wrong secrets'));
    expect(JSON.parse(line ?? '{}').address).toBe('127.0.0.1');
    const options = { tls: { rejectUnauthorized: false } } as never;
    const url = `wss://127.0.0.1:${listeners.tlsPort}/app/${app.first.project_id}?protocol=7`;
    const socket = new WebSocket(url, options);
    const heard = await new Promise<string>((done) => {
      socket.onmessage = ({ data }) => done(data);
    });
    expect(heard).toContain('pusher:connection_established');
    socket.close();
  });

  test('without the setting there is no such header', async () => {
    const { clock, log } = app.deps;
    const other = await createTestApp();
    const both = listen(other.http, {
      host: '127.0.0.1',
      port: 0,
      tls: { files, port: 0 },
      websocket: other.realtime.websocket,
      clock,
      log,
    });
    const answer = await fetch(`https://127.0.0.1:${both.tlsPort}/`, { tls: { rejectUnauthorized: false } });
    expect(answer.headers.get('strict-transport-security')).toBeNull();
    await both.stop(true);
    await other.stop();
  });
});

/** Sends text over a new connection and returns the beginning of the answer. */
function sendRaw(text: string): Promise<string> {
  return new Promise((done, reject) => {
    const socket = connect(listeners.port, '127.0.0.1', () => socket.write(text));
    socket.once('data', (data) => {
      done(data.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });
}
