import { expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { PAGE_TITLES } from '../../src/dashboard/texts/page-titles.ts';
import { SHARED } from '../../src/dashboard/texts/shared.ts';
import { TEMPLATE } from '../../src/dashboard/texts/template.ts';
import { TENANTS } from '../../src/dashboard/texts/tenants.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { PASSWORD } from '../features/accounts/browser.ts';
import { seeText, settle, VIEWS } from './dashboard.ts';
import { hostile, INJECTED } from './hostile-data.ts';
import { Keyboard } from './keyboard.ts';
import { expectNoBarriers, paths, TEMPLATE_PATH, usePages, VISITS } from './pages.ts';

/** The other views are tested in pages.all.test.ts. */
describeInBrowser('every page', () => {
  const { dashboard, fill, testEach } = usePages();

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

  testEach('shows stored texts as texts, and has no barriers', async (page, kinds) => {
    for (const kind of kinds) await seeStored(page, hostile(kind));
    await expectNoBarriers(page, VIEWS.slice(0, 1));
  });

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

/** Waits until a text stands on the page, in a field, or in the mail that it shows. */
async function seeStored(page: Page, text: string): Promise<void> {
  await settle(page);
  const here = `document.body.innerText + [...document.querySelectorAll('input, textarea, option')]
    .map(({ value, textContent }) => value + textContent).join(' ')`;
  const isThere = `(${here}).includes(${JSON.stringify(text)})`;
  await page.waitForFunction(isThere).catch(async (error) => {
    throw new Error(`${JSON.stringify(text)} is not on the page, but: ${await page.evaluate(here)}`, {
      cause: error,
    });
  });
}
