import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { networkInterfaces } from 'node:os';
import { findFreePort } from '../../scripts/free-port.ts';
import { listen } from '../../src/http/listen.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

test.each([
  ['galley.invalid', 'there is no such host name. Choose another with --host.'],
  ['300.1.1.1', 'there is no such host name. Choose another with --host.'],
  ['192.0.2.1', 'this machine has no such address. Choose another with --host.'],
])('who is to listen on %s is told that %s', (host, reason) => {
  const { clock, log } = app.deps;
  expect(() => listen(app.http, { host, port: 0, websocket: app.realtime.websocket, clock, log })).toThrow(
    `Cannot listen on ${host}:0: ${reason}`,
  );
});

const hasIpv6 = Object.values(networkInterfaces()).some((found) =>
  found?.some(({ address }) => address === '::1'),
);

describe.skipIf(!hasIpv6)('localhost', () => {
  const open = (port: number) => {
    const { clock, log } = app.deps;
    return listen(app.http, { host: 'localhost', port, websocket: app.realtime.websocket, clock, log });
  };

  test('is both addresses of this machine, for requests and for websockets', async () => {
    const port = findFreePort();
    const listeners = open(port);
    for (const address of ['127.0.0.1', '[::1]', 'localhost']) {
      const { status } = await fetch(`http://${address}:${port}/api/v1/health`);
      expect([address, status]).toEqual([address, 200]);
      const socket = new WebSocket(`ws://${address}:${port}/app/health?protocol=7`);
      const first = await new Promise((done, fail) => {
        socket.onmessage = ({ data }) => done(JSON.parse(data).event);
        socket.onerror = fail;
      });
      // No application has this key.
      expect([address, first]).toEqual([address, 'pusher:error']);
      socket.close();
    }
    await listeners.stop(true);
    await expect(fetch(`http://[::1]:${port}/api/v1/health`)).rejects.toThrow();
  });

  test('is refused if another program has the port at one of them: browsers would go there', async () => {
    const port = findFreePort();
    const other = Bun.serve({ hostname: '::1', port, fetch: () => new Response() });
    expect(() => open(port)).toThrow(
      `Cannot listen on [::1]:${port}: something else is listening there. Choose another port with --port.`,
    );
    await app.http.server?.stop(true);
    await other.stop(true);
  });
});
