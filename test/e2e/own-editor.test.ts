import { expect, test } from 'bun:test';
import type { BrowserContext, Page } from 'puppeteer-core';
import { describeInBrowser, openBrowserContext } from '../browser/browser.ts';
import { useEditorPages } from './editor-pages.ts';
import type { EditorPage } from './test-product.ts';

const CONTENT = {
  blocks: [
    { id: 'head', type: 'title', content: '<p>Spring</p>' },
    { id: 'text', type: 'paragraph', content: '<p>Hello you</p>' },
  ],
};

/** Opens Galley's own editor beside the published one, for another person. */
async function openOwn(context: BrowserContext, beside: EditorPage): Promise<Page> {
  const module = await beside.evaluate<string>(
    `performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/sdk/galley.js')).name.replace('galley.js', 'editor.js')`,
  );
  const page = await context.newPage();
  await page.goto(`${new URL(beside.page.url()).origin}/own`);
  await page.evaluate(`(async () => {
    document.body.innerHTML = '<div id="place" style="height: 800px"></div>';
    const { galleyEditor, init } = await import(${JSON.stringify(module)});
    const body = { tenant: 'acme', user: { id: 'u-own', name: 'Olga' } };
    const editor = galleyEditor({ template: ${JSON.stringify(beside.templateId)} });
    const galley = await init({ container: '#place', auth: { url: '/token', requestOptions: { body } }, editor });
    window.editor = galley.editor;
  })()`);
  await page.waitForFunction(`editor.shadowRoot.querySelector('.people li') !== null`);
  return page;
}

describeInBrowser('the published editor and Galley’s own at one template', () => {
  const editors = useEditorPages();

  test('see each other, exchange changes, and end equal to the stored template', async () => {
    const context = await openBrowserContext();
    try {
      const template = await editors.createTemplate(CONTENT);
      const ada = await editors.open({ template, user: 'u1', name: 'Ada' });
      const own = await openOwn(context, ada);
      await ada.until(`document.body.innerHTML.includes('Olga')`);
      await ada.click('[data-palette-type=button]');
      await own.waitForFunction('editor.getContent().blocks.length === 3');
      await own.locator('galley-editor >>> [data-block=head]').click();
      await own.locator('galley-editor >>> .rich').click();
      await own.keyboard.down('Control');
      await own.keyboard.press('End');
      await own.keyboard.up('Control');
      await own.keyboard.type(' sale');
      await ada.until(`galley.editor.getContent().blocks[0].content === '<p>Spring sale</p>'`);
      await own.locator('galley-editor >>> [data-add=divider]').click();
      await ada.page.waitForSelector('[data-block-type=divider]');
      await own.waitForFunction(`editor.shadowRoot.querySelector('.state').textContent === 'Saved'`);
      await ada.screenshot('own-beside-published');
      const stored = (await editors.product.tenant.call('GET', `/templates/${template}`)).body.data.content;
      expect(await own.evaluate('JSON.parse(JSON.stringify(editor.getContent()))')).toEqual(stored);
      expect(await ada.evaluate('copy(galley.editor.getContent())')).toEqual(stored);
    } finally {
      await context.close();
    }
  });
});
