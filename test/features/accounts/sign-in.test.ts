import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createAccountLink } from '../../../src/features/accounts/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import { Browser, PASSWORD, tokenOf } from './browser.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

async function setUp(browser: Browser, email: string) {
  const { url } = await perform(createAccountLink, app.deps, adminScope, {});
  return browser.post('/link/password', { token: tokenOf(url), name: 'Anna', email, password: PASSWORD });
}

test('a set-up link makes an operator, who is signed in', async () => {
  const browser = new Browser(app);
  expect((await browser.get('/session')).status).toBe(401);
  expect((await setUp(browser, 'Anna@example.com')).body).toEqual({ next: null });
  const { status, body } = await browser.get('/session');
  expect([status, body.account]).toEqual([
    200,
    expect.objectContaining({ email: 'anna@example.com', is_operator: true }),
  ]);
});

test('signs in with the password, and out again', async () => {
  const browser = new Browser(app);
  await setUp(new Browser(app), 'ben@example.com');
  expect((await browser.post('/sign-in', { email: 'BEN@example.com', password: PASSWORD })).body).toEqual({
    next: null,
  });
  expect((await browser.get('/session')).status).toBe(200);
  await browser.post('/sign-out');
  expect((await browser.get('/session')).status).toBe(401);
});
