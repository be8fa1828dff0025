import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sendRaw } from '../support/raw-http.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await createTestApp({ demo: 'public' });
  port = app.listen();
});
afterAll(() => app.stop());

test.each([
  ['GET /api/v1/health', 200],
  ['GET /api/v1/ready', 200],
  ['GET /nowhere', 404],
  ['OPTIONS /api/v1/health', 204],
  ['GET /demo', 200],
  ['GET /api/v1/mcp', 405],
  ['GET /api/v1/projects/x/tenants/y/templates', 401],
])('%s without a valid host is answered, and is no error in the log', async (line, status) => {
  expect(await sendRaw(port, `${line} HTTP/1.0\r\n\r\n`)).toStartWith(`HTTP/1.1 ${status} `);
  expect(await sendRaw(port, `${line} HTTP/1.1\r\nHost: a@b\r\n\r\n`)).not.toStartWith('HTTP/1.1 5');
  expect(app.logLines.filter((text) => JSON.parse(text).level >= 50)).toEqual([]);
});
