import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { ENDPOINT, ERAS, headersOf, makeRequest, tenantAccessOf, UNLIMITED_CALLS } from './tool-client.ts';

let app: TestApp;
beforeAll(async () => {
  const base_url = 'https://mail.example.com/galley';
  app = await createTestApp({ ...UNLIMITED_CALLS, base_url, mcp_hosts: ['Tools.Example.org'] });
});
afterAll(() => app.stop());

const HOST = 'The operator allows it with --base-url or GALLEY_MCP_HOSTS.';
const ORIGIN = 'The operator allows them with GALLEY_MCP_HOSTS.';

const send = async (headers: Record<string, string>, target = app) => {
  const request = makeRequest('modern', 'tools/list');
  return target.request('POST', ENDPOINT, {
    headers: { ...headersOf(tenantAccessOf(target)), ...request.headers, ...headers },
    body: request.body,
  });
};

describe('Host', () => {
  test.each([
    'localhost',
    'localhost:4100',
    'LOCALHOST:1',
    '127.0.0.1:4100',
    '[::1]:4100',
    '192.168.1.20:8080',
    '[2001:db8::1]:8080',
    'mail.example.com',
    'MAIL.example.com:8443',
    'tools.example.org',
  ])('%s is answered', async (host) => {
    expect((await send({ host })).status).toBe(200);
  });

  test.each([
    'evil.example',
    'localhost.evil.example',
    'mail.example.com.evil.example',
    'xmail.example.com',
    'example.com',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    '',
    '[',
    'a b',
  ])('"%s" is refused', async (host) => {
    const { status, body, headers } = await send({ host });
    expect([status, body.error.code, body.error.data]).toEqual([403, 403, { code: 'forbidden' }]);
    expect(body.error.message).toEndWith(HOST);
    expect(headers.get('ratelimit')).toBeNull();
  });
});

describe('Origin', () => {
  test.each([
    'http://localhost:3000',
    'http://127.0.0.1:6274',
    'https://mail.example.com',
    'https://tools.example.org:8443',
  ])('%s may use it', async (origin) => {
    const answer = await send({ origin });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  });

  test('the page of the host it calls may use it', async () => {
    const host = '192.168.1.20:4100';
    expect((await send({ host, origin: `http://${host}` })).status).toBe(200);
    expect((await send({ host, origin: 'http://192.168.1.21:4100' })).status).toBe(403);
  });

  test.each(['null', 'https://evil.example', 'https://mail.example.com.evil.example', 'nonsense', 'file://'])(
    '%s may not',
    async (origin) => {
      const { status, body } = await send({ origin });
      expect([status, body.error.data]).toEqual([403, { code: 'forbidden' }]);
      expect(body.error.message).toEndWith(ORIGIN);
    },
  );
});

test('any host and origin, if the operator says so', async () => {
  const open = await createTestApp({ ...UNLIMITED_CALLS, mcp_hosts: ['*'] });
  try {
    expect((await send({ host: 'any.example', origin: 'https://other.example' }, open)).status).toBe(200);
    expect((await send({ origin: 'null' }, open)).status).toBe(403);
  } finally {
    await open.stop();
  }
});

describe('other methods', () => {
  test.each(['GET', 'DELETE', 'PUT', 'PATCH'])('%s is refused with what is possible', async (method) => {
    const answer = await app.request(method, ENDPOINT, { headers: headersOf(tenantAccessOf(app)) });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    const message = `${method} is not allowed here: send JSON-RPC requests by POST.`;
    const error = { code: 405, message, data: { code: 'method_not_allowed' } };
    expect(answer.body).toEqual({ jsonrpc: '2.0', error });
  });

  test('OPTIONS tells a page what it may send', async () => {
    const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' };
    const answer = await app.request('OPTIONS', ENDPOINT, { headers });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    const allowed = answer.headers.get('access-control-allow-headers')?.split(', ');
    const needed = ['authorization', 'content-type', 'x-project-id', 'x-tenant'];
    const ofProtocol = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];
    expect(allowed).toEqual(expect.arrayContaining([...needed, ...ofProtocol]));
  });
});

test.each([
  '/.well-known/oauth-protected-resource',
  `/.well-known/oauth-protected-resource${ENDPOINT}`,
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  `${ENDPOINT}/.well-known/openid-configuration`,
  '/register',
])('%s does not exist: there is no login to discover', async (path) => {
  for (const headers of [{}, headersOf(tenantAccessOf(app))]) {
    const answer = await app.request('GET', path, { headers });
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    expect(answer.headers.get('www-authenticate')).toBeNull();
  }
});

test('a listening server checks the name that was called', async () => {
  app.http.listen({ port: 0, hostname: '127.0.0.1' });
  for (const era of ERAS) {
    for (const [host, status] of [
      ['evil.example', 403],
      ['mail.example.com', 200],
    ] as const) {
      const request = makeRequest(era, 'tools/list');
      const response = await fetch(`http://127.0.0.1:${app.http.server?.port}${ENDPOINT}`, {
        method: 'POST',
        headers: {
          ...headersOf(tenantAccessOf(app)),
          ...request.headers,
          'content-type': 'application/json',
          host,
        },
        body: JSON.stringify(request.body),
      });
      expect([era, host, response.status]).toEqual([era, host, status]);
      await response.arrayBuffer();
    }
  }
});
