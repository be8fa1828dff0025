import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { expectError } from '../../support/expect-error.ts';
import { type Answer, createTestApp, readAnswer, type TestApp } from '../../support/test-app.ts';

/** WRONG_SECRETS of the token exchange, written down again, so that a change is deliberate. */
const LIMIT = 10;
const WINDOW_SECONDS = 60;

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.stop());

const body = (change: object = {}) => ({
  client_id: app.first.client_id,
  client_secret: app.first.client_secret,
  tenant: 'acme',
  ...change,
});
const exchange = (change: object = {}): Promise<Answer> =>
  app.request('POST', '/api/v1/auth/token', { body: body(change) });
const fail = () => exchange({ client_secret: 'a guess' });

async function failOften(times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) statuses.push((await fail()).status);
  return statuses;
}

describe('guessing', () => {
  test('is stopped after ten failures; header and message tell the seconds', async () => {
    expect(await failOften(LIMIT)).toEqual(Array(LIMIT).fill(401));
    app.clock.advance(500);
    const blocked = await fail();
    expectError(blocked, 429, 'rate_limited');
    expect(blocked.headers.get('retry-after')).toBe(String(WINDOW_SECONDS));
    expect(blocked.body.message).toContain(`${WINDOW_SECONDS} seconds`);
    app.clock.advance(29_500);
    const later = await fail();
    expect([later.status, later.headers.get('retry-after')]).toEqual([429, '30']);
    expect(later.body.message).toContain('30 seconds');
  });

  test('does not learn the right secret while it is stopped', async () => {
    await failOften(LIMIT);
    const right = await exchange();
    expectError(right, 429, 'rate_limited');
    expect(right.body.token).toBeUndefined();
  });

  test('may go on after exactly the seconds that were told, and blocked tries do not lengthen them', async () => {
    await failOften(LIMIT);
    const blocked = await fail();
    await failOften(LIMIT);
    app.clock.advance(Number(blocked.headers.get('retry-after')) * 1000 - 1);
    expect((await exchange()).status).toBe(429);
    app.clock.advance(1);
    expect((await exchange()).status).toBe(200);
  });

  test('all at once gets no more tries than one after the other', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, fail));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(60 - LIMIT);
  });

  test('does not block a secret that was accepted from this address before', async () => {
    expect((await exchange()).status).toBe(200);
    expect(await failOften(LIMIT + 1)).toEqual([...Array(LIMIT).fill(401), 429]);
    expect((await exchange()).status).toBe(200);
    expect((await fail()).status).toBe(429);
  });

  test('is logged once per block, with address, client ID and project', async () => {
    const findLines = () => app.logLines.filter((line) => line.includes('token exchanges are blocked'));
    await failOften(LIMIT - 1);
    expect(findLines()).toEqual([]);
    await failOften(LIMIT);
    expect(findLines()).toHaveLength(1);
    const line = JSON.parse(findLines()[0] as string);
    const { client_id, project_id } = app.first;
    expect(line).toMatchObject({ level: 40, client_id, project_id, blocked_seconds: WINDOW_SECONDS });
    expect(line.address).toBeString();
    app.clock.advance(WINDOW_SECONDS * 1000);
    await failOften(LIMIT);
    expect(findLines()).toHaveLength(2);
  });

  test('at one client ID does not stop another', async () => {
    await failOften(LIMIT);
    const other = await exchange({ client_id: 'another-client' });
    expect(other.status).toBe(401);
  });
});

test('success is not counted, and does not wipe the failures out', async () => {
  for (let i = 0; i < 3 * LIMIT; i += 1) expect((await exchange()).status).toBe(200);
  expect(await failOften(LIMIT - 1)).toEqual(Array(LIMIT - 1).fill(401));
  expect((await exchange()).status).toBe(200);
  expect(await failOften(2)).toEqual([401, 429]);
});

test('a hundred exchanges at once by an honest backend all succeed', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => exchange()));
  expect(answers.every((answer) => answer.status === 200)).toBe(true);
});

test('what is refused with 422 is not counted as a guess', async () => {
  for (let i = 0; i < 3 * LIMIT; i += 1) expect((await exchange({ tenant: 5 })).status).toBe(422);
  for (let i = 0; i < 3 * LIMIT; i += 1) expect((await exchange({ tenant: '..' })).status).toBe(422);
  expect((await exchange()).status).toBe(200);
});

describe('over a socket, the address counts', () => {
  const send = async (target: TestApp, forwardedFor: string | undefined, secret = 'a guess') => {
    const { client_id } = target.first;
    const response = await fetch(`http://127.0.0.1:${target.http.server?.port}/api/v1/auth/token`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
      },
      body: JSON.stringify({ client_id, client_secret: secret, tenant: 'acme' }),
    });
    return (await readAnswer(response)).status;
  };
  const sendOften = async (target: TestApp, makeAddress: (i: number) => string | undefined) => {
    const statuses: number[] = [];
    for (let i = 0; i <= LIMIT; i += 1) statuses.push(await send(target, makeAddress(i)));
    return statuses.at(-1);
  };

  test('X-Forwarded-For of anybody is not believed', async () => {
    app.http.listen({ port: 0, hostname: '127.0.0.1' });
    expect(await sendOften(app, (i) => `203.0.113.${i}`)).toBe(429);
  });

  test('a trusted proxy names the client; others go on; what the client wrote itself does not count', async () => {
    const proxied = await createTestApp({ trusted_proxies: ['127.0.0.1', '10.0.0.0/8'] });
    try {
      proxied.http.listen({ port: 0, hostname: '127.0.0.1' });
      expect(await sendOften(proxied, (i) => `198.51.100.${i}, 203.0.113.7, 10.1.2.3`)).toBe(429);
      expect(await send(proxied, '203.0.113.7', proxied.first.client_secret)).toBe(429);
      expect(await send(proxied, '203.0.113.8', proxied.first.client_secret)).toBe(200);
      expect(await send(proxied, undefined, proxied.first.client_secret)).toBe(200);
    } finally {
      await proxied.stop();
    }
  });
});
