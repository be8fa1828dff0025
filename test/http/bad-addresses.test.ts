import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { dumpDatabase } from '../support/database-dump.ts';
import { expectError } from '../support/expect-error.ts';
import { createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
  id = (await tenant.request('POST', '/templates', { body: { content: smallContent() } })).body.data.id;
  app.http.listen({ port: 0, hostname: '127.0.0.1' });
});
afterAll(() => app.stop());

/** One request exactly as written, over a socket: URL classes would repair the addresses tried here. */
function sendRaw(
  method: string,
  target: string,
  headers: string[] = [],
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const socket = connect(app.http.server?.port as number, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('error', reject);
  socket.on('close', () => {
    const [head = '', text = ''] = received.split('\r\n\r\n');
    resolve({ status: Number(head.split(' ')[1]), text });
  });
  const lines = [`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return promise;
}

describe('ids that are none are not found', () => {
  test.each([
    ['a word', 'abc'],
    ['a number', '1'],
    ['an encoded slash', '..%2F..%2Fetc%2Fpasswd'],
    ['an encoded NUL', 'a%00b'],
    ['an encoded line break', 'a%0Ab'],
    ['8 KB', 'x'.repeat(8192)],
    ['a UUID in braces', '%7B00000000-0000-7000-8000-000000000000%7D'],
    ['an unknown UUID', '00000000-0000-7000-8000-000000000000'],
    ['encoded emoji', '%F0%9F%8E%89'],
    ['double encoding', '%2561'],
    ['a name of Object.prototype', '__proto__'],
    ['another one', 'constructor'],
    ['an encoded percent sign', '%25'],
    ['a semicolon', 'a;b'],
  ])('%s', async (_name, wrong) => {
    const before = await dumpDatabase(app);
    const calls: [string, string][] = [
      ['GET', `/templates/${wrong}`],
      ['PUT', `/templates/${wrong}`],
      ['DELETE', `/templates/${wrong}`],
      ['GET', `/templates/${wrong}/snapshots`],
      ['POST', `/templates/${wrong}/versions`],
      ['GET', `/templates/${id}/snapshots/${wrong}`],
      ['POST', `/templates/${id}/versions/${wrong}/restore`],
      ['POST', `/templates/${wrong}/versions/${wrong}/restore`],
    ];
    for (const [method, path] of calls) {
      const body = method === 'PUT' ? { name: 'x' } : undefined;
      const answer = await tenant.request(method, path, { body });
      // An id may also be refused for what is in it; both say that nothing of that name is there.
      const isRefused = /%00/.test(wrong);
      expectError(answer, isRefused ? 422 : 404, isRefused ? 'validation_failed' : 'not_found');
    }
    expect(await dumpDatabase(app)).toBe(before);
  });

  test('dots in the place of an id delete nothing that is above it', async () => {
    const before = await dumpDatabase(app);
    const { client_id, client_secret } = app.first;
    const own = `${tenant.base}/templates/${id}`;
    const server = '/api/v1/server/tenants/acme';
    const basic = `Authorization: Basic ${btoa(`${client_id}:${client_secret}`)}`;
    for (const [target, credentials] of [
      [`${own}/comments/..`, `Authorization: Bearer ${tenant.token}`],
      [`${own}/snapshots/%2E%2E`, `Authorization: Bearer ${tenant.token}`],
      [`${own}/`, `Authorization: Bearer ${tenant.token}`],
      [`${server}/templates/..`, basic],
      [`${server}/templates/${id}/comments/.%2e`, basic],
      [`${server}/`, basic],
    ] as const) {
      const { status, text } = await sendRaw('DELETE', target, [credentials]);
      expect([target, status]).toEqual([target, 404]);
      expect(JSON.parse(text)).toMatchObject({ code: 'not_found' });
    }
    expect(await dumpDatabase(app)).toBe(before);
  });

  test('another spelling of an id is another id', async () => {
    for (const wrong of [id.toUpperCase(), id.replaceAll('-', ''), `${id}%20`, `%20${id}`, `${id}x`]) {
      expectError(await tenant.request('GET', `/templates/${wrong}`), 404, 'not_found');
    }
  });

  test.each(['%E0%A4%A', '%', '%ZZ', '%C0%AF', '%FF', '%ED%A0%80'])(
    'malformed percent encoding %s',
    async (wrong) => {
      const targets = [
        `${tenant.base}/templates/${wrong}`,
        `${tenant.base}/templates/${id}/versions/${wrong}`,
        tenant.base.replace('/acme', `/${wrong}`).concat('/config'),
        `/api/v1/projects/${wrong}/tenants/acme/config`,
      ];
      for (const target of targets) {
        const { status, text } = await sendRaw('GET', target, [`Authorization: Bearer ${tenant.token}`]);
        expect([target, [400, 404, 422].includes(status)]).toEqual([target, true]);
        expect(JSON.parse(text)).toMatchObject({ message: expect.any(String), code: expect.any(String) });
        expect(text).not.toMatch(/URIError|\bat /);
      }
      expect((await app.request('GET', '/api/v1/health')).status).toBe(200);
    },
  );

  test('malformed percent encoding in a query', async () => {
    for (const query of [
      'search=%E0%A4%A',
      'cursor=%',
      'sort=%ZZ',
      '%=%',
      '&&==&',
      `search=${'%41'.repeat(300)}`,
    ]) {
      const target = `${tenant.base}/templates?${query}`;
      const { status, text } = await sendRaw('GET', target, [`Authorization: Bearer ${tenant.token}`]);
      expect([query, [200, 422].includes(status)]).toEqual([query, true]);
      expect(JSON.parse(text)).toBeObject();
    }
  });
});

describe('addresses with nothing behind them', () => {
  test.each([
    '/api',
    '/api/v1',
    '/api/v2/health',
    '/api/v1/nothing',
    '/api/v1/projects',
    '/api/v1/Health',
    '/API/V1/HEALTH',
    '/api/v1/auth',
    '/api/v1/health/x',
    '/api/v1//health',
    '/.env',
    '/galley.db',
    '/api/v1/projects/x/tenants//config',
    '/api/v1/projects/x/tenants/y/nothing',
    `/${'x'.repeat(10_000)}`,
    '/%2e%2e/%2e%2e/etc/passwd',
  ])('%s is 404', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expectError(await app.request(method, path, { token: tenant.token }), 404, 'not_found');
    }
  });

  test('a dotted path over the wire reaches no file', async () => {
    for (const target of [
      '/../../etc/passwd',
      '/..%2f..%2fgalley.db',
      '//etc/passwd',
      '/api/v1/../../galley.db',
    ]) {
      const { status, text } = await sendRaw('GET', target);
      expect([target, status]).toEqual([target, 404]);
      expect(JSON.parse(text).code).toBe('not_found');
    }
  });
});

describe('methods that are not possible', () => {
  test.each([
    ['DELETE', () => '/api/v1/health', ['GET']],
    ['GET', () => '/api/v1/auth/token', ['POST']],
    ['PUT', () => '/api/v1/auth/token', ['POST']],
    ['PATCH', () => `${tenant.base}/templates`, ['GET', 'POST']],
    ['POST', () => `${tenant.base}/templates/${id}`, ['GET', 'PUT', 'PATCH', 'DELETE']],
    ['DELETE', () => `${tenant.base}/templates`, ['GET', 'POST']],
    ['DELETE', () => `${tenant.base}/templates/${id}/snapshots`, ['GET', 'POST']],
    ['PUT', () => `${tenant.base}/config`, ['GET']],
    ['GET', () => `${tenant.base}/templates/${id}/versions/x/restore`, ['POST']],
  ] as [string, () => string, string[]][])(
    '%s is 405 and says what would be',
    async (method, makePath, allowed) => {
      const before = await dumpDatabase(app);
      const answer = await app.request(method, makePath(), { token: tenant.token });
      expectError(answer, 405, 'method_not_allowed');
      const header = (answer.headers.get('allow') ?? '').split(', ').sort();
      expect(header).toEqual([...allowed].sort());
      for (const each of allowed) expect(answer.body.message).toContain(each);
      expect(await dumpDatabase(app)).toBe(before);
    },
  );
});

test('a request id is taken over when it is safe to log, otherwise made', async () => {
  const idFor = async (given: string) =>
    (await app.request('GET', '/api/v1/health', { headers: { 'x-request-id': given } })).headers.get(
      'x-request-id',
    );
  expect(await idFor('abc-123_x.y:z')).toBe('abc-123_x.y:z');
  for (const unsafe of ['a b', '{"x":1}', 'x'.repeat(65), '<script>', 'é', '']) {
    expect(await idFor(unsafe)).toMatch(/^[0-9a-f-]{36}$/);
  }
});

describe('HEAD', () => {
  test('answers like GET, without the body', async () => {
    const get = await tenant.request('GET', '/config');
    const head = await tenant.request('HEAD', '/config');
    expect([head.status, head.headers.get('content-type'), head.text]).toEqual([
      200,
      get.headers.get('content-type'),
      '',
    ]);
    expect((await app.request('HEAD', '/api/v1/health')).status).toBe(200);
  });

  test('is refused as GET is', async () => {
    const { status } = await app.request('HEAD', `${tenant.base}/config`);
    expect(status).toBe(401);
  });
});
