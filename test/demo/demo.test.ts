import { afterEach, expect, test } from 'bun:test';
import { resolve } from 'node:path';
import { EDITOR_BASE, EDITOR_HASHES } from '../../src/demo/published-editor.ts';
import { listApiKeys } from '../../src/features/access/index.ts';
import { listProjects } from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { adminScope, createTestApp, type TestApp } from '../support/test-app.ts';

const HOST = { host: 'localhost:4100' };

let app: TestApp | undefined;
afterEach(async () => {
  await app?.stop();
  app = undefined;
});

async function start(settings: Parameters<typeof createTestApp>[0] = {}) {
  app = await createTestApp({ demo: 'local', ...settings });
  return app;
}

test('there is no demo unless it is wanted', async () => {
  const { request } = await start({ demo: 'off' });
  expect((await request('GET', '/demo', { headers: HOST })).status).toBe(404);
  expect((await request('POST', '/demo/token', { headers: HOST })).status).toBe(404);
});

test('the page holds no secret, and its modules are pinned', async () => {
  const { request, first } = await start();
  const page = await request('GET', '/demo', { headers: HOST });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('access-control-allow-origin')).toBeNull();
  expect(page.text).not.toContain(first.client_secret);
  expect(page.text).not.toContain('gly_');
  expect(EDITOR_BASE).toMatch(/@\d+\.\d+\.\d+\//);
  for (const [file, hash] of Object.entries(EDITOR_HASHES)) {
    expect(page.text).toContain(`"${EDITOR_BASE}${file}":"sha384-${hash}"`);
  }
});

test('the page promises two people only where there is TLS, and says what it takes', async () => {
  const { request } = await start();
  const { text } = await request('GET', '/demo', { headers: HOST });
  expect(text).toContain('collaboration: { enabled: isLive }');
  expect(text).toContain('private window or another browser');
  expect(text).toContain('--tls-cert and --tls-key');
  expect(text).not.toContain('second window');
});

test('the hashes are those of the published package', async () => {
  const folder = resolve(import.meta.dir, '../../node_modules/@templatical/editor/dist/cdn');
  const files = [...new Bun.Glob('**/*.js').scanSync(folder)].map((file) => file.replaceAll('\\', '/'));
  expect(Object.keys(EDITOR_HASHES).sort()).toEqual(files.sort());
  for (const [file, hash] of Object.entries(EDITOR_HASHES)) {
    const bytes = await Bun.file(`${folder}/${file}`).bytes();
    expect([file, new Bun.CryptoHasher('sha384').update(bytes).digest('base64')]).toEqual([file, hash]);
  }
});

test('the backend gives tokens of a project of its own, and people stay who they are', async () => {
  const { request, deps, first } = await start({ smtp_host: 'localhost', smtp_from: 'me@galley.example' });
  const one = await request('POST', '/demo/token', { headers: { ...HOST, origin: 'http://localhost:4100' } });
  expect(one.status).toBe(200);
  expect(one.body.project_id).not.toBe(first.project_id);
  expect(one.body.user.signature).toMatch(/^[0-9a-f]{64}$/);
  expect(one.body.test_email.allowed_emails).toEqual(['me@galley.example']);
  expect(one.text).not.toContain('client_secret');
  expect(one.headers.get('access-control-allow-origin')).toBeNull();
  const cookie = one.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict$/);
  const again = await request('POST', '/demo/token', {
    headers: { ...HOST, cookie: cookie.split(';')[0] as string },
  });
  expect(again.body.user).toEqual(one.body.user);
  const base = `/api/v1/projects/${one.body.project_id}/tenants/demo`;
  expect((await request('GET', `${base}/templates`, { token: one.body.token })).status).toBe(200);
  const { items } = await perform(listProjects, deps, adminScope, {});
  expect(items.map(({ name }) => name)).toEqual(['First project', 'Demo']);
});

test('the project is found again after a restart, with a new secret', async () => {
  const { request, deps } = await start();
  const { createDemo } = await import('../../src/demo/demo.ts');
  const first = await request('POST', '/demo/token', { headers: HOST });
  const handle = (sent: Request) => (app as TestApp).http.handle(sent);
  const endpoints = createDemo(deps, { demo: 'local', demo_editor: '', host: 'localhost' }, handle);
  const again = endpoints.find(({ path }) => path === '/demo/token');
  const sent = new Request('http://localhost:4100/demo/token', { method: 'POST', headers: HOST });
  const answer = await again?.handle(sent, () => '');
  expect(await answer?.json()).toMatchObject({ project_id: first.body.project_id });
});

test.each<[string, Record<string, string>]>([
  ['another name', { host: 'evil.example:4100' }],
  ['no name', { host: '' }],
  ['a proxy', { ...HOST, 'x-forwarded-for': '203.0.113.7' }],
  ['a proxy that names itself', { ...HOST, via: '1.1 proxy' }],
  ['a page of another site', { ...HOST, origin: 'https://evil.example' }],
  ['a page of another port', { ...HOST, origin: 'http://localhost:3000' }],
  ['a page without an origin', { ...HOST, origin: 'null' }],
])('%s gets no token', async (_name, headers) => {
  const { request } = await start();
  const answer = await request('POST', '/demo/token', { headers });
  expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
  expect(answer.headers.get('set-cookie')).toBeNull();
});

test('a local demo configures agents for its project, with one key that is replaced', async () => {
  const { request, deps } = await start();
  const post = () =>
    request('POST', '/demo/agents', { headers: { ...HOST, origin: 'http://localhost:4100' } });
  const { project_id } = (await request('POST', '/demo/token', { headers: HOST })).body;
  const keyIn = (text: string) => /gly_key_[\w-]+/.exec(text)?.[0] as string;
  const [one, two] = [await post(), await post()];
  for (const answer of [one, two]) {
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.body.configurations).toContain('claude mcp add --transport http galley');
    expect(answer.body.configurations).toContain(project_id);
  }
  const { items } = await perform(listApiKeys, deps, adminScope, {});
  expect(items.map(({ name, project_ids }) => [name, project_ids])).toEqual([
    ['First key', null],
    ['Demo key', [project_id]],
  ]);
  const { toolAccess } = deps.services.access;
  expect(await toolAccess.verifyKey(keyIn(one.body.configurations))).toBeUndefined();
  expect(await toolAccess.verifyKey(keyIn(two.body.configurations))).toMatchObject({ name: 'Demo key' });
});

test('keys are for the page of a local demo only', async () => {
  const { request } = await start();
  const foreign = { ...HOST, origin: 'https://evil.example' };
  expect((await request('POST', '/demo/agents', { headers: foreign })).status).toBe(403);
  expect((await request('GET', '/demo/agents', { headers: HOST })).status).toBe(405);
  await app?.stop();
  const open = await start({ demo: 'public', host: '0.0.0.0' });
  expect((await open.request('POST', '/demo/agents', { headers: { host: 'galley.lan' } })).status).toBe(404);
  const page = await open.request('GET', '/demo', { headers: { host: 'galley.lan' } });
  expect(page.text).toContain('<button id="connect" type="button" hidden>');
});

test('a GET gives no token', async () => {
  const { request } = await start();
  expect((await request('GET', '/demo/token', { headers: HOST })).status).toBe(405);
});

test('a server that others can reach has to be told so', async () => {
  await expect(createTestApp({ demo: 'local', host: '0.0.0.0' })).rejects.toThrow('--demo public');
  const { request } = await start({ demo: 'public', host: '0.0.0.0' });
  expect((await request('GET', '/demo', { headers: { host: 'galley.lan' } })).status).toBe(200);
});

test('--demo-editor names a folder with the editor', async () => {
  await expect(createTestApp({ demo: 'local', demo_editor: '/nowhere' })).rejects.toThrow(
    '--demo-editor must be a folder with a copy of the published editor: /nowhere has no editor.js.',
  );
});

test('--demo-editor serves the modules of a copy of the editor, and nothing else of the folder', async () => {
  const demo_editor = resolve(import.meta.dir, '../../node_modules/@templatical/editor/dist/cdn');
  const own = await createTestApp({ demo: 'local', demo_editor });
  try {
    const get = (path: string) => own.request('GET', path, { headers: { host: 'localhost' } });
    const page = (await get('/demo')).text;
    expect(page).toContain("import('/demo/editor/editor.js')");
    expect(page).not.toContain('https://cdn.');
    const module = await get('/demo/editor/editor.js');
    expect([module.status, module.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    for (const name of ['none.js', '..%2fpackage.json', '%2e%2e/package.json']) {
      expect([name, (await get(`/demo/editor/${name}`)).status]).toEqual([name, 404]);
    }
  } finally {
    await own.stop();
  }
});
