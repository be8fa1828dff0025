import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAvailable } from '../../scripts/test-tools.ts';
import { backendSnippets } from '../../src/dashboard/pages/connect/snippets.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** Inside the repository, so that Node finds its packages. */
const folder = join(import.meta.dir, '../../dist', `snippets-${process.pid}`);

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await createTestApp();
  origin = `http://127.0.0.1:${app.listen()}`;
  mkdirSync(folder, { recursive: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.stop();
});

const codeOf = (id: string) =>
  backendSnippets(origin, app.first.client_id).find((snippet) => snippet.id === id)?.code as string;

test('the endpoint for Node answers a token of the customer, and 401 without a sign-in', async () => {
  const files = {
    'package.json': '{"type": "module"}',
    'galley-token.js': codeOf('node'),
    'session.js': `export const currentUser = ({ headers }) =>
      headers.cookie && { id: 'u-1', name: 'Ada', company: 'acme' };`,
    'server.js': `import { app } from './galley-token.js';
      const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));`,
  };
  for (const [name, text] of Object.entries(files)) await Bun.write(join(folder, name), text);
  const server = Bun.spawn(['node', 'server.js'], {
    ...{ cwd: folder, stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' },
    env: { PATH: process.env.PATH, GALLEY_CLIENT_SECRET: app.first.client_secret },
  });
  try {
    const { value } = await server.stdout.getReader().read();
    const url = `http://127.0.0.1:${new TextDecoder().decode(value).trim()}/galley/token`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);
    const answer = await fetch(url, { method: 'POST', headers: { cookie: 'session=1' } });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await answer.json()).toMatchObject({ tenant: 'acme', token: expect.any(String) });
  } finally {
    server.kill();
  }
});

test.skipIf(!isAvailable('Python'))('the endpoint for Python can be compiled', () => {
  const check = 'import ast, sys; ast.parse(sys.stdin.read())';
  const { stderr } = Bun.spawnSync(['python3', '-c', check], { stdin: Buffer.from(codeOf('python')) });
  expect(stderr.toString()).toBe('');
});

test('every endpoint has the address and the client ID of the project, and no placeholder of ours', () => {
  for (const { label, code } of backendSnippets(origin, app.first.client_id)) {
    expect([label, code.includes(`${origin}/api/v1/auth/token`)]).toEqual([label, true]);
    expect([label, code.includes(app.first.client_id)]).toEqual([label, true]);
    expect([label, /\{(url|clientId|project)\}/.test(code)]).toEqual([label, false]);
  }
});
