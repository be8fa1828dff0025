import { beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { PAGE_TITLES } from '../../src/dashboard/texts/page-titles.ts';
import { SHARED } from '../../src/dashboard/texts/shared.ts';
import { TEMPLATE } from '../../src/dashboard/texts/template.ts';
import { TENANTS } from '../../src/dashboard/texts/tenants.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { PASSWORD } from '../features/accounts/browser.ts';
import { findBarriers, findOverflow, seeText, settle, setView, useDashboard, VIEWS } from './dashboard.ts';
import { type HostileData, hostile, INJECTED, storeHostileTexts } from './hostile-data.ts';
import { Keyboard } from './keyboard.ts';

/** Paths in the list of routes. */
const source = readFileSync(join(import.meta.dir, '../../src/dashboard/routes.ts'), 'utf8');
const paths = [...source.matchAll(/(?:\b(?:page|openPage)\(\s*|path: )'([^']+)'/g)].map(
  ([, path]) => path as string,
);

/** Kinds of stored texts that have to be seen at `path` with this query. */
type Visit = readonly [query: string, ...kinds: string[]];

const TEMPLATE_PATH = '/projects/$project/tenants/$tenant/templates/$template';

/** What each page is visited with. A page shows stored texts in each of its tabs, so each tab is a visit. */
const VISITS: Readonly<Record<string, readonly Visit[]>> = {
  '/sign-in': [['', 'provider']],
  // What a link is for, and its address of mail, which is checked.
  '/link': [['']],
  '/connect-agent': [['?$agentRequest', 'agent', 'project']],
  '/': [['', 'person', 'template', 'key']],
  '/account': [['', 'person', 'agent', 'device', 'passkey']],
  '/team': [['', 'person', 'member']],
  '/admin-tokens': [['', 'token']],
  '/projects': [['', 'project']],
  '/projects/$project': [['', 'project']],
  '/projects/$project/tenants': [
    ['', 'tenant'],
    ['?view=trash', 'deleted tenant'],
  ],
  '/projects/$project/tenants/$tenant': [
    ['', 'tenant'],
    ['?tab=brand', 'company of the tenant'],
    ['?tab=proposals', 'creation', 'proposal', 'refusal', 'person'],
  ],
  '/projects/$project/brand': [['', 'company']],
  '/projects/$project/keys': [['', 'key', 'program']],
  '/projects/$project/connect': [['', 'project']],
  '/projects/$project/templates': [
    ['', 'template'],
    ['?tenant=default', 'template', 'tag', 'folder'],
  ],
  [TEMPLATE_PATH]: [
    ['', 'template', 'tag'],
    ['?tab=source', 'template'],
    ['?tab=score', 'template'],
    ['?tab=history', 'snapshot', 'user'],
    ['?tab=comments', 'comment', 'reply', 'person'],
    ['?tab=proposals', 'proposal', 'refusal', 'person'],
    ['?tab=activity', 'comment', 'person', 'user'],
  ],
  '/projects/$project/media': [['?tenant=default', 'file', 'library']],
  '/projects/$project/agents': [
    ['', 'key', 'client', 'tool'],
    ['?tab=connected', 'key', 'client', 'agent', 'person'],
    ['?tab=usage', 'caller'],
  ],
  '/activity': [
    ['', 'template', 'comment', 'user', 'file'],
    ['?tab=actions', 'person', 'token', 'key'],
    ['?tab=calls', 'key', 'client', 'tool'],
  ],
  '/instance': [
    ['?search=GALLEY_OIDC_NAME', 'provider'],
    ['?tab=checks'],
    ['?tab=log&search=onerror', 'message', 'fact'],
    ['?tab=backups'],
    ['?tab=jobs'],
    ['?tab=teams', 'team', 'provider'],
  ],
};

const visits = paths.flatMap((path) => (VISITS[path] ?? [['']]).map((visit) => [path, ...visit] as const));

/** A zoom of 200 %, and a narrow page beside the navigation. */
const WIDTHS = [640, 768, 1024];

describeInBrowser('every page', () => {
  const dashboard = useDashboard({
    oidc_issuer: 'https://provider.example',
    oidc_client_id: 'galley',
    oidc_client_secret: 'secret-of-the-client',
    oidc_name: hostile('provider'),
  });
  let data: HostileData;
  beforeAll(async () => {
    data = await storeHostileTexts(dashboard());
  });

  test('has data in the table of visits', () => {
    expect(Object.keys(VISITS).toSorted()).toEqual(paths.toSorted());
  });

  test('would be found if it read a stored text as HTML', async () => {
    const page = await dashboard().open('/sign-in');
    await page.evaluate(
      `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(hostile('person'))})`,
    );
    await page.waitForFunction(`${INJECTED}.length > 0`);
    while (!dashboard().faults.some((fault) => fault.includes('Content Security Policy')))
      await Bun.sleep(10);
    dashboard().faults.length = 0;
    await page.close();
  });

  /** The things that addresses name. */
  const fill = (path: string) =>
    path
      .replace('$project', data.project)
      .replace('$tenant', 'default')
      .replace('$template', data.template)
      .replace('$agentRequest', data.agentRequest);

  const isOpenPage = (path: string) => ['/sign-in', '/link'].includes(path);

  test.each(visits)(
    '%s%s shows stored texts as texts, and has no barriers',
    async (path, query, ...kinds) => {
      await dashboard().useSession(isOpenPage(path) ? undefined : data.operator);
      const page = await dashboard().visit(fill(path + query));
      expect(await page.evaluate('document.querySelector("h1").textContent')).not.toBe(SHARED.errors.crashed);
      for (const kind of kinds) await seeStored(page, hostile(kind));
      for (const view of VIEWS) {
        await setView(page, view);
        expect([view, await findBarriers(page)]).toEqual([view, []]);
      }
      for (const width of WIDTHS) {
        await setView(page, { width });
        expect([width, await findOverflow(page)]).toEqual([width, 0]);
      }
      expect(await page.evaluate(INJECTED)).toEqual([]);
      expect(dashboard().faults.splice(0).filter(isFault)).toEqual([]);
    },
  );

  test('the main jobs need no pointer, and show where the focus is', async () => {
    await dashboard().useSession();
    const page = await dashboard().open('/sign-in');
    const keyboard = new Keyboard(page);
    await keyboard.tabTo(SHARED.signIn.email);
    await keyboard.type('anna@example.com');
    await keyboard.tabTo(SHARED.signIn.password);
    await keyboard.type(PASSWORD);
    await keyboard.press('Enter');
    await seeHeading(page, SHARED.navigation.home);

    await keyboard.tabTo(SHARED.navigation.skip);
    await keyboard.press('Enter');
    await page.waitForFunction('document.activeElement.id === "content"');
    await page.reload({ waitUntil: 'load' });
    await settle(page);
    await keyboard.tabTo(PAGE_TITLES.tenants);
    await keyboard.press('Enter');
    await seeHeading(page, TENANTS.title);
    await keyboard.tabTo(TENANTS.create);
    await keyboard.press('Enter');
    await keyboard.waitForFocus(TENANTS.tenant);
    await keyboard.type('acme');
    await keyboard.press('Enter');
    await seeText(page, TENANTS.done);
    await keyboard.waitForFocus(TENANTS.create);

    await page.goto(`${dashboard().origin}/dashboard${fill(TEMPLATE_PATH)}`, { waitUntil: 'load' });
    await settle(page);
    await keyboard.tabTo(SHARED.actions.more);
    await keyboard.press('Enter');
    await keyboard.waitForFocus(TEMPLATE.menu.rename);
    await keyboard.press('Enter');
    await keyboard.waitForFocus(TEMPLATE.menu.name);
    await keyboard.press('Escape');
    await keyboard.waitForFocus(SHARED.actions.more);
    await keyboard.tabTo(TEMPLATE.preview.tab);
    await keyboard.press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'Enter');
    await keyboard.tabTo(TEMPLATE.comments.write);
    await keyboard.type('Without a pointer');
    await keyboard.tabTo(TEMPLATE.comments.send);
    await keyboard.press('Enter');
    await page.waitForFunction(
      `[...document.querySelectorAll('p')].some(({ textContent }) => textContent === 'Without a pointer')`,
    );
    expect(keyboard.invisible).toEqual([]);
    await page.close();
  });
});

const seeHeading = (page: Page, text: string) =>
  page.waitForFunction(`document.querySelector('h1')?.textContent === ${JSON.stringify(text)}`);

/** Pictures of mails are loaded on a click only; the policy of the frame refuses them before. */
const isFault = (fault: string) => !fault.includes('https://pictures.example/');

/** Waits until a text stands on the page, in a field, or in the mail that it shows. */
async function seeStored(page: Page, text: string): Promise<void> {
  await settle(page);
  const here = `document.body.innerText + [...document.querySelectorAll('input, textarea, option')]
    .map(({ value, textContent }) => value + textContent).join(' ')`;
  const isThere = `(${here}).includes(${JSON.stringify(text)})`;
  await page.waitForFunction(isThere, { timeout: 15_000 }).catch(async (error) => {
    throw new Error(`${JSON.stringify(text)} is not on the page, but: ${await page.evaluate(here)}`, {
      cause: error,
    });
  });
}
