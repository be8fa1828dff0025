import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteAccount, resetAccountFactors } from '../../../src/features/accounts/index.ts';
import { insertSession } from '../../../src/features/accounts/session-queries.ts';
import { listAdminActions } from '../../../src/features/audit/index.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import { perform } from '../../../src/platform/operation.ts';
import { sha256Hex } from '../../../src/platform/security/crypto.ts';
import { adminScope, type TestApp } from '../../support/test-app.ts';
import { AccountApp } from './account-app.ts';
import { Passkey } from './authenticator.ts';
import { Browser, PASSWORD } from './browser.ts';
import { signIn } from './people.ts';

const SECOND_PASSWORD = 'marble-Lantern-otter-58';

let all: AccountApp;
let app: TestApp;
let fromFresh: AccountApp['fromFresh'];
let createLink: AccountApp['createLink'];
let addOperator: AccountApp['addOperator'];

beforeAll(async () => {
  all = await AccountApp.start();
  ({ app, fromFresh, createLink, addOperator } = all);
});
afterAll(() => all.stop());
afterEach(() => void setSystemTime());

describe('a request of another site (CSRF)', () => {
  test.each<[string, Record<string, string>, number]>([
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['another site according to the browser', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another host of the domain', { 'sec-fetch-site': 'same-site' }, 403],
    ['another port', { origin: 'http://localhost:1' }, 403],
    ['the same origin', { 'sec-fetch-site': 'same-origin' }, 200],
  ])('from %s is answered with its status', async (_name, headers, status) => {
    const browser = await addOperator(`csrf-${crypto.randomUUID()}@example.com`);
    expect((await browser.post('/authenticator-app', { password: PASSWORD }, headers)).status).toBe(status);
    expect((await browser.post('/sign-out', {}, headers)).status).toBe(status);
    expect((await browser.get('/session')).status).toBe(status === 200 ? 401 : 200);
  });

  test('as a form is refused, and no answer can be read by another origin', async () => {
    const browser = await addOperator('form@example.com');
    const form = await browser.send('POST', '/api/v1/account/profile', {
      body: 'name=X',
      headers: { 'content-type': 'text/plain' },
    });
    expect([404, 405, 415]).toContain(form.status);
    const answer = await browser.get('/session', { origin: 'https://evil.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('without an origin is refused', async () => {
    const request = new Request('http://localhost/api/v1/account/sign-in', { method: 'POST', body: '{}' });
    expect((await app.http.handle(request)).status).toBe(403);
  });
});

describe('changes of credentials', () => {
  const CHANGES: [string, string, object | undefined][] = [
    ['POST', '/password', { password: SECOND_PASSWORD }],
    ['POST', '/passkeys/options', {}],
    ['DELETE', '/passkeys/some', undefined],
    ['POST', '/authenticator-app', { password: PASSWORD }],
    ['DELETE', '/authenticator-app', undefined],
    ['POST', '/authenticator-app/recovery-codes', { password: PASSWORD }],
  ];

  test('need a sign-in of the last 15 minutes', async () => {
    const browser = await addOperator('old@example.com');
    setSystemTime(Date.now() + 16 * MINUTE_MS);
    for (const [method, path, body] of CHANGES) {
      const answer = await browser.send(method, `/api/v1/account${path}`, { body });
      expect([path, answer.status, answer.body.reason]).toEqual([path, 403, 'sign_in_too_old']);
    }
    expect((await browser.get('/session')).body.session.is_fresh).toBe(false);
    expect((await browser.post('/reauthenticate', { password: 'wrong-password-1' })).status).toBe(401);
    expect((await browser.post('/reauthenticate', { password: PASSWORD })).status).toBe(200);
    expect((await browser.get('/session')).body.session.is_fresh).toBe(true);
    expect((await browser.post('/password', { password: SECOND_PASSWORD })).status).toBe(200);
  });

  test('end all other sessions with the password', async () => {
    const browser = await addOperator('many@example.com');
    const other = new Browser(app);
    await signIn(other, 'many@example.com');
    expect((await browser.post('/password', { password: SECOND_PASSWORD })).status).toBe(200);
    expect([(await browser.get('/session')).status, (await other.get('/session')).status]).toEqual([
      200, 401,
    ]);
    expect((await signIn(new Browser(app), 'many@example.com')).status).toBe(401);
    expect((await signIn(new Browser(app), 'many@example.com', SECOND_PASSWORD)).status).toBe(200);
  });

  test('are in the audit, with the address', async () => {
    const { items } = await perform(listAdminActions, app.deps, adminScope, {
      action: 'account.password_changed',
    });
    expect(items[0]).toMatchObject({ actor: { kind: 'admin', name: 'Anna' }, subject: 'from unknown' });
  });

  test('hash one password of a network at a time, and refuse more than ten that wait', async () => {
    const browser = await addOperator('hashes@example.com', fromFresh());
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => browser.post('/password', { password: SECOND_PASSWORD })),
    );
    const [hashed = 0, refused = 0] = [200, 503].map(
      (wanted) => answers.filter(({ status }) => status === wanted).length,
    );
    expect(hashed + refused).toBe(14);
    // One may have ended before the last ones came.
    expect(hashed).toBeGreaterThanOrEqual(11);
    expect(refused).toBeGreaterThan(0);
  });
});

describe('passkeys', () => {
  async function addPasskey(browser: Browser, name: string) {
    const passkey = new Passkey(browser.origin);
    const { options } = (await browser.post('/passkeys/options')).body;
    const added = await browser.post('/passkeys', { response: passkey.register(options), name });
    expect(added.status).toBe(200);
    return { passkey, id: added.body.id };
  }

  test('are added, renamed, used for signing in again, and removed', async () => {
    const browser = await addOperator('keys@example.com');
    const { passkey, id } = await addPasskey(browser, 'Laptop');
    const path = `/api/v1/account/passkeys/${id}`;
    expect((await browser.send('PATCH', path, { body: { name: 'Phone' } })).body.name).toBe('Phone');
    const { options } = (await browser.post('/sign-in/passkey/options')).body;
    expect((await browser.post('/reauthenticate', { passkey: passkey.authenticate(options) })).status).toBe(
      200,
    );
    const [item] = (await browser.get('/passkeys')).body.items;
    expect(item).toMatchObject({ name: 'Phone', last_used_at: expect.any(String) });
    expect((await browser.send('DELETE', path)).status).toBe(200);
    expect((await browser.get('/passkeys')).body.items).toEqual([]);
  });

  test('of another person cannot be renamed, removed, or used for signing in again', async () => {
    const { passkey, id } = await addPasskey(await addOperator('victim@example.com'), 'Mine');
    const browser = await addOperator('other@example.com');
    const path = `/api/v1/account/passkeys/${id}`;
    expect((await browser.send('PATCH', path, { body: { name: 'X' } })).status).toBe(404);
    expect((await browser.send('DELETE', path)).status).toBe(404);
    const { options } = (await browser.post('/sign-in/passkey/options')).body;
    expect((await browser.post('/reauthenticate', { passkey: passkey.authenticate(options) })).status).toBe(
      401,
    );
  });

  test('that an account has are refused for another account', async () => {
    const { passkey } = await addPasskey(await addOperator('first@example.com'), 'Mine');
    const browser = await addOperator('second@example.com');
    const { options } = (await browser.post('/passkeys/options')).body;
    expect((await browser.post('/passkeys', { response: passkey.register(options) })).status).toBe(401);
  });

  test('made for another origin are refused', async () => {
    const browser = await addOperator('phish@example.com');
    const { options } = (await browser.post('/passkeys/options')).body;
    const response = new Passkey(browser.origin).register(options, 'https://evil.example');
    expect((await browser.post('/passkeys', { response })).status).toBe(401);
  });

  test('are kept if it is the only way to sign in', async () => {
    const browser = new Browser(app);
    const passkey = new Passkey(browser.origin);
    const person = { token: await createLink(), name: 'Only', email: 'only@example.com' };
    const { options } = (await browser.post('/link/passkey/options', person)).body;
    await browser.post('/link/passkey', { ...person, response: passkey.register(options) });
    const [{ id }] = (await browser.get('/passkeys')).body.items;
    expect((await browser.send('DELETE', `/api/v1/account/passkeys/${id}`)).status).toBe(409);
  });
});

describe('sessions', () => {
  test('are listed with device and address, and ended one by one or all', async () => {
    const browser = await addOperator('list@example.com');
    const others = [new Browser(app), new Browser(app)];
    for (const other of others)
      await other.post(
        '/sign-in',
        { email: 'list@example.com', password: PASSWORD },
        { 'user-agent': 'Firefox' },
      );
    const { items } = (await browser.get('/sessions')).body;
    expect(
      items.map((item: { device: string; is_current: boolean }) => [item.device, item.is_current]).toSorted(),
    ).toEqual([
      ['', true],
      ['Firefox', false],
      ['Firefox', false],
    ]);
    const { id } = items.find((item: { is_current: boolean }) => !item.is_current);
    expect((await browser.send('DELETE', `/api/v1/account/sessions/${id}`)).status).toBe(200);
    expect((await browser.send('DELETE', '/api/v1/account/sessions')).body).toEqual({ ended: 1 });
    for (const other of others) expect((await other.get('/session')).status).toBe(401);
    expect((await browser.get('/session')).status).toBe(200);
  });

  test('of another person cannot be ended', async () => {
    const victim = await addOperator('victim2@example.com');
    const { id } = (await victim.get('/session')).body.session;
    const browser = await addOperator('other2@example.com');
    expect((await browser.send('DELETE', `/api/v1/account/sessions/${id}`)).status).toBe(404);
    expect((await victim.get('/session')).status).toBe(200);
  });

  test('end with the oldest when a person has more than 50', async () => {
    const first = await addOperator('flood@example.com');
    const { account } = (await first.get('/session')).body;
    const now = Date.now();
    const unused = { lastSeenAt: null, address: '', userAgent: '' };
    await app.deps.db.transaction(async (db) => {
      for (let i = 1; i <= 49; i += 1) {
        const row = { id: `flood-${i}`, personId: account.id, tokenHash: `flood-${i}`, createdAt: now + i };
        await insertSession(db, { ...row, ...unused, expiresAt: now + DAY_MS });
      }
    });
    setSystemTime(now + 1000);
    const last = new Browser(app);
    await signIn(last, 'flood@example.com');
    expect([(await first.get('/session')).status, (await last.get('/session')).status]).toEqual([401, 200]);
    expect((await last.get('/sessions')).body.items).toHaveLength(50);
  });

  test('are not opened by another token or its stored hash, and end after 7 days', async () => {
    const browser = await addOperator('week@example.com');
    const token = browser.cookies.get('galley.session_token') ?? '';
    for (const forged of [`${token.slice(0, -5)}AAAAA`, sha256Hex(token), '']) {
      browser.cookies.set('galley.session_token', forged);
      expect((await browser.get('/session')).status).toBe(401);
    }
    browser.cookies.set('galley.session_token', token);
    expect((await browser.get('/session')).status).toBe(200);
    setSystemTime(Date.now() + 8 * 24 * 60 * MINUTE_MS);
    expect((await browser.get('/session')).status).toBe(401);
  });

  test('end 30 days after the sign-in, however often they are used', async () => {
    const browser = await addOperator('month@example.com');
    const start = Date.now();
    for (const day of [6, 12, 18, 24, 29.9]) {
      setSystemTime(start + day * DAY_MS);
      const { status, headers } = await browser.get('/session');
      expect([day, status]).toEqual([day, 200]);
      const extended = headers.getSetCookie();
      expect(extended).toEqual(day < 29 ? [expect.stringMatching(/; Max-Age=\d+; /)] : []);
      // Once a day is enough.
      expect((await browser.get('/session')).headers.getSetCookie()).toEqual([]);
    }
    const { expires_at } = (await browser.get('/sessions')).body.items[0];
    expect(Math.abs(Date.parse(expires_at) - start - 30 * DAY_MS)).toBeLessThan(MINUTE_MS);
    setSystemTime(start + 30.1 * DAY_MS);
    expect((await browser.get('/session')).status).toBe(401);
  });

  test('end when the operator deletes the account or resets its factors', async () => {
    for (const [operation, email] of [
      [resetAccountFactors, 'reset@example.com'],
      [deleteAccount, 'gone@example.com'],
    ] as const) {
      const browser = await addOperator(email);
      await perform(operation, app.deps, adminScope, { email });
      expect((await browser.get('/session')).status).toBe(401);
    }
    expect((await signIn(new Browser(app), 'reset@example.com')).status).toBe(200);
    expect((await signIn(new Browser(app), 'gone@example.com')).status).toBe(401);
  });
});

test('no secret is in the database, the log, or an answer that does not have to show it', async () => {
  const browser = new Browser(app);
  const token = await createLink();
  const person = { token, name: 'Lea', email: 'lea@example.com', password: PASSWORD };
  const answers = [
    await browser.post('/link/password', person),
    await browser.get('/session'),
    await browser.get('/sessions'),
  ];
  const session = browser.cookies.get('galley.session_token') ?? '';
  expect(session).toHaveLength(43);
  const { secret, recovery_codes } = (await browser.post('/authenticator-app', { password: PASSWORD })).body;
  await signIn(new Browser(app), 'lea@example.com', `${PASSWORD}?`);
  const stored = readdirSync(app.data)
    .filter((name) => name.startsWith('galley.db'))
    .map((name) => readFileSync(join(app.data, name), 'latin1'));
  const everything = [...stored, ...app.logLines, ...answers.map(({ text }) => text)].join('\n');
  const plainCodes = recovery_codes.map((code: string) => code.replaceAll('-', ''));
  for (const shown of [token, session, PASSWORD, secret, ...recovery_codes, ...plainCodes])
    expect(everything.includes(shown)).toBe(false);
});
