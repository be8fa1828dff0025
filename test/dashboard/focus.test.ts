import { beforeAll, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { MEDIA } from '../../src/dashboard/texts/media.ts';
import { PAGE_TITLES } from '../../src/dashboard/texts/page-titles.ts';
import { PROJECT } from '../../src/dashboard/texts/project.ts';
import { SHARED } from '../../src/dashboard/texts/shared.ts';
import { TEAM } from '../../src/dashboard/texts/team.ts';
import { TEMPLATE } from '../../src/dashboard/texts/template.ts';
import { TENANTS } from '../../src/dashboard/texts/tenants.ts';
import { TOKENS } from '../../src/dashboard/texts/tokens.ts';
import { describeInBrowser } from '../browser/browser.ts';
import type { Browser } from '../features/accounts/browser.ts';
import { drawPng, libraryOf } from '../features/media/library.ts';
import { seeText, useDashboard } from './dashboard.ts';
import { Keyboard } from './keyboard.ts';

const COMMENTS = TEMPLATE.comments;

/** The names of the focused element, and of the table, dialog and page around it. Empty: the focus is lost. */
const PLACES = `(() => {
  const one = document.activeElement;
  if (one === document.body) return [];
  const around = [one.closest('[role=table]'), one.closest('[role=dialog]'), one.closest('main')];
  return [
    one.labels?.[0]?.textContent ?? one.textContent,
    ...around.map((place) => place?.ariaLabel ?? place?.querySelector('h1, h2').textContent),
  ];
})()`;

describeInBrowser('the focus', () => {
  const dashboard = useDashboard();
  let operator: Browser;
  let base = '';
  let template = '';
  beforeAll(async () => {
    const { app } = dashboard();
    operator = await dashboard().addOperator();
    await dashboard().useSession(operator);
    base = `/projects/${app.first.project_id}`;
    const tenant = await app.openTenant();
    await app.openTenant('second');
    const body = { name: 'News', content: { blocks: [], settings: {} } };
    template = (await tenant.request('POST', '/templates', { body })).body.data.id;
    await libraryOf(tenant).upload(drawPng(1), 'red.png', {});
    const admin = (path: string, body: object) => operator.send('POST', `/api/v1/admin${path}`, { body });
    await admin('/admin-tokens', { name: 'Script' });
    await admin(`/teams/${app.first.team_id}/invitations`, { role: 'viewer' });
    await admin(`${base}/origins`, { origin: 'https://shop.example' });
  });

  const gone = (page: Page, text: string) =>
    page.waitForFunction(`!document.querySelector('main').innerText.includes(${JSON.stringify(text)})`);

  /** Uses a page until what had the focus is gone. */
  type Act = (keyboard: Keyboard, page: Page) => Promise<unknown>;

  const cases: readonly [name: string, path: string, place: string, act: Act][] = [
    [
      'filters that were cleared',
      '$base/tenants?search=sec',
      TENANTS.title,
      async (keyboard, page) => {
        await keyboard.tabTo(SHARED.list.clearFilters);
        await keyboard.press('Enter');
        await gone(page, SHARED.list.clearFilters);
      },
    ],
    [
      'a row that was deleted',
      '$base/tenants?search=sec',
      TENANTS.title,
      async (keyboard, page) => {
        await keyboard.tabTo(SHARED.actions.more);
        await keyboard.press('Enter');
        await keyboard.waitForFocus(TENANTS.rename);
        await keyboard.press('End', 'Enter');
        await keyboard.waitForFocus(SHARED.confirm.typeName('second'));
        await keyboard.type('second');
        await keyboard.press('Enter');
        await seeText(page, SHARED.list.noMatch);
      },
    ],
    [
      'a card that was deleted',
      '/admin-tokens',
      TOKENS.title,
      async (keyboard, page) => {
        await keyboard.tabTo(TOKENS.revoke);
        await keyboard.press('Enter');
        // The page has a button of the same name.
        await page.waitForSelector('[role$=dialog]:focus-within');
        await keyboard.tabTo(TOKENS.revoke);
        await keyboard.press('Enter');
        await seeText(page, TOKENS.none);
      },
    ],
    [
      'a list that is empty now',
      '/team',
      TEAM.title,
      async (keyboard, page) => {
        await keyboard.tabTo(TEAM.withdraw);
        await keyboard.press('Enter');
        await gone(page, TEAM.invitations);
      },
    ],
    [
      'an entry that was removed',
      '$base',
      'First project',
      async (keyboard, page) => {
        await keyboard.tabTo(PROJECT.removeOrigin('https://shop.example'));
        await keyboard.press('Enter');
        await seeText(page, PROJECT.noOrigins);
      },
    ],
    [
      'a button that has nothing left to save',
      '$base',
      PROJECT.save,
      async (keyboard, page) => {
        await keyboard.tabTo(PROJECT.name);
        await keyboard.type('Shop');
        await keyboard.tabTo(PROJECT.save);
        await keyboard.press('Enter');
        await seeText(page, PROJECT.saved);
        await page.waitForFunction('document.activeElement.ariaDisabled === "true"');
      },
    ],
    [
      'a link to another page',
      '$base/tenants',
      'default',
      async (keyboard, page) => {
        await keyboard.tabTo('default');
        await keyboard.press('Enter');
        await page.waitForFunction(`document.querySelector('h1').textContent === 'default'`);
      },
    ],
    [
      'a link in the navigation',
      '$base/tenants',
      PAGE_TITLES.brand,
      async (keyboard, page) => {
        await keyboard.tabTo(PAGE_TITLES.brand);
        await keyboard.press('Enter');
        await page.waitForFunction(`document.querySelector('h1').textContent === '${PAGE_TITLES.brand}'`);
      },
    ],
    [
      'a button that opened a form in its place',
      '$base/tenants/default/templates/$template?tab=comments',
      COMMENTS.editLabel,
      async (keyboard, page) => {
        await keyboard.tabTo(COMMENTS.write);
        await keyboard.type('Look');
        await keyboard.tabTo(COMMENTS.send);
        await keyboard.press('Enter');
        await seeText(page, COMMENTS.open);
        await keyboard.tabTo(COMMENTS.edit, 'back');
        await keyboard.press('Enter');
      },
    ],
    [
      'the button of a message, which stays until it is pressed',
      '$base/media?tenant=default',
      MEDIA.of('default'),
      async (keyboard, page) => {
        // Other messages are gone at once.
        await page.evaluate(
          'const wait = setTimeout; setTimeout = (run, ms) => wait(run, ms === 6000 ? 0 : ms)',
        );
        await keyboard.tabTo('red.png');
        await keyboard.press('Enter');
        await keyboard.waitForFocus(MEDIA.details.alt);
        await keyboard.tabTo(MEDIA.delete.action);
        await keyboard.press('Enter');
        await keyboard.tabTo(MEDIA.delete.action);
        await keyboard.press('Enter');
        await seeText(page, MEDIA.none);
        await keyboard.tabTo(MEDIA.delete.undo);
        await keyboard.press('Enter');
        await seeText(page, 'red.png');
        await page.waitForFunction('!document.body.innerText.includes("Undo")');
      },
    ],
  ];

  test.each(cases)('is not lost with %s', async (_, path, place, act) => {
    const page = await dashboard().visit(path.replace('$base', base).replace('$template', template));
    await act(new Keyboard(page), page);
    const isThere = `${PLACES}.includes(${JSON.stringify(place)})`;
    await page.waitForFunction(isThere).catch(async (error) => {
      throw new Error(`The focus is in ${JSON.stringify(await page.evaluate(PLACES))}`, { cause: error });
    });
  });
});
