import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join, resolve } from 'node:path';
import { readOlderNames } from '../support/older-names.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const root = resolve(import.meta.dir, '../..');

/** The program below a heading of the page about embedding. */
async function readExample(name: string): Promise<string> {
  const page = await Bun.file(`${root}/docs/embedding.md`).text();
  const section = page.slice(page.indexOf(`**${name}**`));
  const code = /```\w+\n([\s\S]*?)```/.exec(section)?.[1];
  if (code === undefined) throw new Error(`docs/embedding.md has no example for ${name}`);
  return code;
}

/** The sign-in of a product: a request with `x-test-user` is signed in. */
const SESSION = `
const read = (headers) => headers.get?.('x-test-user') ?? headers['x-test-user'];
export const currentUser = async ({ headers }) =>
  read(headers) && { id: 'u-7', name: 'Ada', company: read(headers), email: 'ada@example.com' };
`;

let app: TestApp;
let dir: string;
const variables = ['GALLEY_URL', 'GALLEY_CLIENT_ID', 'GALLEY_CLIENT_SECRET'];

beforeAll(async () => {
  app = await createTestApp();
  const port = app.listen();
  process.env.GALLEY_URL = `http://127.0.0.1:${port}`;
  process.env.GALLEY_CLIENT_ID = app.first.client_id;
  process.env.GALLEY_CLIENT_SECRET = app.first.client_secret;
  // Below node_modules, so that the examples find what they import.
  mkdirSync(`${root}/node_modules/.cache`, { recursive: true });
  dir = mkdtempSync(`${root}/node_modules/.cache/readme-`);
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
  writeFileSync(join(dir, 'session.js'), SESSION);
});
afterAll(async () => {
  for (const name of variables) delete process.env[name];
  rmSync(dir, { recursive: true, force: true });
  await app.stop();
});

async function load(name: string, file: string) {
  writeFileSync(join(dir, file), await readExample(name));
  return (await import(join(dir, file))).app;
}

/** Runs a customer's backend and asks it for tokens as a browser would. */
async function expectTokens(url: string): Promise<void> {
  const ask = (headers: Record<string, string>) => fetch(`${url}/galley/token`, { method: 'POST', headers });
  const stranger = await ask({});
  expect([stranger.status, await stranger.json()]).toEqual([401, { message: 'Please sign in.' }]);
  const answer = await ask({ 'x-test-user': 'acme', accept: 'application/json' });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const session = readOlderNames(await answer.json()) as Record<string, unknown>;
  expect(session).toEqual({
    token: expect.any(String),
    expires_at: expect.any(Number),
    project_id: app.first.project_id,
    tenant: 'acme',
    user: { id: 'u-7', name: 'Ada', signature: expect.stringMatching(/^[0-9a-f]{64}$/) },
    test_email: { allowed_emails: ['ada@example.com'], signature: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  const base = `${process.env.GALLEY_URL}/api/v1/projects/${session.project_id}/tenants/acme`;
  const config = await fetch(`${base}/config`, { headers: { authorization: `Bearer ${session.token}` } });
  expect(config.status).toBe(200);
}

test('the example for Express works', async () => {
  const backend = await load('Express', 'express.js');
  const server = await new Promise<Server>((done) => {
    const started: Server = backend.listen(0, '127.0.0.1', () => done(started));
  });
  await expectTokens(`http://127.0.0.1:${(server.address() as { port: number }).port}`);
  server.close();
});

test('the example for Elysia works', async () => {
  const backend = await load('Elysia', 'elysia.ts');
  backend.listen({ hostname: '127.0.0.1', port: 0 });
  await expectTokens(`http://127.0.0.1:${backend.server.port}`);
  await backend.stop(true);
});

test('every example sends the same, and has some 20 lines', async () => {
  for (const name of ['Express', 'Laravel', 'Elysia']) {
    const code = await readExample(name);
    expect(code.trim().split('\n').length).toBeLessThanOrEqual(25);
    for (const field of [
      'client_id',
      'client_secret',
      'tenant',
      'user',
      'allowed_emails',
      '/api/v1/auth/token',
    ]) {
      expect(code).toContain(field);
    }
  }
});

test('the README has the example for Express as it is', async () => {
  expect(await Bun.file(`${root}/README.md`).text()).toContain(await readExample('Express'));
});
