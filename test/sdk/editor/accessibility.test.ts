import { expect, test } from 'bun:test';
import { AXE_SOURCE } from '../../browser/axe-source.ts';
import { describeInBrowser } from '../../browser/browser.ts';
import type { EditorPage } from './editor-page.ts';
import { useEditorPages } from './editor-pages.ts';

const BLOCKS = [
  { id: 'head', type: 'title', content: '<p>Spring</p>' },
  { id: 'text', type: 'paragraph', content: '<p>Hello <a href="https://x.example">you</a></p>' },
  { id: 'row', type: 'section', columns: '2', children: [[{ id: 'in', type: 'button', text: 'Go' }], []] },
  { id: 'menu', type: 'menu', items: [{ text: 'Shop', url: '' }] },
  { id: 'table', type: 'table', rows: [{ cells: [{ content: 'A' }, { content: 'B' }] }] },
  { id: 'pic', type: 'image' },
];

/** What axe finds, every rule and impact, in words. */
async function findings(page: EditorPage): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.page.evaluate(AXE_SOURCE);
  const result = await page.evaluate<{
    violations: { id: string; nodes: { failureSummary: string; html: string }[] }[];
  }>(
    // The mail in the frame has tests of its own, and no scripts run in it.
    `axe.run(document, { resultTypes: ['violations'], iframes: false, rules: { 'page-has-heading-one': { enabled: false } } })`,
  );
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.failureSummary} ${node.html}`),
  );
}

describeInBrowser('accessibility of the editor', () => {
  const pages = useEditorPages();

  test.each([
    ['light', false, 1280],
    ['dark', true, 1280],
    ['a narrow page', false, 700],
    ['a phone', false, 375],
  ] as const)('axe finds nothing in any panel, form and dialog: %s', async (name, isDark, width) => {
    const tenant = `axe-${width}-${isDark}`;
    const template = await pages.create(tenant, BLOCKS);
    const page = await pages.open({ tenant, template, isDark, width, autosave: false });
    const expectClean = async (what: string) =>
      expect({ what, findings: await findings(page) }).toEqual({ what, findings: [] });
    await expectClean('open');
    await page.screenshot(`axe-${name.replaceAll(' ', '-')}`);
    for (const { id } of [...BLOCKS, { id: 'in' }]) {
      await page.evaluate(`editor.shadowRoot.querySelector('[data-block="${id}"]').click()`);
      await page.evaluate(
        `editor.shadowRoot.querySelectorAll('details').forEach((one) => { one.open = true; })`,
      );
      await expectClean(id);
    }
    await page.screenshot(`axe-form-${name.replaceAll(' ', '-')}`);
    for (const tab of ['mail', 'comments', 'history']) {
      await page.evaluate(`editor.shadowRoot.querySelector('[data-tab=${tab}]').click()`);
      await expectClean(tab);
    }
    await page.press('Keyboard shortcuts');
    await expectClean('keys');
    await page.screenshot(`axe-keys-${name.replaceAll(' ', '-')}`);
    await page.keys('Escape');
    await page.evaluate(`editor.shadowRoot.querySelector('[data-block=pic]').click()`);
    await page.press('Choose… Picture');
    await expectClean('media');
  });

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
