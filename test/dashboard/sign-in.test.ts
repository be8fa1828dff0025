import { afterEach, expect, setSystemTime, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { ACCOUNT } from '../../src/dashboard/texts/account.ts';
import { SHARED } from '../../src/dashboard/texts/shared.ts';
import { createAccountLink } from '../../src/features/accounts/index.ts';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import { perform } from '../../src/platform/operation.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { PASSWORD, tokenOf } from '../features/accounts/browser.ts';
import { codeOf } from '../features/accounts/totp.ts';
import { adminScope } from '../support/test-app.ts';
import { clickButton, findBarriers, seeText, settle, type, useDashboard } from './dashboard.ts';
import { addPasskeyDevice } from './sign-in-devices.ts';

const APP = ACCOUNT.app;

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await type(page, 'Email', email);
  await page.locator('aria/Password').fill(password);
  await clickButton(page, 'Sign in');
}

const heading = (page: Page) => page.evaluate('document.querySelector("h1")?.innerText');

describeInBrowser('signing in', () => {
  const dashboard = useDashboard();
  afterEach(() => void setSystemTime());

  test('a set-up link makes an account with a passkey, which signs in', async () => {
    await dashboard().useSession();
    const page = await dashboard().open('/sign-in');
    await seeText(page, 'galley admin link');
    await addPasskeyDevice(page);
    const token = await dashboard().createLink();
    await page.goto(`${dashboard().origin}/dashboard/link#${token}`);
    await seeText(page, 'Set up Galley');
    expect(await findBarriers(page)).toEqual([]);
    await type(page, 'Name', 'Pia');
    await type(page, 'Email', 'pia@example.com');
    await clickButton(page, 'Create passkey and go on');
    await seeText(page, 'pia@example.com');
    await settle(page);
    expect(await heading(page)).toBe('Home');
    await page.locator('aria/Your account: Pia pia@example.com').click();
    await clickButton(page, 'Sign out', 'menuitem');
    await seeText(page, 'Sign in');
    await clickButton(page, 'Sign in with a passkey');
    await seeText(page, 'pia@example.com');
    // The link works once.
    await page.goto(`${dashboard().origin}/dashboard/link#${token}`);
    await page.reload();
    await seeText(page, 'This link is not valid');
    expect(await findBarriers(page)).toEqual([]);
    await page.close();
  });

  test('after signing in one is where one wanted to be', async () => {
    await dashboard().addOperator();
    await dashboard().useSession();
    const page = await dashboard().open('/account?x=1');
    expect(await heading(page)).toBe('Sign in');
    await signIn(page, 'anna@example.com', 'wrong-harbor-cactus-91');
    await seeText(page, 'The email address or the password is wrong.');
    await signIn(page, 'anna@example.com');
    await seeText(page, 'Authenticator app');
    expect(page.url()).toBe(`${dashboard().origin}/dashboard/account?x=1`);
    await page.close();
  });

  test.each([
    'https://evil.example/dashboard',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/dashboardx',
    '/dashboard/../api/v1/health',
  ])('a link to the sign-in page does not lead to %s', async (next) => {
    await dashboard().useSession();
    const page = await dashboard().open(`/sign-in?next=${encodeURIComponent(next)}`);
    await signIn(page, 'anna@example.com');
    await seeText(page, 'anna@example.com');
    expect(page.url()).toBe(`${dashboard().origin}/dashboard`);
    await page.close();
  });

  test('an authenticator app asks for its code, or a recovery code', async () => {
    const person = { name: 'Tom', email: 'tom@example.com', password: PASSWORD };
    await dashboard().useSession(await dashboard().addOperator(person));
    const page = await dashboard().open('/account');
    await clickButton(page, 'Set up');
    await page.locator('aria/Your password').fill(PASSWORD);
    await clickButton(page, 'Next');
    await seeText(page, APP.scan);
    expect(await findBarriers(page)).toEqual([]);
    const secret = (await page.evaluate('document.querySelector("[role=dialog] code").innerText')) as string;
    await type(page, 'Code that the app shows', await codeOf(secret));
    await clickButton(page, 'Turn on');
    await seeText(page, APP.recoveryHint);
    const codes = (await page.evaluate('document.querySelector("[role=dialog] pre").innerText')) as string;
    await clickButton(page, APP.done);
    await dashboard().useSession();
    await page.goto(`${dashboard().origin}/dashboard/account`);
    await signIn(page, person.email);
    await seeText(page, 'Six digits of your authenticator app');
    expect(await findBarriers(page)).toEqual([]);
    await type(page, 'Code', codes.split('\n')[0] ?? '');
    await clickButton(page, 'Sign in');
    await seeText(page, APP.onHint);
    await page.close();
  });

  test('an expired session asks for a sign-in and keeps what was typed', async () => {
    const person = { name: 'Eva', email: 'eva@example.com', password: PASSWORD };
    const session = await dashboard().addOperator(person);
    await dashboard().useSession(session);
    const page = await dashboard().open('/account');
    await type(page, 'Name', 'Eva Lang');
    await session.post('/sign-out');
    await clickButton(page, 'Save');
    await seeText(page, 'Your session has expired');
    expect(await findBarriers(page)).toEqual([]);
    await page.locator('aria/Password[role="textbox"]').fill(PASSWORD);
    await clickButton(page, 'Sign in');
    await seeText(page, 'Saved.');
    await seeText(page, 'Eva Lang');
    await page.close();
  });

  test('an expired session is not asked about again by a page that loads its data again and again', async () => {
    const person = { name: 'Uma', email: 'uma@example.com', password: PASSWORD };
    const session = await dashboard().addOperator(person);
    await dashboard().useSession(session);
    const page = await dashboard().open('/account');
    await type(page, 'Name', 'Uma Lang');
    await session.post('/sign-out');
    const load = () => page.evaluate('dispatchEvent(new Event("visibilitychange"))');
    await page.evaluate('const now = Date.now; Date.now = () => now() + 3_600_000');
    await load();
    await seeText(page, SHARED.signInAgain.expired);
    await page.keyboard.press('Escape');
    await page.waitForFunction('document.querySelector("[role=dialog]") === null');
    const answered = page.waitForResponse((response) => response.status() === 401);
    await load();
    await answered;
    await Bun.sleep(300);
    expect(await page.evaluate('document.querySelector("[role=dialog]")')).toBeNull();
    await clickButton(page, 'Save');
    await seeText(page, SHARED.signInAgain.expired);
    await page.locator('aria/Password[role="textbox"]').fill(PASSWORD);
    await clickButton(page, 'Sign in');
    await seeText(page, 'Saved.');
    await page.close();
  });

  test('a page of one person is loaded anew once another one has signed in, in another window', async () => {
    const personOf = (name: string) => ({ name, email: `${name}@example.com`, password: PASSWORD });
    await dashboard().useSession(await dashboard().addOperator(personOf('Ida')));
    const page = await dashboard().open('/account');
    await type(page, 'Name', 'Ida Lang');
    await dashboard().useSession(await dashboard().addOperator(personOf('Jan')));
    await page.evaluate('dispatchEvent(new Event("focus"))');
    await page.waitForFunction('document.querySelector("[name=name]")?.value === "Jan"');
    await page.close();
  });

  test('a sign-in of more than 15 minutes ago is confirmed before a credential changes', async () => {
    const person = { name: 'Ole', email: 'ole@example.com', password: PASSWORD };
    await dashboard().useSession(await dashboard().addOperator(person));
    setSystemTime(Date.now() + 16 * MINUTE_MS);
    const page = await dashboard().open('/account');
    await clickButton(page, 'Change password');
    await type(page, 'New password', 'another-harbor-cactus-17');
    // The profile behind the dialog has a button of the same name.
    await page.keyboard.press('Enter');
    await seeText(page, 'Confirm that it is you');
    await page.locator('aria/Password[role="textbox"]').fill(PASSWORD);
    await clickButton(page, 'Confirm');
    await seeText(page, 'The password is changed.');
    await page.close();
  });

  test('a reset link sets a new password', async () => {
    const { url } = await perform(createAccountLink, dashboard().app.deps, adminScope, {
      email: 'anna@example.com',
    });
    await dashboard().useSession();
    const page = await dashboard().open(`/link#${tokenOf(url)}`);
    await clickButton(page, 'Password', 'tab');
    await page.locator('aria/Password[role="textbox"]').fill('short');
    await clickButton(page, 'Set password and go on');
    await seeText(page, '12 characters');
    await page.locator('aria/Password[role="textbox"]').fill('third-harbor-cactus-44');
    await clickButton(page, 'Set password and go on');
    await seeText(page, 'anna@example.com');
    expect(dashboard().faults).toEqual([]);
    await page.close();
  });
});
