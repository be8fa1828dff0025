import { expect, test } from 'bun:test';
import { describeInBrowser } from '../../browser/browser.ts';
import { useEditorPages } from './editor-pages.ts';

const BLOCKS = Array.from({ length: 30 }, (_, index) => ({
  id: `p${index}`,
  type: 'paragraph',
  content: `<p>Paragraph ${index}</p>`,
}));

describeInBrowser('the editor on a phone', () => {
  const pages = useEditorPages();

  test('shows the mail and the form together, and nothing is wider than the page', async () => {
    const tenant = 'phone';
    const template = await pages.create(tenant, BLOCKS);
    const page = await pages.open({ tenant, template, width: 375, autosave: false });
    const isInView = (selector: string) =>
      page.evaluate<boolean>(`(() => {
        const { top, bottom, left, right, width } = editor.shadowRoot.querySelector('${selector}').getBoundingClientRect();
        return width > 0 && top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth;
      })()`);
    const wide = () =>
      page.evaluate<string[]>(`[...editor.shadowRoot.querySelectorAll('*')].filter((element) => {
        const { right, left, width } = element.getBoundingClientRect();
        return width > 0 && (right > innerWidth + 1 || left < -1) && !element.closest('.palette, .sr, iframe, .block-bar');
      }).map((element) => element.className || element.tagName)`);
    await page.select('p29');
    expect([await isInView('[data-block=p29]'), await isInView('.rich')]).toEqual([true, true]);
    await page.screenshot('phone-form');
    await page.click('.rich');
    await page.page.keyboard.type('!');
    for (const type of ['html', 'image']) await page.click(`[data-add=${type}]`);
    await page.button('Choose… Picture');
    expect(await wide()).toEqual([]);
    for (const action of ['Move up', 'Duplicate']) await page.press(action);
    for (const tab of ['mail', 'comments', 'history', 'block']) {
      await page.click(`[data-tab=${tab}]`);
      expect({ tab, wide: await wide() }).toEqual({ tab, wide: [] });
      await page.screenshot(`phone-${tab}`);
    }
    await page.press('Choose… Picture');
    expect(await wide()).toEqual([]);
    await page.screenshot('phone-media');
    await page.keys('Escape');
    await page.press('Keyboard shortcuts');
    expect(await wide()).toEqual([]);
    await page.keys('Escape');
    await page.click('[data-tab=comments]');
    await page.click('.new-comment textarea');
    await page.page.keyboard.type('Looks good');
    await page.press('Send');
    await page.find('.thread');
    await page.save();
    const { content } = await pages.stored(tenant, template);
    expect(content.blocks.length).toBe(33);
    await page.screenshot('phone-comments-sent');
  });
});
