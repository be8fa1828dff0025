import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, spyOn, test } from 'bun:test';
import { countFailure } from '../../../src/features/accounts/factor-queries.ts';
import { createAccountLink } from '../../../src/features/accounts/index.ts';
import { listAdminActions } from '../../../src/features/audit/index.ts';
import { MINUTE_MS, systemClock } from '../../../src/platform/clock.ts';
import { perform } from '../../../src/platform/operation.ts';
import { sha256Hex } from '../../../src/platform/security/crypto.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import { Passkey } from './authenticator.ts';
import { Browser, PASSWORD, tokenOf } from './browser.ts';
import { People, signIn } from './people.ts';

let app: TestApp;
let people: People;
let port: number;
let addresses = 0;

beforeAll(async () => {
  app = await createTestApp({ trusted_proxies: ['127.0.0.1'] }, { clock: systemClock });
  people = new People(app);
  port = app.listen();
});
afterAll(() => app.stop());
afterEach(() => void setSystemTime());

const auditOf = async (action: string) =>
  (await perform(listAdminActions, app.deps, adminScope, { action })).items;

describe('a set-up link', () => {
  test('makes an operator, who is signed in', async () => {
    const browser = new Browser(app);
    expect((await browser.get('/session')).status).toBe(401);
    await people.addOperator('anna@example.com', browser);
    const { body } = await browser.get('/session');
    expect(body.account).toMatchObject({ email: 'anna@example.com', is_operator: true, has_password: true });
  });

  test('makes an operator with a passkey, who signs in with it', async () => {
    const browser = new Browser(app);
    const passkey = new Passkey(browser.origin);
    const person = { token: await people.createLink(), name: 'Pia', email: 'pia@example.com' };
    const { options } = (await browser.post('/link/passkey/options', person)).body;
    const response = passkey.register(options);
    expect((await browser.post('/link/passkey', { ...person, response })).body).toEqual({ next: null });
    expect((await browser.get('/session')).body.account).toMatchObject({ has_password: false, passkeys: 1 });

    const other = new Browser(app);
    const challenge = (await other.post('/sign-in/passkey/options')).body.options;
    const answer = passkey.authenticate(challenge);
    expect((await other.post('/sign-in/passkey', { response: answer })).body).toEqual({ next: null });
    expect((await other.post('/sign-in/passkey', { response: answer })).status).toBe(401);
  });

  test.each([
    ['a wrong token', async () => 'gal_wrong'],
    [
      'a used link',
      async () => {
        const token = await people.createLink();
        await new Browser(app).post('/link/password', {
          token,
          name: 'B',
          email: `${token.slice(4, 20)}@example.com`,
          password: PASSWORD,
        });
        return token;
      },
    ],
    [
      'an expired link',
      async () => {
        const token = await people.createLink();
        setSystemTime(Date.now() + 61 * MINUTE_MS);
        return token;
      },
    ],
  ])('is refused: %s', async (_name, getToken) => {
    const token = await getToken();
    const browser = new Browser(app);
    expect((await browser.post('/link', { token })).status).toBe(404);
    const answer = await browser.post('/link/password', {
      token,
      name: 'C',
      email: 'c@example.com',
      password: PASSWORD,
    });
    expect([answer.status, browser.cookies.size]).toEqual([404, 0]);
  });

  test('is used once, however many use it at the same time', async () => {
    const token = await people.createLink();
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        new Browser(app).post('/link/password', {
          token,
          name,
          email: `${name}@example.com`,
          password: PASSWORD,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  });

  test.each([
    ['short', 'Xk3!pq9zLw'],
    ['common', 'password1234'],
    ['a row of keys', 'qwertyuiop12'],
    ['long', 'violet-harbor '.repeat(10)],
  ])('refuses a password that is %s', async (_name, password) => {
    const token = await people.createLink();
    const answer = await new Browser(app).post('/link/password', {
      token,
      name: 'D',
      email: 'd@example.com',
      password,
    });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['password']]);
    expect((await new Browser(app).post('/link', { token })).status).toBe(200);
  });

  test('refuses a body of 10 MB without reading it all', async () => {
    const token = await people.createLink();
    const answer = await new Browser(app).post('/link/password', { token, password: 'x'.repeat(10_000_000) });
    expect(answer.status).toBe(413);
  });
});

describe('signing in', () => {
  test('works with the password, and ends with the sign-out', async () => {
    await people.addOperator('ben@example.com');
    const browser = new Browser(app);
    expect((await signIn(browser, 'BEN@example.com ')).body).toEqual({ next: null });
    const stolen = new Map(browser.cookies);
    await browser.post('/sign-out');
    expect((await browser.get('/session')).status).toBe(401);
    for (const [name, value] of stolen) browser.cookies.set(name, value);
    expect((await browser.get('/session')).status).toBe(401);
  });

  test('answers the same for an unknown address and a wrong password', async () => {
    await people.addOperator('cleo@example.com');
    // The same work for both: `verify` with a stored hash, `hash` without one.
    const hashing = [spyOn(Bun.password, 'verify'), spyOn(Bun.password, 'hash')];
    const wrong = await signIn(new Browser(app), 'cleo@example.com', 'wrong-password-1');
    const unknown = await signIn(new Browser(app), 'nobody@example.com', 'wrong-password-1');
    expect([wrong.status, wrong.body]).toEqual([401, unknown.body]);
    expect(app.logLines.filter((line) => line.includes('sign-in failed')).length).toBeGreaterThanOrEqual(2);
    expect(hashing.map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
    for (const spy of hashing) spy.mockRestore();
    expect((await auditOf('account.sign_in_failed')).map(({ subject }) => subject)).toContain(
      'cleo@example.com, from unknown',
    );
  });

  test('always gives a new session, and ends the one before (session fixation)', async () => {
    await people.addOperator('dora@example.com');
    const browser = new Browser(app);
    browser.cookies.set('galley.session_token', 'planted.c2lnbmF0dXJl');
    await signIn(browser, 'dora@example.com');
    const first = browser.cookies.get('galley.session_token');
    expect(first).not.toContain('planted');
    await signIn(browser, 'dora@example.com');
    expect(browser.cookies.get('galley.session_token')).not.toBe(first);
    const { items } = (await browser.get('/sessions')).body;
    expect(items).toHaveLength(2); // that of the set-up link, and this one
  });

  test('counts requests by the network of an IPv6 address', async () => {
    const statuses = new Set<number>();
    for (let i = 0; i < 61; i += 1) {
      const browser = new Browser(app, { port, address: `2001:db8:7::${i.toString(16)}` });
      statuses.add((await browser.post('/link', { token: 'gal_none' })).status);
    }
    expect([...statuses]).toEqual([404, 429]);
  });

  test('sets cookies for HTTPS only that no other host can set', async () => {
    const secure = await createTestApp({ base_url: 'https://mail.example.com' }, { clock: systemClock });
    const browser = new Browser(secure);
    const { url } = await perform(createAccountLink, secure.deps, adminScope, {});
    const answer = await browser.post('/link/password', {
      token: tokenOf(url),
      name: 'S',
      email: 's@example.com',
      password: PASSWORD,
    });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-galley\.session_token=[^;]+; Path=\/; Max-Age=604800; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect((await browser.get('/session')).status).toBe(200);
    await secure.stop();
  });

  test('with a passkey works only on the pages of the base URL, not of hosts below its name', async () => {
    const secure = await createTestApp({ base_url: 'https://mail.example.com' }, { clock: systemClock });
    const browser = new Browser(secure);
    const { url } = await perform(createAccountLink, secure.deps, adminScope, {});
    const person = { token: tokenOf(url), name: 'S', email: 's@example.com' };
    const passkey = new Passkey(browser.origin);
    const { options } = (await browser.post('/link/passkey/options', person)).body;
    const response = passkey.register(options);
    expect((await browser.post('/link/passkey', { ...person, response })).status).toBe(200);
    for (const [origin, status] of [
      ['https://evil.mail.example.com', 401],
      [browser.origin, 200],
    ] as const) {
      const relay = new Browser(secure);
      const headers = { origin, 'sec-fetch-site': 'same-origin' };
      const asked = (await relay.post('/sign-in/passkey/options', {}, headers)).body;
      const body = { response: passkey.authenticate(asked.options, origin) };
      expect((await relay.post('/sign-in/passkey', body, headers)).status).toBe(status);
    }
    await secure.stop();
  });

  test('locks the account for an address after 5 failures, for longer after each', async () => {
    await people.addOperator('emil@example.com');
    const attacker = new Browser(app, { port, address: freshAddress() });
    const results = await Promise.all(
      Array.from({ length: 8 }, () => signIn(attacker, 'emil@example.com', 'wrong-password-1')),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const locked = await signIn(attacker, 'emil@example.com');
    expect([locked.status, Number(locked.headers.get('retry-after')) <= 30]).toEqual([429, true]);
    expect(
      (await signIn(new Browser(app, { port, address: freshAddress() }), 'emil@example.com')).status,
    ).toBe(200);
    setSystemTime(Date.now() + 31_000);
    expect((await signIn(attacker, 'emil@example.com', 'wrong-password-1')).status).toBe(401);
    expect(Number((await signIn(attacker, 'emil@example.com')).headers.get('retry-after'))).toBeGreaterThan(
      30,
    );
    expect(app.logLines.some((line) => line.includes('sign-ins are locked'))).toBe(true);
  });
});

describe('a person who has signed in', () => {
  const fromFresh = () => new Browser(app, { port, address: freshAddress() });

  /** As after 50 failures from many addresses. */
  async function lockByStrangers(email: string) {
    const now = Date.now();
    const row = { key: `account ${sha256Hex(email)}`, count: 50, lastAt: now, lockedUntil: now + MINUTE_MS };
    await app.deps.db.transaction((db) => countFailure(db, row));
  }

  test('is not locked out by failures of strangers', async () => {
    const browser = await people.addOperator('nina@example.com', fromFresh());
    await lockByStrangers('nina@example.com');
    expect((await signIn(fromFresh(), 'nina@example.com')).status).toBe(429);
    expect((await browser.post('/reauthenticate', { password: PASSWORD })).status).toBe(200);
  });

  test('signs in again in the same browser while strangers lock the account, and has five tries there', async () => {
    const browser = await people.addOperator('oda@example.com', fromFresh());
    const thief = await people.addOperator('thief@example.com', fromFresh());
    await lockByStrangers('oda@example.com');
    for (const one of [browser, thief]) await one.post('/sign-out');
    expect((await signIn(thief, 'oda@example.com')).status).toBe(429);
    const statuses: number[] = [];
    for (const password of [PASSWORD, ...Array.from({ length: 6 }, () => 'wrong-password-1')]) {
      statuses.push((await signIn(browser, 'oda@example.com', password)).status);
    }
    expect(statuses).toEqual([200, 401, 401, 401, 401, 401, 429]);
  });

  test.each(['/reauthenticate', '/authenticator-app', '/authenticator-app/recovery-codes'])(
    'cannot guess the password at %s',
    async (path) => {
      const browser = await people.addOperator(`guess${path.replaceAll('/', '-')}@example.com`, fromFresh());
      const statuses: number[] = [];
      for (let i = 0; i < 6; i += 1)
        statuses.push((await browser.post(path, { password: `wrong-password-${i}` })).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    },
  );
});

/** Each gets its own budget of failures. */
function freshAddress() {
  addresses += 1;
  return `203.0.113.${addresses}`;
}
