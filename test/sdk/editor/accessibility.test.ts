import { expect, test } from 'bun:test';
import { describeInBrowser } from '../../browser/browser.ts';
import { BLOCKS, expectCleanEditor } from './axe-findings.ts';
import { useEditorPages } from './editor-pages.ts';

describeInBrowser('accessibility of the editor', () => {
  const pages = useEditorPages();

  test('axe finds nothing in any panel, form and dialog', () =>
    expectCleanEditor(pages, { name: 'light', isDark: false, width: 1280 }));

  test('everything is done with the keyboard, and each step says what has the focus', async () => {
    const template = await pages.create('keyboard', BLOCKS.slice(0, 2));
    const page = await pages.open({ tenant: 'keyboard', template, autosave: false });
    const status = () =>
      page.evaluate<string>(`editor.shadowRoot.querySelector('[role=status].sr').textContent`);
    const tabTo = async (name: string) => {
      for (let count = 0; count < 60; count += 1) {
        if ((await page.focused()).startsWith(name)) return;
        await page.keys('Tab');
      }
      throw new Error(`The focus does not come to ${name}.`);
    };
    await tabTo('Title: Spring');
    await page.keys('ArrowDown');
    expect(await page.focused()).toBe('Text: Hello you');
    await page.keys('End', 'Home');
    expect(await page.focused()).toBe('Title: Spring');
    await page.keys('Enter');
    expect(await page.focused()).toBe('Text');
    await page.keys('Control+End');
    await page.page.keyboard.type(' sale');
    await page.keys('Escape');
    expect(await page.focused()).toBe('Title: Spring sale');
    await page.keys('Alt+ArrowDown');
    expect(await status()).toBe('Title: Spring sale moved to position 2 of 2.');
    expect(await page.focused()).toBe('Title: Spring sale');
    await page.keys('Control+d');
    expect(await status()).toBe('Title: Spring sale duplicated.');
    await page.keys('Delete');
    expect(await status()).toContain('deleted');
    expect(await page.focused()).toBe('Title: Spring sale');
    await page.keys('Control+z');
    expect(await status()).toBe('Undone.');
    expect((await page.blocks()).length).toBe(3);
    await page.keys('Escape');
    await tabTo('Button');
    await page.keys('Enter');
    expect(await status()).toBe('Button added.');
    expect((await page.blocks()).map(({ type }) => type)).toEqual(['paragraph', 'title', 'title', 'button']);
    await page.page.keyboard.type('Buy ');
    await page.keys('Escape', '?');
    expect(await page.focused()).toBe('Close');
    await page.keys('Enter');
    await tabTo('Block');
    await page.keys('ArrowRight');
    expect(await page.focused()).toBe('Mail');
    await page.keys('Control+s');
    await page.untilState('Saved');
    expect(await status()).toBe('Saved');
    const { blocks } = (await pages.stored('keyboard', template)).content;
    expect(blocks.map(({ type }: { type: string }) => type)).toEqual([
      'paragraph',
      'title',
      'title',
      'button',
    ]);
  });
});
