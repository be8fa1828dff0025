import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { RequestLimiter, type RequestLimits } from '../../src/http/rate-limits.ts';
import { requestClassOf } from '../../src/http/route.ts';
import type { RequestClass } from '../../src/platform/operation.ts';
import { createFakeClock, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

const LIMITS = { rate_limit_read: 4, rate_limit_write: 3, rate_limit_render: 2, rate_limit_upload: 1 };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(LIMITS);
});
afterAll(() => app.stop());

type Tenant = Awaited<ReturnType<TestApp['openTenant']>>;

const UNKNOWN = '0190f0c8-0000-7000-8000-000000000000';
const form = () => {
  const data = new FormData();
  data.set('file', new File(['not a picture'], 'a.png'));
  return data;
};

/** A cheap request of each class; whether it succeeds does not matter. */
const REQUESTS: Record<RequestClass, [method: string, path: string, body?: () => unknown][]> = {
  read: [
    ['GET', '/templates'],
    ['GET', `/templates/${UNKNOWN}`],
    ['GET', '/config'],
  ],
  write: [
    ['POST', '/templates', () => ({ content: smallContent() })],
    ['PUT', `/templates/${UNKNOWN}`, () => ({ name: 'x' })],
    ['PATCH', `/templates/${UNKNOWN}`, () => ({ name: 'x' })],
    ['DELETE', `/templates/${UNKNOWN}`],
    ['POST', '/media/delete', () => ({ ids: [UNKNOWN] })],
  ],
  render: [
    ['POST', `/templates/${UNKNOWN}/export`],
    ['POST', '/render', () => ({})],
    ['POST', '/templates/import/from-html', () => ({})],
    ['POST', `/templates/${UNKNOWN}/ai/score`, () => ({})],
    ['POST', `/templates/${UNKNOWN}/ai/rewrite-text`, () => ({})],
  ],
  upload: [
    ['POST', '/media/upload', form],
    ['POST', '/media/import-from-url', () => ({ url: 'not an address' })],
  ],
};
const CLASSES = Object.keys(REQUESTS) as RequestClass[];

const send = (tenant: Tenant, [method, path, body]: (typeof REQUESTS)['read'][number]) =>
  tenant.request(method, path, { body: body?.() });

const headersOf = ({ headers }: { headers: Headers }) =>
  ['limit', 'remaining', 'reset', 'policy'].map((name) => headers.get(`ratelimit-${name}`));

describe('requests of a tenant', () => {
  for (const requestClass of CLASSES) {
    const limit = LIMITS[`rate_limit_${requestClass}`];
    for (const request of REQUESTS[requestClass]) {
      test(`${request[0]} ${request[1]} counts as ${requestClass}, also if it fails`, async () => {
        app.clock.advance(60_000);
        const tenant = await app.openTenant('acme');
        for (let left = limit - 1; left >= 0; left -= 1) {
          const answer = await send(tenant, request);
          expect(answer.status).not.toBe(429);
          expect(headersOf(answer)).toEqual([`${limit}`, `${left}`, '60', `${limit};w=60`]);
          expect(answer.headers.get('retry-after')).toBeNull();
        }
        app.clock.advance(20_500);
        const refused = await send(tenant, request);
        expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
        expect(refused.body.message).toMatch(/^Too many .*\. Try again in 40 seconds\.$/);
        expect(refused.headers.get('retry-after')).toBe('40');
        expect(headersOf(refused)).toEqual([`${limit}`, '0', '40', `${limit};w=60`]);
        app.clock.advance(39_499);
        expect((await send(tenant, request)).headers.get('retry-after')).toBe('1');
        app.clock.advance(1);
        expect((await send(tenant, request)).status).not.toBe(429);
      });
    }
  }

  test('of other classes, of other tenants and of nobody are not affected', async () => {
    app.clock.advance(60_000);
    const [busy, quiet] = [await app.openTenant('busy'), await app.openTenant('quiet')];
    for (let i = 0; i < 6; i += 1) await send(busy, ['GET', '/config']);
    expect((await send(busy, ['GET', '/config'])).status).toBe(429);
    expect((await send(busy, ['POST', '/templates', () => ({})])).status).toBe(422);
    expect((await send(quiet, ['GET', '/config'])).status).toBe(200);
    const health = await app.request('GET', '/api/v1/health');
    expect([health.status, health.headers.get('ratelimit-limit')]).toEqual([200, null]);
    await app.exchangeToken('busy');
  });

  test('with a wrong token do not count for the tenant', async () => {
    app.clock.advance(60_000);
    const tenant = await app.openTenant('acme');
    for (let i = 0; i < 6; i += 1) {
      expect((await tenant.request('GET', '/config', { token: 'wrong' })).status).toBe(401);
    }
    expect(headersOf(await send(tenant, ['GET', '/config']))[1]).toBe('3');
  });

  test('pages may read the headers', async () => {
    app.clock.advance(60_000);
    const tenant = await app.openTenant('acme');
    for (let i = 0; i < 6; i += 1) {
      const { headers } = await tenant.request('GET', '/config', {
        headers: { origin: 'https://a.example' },
      });
      const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? [];
      const sent = [...headers.keys()].filter((name) => /^(ratelimit-.*|retry-after)$/.test(name));
      expect(sent.length).toBeGreaterThanOrEqual(4);
      expect(sent.filter((name) => !exposed.includes(name))).toEqual([]);
    }
  });

  test('to the tool server have their own limits only', async () => {
    app.clock.advance(60_000);
    const tenant = await app.openTenant('default');
    const call = () =>
      app.request('POST', '/api/v1/mcp', {
        token: app.first.api_key,
        headers: {
          'x-project-id': app.first.project_id,
          'x-tenant': 'default',
          accept: 'application/json, text/event-stream',
        },
        body: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'list-templates', arguments: {} },
        },
      });
    for (let i = 0; i < 8; i += 1) expect((await call()).status).toBe(200);
    expect(headersOf(await send(tenant, ['GET', '/config']))[1]).toBe('3');
  });
});

test('a limit of 0 is off, and sends no headers', async () => {
  const other = await createTestApp({ rate_limit_read: 0 });
  try {
    const tenant = await other.openTenant();
    for (let i = 0; i < 20; i += 1) {
      const answer = await send(tenant, ['GET', '/config']);
      expect([answer.status, ...headersOf(answer)]).toEqual([200, null, null, null, null]);
    }
    expect(headersOf(await send(tenant, ['POST', '/templates', () => ({})]))[0]).toBe('3000');
  } finally {
    await other.stop();
  }
});

test('every route of a tenant has a class, by its method unless its operation says otherwise', () => {
  const ofTenants = app.routes.filter(({ operation }) => operation.scope === 'tenant');
  const classes = ofTenants.map((route) => `${requestClassOf(route)} ${route.method}`);
  expect(new Set(classes)).toEqual(
    new Set([
      'read GET',
      'write POST',
      'write PUT',
      'write PATCH',
      'write DELETE',
      'render GET',
      'render POST',
      'upload POST',
    ]),
  );
  const costly = ofTenants.filter((route) => requestClassOf(route) === 'render');
  expect(costly.map(({ operation }) => operation.name).toSorted()).toEqual([
    ...[
      'compileMjml',
      'exportTemplate',
      'fixFinding',
      'generateContent',
      'generateFromDesign',
      'getAccessibilityReport',
      'getStarterThumbnail',
      'getTemplateThumbnail',
    ],
    ...['importFromBeefree', 'importFromChamaileon', 'importFromEML', 'importFromEasyEmail'],
    ...['importFromEmailBuilder', 'importFromGrapesJS', 'importFromHTML', 'importFromMJML'],
    ...['importFromStripo', 'importFromUnlayer', 'importFromUrl', 'importFromZIP'],
    'printAccessibilityReport',
    ...['renderContent', 'renderTemplate', 'rewriteText', 'scoreTemplate'],
    ...['sendContentAsTestEmail', 'sendTestEmail', 'suggestPrompts'],
  ]);
});

describe('the counts', () => {
  const limits: RequestLimits = { read: 10, write: 10, render: 10, upload: 10 };

  test('take bounded memory, and are forgotten after a minute', () => {
    const clock = createFakeClock();
    const limiter = new RequestLimiter(limits, { ...app.deps, clock });
    let most = 0;
    for (let tenant = 0; tenant < 500_000; tenant += 1) {
      limiter.count(`${tenant}`, 'read', {});
      most = Math.max(most, limiter.size);
    }
    expect([most, limiter.size]).toEqual([200_000, 100_000]);
    clock.advance(60_000);
    limiter.count('1', 'read', {});
    expect(limiter.size).toBe(1);
  });

  test('a clock that is set back starts a new window', () => {
    const clock = createFakeClock();
    const limiter = new RequestLimiter(limits, { ...app.deps, clock });
    for (let i = 0; i < 10; i += 1) limiter.count('1', 'read', {});
    expect(limiter.count('1', 'read', {})?.code).toBe('rate_limited');
    clock.advance(-3_600_000);
    expect(limiter.count('1', 'read', {})).toBeUndefined();
  });
});
