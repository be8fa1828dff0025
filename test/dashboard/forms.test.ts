import { beforeAll, expect, test } from 'bun:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { ACCOUNT } from '../../src/dashboard/texts/account.ts';
import { BRAND } from '../../src/dashboard/texts/brand.ts';
import { PROJECTS } from '../../src/dashboard/texts/projects.ts';
import { SHARED } from '../../src/dashboard/texts/shared.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { Browser } from '../features/accounts/browser.ts';
import { OPERATOR, press, seeText, settle, type, useDashboard } from './dashboard.ts';

/** Lets a test answer some requests of a page. `answer` returns whether it has taken care of the request. */
async function intercept(page: Page, answer: (request: HTTPRequest) => boolean): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!answer(request)) void request.continue();
  });
}

describeInBrowser('forms', () => {
  const dashboard = useDashboard();
  let operator: Browser;
  let base: string;
  beforeAll(async () => {
    operator = await dashboard().addOperator();
    await dashboard().useSession(operator);
    base = `/projects/${dashboard().app.first.project_id}`;
  });
  const readField = (page: Page, name: string) =>
    page.$eval(`[name="${name}"]`, (field) => (field as unknown as { value: string }).value);
  const changeBrand = (brand: object) =>
    operator.send('PUT', `/api/v1/admin${base}/brand`, { body: { brand } });

  test('show what others have changed, but keep what was typed', async () => {
    const page = await dashboard().open('/');
    // Data counts as old after ten seconds, and is then loaded again when the window is shown.
    await page.evaluateOnNewDocument(
      'const now = Date.now; globalThis.late = 0; Date.now = () => now() + late;',
    );
    await page.goto(`${dashboard().origin}/dashboard${base}/brand`, { waitUntil: 'load' });
    await settle(page);
    await type(page, BRAND.fields.company_name.label, 'Typed');
    await changeBrand({ company_name: 'Of another person', tone_of_voice: 'Friendly' });
    await page.evaluate('late = 60_000; dispatchEvent(new Event("visibilitychange"))');
    await page.waitForFunction(
      `document.querySelector('[name="brand.tone_of_voice"]').value === 'Friendly'`,
      { timeout: 10_000 },
    );
    expect(await readField(page, 'brand.company_name')).toBe('Typed');
    await page.close();
  });

  test('of the brand change only the fields that were typed into', async () => {
    await changeBrand({ company_name: 'Acme', footer_text: null });
    const page = await dashboard().open(`${base}/brand`);
    await changeBrand({ footer_text: 'Of another person' });
    await type(page, BRAND.fields.company_name.label, 'Acme Inc');
    await press(page, BRAND.save);
    await seeText(page, BRAND.saved);
    const { brand } = (await operator.send('GET', `/api/v1/admin${base}/brand`)).body.data;
    expect(brand).toMatchObject({ company_name: 'Acme Inc', footer_text: 'Of another person' });
    await page.close();
  });

  test('are not closed by a click beside them while they show a secret', async () => {
    const page = await dashboard().open('/projects');
    await press(page, PROJECTS.create);
    await type(page, PROJECTS.name, 'Secret');
    await page.keyboard.press('Enter');
    await seeText(page, 'gly_cs_');
    await page.mouse.click(5, 400);
    await Bun.sleep(300);
    expect(await page.evaluate('document.body.innerText.includes("gly_cs_")')).toBe(true);
    await page.keyboard.press('Escape');
    await page.waitForFunction('!document.body.innerText.includes("gly_cs_")');
    await page.close();
  });

  test('send a change once if its button is clicked twice', async () => {
    const { status } = await new Browser(dashboard().app).post('/sign-in', OPERATOR);
    expect(status).toBe(200);
    const page = await dashboard().open('/account');
    const held: HTTPRequest[] = [];
    await intercept(page, (request) => {
      const isEnd = request.method() === 'DELETE';
      if (isEnd) held.push(request);
      return isEnd;
    });
    await press(page, ACCOUNT.sessions.end);
    while (held.length === 0) await Bun.sleep(20);
    const { end } = ACCOUNT.sessions;
    await page.evaluate(
      `[...document.querySelectorAll('button')].find(({ textContent }) => textContent === '${end}').click()`,
    );
    await Bun.sleep(200);
    expect(held.length).toBe(1);
    await held[0]?.continue();
    await seeText(page, ACCOUNT.sessions.ended);
    await page.close();
  });

  test('say that signing out has failed', async () => {
    const page = await dashboard().open('/');
    await intercept(page, (request) => {
      const isSignOut = request.url().endsWith('/account/sign-out');
      if (isSignOut) void request.abort();
      return isSignOut;
    });
    await page.locator('nav + div button').click();
    await press(page, SHARED.navigation.signOut, 'menuitem');
    await seeText(page, SHARED.errors.offline);
    await page.close();
  });
});
