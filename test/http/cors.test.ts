import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  addProjectOrigin,
  createProject,
  listProjectOrigins,
  removeProjectOrigin,
} from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { adminScope, createTestApp, type TestApp } from '../support/test-app.ts';
import { openTestDatabase } from '../support/test-database.ts';

const SHOP = 'https://shop.example.com';
const EVIL = 'https://evil.example.net';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.stop());

const add = (origin: string, project_id = app.first.project_id) =>
  perform(addProjectOrigin, app.deps, adminScope, { project_id, origin });
const remove = (origin: string) =>
  perform(removeProjectOrigin, app.deps, adminScope, { project_id: app.first.project_id, origin });

/** The CORS headers of an answer; `-` for a missing one. */
function corsOf({ headers }: { headers: Headers }): string {
  const names = ['access-control-allow-origin', 'access-control-allow-credentials', 'vary'];
  return names.map((name) => headers.get(name) ?? '-').join(' ');
}

async function ask(method: string, path: string, origin: string | undefined, options: object = {}) {
  const { token, base } = await app.openTenant();
  const headers = origin === undefined ? {} : { origin };
  return app.request(method, path.replace('P/', `${base}/`), { token, headers, ...options });
}

describe('a project without origins', () => {
  test('lets every page read', async () => {
    for (const origin of [undefined, SHOP, EVIL, 'null']) {
      expect(corsOf(await ask('GET', 'P/templates', origin))).toBe('* - -');
    }
  });

  test('has those of the settings', async () => {
    await app.stop();
    app = await createTestApp({ cors_origins: [SHOP] });
    expect(corsOf(await ask('GET', 'P/templates', SHOP))).toBe(`${SHOP} - Origin`);
    expect(corsOf(await ask('GET', 'P/templates', EVIL))).toBe('- - Origin');
  });
});

describe('a project with origins', () => {
  const ROWS: [name: string, method: string, path: string, options: object, status: number][] = [
    ['an answer', 'GET', 'P/templates', {}, 200],
    ['wrong input', 'POST', 'P/templates', { body: { content: 7 } }, 422],
    ['a body that is no JSON', 'POST', 'P/templates', { body: '{' }, 400],
    ['no token', 'GET', 'P/templates', { token: undefined }, 401],
    ['a wrong token', 'GET', 'P/templates', { token: 'x' }, 401],
    ['what is not there', 'GET', 'P/templates/none', {}, 404],
    ['no such route', 'GET', 'P/nowhere', {}, 404],
    ['a wrong method', 'DELETE', 'P/templates', {}, 405],
    ['the configuration', 'GET', 'P/config', {}, 200],
    ['a preflight', 'OPTIONS', 'P/templates', {}, 204],
    ['a preflight of no route', 'OPTIONS', 'P/nowhere', {}, 204],
  ];

  test.each(ROWS)('%s', async (_name, method, path, options, status) => {
    await add(SHOP);
    const allowed = await ask(method, path, SHOP, options);
    const denied = await ask(method, path, EVIL, options);
    const unasked = await ask(method, path, undefined, options);
    expect([allowed.status, denied.status, unasked.status]).toEqual([status, status, status]);
    expect(corsOf(allowed)).toBe(`${SHOP} - Origin`);
    expect(corsOf(denied)).toBe('- - Origin');
    expect(corsOf(unasked)).toBe('- - Origin');
    // Refusing is a matter for browsers: who asks learns nothing else.
    const withoutId = (text: string) => text.replaceAll(/"request_id":"[^"]*"/g, '');
    expect(withoutId(denied.text)).toBe(withoutId(allowed.text));
  });

  test('a template that did not change is answered with the header, too', async () => {
    await add(SHOP);
    const { body } = await ask('POST', 'P/templates', SHOP, { body: { content: { blocks: [] } } });
    const headers = { origin: SHOP, 'if-none-match': '"1"' };
    const again = await ask('GET', `P/templates/${body.data.id}`, SHOP, { headers });
    expect([again.status, corsOf(again)]).toEqual([304, `${SHOP} - Origin`]);
  });

  test('says in a preflight what a page may send', async () => {
    await add(SHOP);
    const { headers } = await ask('OPTIONS', 'P/templates', SHOP);
    for (const name of ['authorization', 'content-type', 'x-socket-id']) {
      expect(headers.get('access-control-allow-headers')).toContain(name);
    }
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      expect(headers.get('access-control-allow-methods')).toContain(method);
    }
  });

  test('changes nothing for other projects, the service and its pictures', async () => {
    await add(SHOP);
    const other = await perform(createProject, app.deps, adminScope, { name: 'Other' });
    const { token } = await app.exchangeToken('t', {
      client_id: other.client_id,
      client_secret: other.client_secret,
    });
    const path = `/api/v1/projects/${other.id}/tenants/t/templates`;
    expect(corsOf(await app.request('GET', path, { token, headers: { origin: EVIL } }))).toBe('* - -');
    expect(corsOf(await ask('GET', '/api/v1/health', EVIL))).toBe('* - -');
    expect(corsOf(await ask('GET', '/api/v1/images/none', EVIL))).toBe('* - -');
    expect(corsOf(await ask('GET', '/api/v1/projects/none/tenants/t/config', EVIL))).toBe('* - -');
  });

  test('counts at once, and so does taking origins away', async () => {
    await add(SHOP);
    await add(EVIL);
    expect(corsOf(await ask('GET', 'P/templates', EVIL))).toBe(`${EVIL} - Origin`);
    await remove(EVIL);
    expect(corsOf(await ask('GET', 'P/templates', EVIL))).toBe('- - Origin');
    await remove(SHOP);
    expect(corsOf(await ask('GET', 'P/templates', EVIL))).toBe('* - -');
  });

  test('counts after a restart', async () => {
    await add(SHOP);
    const { base } = await app.openTenant();
    await app.close();
    const { createApp } = await import('../../src/app.ts');
    const { loadSettings } = await import('../../src/config/index.ts');
    const again = await createApp({
      ...loadSettings({}, {}),
      data: app.data,
      database_url: (await openTestDatabase(app.data)).url,
      allow_ephemeral: true,
      log_level: 'silent',
    });
    const request = (origin: string) =>
      again.http.handle(new Request(`http://localhost${base}/config`, { headers: { origin } }));
    expect(corsOf(await request(SHOP))).toBe(`${SHOP} - Origin`);
    expect(corsOf(await request(EVIL))).toBe('- - Origin');
    await again.close();
    app = await createTestApp();
  });
});

describe('the token endpoint, which pages call with cookies', () => {
  const exchange = (origin: string | undefined, secret = app.first.client_secret) =>
    app.request('POST', '/api/v1/auth/token', {
      headers: origin === undefined ? {} : { origin },
      body: { client_id: app.first.client_id, client_secret: secret, tenant: 'acme' },
    });

  test('names the origin and allows credentials', async () => {
    const answer = await exchange(SHOP);
    expect([answer.status, corsOf(answer)]).toEqual([200, `${SHOP} true Origin`]);
    expect(corsOf(await exchange(SHOP, 'wrong'))).toBe(`${SHOP} true Origin`);
    const preflight = await app.request('OPTIONS', '/api/v1/auth/token', { headers: { origin: SHOP } });
    expect([preflight.status, corsOf(preflight)]).toEqual([204, `${SHOP} true Origin`]);
    expect(corsOf(await exchange(undefined))).toBe('* - Origin');
  });

  test('shows a token to pages of its project’s origins only', async () => {
    await add(SHOP);
    expect(corsOf(await exchange(SHOP))).toBe(`${SHOP} true Origin`);
    const denied = await exchange(EVIL);
    expect([denied.status, corsOf(denied)]).toEqual([200, '- - Origin']);
  });

  test('where the settings are strict, an origin some project names may ask', async () => {
    await app.stop();
    app = await createTestApp({ cors_origins: ['https://default.example'] });
    await add(SHOP);
    expect(corsOf(await exchange(SHOP, 'wrong'))).toBe(`${SHOP} true Origin`);
    expect(corsOf(await exchange(EVIL, 'wrong'))).toBe('- - Origin');
    expect(corsOf(await exchange('https://default.example'))).toBe('- - Origin');
  });
});

describe('origins', () => {
  test.each([
    ['https://app.example.com', 'https://app.example.com'],
    ['https://app.example.com/', 'https://app.example.com'],
    ['HTTPS://App.Example.com:443', 'https://app.example.com'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://*.example.com', 'https://*.example.com'],
    ['https://*.Example.com:8443', 'https://*.example.com:8443'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['Capacitor://localhost', 'capacitor://localhost'],
    ['tauri://localhost/', 'tauri://localhost'],
  ])('%s is kept as %s', async (given, kept) => {
    expect((await add(given)).origins).toEqual([kept]);
    expect((await add(given)).origins).toEqual([kept]);
    const { project_id } = app.first;
    expect((await perform(listProjectOrigins, app.deps, adminScope, { project_id })).origins).toEqual([kept]);
  });

  test.each([
    '',
    '*',
    'null',
    'app.example.com',
    'ftp://a.b',
    'capacitor://a/b',
    'capacitor://*',
    'https://',
    'https://a b',
    'https://a.b/path',
    'https://a.b?x',
    'https://u:p@a.b',
    'https://a.*.b',
    'https://*',
    'https://*.*.b',
    'javascript:alert(1)',
    'https://a.b:99999',
    `https://${'a'.repeat(300)}.b`,
  ])('%j is refused', async (origin) => {
    await expect(add(origin)).rejects.toMatchObject({ code: 'validation_failed' });
    const { project_id } = app.first;
    expect((await perform(listProjectOrigins, app.deps, adminScope, { project_id })).origins).toEqual([]);
  });

  test('all subdomains are neither the domain nor what ends like it', async () => {
    await add('https://*.example.com');
    const isAllowed = async (origin: string) =>
      corsOf(await ask('GET', 'P/config', origin)).startsWith(origin);
    expect(await isAllowed('https://a.example.com')).toBe(true);
    expect(await isAllowed('https://a.b.example.com')).toBe(true);
    for (const origin of [
      'https://example.com',
      'https://evilexample.com',
      'http://a.example.com',
      'https://a.example.com:8443',
      'https://a.example.com.evil.net',
      'https://.example.com',
    ]) {
      expect(await isAllowed(origin), origin).toBe(false);
    }
  });

  test('there are at most 100, and none of projects that do not exist', async () => {
    for (let i = 0; i < 100; i += 1) await add(`https://a${i}.example`);
    await expect(add('https://one-more.example')).rejects.toMatchObject({ code: 'conflict' });
    await expect(add(SHOP, 'none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(remove('https://never.example')).rejects.toMatchObject({ code: 'not_found' });
  });
});
