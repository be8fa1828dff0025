import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createProject } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { dumpDatabase } from '../../support/database-dump.ts';
import { expectServerError } from '../../support/expect-error.ts';
import { signUser } from '../../support/signed-user.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { newTemplate, SERVER, serverClient, toBasic } from './server-client.ts';

let app: TestApp;
let basic: string;
let call: ReturnType<typeof serverClient>['call'];
let createKey: ReturnType<typeof serverClient>['createKey'];
let openPlace: ReturnType<typeof serverClient>['openPlace'];
beforeAll(async () => {
  app = await createTestApp();
  ({ basic, call, createKey, openPlace } = serverClient(app));
});
afterAll(() => app.stop());

describe('client ID and secret', () => {
  test('perform the operations of a tenant, which pages see', async () => {
    const { path, id } = await openPlace('shop');
    const page = await app.openTenant('shop');
    expect((await page.request('GET', `/templates/${id}`)).body.data.name).toBe('Welcome');
    const renamed = await call('PATCH', `${path}/templates/${id}`, { body: { name: 'Hello' } });
    expect([renamed.status, renamed.body.data.name, renamed.headers.get('etag')]).toEqual([
      200,
      'Hello',
      '"2"',
    ]);
    expect((await call('DELETE', `${path}/templates/${id}`)).status).toBe(204);
    expect((await page.request('GET', `/templates/${id}`)).status).toBe(404);
  });

  test('of another project do not reach the tenant', async () => {
    const other = await perform(createProject, app.deps, adminScope, { name: 'Other', plan: 'scale' });
    const { path, id } = await openPlace('mine');
    const authorization = toBasic(other.client_id, other.client_secret);
    expectServerError(await call('GET', `${path}/templates/${id}`, { authorization }), 404, 'not_found');
    const key = await createKey({ project_id: other.id });
    const withKey = await call('GET', `${path}/templates/${id}`, {
      authorization: `Bearer ${key.server_key}`,
    });
    expectServerError(withKey, 404, 'not_found');
  });

  const malformed: [string, string][] = [
    ['nothing', ''],
    ['another scheme', 'Digest abc'],
    ['no base64', 'Basic ?!?!'],
    ['no colon', `Basic ${Buffer.from('abc').toString('base64')}`],
    ['no ID', `Basic ${Buffer.from(':abc').toString('base64')}`],
    ['no UTF-8', `Basic ${Buffer.from([0xff, 0x3a, 0xfe]).toString('base64')}`],
    ['two values', 'Basic YTpi YTpi'],
    ['a scheme alone', 'Basic'],
    ['a long secret', toBasic('a', 'x'.repeat(600))],
    ['a wrong secret', toBasic('nobody', 'x')],
    ['a line break in the secret', toBasic('nobody', 'x\r\nX-Other: 1')],
    ['an unknown key', 'Bearer gly_srv_nope'],
  ];
  test.each(malformed)('are refused: %s', async (_, authorization) => {
    await openPlace('refusing');
    const rows = await dumpDatabase(app);
    const answer = await call('GET', '/tenants/refusing/templates', { authorization });
    expectServerError(answer, 401, 'unauthorized');
    expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Galley", charset="UTF-8", Bearer');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(await dumpDatabase(app)).toEqual(rows);
  });

  test('take a scheme in any case, and a colon in the secret', async () => {
    await openPlace('spelled');
    const answers = [basic.replace('Basic', 'bAsIc'), toBasic('nobody', 'a:b')].map((authorization) =>
      call('GET', '/tenants/spelled/templates', { authorization }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 401]);
  });

  test('are blocked after ten wrong secrets, together with the token exchange', async () => {
    const { client_id } = await perform(createProject, app.deps, adminScope, {
      name: 'Guessed',
      plan: 'scale',
    });
    const guess = () => call('GET', '/tenants', { authorization: toBasic(client_id, 'guess') });
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) statuses.push((await guess()).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    const body = { client_id, client_secret: 'guess', tenant: 'a' };
    expect((await app.request('POST', '/api/v1/auth/token', { body })).status).toBe(429);
  });
});

describe('a tenant that does not exist', () => {
  test('is not found, and does not come into being', async () => {
    const rows = await dumpDatabase(app);
    for (const [method, path] of [
      ['GET', '/templates'],
      ['POST', '/templates'],
    ] as const) {
      const answer = await call(
        method,
        `/tenants/nobody${path}`,
        method === 'POST' ? { body: newTemplate } : {},
      );
      expectServerError(answer, 404, 'not_found');
    }
    expect(await dumpDatabase(app)).toEqual(rows);
  });

  test.each(['a/b', 'x.y', '...', 'ünïcode', 'a b', '%2F', 'a?b#c', '../default'])(
    'is told apart from %s, which does',
    async (tenant) => {
      const { path, id } = await openPlace(tenant);
      expect((await call('GET', `${path}/templates/${id}`)).status).toBe(200);
      expect((await call('GET', `/tenants/default/templates/${id}`)).status).toBe(404);
    },
  );

  test.each(['%2e%2e', '%2e', '..%2fnobody', '%00', '%'])('is not found at %s', async (step) => {
    const answer = await call('GET', `/tenants/${step}/templates`);
    expect([400, 404, 405, 422]).toContain(answer.status);
  });
});

describe('X-Galley-Actor', () => {
  test('is the author in activity, history and comments', async () => {
    const actor = encodeURIComponent('Zoë · nightly import');
    const { path, id } = await openPlace('named', { actor });
    const body = { content: smallContent('changed') };
    await call('PUT', `${path}/templates/${id}`, { actor, body });
    const comment = await call('POST', `${path}/templates/${id}/comments`, {
      actor,
      body: { body: 'Done.' },
    });
    expect(comment.body.data).toMatchObject({
      author_name: 'Zoë · nightly import',
      author_identifier: 'system:client',
      author_type: 'system',
    });
    const activity = await call('GET', `${path}/activity`);
    expect(
      activity.body.data.map((entry: { actor: object; surface: string }) => [entry.actor, entry.surface]),
    ).toEqual(Array(3).fill([{ kind: 'system', id: 'client', name: 'Zoë · nightly import' }, 'server']));
    const [version] = (await call('GET', `${path}/templates/${id}/snapshots`)).body.data;
    expect(version).toMatchObject({ author_name: 'Zoë · nightly import', author_type: 'system' });
  });

  test('may be left out: a key acts under its own name', async () => {
    const key = await createKey({ effects: ['read', 'write'] });
    const { path } = await openPlace('unnamed', { authorization: `Bearer ${key.server_key}` });
    const [entry] = (await call('GET', `${path}/activity`)).body.data;
    expect(entry.actor).toEqual({ kind: 'system', id: key.id, name: 'Mailer' });
  });

  test.each([
    ['empty', ''],
    ['blank', '%20%20'],
    ['10 KB', 'x'.repeat(10_240)],
    ['101 characters', 'x'.repeat(101)],
    ['a line break', 'a%0d%0aX-Evil:%201'],
    ['a zero byte', 'a%00b'],
    ['a hidden character', 'a%E2%80%8Bb'],
    ['another direction', 'a%E2%80%AEb'],
  ])('is refused: %s', async (_, actor) => {
    const answer = await call('GET', '/tenants/default/templates', { actor });
    expectServerError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toEqual(['X-Galley-Actor']);
    expect(answer.text.length).toBeLessThan(500);
  });

  test.each([
    ['Zo%C3%AB', 'Zoë'],
    // UTF-8 as a header carries its bytes.
    ['Zo\u00c3\u00ab', 'Zoë'],
    ['50% off', '50% off'],
    [' spaced ', 'spaced'],
  ])('%j names %s', async (actor, name) => {
    const { path } = await openPlace(`named-${Buffer.from(actor).toString('hex')}`, { actor });
    expect((await call('GET', `${path}/activity`)).body.data[0].actor.name).toBe(name);
  });

  test.each(['x'.repeat(100), '%F0%9F%98%80'.repeat(100)])('may have 100 characters', async (actor) => {
    await app.exchangeToken('default');
    expect((await call('GET', '/tenants/default/templates', { actor })).status).toBe(200);
  });
});

describe('requests', () => {
  test('from pages are refused, and no page may read an answer', async () => {
    await app.exchangeToken('default');
    const headers = { origin: 'https://app.example' };
    const refused = await call('GET', '/tenants/default/templates', { headers });
    expectServerError(refused, 403, 'forbidden');
    const preflight = await call('OPTIONS', '/tenants/default/templates', {
      headers: { ...headers, 'access-control-request-method': 'GET' },
    });
    const plain = await call('GET', '/tenants/default/templates');
    const unknown = await call('GET', '/nothing', { headers });
    expect(preflight.status).toBe(204);
    for (const { headers: given } of [refused, preflight, plain, unknown]) {
      const names = [...given.keys()].filter(
        (name) => name.startsWith('access-control') || name === 'set-cookie',
      );
      expect(names).toEqual([]);
    }
  });

  test('with HEAD are answered as with GET, without a body', async () => {
    const { path, id } = await openPlace('head');
    const head = await call('HEAD', `${path}/templates/${id}`);
    expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', '"1"']);
    expect((await call('HEAD', `${path}/templates/${id}`, { authorization: '' })).status).toBe(401);
  });

  test('with another method or path get an error that says so', async () => {
    const answer = await call('PUT', '/tenants');
    expectServerError(answer, 405, 'method_not_allowed');
    expect(answer.headers.get('allow')).toContain('GET');
    expectServerError(await call('GET', '/tenants/default/nothing'), 404, 'not_found');
  });

  test('get one spelling, also of what a page has read before', async () => {
    const { path } = await openPlace('spelling');
    const page = await app.openTenant('spelling');
    const ofPage = await page.request('GET', '/config');
    expect(ofPage.text).toContain('"templateCount"');
    expect((await page.request('GET', '/templates')).status).toBe(200);
    const ofBackend = await call('GET', `${path}/config`);
    expect(ofBackend.text).toContain('"template_count"');
    expect(ofBackend.text).not.toContain('"templateCount"');
    const list = async () => (await call('GET', `${path}/templates`)).text;
    expect(await list()).not.toContain('"perPage"');
    expect((await page.request('GET', '/templates')).text).toContain('"perPage"');
    expect(await list()).not.toContain('"perPage"');
  });

  test('refuse fields of a signed user, because the backend acts under its own name', async () => {
    const { path, id } = await openPlace('signed');
    const user = signUser(app.first.signing_key);
    const body = { body: 'Hello', ...user };
    const answer = await call('POST', `${path}/templates/${id}/comments`, { body });
    expectServerError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(['user_id', 'user_name', 'user_signature']);
  });

  test('refuse a project in the body: the credentials name it', async () => {
    const body = { plan: null, project_id: 'x' };
    await app.exchangeToken('default');
    const answer = await call('PUT', '/tenants/default/plan', { body });
    expectServerError(answer, 422, 'validation_failed');
    expect(Object.keys(answer.body.errors)).toEqual(['project_id']);
  });

  test('are counted apart from those of the tenant’s pages', async () => {
    const limited = await createTestApp({ rate_limit_read: 2 });
    try {
      const page = await limited.openTenant('busy');
      const authorization = toBasic(limited.first.client_id, limited.first.client_secret);
      const get = () =>
        limited.request('GET', `${SERVER}/tenants/busy/templates`, { headers: { authorization } });
      const statuses = [];
      for (let i = 0; i < 3; i += 1) statuses.push((await get()).status);
      expect(statuses).toEqual([200, 200, 429]);
      expect((await page.request('GET', '/templates')).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
