import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { EDITOR } from '../../src/dashboard/texts/editor.ts';
import { TEMPLATE } from '../../src/dashboard/texts/template.ts';
import { describeInBrowser } from '../browser/browser.ts';
import { signInMember } from '../features/members/people.ts';
import { clickButton, seeText, useDashboard, VIEWS } from './dashboard.ts';

const CONTENT = {
  blocks: [
    { id: 'head', type: 'title', content: '<p>Spring</p>' },
    { id: 'text', type: 'paragraph', content: '<p style="color: #ff0000">Red</p>' },
  ],
};

describeInBrowser('the editor of the dashboard', () => {
  const dashboard = useDashboard();
  let path = '';
  let query = '';

  beforeAll(async () => {
    await dashboard().useSession(await dashboard().addOperator());
    const tenant = await dashboard().app.openTenant();
    const created = await tenant.request('POST', '/templates', { body: { name: 'Sale', content: CONTENT } });
    const template = created.body.data.id as string;
    const project = dashboard().app.first.project_id;
    path = `/projects/${project}/tenants/default/templates/${template}`;
    query = `?${new URLSearchParams({ project, tenant: 'default', template })}`;
  });

  const readStored = async () => {
    const tenant = await dashboard().app.openTenant();
    return (await tenant.request('GET', `/templates/${path.slice(path.lastIndexOf('/') + 1)}`)).body.data;
  };

  /** Opens the page of the editor, without waiting for the template. */
  async function openEditor(search: string, view = VIEWS[0]): Promise<Page> {
    const page = await dashboard().context.newPage();
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) dashboard().faults.push(message.text());
    });
    await page.setViewport({ width: view?.width ?? 1280, height: 820 });
    await page.goto(`${dashboard().origin}/dashboard/editor${search}`);
    return page;
  }

  const canvas = `document.querySelector('galley-editor')?.shadowRoot.querySelector('iframe')?.contentDocument`;

  test('opens from the page of a template, changes it live, saves it, and leads back', async () => {
    const page = await dashboard().open(path);
    await page.locator(`aria/${TEMPLATE.openInEditor}[role="link"]`).click();
    await page.waitForFunction(`${canvas}?.body?.innerText.includes('Red')`);
    expect(await page.title()).toBe(EDITOR.title('Sale'));
    const color = `getComputedStyle(${canvas}.querySelector('[style*="ff0000"]')).color`;
    expect(await page.evaluate(color)).toBe('rgb(255, 0, 0)');
    const beside = await openEditor(query, VIEWS[1]);
    await beside.evaluate("localStorage.setItem('galley.theme', 'dark')");
    await beside.reload();
    await beside.waitForFunction(`${canvas}?.body?.innerText.includes('Red')`);
    await page.locator('galley-editor >>> [data-block=head]').click();
    await page.locator('galley-editor >>> .rich').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' sale');
    await beside.waitForFunction(`${canvas}.body.innerText.includes('Spring sale')`);
    await page.waitForFunction(
      `document.querySelector('galley-editor').shadowRoot.querySelector('.state').textContent === 'Saved'`,
    );
    const { content, version } = await readStored();
    expect([content.blocks[0].content, version]).toEqual(['<p>Spring sale</p>', 2]);
    const width = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await beside.evaluate(width)).toBe(0);
    const background = "getComputedStyle(document.querySelector('galley-editor')).backgroundColor";
    expect(await beside.evaluate(background)).toBe('rgb(19, 23, 29)');
    expect(await page.evaluate(background)).toBe('rgb(242, 244, 247)');
    await beside.evaluate('localStorage.clear()');
    await page.locator(`aria/← ${EDITOR.back}[role="link"]`).click();
    await seeText(page, 'Sale');
    await clickButton(page, TEMPLATE.history.tab, 'tab');
    await seeText(page, 'Anna Berger');
    expect(dashboard().faults).toEqual([]);
  });

  test.each([
    ['without a template', () => '', EDITOR.incomplete],
    ['with an unknown tenant', () => query.replace('tenant=default', 'tenant=nowhere'), 'not found'],
    ['with an unknown template', () => query.replace(/template=[^&]*/, 'template=x'), 'not found'],
  ])('%s says what is wrong', async (_what, search, message) => {
    const page = await openEditor(search());
    await page.waitForFunction(
      `(document.querySelector('[role=alert]')?.textContent ?? '').includes(${JSON.stringify(message)})`,
    );
    expect(await page.evaluate(`document.querySelectorAll('a').length`)).toBe(1);
  });

  test('refuses a viewer, and asks a person who has signed out to sign in', async () => {
    const { app } = dashboard();
    const told = (page: Page, text: string) =>
      page.waitForFunction(
        `document.querySelector('[role=alert]')?.textContent.includes(${JSON.stringify(text)})`,
      );
    await dashboard().useSession(await signInMember(app, app.first.team_id, 'viewer'));
    await told(await openEditor(query), 'This needs the role "editor"');
    const viewed = await dashboard().open(path);
    expect(await viewed.evaluate('document.body.innerText')).not.toContain(TEMPLATE.openInEditor);
    await dashboard().useSession();
    await told(await openEditor(query), EDITOR.signedOut);
  });
});
