import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Settings } from '../../src/config/index.ts';
import { createApiKey } from '../../src/features/access/index.ts';
import { createProject } from '../../src/features/projects/index.ts';
import { REFUSAL_DELAY_MS } from '../../src/platform/limits/rate-limit.ts';
import { perform } from '../../src/platform/operation.ts';
import { holdTimers, shortenTimers } from '../support/short-timers.ts';
import { type Answer, adminScope, createTestApp, readAnswer, type TestApp } from '../support/test-app.ts';
import {
  ENDPOINT,
  ERAS,
  headersOf,
  makeRequest,
  restart,
  type Seat,
  sendRpc,
  type Target,
  tenantAccessOf,
} from './tool-client.ts';

/** The documented limits, repeated here so that a change of them is deliberate. */
const PER_MINUTE = 120;
const PER_HOUR = 2_000;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let app: TestApp;
let restoreTimers: () => void;
beforeEach(async () => {
  restoreTimers = shortenTimers(REFUSAL_DELAY_MS);
  app = await createTestApp();
});
afterEach(async () => {
  restoreTimers();
  await app.stop();
});

const ask = (seat: Seat = tenantAccessOf(app), target: Target = app) =>
  sendRpc(target, seat, 'legacy', 'ping');

/** How many of `times` requests were let through. */
async function countPassed(
  times: number,
  seat: Seat = tenantAccessOf(app),
  target: Target = app,
): Promise<number> {
  let passed = 0;
  for (let i = 0; i < times; i += 1) passed += (await ask(seat, target)).status === 429 ? 0 : 1;
  return passed;
}

function expectLimited({ status, headers, body }: Answer, seconds: number): void {
  expect([status, headers.get('retry-after')]).toEqual([429, String(seconds)]);
  const message = `Rate limit exceeded. Try again in ${seconds} second${seconds === 1 ? '' : 's'}.`;
  const data = { code: 'rate_limited', retry_after_seconds: seconds };
  expect(body.error).toEqual({ code: 429, message, data });
}

describe('a minute', () => {
  test('has 120 requests; the 121st is told when to come back, everywhere a client may look', async () => {
    expect(await countPassed(PER_MINUTE)).toBe(PER_MINUTE);
    for (const era of ERAS) {
      for (const id of [7, 'seven']) {
        const answer = await sendRpc(app, tenantAccessOf(app), era, 'tools/list', {}, { id });
        expectLimited(answer, 60);
        expect([answer.body.jsonrpc, answer.body.id]).toEqual(['2.0', id]);
        expect(answer.headers.get('ratelimit-policy')).toBe('"minute";q=120;w=60, "hour";q=2000;w=3600');
        expect(answer.headers.get('ratelimit')).toBe('"minute";r=0;t=60, "hour";r=1880;t=3600');
        expect(answer.headers.get('access-control-allow-origin')).toBe('*');
        expect(answer.headers.get('access-control-expose-headers')).toContain('retry-after');
      }
    }
  });

  test('every answer tells what is left', async () => {
    for (let i = 1; i <= PER_MINUTE; i += 1) {
      const { headers } = await ask();
      const expected = `"minute";r=${PER_MINUTE - i};t=60, "hour";r=${PER_HOUR - i};t=3600`;
      expect(headers.get('ratelimit')).toBe(expected);
    }
  });

  test('begins with the first request after the one before, and ends to the millisecond', async () => {
    app.clock.advance(30 * SECOND);
    expect(await countPassed(60)).toBe(60);
    app.clock.advance(59 * SECOND);
    expect(await countPassed(100)).toBe(60);
    app.clock.advance(999);
    expectLimited(await ask(), 1);
    app.clock.advance(1);
    expect(await countPassed(150)).toBe(PER_MINUTE);
    expectLimited(await ask(), 60);
  });

  test('is over after exactly the seconds that were told; refused requests do not lengthen it', async () => {
    await countPassed(PER_MINUTE);
    app.clock.advance(20_500);
    expect(await countPassed(50)).toBe(0);
    const refused = await ask();
    expectLimited(refused, 40);
    app.clock.advance(Number(refused.headers.get('retry-after')) * SECOND);
    expect(await countPassed(150)).toBe(PER_MINUTE);
  });

  test('is no longer for a thousand requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => ask()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(PER_MINUTE);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1_000 - PER_MINUTE);
  });
});

test('a refusal is delayed, so that clients that repeat it at once cost little', async () => {
  await countPassed(PER_MINUTE);
  await countPassed(PER_MINUTE, {});
  const tenant = await app.openTenant('quiet');
  restoreTimers();
  const release = holdTimers(REFUSAL_DELAY_MS);
  const order: string[] = [];
  const refused = [ask(), ask({})].map(async (answer) => order.push(`refused ${(await answer).status}`));
  for (let i = 0; i < 3; i += 1) order.push(`answered ${(await tenant.request('GET', '/config')).status}`);
  release();
  await Promise.all(refused);
  expect(order).toEqual([...Array(3).fill('answered 200'), ...Array(2).fill('refused 429')]);
});

test('an hour has 2,000 requests, however they are spread', async () => {
  for (let i = 0; i < 20; i += 1) {
    expect(await countPassed(100)).toBe(100);
    app.clock.advance(MINUTE);
  }
  expectLimited(await ask(), 40 * 60);
  app.clock.advance(40 * MINUTE - 1);
  expectLimited(await ask(), 1);
  app.clock.advance(1);
  expect(await countPassed(150)).toBe(PER_MINUTE);
  expectLimited(await ask(), 60);
});

describe('counted', () => {
  const exhaust = async (seat: Seat) => {
    await countPassed(PER_MINUTE, seat);
    expect((await ask(seat)).status).toBe(429);
  };

  test('by key, over all its projects and tenants', async () => {
    const { api_key } = await perform(createApiKey, app.deps, adminScope, { name: 'Second' });
    const other = await perform(createProject, app.deps, adminScope, { name: 'Other', plan: 'growth' });
    await app.exchangeToken('acme', { client_id: other.client_id, client_secret: other.client_secret });
    await exhaust(tenantAccessOf(app));
    expect((await ask({ ...tenantAccessOf(app), project: other.id, tenant: 'acme' })).status).toBe(429);
    expect((await ask({ ...tenantAccessOf(app), key: api_key })).status).toBe(200);
  });

  test('by address without a key and with a wrong one; keys of the same address go on', async () => {
    await countPassed(60, {});
    await countPassed(60, { ...tenantAccessOf(app), key: 'gly_key_a' });
    const guesses = Array.from({ length: 20 }, (_, i) => ask({ key: `gly_key_${i}` }));
    for (const answer of await Promise.all(guesses)) expectLimited(answer, 60);
    expect((await ask({})).status).toBe(429);
    expect((await ask()).status).toBe(200);
  });

  test('also if they are refused for their headers, their body or their method', async () => {
    const { key, project } = tenantAccessOf(app);
    for (let i = 0; i < 30; i += 1) {
      expect((await ask({ key })).status).toBe(400);
      expect((await ask({ key, project, tenant: 'nobody' })).status).toBe(404);
      const bad = { headers: headersOf(tenantAccessOf(app)), body: '[]' };
      expect((await app.request('POST', ENDPOINT, bad)).status).toBe(400);
      await sendRpc(app, tenantAccessOf(app), 'modern', 'no/such/method');
    }
    expect((await ask()).status).toBe(429);
  });

  test('notifications too', async () => {
    for (let i = 0; i < PER_MINUTE; i += 1) {
      const answer = await sendRpc(
        app,
        tenantAccessOf(app),
        'legacy',
        'notifications/x',
        {},
        { id: undefined },
      );
      expect(answer.status).toBe(202);
    }
    expect((await ask()).status).toBe(429);
  });

  test('except server/discover, which works to the end', async () => {
    await exhaust(tenantAccessOf(app));
    for (let i = 0; i < 3; i += 1) {
      const answer = await sendRpc(app, tenantAccessOf(app), 'modern', 'server/discover');
      expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, null]);
    }
    const headers = { 'mcp-method': 'server/discover' };
    for (const era of ERAS) {
      const answer = await sendRpc(app, tenantAccessOf(app), era, 'tools/list', {}, { headers });
      expect(answer.status).toBe(429);
    }
    await exhaust({});
    expect((await sendRpc(app, {}, 'modern', 'server/discover')).status).toBe(429);
  });

  test('across a restart', async () => {
    await countPassed(100);
    await countPassed(PER_MINUTE, {});
    app.clock.advance(10 * SECOND);
    const again = await restart(app, {});
    app = Object.assign(app, { stop: again.stop });
    expect(await countPassed(50, tenantAccessOf(app), again)).toBe(20);
    expectLimited(await ask(tenantAccessOf(app), again), 50);
    expectLimited(await ask({}, again), 50);
    app.clock.advance(50 * SECOND);
    expect(await countPassed(150, tenantAccessOf(app), again)).toBe(PER_MINUTE);
  });
});

describe('over a socket, the address without a key is', () => {
  const SETTINGS = { mcp_requests_per_minute: 5, mcp_requests_per_hour: 8 };
  let proxied: TestApp | undefined;
  afterEach(async () => {
    await proxied?.stop();
    proxied = undefined;
  });

  const listen = async (settings: Partial<Settings> = {}) => {
    proxied = await createTestApp({ ...SETTINGS, ...settings });
    proxied.http.listen({ port: 0, hostname: '127.0.0.1' });
    return proxied;
  };
  const send = async (target: TestApp, forwarded: string | undefined, seat: Seat = {}) => {
    const { headers, body } = makeRequest('modern', 'tools/list');
    const response = await fetch(`http://127.0.0.1:${target.http.server?.port}${ENDPOINT}`, {
      method: 'POST',
      headers: {
        ...headersOf(seat),
        ...headers,
        'content-type': 'application/json',
        ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
      },
      body: JSON.stringify(body),
    });
    return (await readAnswer(response)).status;
  };
  const sendSix = async (target: TestApp, forwarded: (i: number) => string | undefined) => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push(await send(target, forwarded(i)));
    return statuses;
  };
  const FIVE = [401, 401, 401, 401, 401, 429];

  test('the peer’s, for every X-Forwarded-For header; the limits are those of the settings', async () => {
    const target = await listen();
    expect(await sendSix(target, (i) => `203.0.113.${i}`)).toEqual(FIVE);
    expect(await send(target, undefined, tenantAccessOf(target))).toBe(200);
    target.clock.advance(MINUTE);
    expect(await sendSix(target, () => undefined)).toEqual([401, 401, 401, 429, 429, 429]);
    const answer = await sendRpc(target, tenantAccessOf(target), 'legacy', 'ping');
    expect(answer.headers.get('ratelimit-policy')).toBe('"minute";q=5;w=60, "hour";q=8;w=3600');
  });

  test('the one a trusted proxy vouches for', async () => {
    const target = await listen({ trusted_proxies: ['127.0.0.1', '10.0.0.0/8'] });
    expect(await sendSix(target, (i) => `198.51.100.${i}, 203.0.113.7, 10.1.2.3`)).toEqual(FIVE);
    expect(await send(target, '203.0.113.7')).toBe(429);
    expect(await send(target, '203.0.113.8')).toBe(401);
    expect(await send(target, '203.0.113.7', tenantAccessOf(target))).toBe(200);
  });
});
