import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { REFUSAL_DELAY_MS } from '../../src/platform/limits/rate-limit.ts';
import { dumpDatabase } from '../support/database-dump.ts';
import { expectError } from '../support/expect-error.ts';
import { sendRaw } from '../support/raw-http.ts';
import { holdTimers } from '../support/short-timers.ts';
import { createTestApp, readAnswer, type TestApp } from '../support/test-app.ts';

const PATH = '/api/v1/auth/token';
const PER_MINUTE = 40;
const KB = 1024;

let app: TestApp;
let port: number;
beforeEach(async () => {
  app = await createTestApp({ public_requests_per_minute: PER_MINUTE, trusted_proxies: ['127.0.0.1'] });
  port = app.listen();
});
afterEach(() => app.stop());

/** Exchanges a token through a proxy for a client with this address. */
async function exchange(address: string, body: string | ReadableStream = validBody()) {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
  return readAnswer(await fetch(`http://127.0.0.1:${port}${PATH}`, { method: 'POST', headers, body }));
}

const validBody = (padding = 0) => {
  const { client_id, client_secret } = app.first;
  const spaces = ' '.repeat(padding);
  return JSON.stringify({ client_id, client_secret, tenant: 'default' }) + spaces;
};

/** How many of `times` exchanges were answered. */
async function countAnswered(times: number, address: (index: number) => string, body = validBody()) {
  const answers = [];
  for (let index = 0; index < times; index += 1) answers.push(await exchange(address(index), body));
  return answers.filter(({ status }) => status !== 429).length;
}

describe('a body of 64 KB is the largest without credentials', () => {
  const body = (bytes: number) => validBody(bytes - validBody().length);

  test('with a length', async () => {
    expect((await exchange('192.0.2.1', body(64 * KB))).status).toBe(200);
    const answer = await exchange('192.0.2.1', body(64 * KB + 1));
    expectError(answer, 413, 'too_large');
    expect(answer.body.message).toBe('The body is larger than the 65536 bytes that are accepted.');
  });

  test('in chunks', async () => {
    const answer = await exchange('192.0.2.1', new Blob([body(65 * KB)]).stream());
    expectError(answer, 413, 'too_large');
  });

  test('no other route has this limit', async () => {
    const { token, base } = await app.openTenant('default');
    const content = { blocks: [{ type: 'paragraph', content: 'x'.repeat(100 * KB) }], settings: {} };
    expect((await app.request('POST', `${base}/templates`, { token, body: { content } })).status).toBe(201);
  });
});

describe('requests without credentials are limited by address', () => {
  test('until the minute is over', async () => {
    await exchange('192.0.2.2');
    const before = await dumpDatabase(app);
    expect(await countAnswered(PER_MINUTE + 5, () => '192.0.2.1')).toBe(PER_MINUTE);
    const answer = await exchange('192.0.2.1');
    expectError(answer, 429, 'rate_limited');
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(answer.body.message).toBe('Too many requests from this address. Try again in 60 seconds.');
    expect((await exchange('192.0.2.2')).status).toBe(200);
    expect(await dumpDatabase(app)).toBe(before);
    app.clock.advance(60_000);
    expect((await exchange('192.0.2.1')).status).toBe(200);
  });

  test('a refusal is delayed, so that clients that repeat it at once cost little', async () => {
    await countAnswered(PER_MINUTE, () => '192.0.2.1');
    const release = holdTimers(REFUSAL_DELAY_MS);
    const order: string[] = [];
    const refused = exchange('192.0.2.1').then(({ status }) => order.push(`refused ${status}`));
    for (let i = 0; i < 3; i += 1) order.push(`answered ${(await exchange('192.0.2.2')).status}`);
    release();
    await refused;
    expect(order).toEqual([...Array(3).fill('answered 200'), 'refused 429']);
  });

  test('IPv6 by the /64 network', async () => {
    expect(await countAnswered(PER_MINUTE + 5, (index) => `2001:db8:1:2::${index + 1}`)).toBe(PER_MINUTE);
    expect((await exchange('2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await exchange('2001:db8:1:3::1')).status).toBe(200);
  });

  test('a large body counts as several requests', async () => {
    const large = validBody(20 * KB - validBody().length);
    expect(await countAnswered(PER_MINUTE / 5 + 2, () => '192.0.2.1', large)).toBe(PER_MINUTE / 5);
  });

  test('before the body is read', async () => {
    await countAnswered(PER_MINUTE, () => '127.0.0.1');
    const head = `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 30000\r\n\r\n`;
    // None of the announced bytes is sent.
    expect(await sendRaw(port, head)).toStartWith('HTTP/1.1 429 ');
  });

  test('one line in the log, health is answered, and requests with a token are', async () => {
    const { token, base } = await app.openTenant('default');
    await countAnswered(PER_MINUTE + 5, () => '192.0.2.1');
    await countAnswered(PER_MINUTE + 5, () => '192.0.2.2');
    expect(app.logLines.filter((line) => line.includes('are limited for this address'))).toHaveLength(1);
    for (const path of ['/api/v1/health', `${base}/config`]) {
      const headers = { 'x-forwarded-for': '192.0.2.1', authorization: `Bearer ${token}` };
      expect((await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status).toBe(200);
    }
  });
});

describe('without valid credentials no body is read', () => {
  test.each<[string, () => string, string]>([
    ['REST', () => '/api/v1/projects/x/tenants/y/templates', 'Bearer wrong'],
    ['REST, another tenant', () => '/api/v1/projects/x/tenants/y/templates', 'own'],
    ['an upload', () => '/api/v1/projects/x/tenants/y/media/upload', 'Bearer wrong'],
    ['the tool server', () => '/api/v1/mcp', 'Bearer wrong'],
  ])('%s', async (_name, path, authorization) => {
    const header = authorization === 'own' ? `Bearer ${(await app.exchangeToken()).token}` : authorization;
    const head = `POST ${path()} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${header}\r\nContent-Type: application/json\r\nContent-Length: 3000000\r\n\r\n`;
    expect(await sendRaw(port, head)).toMatch(/^HTTP\/1\.1 40[14] /);
  });
});
