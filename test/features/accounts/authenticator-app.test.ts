import { afterAll, afterEach, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { MINUTE_MS, systemClock } from '../../../src/platform/clock.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { Passkey } from './authenticator.ts';
import { Browser, PASSWORD } from './browser.ts';
import { People, signIn } from './people.ts';
import { codeOf, STEP_MS } from './totp.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await createTestApp({}, { clock: systemClock });
  people = new People(app);
});
afterAll(() => app.stop());
afterEach(() => void setSystemTime());

describe('an authenticator app', () => {
  async function addApp(email: string) {
    const browser = await people.addOperator(email);
    const { secret, recovery_codes, uri } = (await browser.post('/authenticator-app', { password: PASSWORD }))
      .body;
    expect(uri).toStartWith('otpauth://totp/');
    const code = codeOf(secret);
    expect((await browser.post('/reauthenticate', { code })).status).toBe(401);
    expect((await browser.post('/authenticator-app/confirm', { code })).status).toBe(200);
    expect((await browser.get('/session')).body.account.has_authenticator_app).toBe(true);
    return { browser, secret, recovery_codes };
  }

  test('adds a second step, which accepts a code once', async () => {
    const { secret } = await addApp('fay@example.com');
    setSystemTime(Date.now() + 60_000);
    const code = codeOf(secret);
    const browser = new Browser(app);
    expect((await signIn(browser, 'fay@example.com')).body).toEqual({ next: 'code' });
    expect((await browser.get('/session')).status).toBe(401);
    expect((await browser.post('/sign-in/code', { code: '000000' })).status).toBe(401);
    expect((await browser.post('/sign-in/code', { code })).body).toEqual({ next: null });
    expect((await browser.get('/session')).status).toBe(200);
    const thief = new Browser(app);
    await signIn(thief, 'fay@example.com');
    expect((await thief.post('/sign-in/code', { code })).status).toBe(401);
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await browser.post('/reauthenticate', { code: typed })).status).toBe(401);
    // Still valid by its time, but older than the last one.
    expect((await browser.post('/reauthenticate', { code: codeOf(secret, -1) })).status).toBe(401);
    expect((await browser.post('/reauthenticate', { code: codeOf(secret, 1) })).status).toBe(200);
  });

  test('accepts a code once, however many send it at the same time', async () => {
    const { secret } = await addApp('gil@example.com');
    setSystemTime(Date.now() + 60_000);
    const browsers = [new Browser(app), new Browser(app), new Browser(app)];
    for (const browser of browsers) await signIn(browser, 'gil@example.com');
    const code = codeOf(secret);
    const answers = await Promise.all(browsers.map((browser) => browser.post('/sign-in/code', { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
  });

  test('ends a begun sign-in with the code, and with a new password', async () => {
    const { browser: owner, secret, recovery_codes } = await addApp('kim@example.com');
    const [used, begun] = [new Browser(app), new Browser(app)];
    for (const browser of [used, begun]) await signIn(browser, 'kim@example.com');
    const token = used.cookies.get('galley.second_factor') ?? '';
    expect((await used.post('/sign-in/code', { recovery_code: recovery_codes[0] })).status).toBe(200);
    expect((await owner.post('/password', { password: `${PASSWORD}-2` })).status).toBe(200);
    setSystemTime(Date.now() + 60_000);
    used.cookies.set('galley.second_factor', token);
    for (const browser of [used, begun])
      expect((await browser.post('/sign-in/code', { code: codeOf(secret) })).status).toBe(401);
  });

  test('locks after 5 wrong codes, which a right password does not reset', async () => {
    const { secret, recovery_codes } = await addApp('lou@example.com');
    setSystemTime(Date.now() + 60_000);
    const thief = new Browser(app);
    const statuses: number[] = [];
    for (const recovery_code of ['a', 'b', 'c', 'd', 'e', recovery_codes[0]]) {
      await signIn(thief, 'lou@example.com');
      statuses.push((await thief.post('/sign-in/code', { recovery_code })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    setSystemTime(Date.now() + 31_000);
    expect((await thief.post('/sign-in/code', { code: codeOf(secret) })).status).toBe(200);
  });

  test('that is in use is not replaced, and only by its owner with the password', async () => {
    const { browser, secret } = await addApp('max@example.com');
    expect((await browser.post('/authenticator-app', { password: PASSWORD })).status).toBe(409);
    for (const path of ['/authenticator-app', '/authenticator-app/recovery-codes'])
      expect((await browser.post(path, {})).status).toBe(401);
    setSystemTime(Date.now() + 60_000);
    const confirmed = await browser.post('/authenticator-app/confirm', { code: codeOf(secret) });
    expect(confirmed.status).toBe(401);
  });

  test.each([
    [-30_000, 200],
    [30_000, 200],
    [-90_000, 401],
    [90_000, 401],
  ])('of which the clock is %d ms off is answered with %d', async (shift, status) => {
    const email = `skew${shift}@example.com`;
    const { secret } = await addApp(email);
    setSystemTime(Date.now() + 10 * MINUTE_MS);
    const browser = new Browser(app);
    await signIn(browser, email);
    expect((await browser.post('/sign-in/code', { code: codeOf(secret, shift / STEP_MS) })).status).toBe(
      status,
    );
  });

  test('is replaced by a recovery code, once', async () => {
    const { recovery_codes } = await addApp('gus@example.com');
    expect(recovery_codes).toHaveLength(10);
    for (const status of [200, 401]) {
      const browser = new Browser(app);
      await signIn(browser, 'gus@example.com');
      expect((await browser.post('/sign-in/code', { recovery_code: recovery_codes[0] })).status).toBe(status);
    }
    const browser = new Browser(app);
    await signIn(browser, 'gus@example.com');
    const typed = recovery_codes[1].replaceAll('-', ' ').toUpperCase();
    expect((await browser.post('/sign-in/code', { recovery_code: typed })).status).toBe(200);
  });

  test('has new recovery codes, which make the former void', async () => {
    const { browser, recovery_codes } = await addApp('ned@example.com');
    const renewed = await browser.post('/authenticator-app/recovery-codes', { password: PASSWORD });
    for (const [recovery_code, status] of [
      [recovery_codes[0], 401],
      [renewed.body.recovery_codes[0], 200],
    ]) {
      const other = new Browser(app);
      await signIn(other, 'ned@example.com');
      expect((await other.post('/sign-in/code', { recovery_code })).status).toBe(status);
    }
  });

  test('is not passed by a passkey from a reset link', async () => {
    await addApp('ivy@example.com');
    const token = await people.createLink('ivy@example.com');
    const browser = new Browser(app);
    const { status, body } = await browser.post('/link/passkey/options', { token });
    expect([status, body.reason]).toEqual([409, 'has_authenticator_app']);
    // With the options of another link.
    const other = { token: await people.createLink(), name: 'Other', email: 'other@example.com' };
    const { options } = (await browser.post('/link/passkey/options', other)).body;
    const response = new Passkey(browser.origin).register(options);
    expect((await browser.post('/link/passkey', { token, response })).status).toBe(409);
    expect((await browser.post('/link/password', { token, password: PASSWORD })).body).toEqual({
      next: 'sign_in',
    });
  });

  test('can be removed', async () => {
    const { browser } = await addApp('hal@example.com');
    expect((await browser.send('DELETE', '/api/v1/account/authenticator-app')).status).toBe(200);
    expect((await signIn(new Browser(app), 'hal@example.com')).body).toEqual({ next: null });
  });
});
