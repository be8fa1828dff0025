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
    const code = await codeOf(secret);
    expect((await browser.post('/reauthenticate', { code })).status).toBe(401);
    expect((await browser.post('/authenticator-app/confirm', { code })).status).toBe(200);
    expect((await browser.get('/session')).body.account.has_authenticator_app).toBe(true);
    return { browser, secret, recovery_codes };
  }

  test('adds a second step, which accepts a code once', async () => {
    const { secret } = await addApp('fay@example.com');
    setSystemTime(Date.now() + 60_000);
    const code = await codeOf(secret);
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
    expect(
      (await browser.post('/sign-in/code', { code: await codeOf(secret, shift / STEP_MS) })).status,
    ).toBe(status);
  });

  test('is replaced by a recovery code, once', async () => {
    const { recovery_codes } = await addApp('gus@example.com');
    expect(recovery_codes).toHaveLength(10);
    for (const status of [200, 401]) {
      const browser = new Browser(app);
      await signIn(browser, 'gus@example.com');
      expect((await browser.post('/sign-in/code', { recovery_code: recovery_codes[0] })).status).toBe(status);
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
