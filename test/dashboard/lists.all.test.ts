import { beforeAll, expect, test } from 'bun:test';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { ACTIVITY } from '../../src/dashboard/texts/activity.ts';
import { AGENTS } from '../../src/dashboard/texts/agents.ts';
import { INSTANCE } from '../../src/dashboard/texts/instance.ts';
import { KEYS } from '../../src/dashboard/texts/keys.ts';
import { PROJECTS } from '../../src/dashboard/texts/projects.ts';
import { SHARED } from '../../src/dashboard/texts/shared.ts';
import { TEMPLATE } from '../../src/dashboard/texts/template.ts';
import { TEMPLATES } from '../../src/dashboard/texts/templates.ts';
import { TENANTS } from '../../src/dashboard/texts/tenants.ts';
import { createProject } from '../../src/features/projects/index.ts';
import { DAY_MS } from '../../src/platform/clock.ts';
import { perform } from '../../src/platform/operation.ts';
import { describeInBrowser } from '../browser/browser.ts';
import type { Browser } from '../features/accounts/browser.ts';
import { signInMember } from '../features/members/people.ts';
import { adminScope } from '../support/test-app.ts';
import { clickButton, findOverflow, seeText, settle, setView, useDashboard } from './dashboard.ts';

const DENIED = 'Your role does not allow this.';

describeInBrowser('lists', () => {
  const dashboard = useDashboard();
  let operator: Browser;
  let project: string;
  let base: string;
  beforeAll(async () => {
    operator = await dashboard().addOperator();
    project = dashboard().app.first.project_id;
    base = `/projects/${project}`;
    await dashboard().app.openTenant();
    await dashboard().app.openTenant('second');
  });
  const includes = (page: Page, text: string) =>
    page.evaluate(`document.body.innerText.includes(${JSON.stringify(text)})`);

  test.each([
    ['/tenants?search=zzz', TENANTS.none],
    ['/templates?view=tenants&search=zzz', ''],
    ['/agents?key=none', AGENTS.noCalls],
  ])('say at %s that nothing matches, not that there is nothing', async (path, wrong) => {
    await dashboard().useSession(operator);
    const page = await dashboard().visit(base + path);
    await seeText(page, SHARED.list.noMatch);
    if (wrong !== '') expect(await includes(page, wrong)).toBe(false);
  });

  test.each([
    ['/snapshots', '?tab=history', TEMPLATE.history.none],
    ['/admin/grants', 'agents?tab=connected', AGENTS.noAgents],
    ['/admin/projects', '', PROJECTS.none],
    ['/admin/me', '/activity', ACTIVITY.none],
  ])('say that %s could not be loaded, not that there is nothing', async (failing, path, wrong) => {
    await dashboard().useSession(operator);
    const routes = `/api/v1/admin${base}/tenants/default/templates`;
    const body = { name: 'Fails', content: { blocks: [], settings: {} } };
    const { id } = (await operator.send('POST', routes, { body })).body.data;
    const page = await dashboard().context.newPage();
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const isFailing = new URL(request.url()).pathname.endsWith(failing);
      if (!isFailing) return void request.continue();
      void request.respond({ status: 403, contentType: 'application/json', body: `{"message":"${DENIED}"}` });
    });
    const place = path.startsWith('?') ? `tenants/default/templates/${id}${path}` : path;
    const address = path.startsWith('/') ? path : `${base}/${place}`;
    await page.goto(`${dashboard().origin}/dashboard${address}`, { waitUntil: 'load' });
    await seeText(page, DENIED);
    expect(await includes(page, wrong)).toBe(false);
    await page.close();
  });

  test('say that those of a former search are shown, while the new ones are on their way', async () => {
    await dashboard().useSession(operator);
    const page = await dashboard().context.newPage();
    await page.setRequestInterception(true);
    const held = Promise.withResolvers<HTTPRequest>();
    page.on('request', (request) => {
      if (request.url().includes('search=sec')) held.resolve(request);
      else void request.continue();
    });
    await page.goto(`${dashboard().origin}/dashboard${base}/tenants`, { waitUntil: 'load' });
    await settle(page);
    await page.locator('input[type=search]').fill('sec');
    const request = await held.promise;
    await page.waitForSelector('[role=table][aria-busy=true]');
    await request.continue();
    await page.waitForFunction('document.querySelectorAll("[role=table][aria-busy=false] a").length === 1');
    const announced = `document.querySelector('p[role=status]').textContent`;
    await page.waitForFunction(`${announced} === ${JSON.stringify(SHARED.list.found(1, false))}`);
    await page.close();
  });

  test('are shown as soon as the server is back', async () => {
    await dashboard().useSession(operator);
    const page = await dashboard().context.newPage();
    await page.setRequestInterception(true);
    let isAway = true;
    page.on('request', (request) => {
      if (!isAway || !request.url().includes('/api/v1/')) return void request.continue();
      // As a proxy answers.
      void request.respond({ status: 503, contentType: 'text/html', body: '<h1>Service Unavailable</h1>' });
    });
    await page.goto(`${dashboard().origin}/dashboard/projects`, { waitUntil: 'load' });
    await seeText(page, SHARED.errors.unavailable);
    isAway = false;
    await clickButton(page, SHARED.actions.retry);
    await seeText(page, PROJECTS.description);
    await page.close();
  });

  test.each([
    ['/template-folders', '/templates?tenant=default'],
    ['/config', '/media?tenant=default'],
    ['/admin/projects', ''],
  ])('say that choices of %s could not be loaded, and load them again', async (failing, path) => {
    await dashboard().useSession(operator);
    const page = await dashboard().context.newPage();
    await page.setRequestInterception(true);
    let isFailing = true;
    page.on('request', (request) => {
      const isIt = new URL(request.url()).pathname.endsWith(failing);
      if (!isIt || !isFailing) return void request.continue();
      void request.respond({ status: 403, contentType: 'application/json', body: `{"message":"${DENIED}"}` });
    });
    const place = path === '' ? '/activity' : base + path;
    await page.goto(`${dashboard().origin}/dashboard${place}`, { waitUntil: 'load' });
    await seeText(page, SHARED.list.noChoices);
    isFailing = false;
    await clickButton(page, SHARED.actions.retry);
    await page.waitForFunction(`!document.body.innerText.includes(${JSON.stringify(SHARED.list.noChoices)})`);
    await page.close();
  });

  test.each(['', '/keys', '/connect', '/agents?tab=connected'])(
    'of a project that does not exist say so: %s',
    async (path) => {
      await dashboard().useSession(operator);
      const page = await dashboard().visit(`/projects/01a00000-0000-7000-8000-000000000000${path}`);
      await seeText(page, SHARED.errors.notFound);
    },
  );

  test('have a new template as soon as it was made', async () => {
    await dashboard().useSession(operator);
    const page = await dashboard().open(`${base}/templates`);
    await clickButton(page, TEMPLATES.views.tenants, 'tab');
    await clickButton(page, 'second', 'link');
    await clickButton(page, TEMPLATES.create.action);
    await page.locator('input[name=name]').fill('Fresh');
    await clickButton(page, TEMPLATES.create.submit);
    await page.waitForFunction(`document.querySelector('h1')?.innerText === 'Fresh'`);
    await clickButton(page, TEMPLATE.templates, 'link');
    await page.waitForFunction(
      `[...document.querySelectorAll('article h2')].some(({ innerText }) => innerText === 'Fresh')`,
    );
    await page.close();
  });

  test('of activity are empty for a person without a team', async () => {
    const { app } = dashboard();
    const { team_id } = app.first;
    const person = await signInMember(app, team_id, 'viewer');
    expect((await person.send('POST', `/api/v1/admin/teams/${team_id}/leave`, { body: {} })).status).toBe(
      200,
    );
    await dashboard().useSession(person);
    const page = await dashboard().context.newPage();
    await page.goto(`${dashboard().origin}/dashboard/activity`, { waitUntil: 'load' });
    await seeText(page, ACTIVITY.none);
    await settle(page);
    // There are no projects to choose from, and nothing to download.
    expect(await page.$$('nav [aria-haspopup=menu], search [aria-haspopup=menu]')).toEqual([]);
    await page.close();
  });

  test('are shown for an unknown tab in the address', async () => {
    await dashboard().useSession(operator);
    const page = await dashboard().visit('/activity?tab=nonsense');
    await page.waitForSelector(`[role=table][aria-label="${ACTIVITY.tabs.changes}"]`);
    expect(
      await page.$eval(
        '[aria-selected=true]',
        (tab) => (tab as unknown as { textContent: string }).textContent,
      ),
    ).toBe(ACTIVITY.tabs.changes);
  });

  test('of the instance do not keep the filters of another tab', async () => {
    await dashboard().useSession(operator);
    const page = await dashboard().visit('/instance?search=GALLEY_TLS');
    await clickButton(page, INSTANCE.tabs.log, 'tab');
    await page.waitForFunction('location.search === "?tab=log"');
  });

  test('fit a phone with very long names', async () => {
    const { app } = dashboard();
    const name = 'x'.repeat(200);
    const { id } = await perform(createProject, app.deps, adminScope, { name });
    const body = { name, project_ids: [id], tenants: [name] };
    await operator.send('POST', '/api/v1/admin/keys', { body });
    await operator.send('POST', `/api/v1/admin/projects/${id}/tenants`, { body: { tenant: 'long', name } });
    await dashboard().useSession(operator);
    for (const path of ['', '/keys', '/tenants/long', '/templates?tenant=long', '/media?tenant=long']) {
      const page = await dashboard().visit(`/projects/${id}${path}`);
      await setView(page, { width: 320 });
      await settle(page);
      expect([path, await findOverflow(page)]).toEqual([path, 0]);
    }
  });

  test('show the beginning of long names, also of those that are read from right to left', async () => {
    await dashboard().useSession(operator);
    const name = 'شركة النور للتجارة الإلكترونية '.repeat(8).trim();
    const body = { tenant: 'rtl', name };
    await operator.send('POST', `/api/v1/admin${base}/tenants`, { body });
    const page = await dashboard().visit(`${base}/tenants?search=rtl`);
    await seeText(page, name.slice(0, 10));
    const isShown = `(() => {
      const link = document.querySelector('[role=cell] a');
      const letter = document.createRange();
      letter.setStart(link.firstChild, 0);
      letter.setEnd(link.firstChild, 1);
      const [{ left, right }, cell] = [letter, link.parentElement].map((one) => one.getBoundingClientRect());
      return left >= cell.left && right <= cell.right;
    })()`;
    expect(await page.evaluate(isShown)).toBe(true);
  });

  test('of activity begin at midnight of the chosen day, in the time zone of the person', async () => {
    await dashboard().useSession(operator);
    const page = await dashboard().open('/');
    await page.emulateTimezone('Pacific/Honolulu');
    const since: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/admin/activity')) since.push(searchParams.get('since'));
    });
    await page.goto(`${dashboard().origin}/dashboard/activity?since=2026-03-01`, { waitUntil: 'load' });
    await settle(page);
    expect(since).toEqual(['2026-03-01T10:00:00.000Z']);
    await page.close();
  });

  test('name days as the service counts them, in every time zone', async () => {
    await dashboard().useSession(operator);
    const page = await dashboard().open('/');
    await page.emulateTimezone('Pacific/Honolulu');
    await page.goto(`${dashboard().origin}/dashboard${base}/agents?tab=usage`, { waitUntil: 'load' });
    await settle(page);
    const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
    const last = 'document.querySelector("figure tr:last-child th").textContent';
    expect(await page.evaluate(last)).toBe(format.format(new Date()));
    // A key that works up to a day shows this day.
    const lastDay = new Date(Date.now() + 30 * DAY_MS);
    const body = { name: 'Expires', project_ids: [project], expires_at: lastDay.toISOString().slice(0, 10) };
    await operator.send('POST', '/api/v1/admin/keys', { body });
    await page.goto(`${dashboard().origin}/dashboard${base}/keys`, { waitUntil: 'load' });
    await seeText(page, `Expires after ${format.format(lastDay)}`);
    expect(await includes(page, KEYS.none)).toBe(false);
    await page.close();
  });
});
