import { beforeAll, expect, test } from 'bun:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { ACCOUNT } from '../../src/dashboard/texts/account.ts';
import { BRAND } from '../../src/dashboard/texts/brand.ts';
import { PAGE_TITLES } from '../../src/dashboard/texts/page-titles.ts';
import { PROJECTS } from '../../src/dashboard/texts/projects.ts';
import { SHARED } from '../../src/dashboard/texts/shared.ts';
import { ROLES } from '../../src/dashboard/texts/team.ts';
import { TOKENS } from '../../src/dashboard/texts/tokens.ts';
import { createProject } from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { Browser, tokenOf } from '../features/accounts/browser.ts';
import { signInMember } from '../features/members/people.ts';
import { adminScope } from '../support/test-app.ts';
import { clickButton, OPERATOR, seeText, settle, type, useDashboard } from './dashboard.ts';

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
    await page.waitForFunction(`document.querySelector('[name="brand.tone_of_voice"]').value === 'Friendly'`);
    expect(await readField(page, 'brand.company_name')).toBe('Typed');
    await page.close();
  });

  test('of the brand change only the fields that were typed into', async () => {
    await changeBrand({ company_name: 'Acme', footer_text: null });
    const page = await dashboard().open(`${base}/brand`);
    await changeBrand({ footer_text: 'Of another person' });
    await type(page, BRAND.fields.company_name.label, 'Acme Inc');
    await clickButton(page, BRAND.save);
    await seeText(page, BRAND.saved);
    const { brand } = (await operator.send('GET', `/api/v1/admin${base}/brand`)).body.data;
    expect(brand).toMatchObject({ company_name: 'Acme Inc', footer_text: 'Of another person' });
    await page.close();
  });

  test('are not closed by a click beside them while they show a secret or what was typed', async () => {
    const page = await dashboard().open('/projects');
    await clickButton(page, PROJECTS.create);
    await type(page, PROJECTS.name, 'Secret');
    await page.mouse.click(5, 400);
    await page.locator('[role=dialog] button[type=submit]').click();
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
    await clickButton(page, ACCOUNT.sessions.end);
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

  test('are left only after a question once they were typed into', async () => {
    await perform(createProject, dashboard().app.deps, adminScope, { name: 'Other project' });
    const page = await dashboard().open(`${base}/connect`);
    await clickButton(page, PAGE_TITLES.brand, 'link');
    await type(page, BRAND.fields.company_name.label, 'Half typed');
    const leave = () => clickButton(page, PAGE_TITLES.connect, 'link');
    await leave();
    await seeText(page, SHARED.unsaved.hint);
    await clickButton(page, SHARED.unsaved.stay);
    expect(await readField(page, 'brand.company_name')).toBe('Half typed');
    await page.goBack();
    await seeText(page, SHARED.unsaved.hint);
    await page.keyboard.press('Escape');
    expect(await readField(page, 'brand.company_name')).toBe('Half typed');

    // Another project is another document.
    const asked = Promise.withResolvers<string>();
    page.removeAllListeners('dialog');
    page.on('dialog', (dialog) => {
      asked.resolve(dialog.type());
      void dialog.dismiss();
    });
    await page.locator('nav button').click();
    await clickButton(page, 'Other project', 'menuitem');
    expect(await asked.promise).toBe('beforeunload');
    expect(await readField(page, 'brand.company_name')).toBe('Half typed');

    await leave();
    await clickButton(page, SHARED.unsaved.leave);
    await page.waitForFunction('location.pathname.endsWith("/connect")');
    await page.close();
  });

  test('mark checkboxes of which one is needed, and offer no role above one’s own', async () => {
    const { app } = dashboard();
    const admin = (path: string, body: object) => operator.send('POST', `/api/v1/admin${path}`, { body });
    const person = await signInMember(app, app.first.team_id, 'admin');
    const readers = (await admin('/teams', { name: 'Readers' })).body.data.id;
    const invitation = (await admin(`/teams/${readers}/invitations`, { role: 'viewer' })).body.data;
    await person.post('/link/join', { token: tokenOf(invitation.url) });
    await dashboard().useSession(person);
    const page = await dashboard().open('/admin-tokens');
    await clickButton(page, TOKENS.create);
    await type(page, TOKENS.name, 'Script');
    await page.locator('input[name=read]').click();
    await page.keyboard.press('Enter');
    await seeText(page, TOKENS.oneEffect);
    const described = `(() => {
      const { ariaInvalid, name, attributes } = document.activeElement;
      return [name, ariaInvalid, document.getElementById(attributes['aria-describedby'].value).innerText];
    })()`;
    expect(await page.evaluate(described)).toEqual(['read', 'true', TOKENS.oneEffect]);
    await page.select('select[name=role]', 'admin');
    await page.select('select[name=team_id]', readers);
    await page.waitForFunction('document.querySelector("select[name=role]").length === 2');
    expect(
      await page.$$eval('select[name=role] option', (options) => options.map(({ text }) => text)),
    ).toEqual([TOKENS.ownRole, ROLES.viewer]);
    await page.locator('input[name=read]').click();
    await page.keyboard.press('Enter');
    await seeText(page, 'gat_');
    const { data } = (await person.send('GET', '/api/v1/admin/admin-tokens')).body;
    expect([data[0].team_id, data[0].role]).toEqual([readers, null]);
    await page.close();
    await dashboard().useSession(operator);
  });

  test('say that signing out has failed', async () => {
    const page = await dashboard().open('/');
    await intercept(page, (request) => {
      const isSignOut = request.url().endsWith('/account/sign-out');
      if (isSignOut) void request.abort();
      return isSignOut;
    });
    await page.locator('nav + div button').click();
    await clickButton(page, SHARED.navigation.signOut, 'menuitem');
    await seeText(page, SHARED.errors.offline);
    await page.close();
  });
});
