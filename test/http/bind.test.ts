import { afterAll, beforeAll, expect, test } from 'bun:test';
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
