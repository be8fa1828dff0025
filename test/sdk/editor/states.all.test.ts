import { expect, test } from 'bun:test';
import { describeInBrowser } from '../../browser/browser.ts';
import { sampleContent } from '../../mail/model/sample-content.ts';
import { useEditorPages } from './editor-pages.ts';

const BLOCKS = [{ id: 'head', type: 'title', content: '<p>Spring</p>' }];

describeInBrowser('the editor', () => {
  const pages = useEditorPages();

  test('shows a mail that may only be looked at, with comments and history, and changes nothing', async () => {
    const template = await pages.create('look', BLOCKS);
    const page = await pages.open({ tenant: 'look', template, isReadOnly: true });
    await page.select('head');
    await page.screenshot('read-only');
    expect(
      await page.evaluate(
        `editor.shadowRoot.querySelectorAll('.palette, [data-save], .block-bar button').length`,
      ),
    ).toBe(0);
    expect(await page.evaluate(`editor.shadowRoot.querySelector('.rich').isContentEditable`)).toBe(false);
    await page.keys('Delete', 'Control+d', 'Alt+ArrowDown', 'Control+s', 'Enter', 'x');
    expect(await page.blocks()).toMatchObject(BLOCKS);
    expect((await pages.stored('look', template)).version).toBe(1);
  });

  test('says why a template does not open, and tries again', async () => {
    const page = await pages.open({ tenant: 'gone' });
    await page.evaluate(`editor.load('00000000-0000-4000-8000-000000000000').catch(() => {})`);
    await page.until(`editor.shadowRoot.textContent.includes('Template not found')`);
    await page.screenshot('not-found');
    const template = await pages.create('gone', BLOCKS);
    await page.evaluate(`void (editor.setAttribute('template', ${JSON.stringify(template)}))`);
    await page.untilDrawn();
    expect(await page.evaluate('window.errors.length')).toBeGreaterThan(0);
  });

  test('makes a template, names it, and opens another one after saving the first', async () => {
    const page = await pages.open({ tenant: 'make' });
    const first = await page.evaluate<string>(`editor.create(undefined, 'First').then(({ id }) => id)`);
    await page.until(`editor.shadowRoot.querySelector('.sheet.is-empty') !== null`);
    await page.screenshot('empty');
    await page.click('[data-add=title]');
    await page.page.keyboard.type('One ');
    await page.evaluate(`editor.create(undefined, 'Second').then(() => undefined)`);
    const stored = await pages.stored('make', first);
    expect(stored.name).toBe('First');
    expect(stored.content.blocks[0].content).toContain('One');
  });

  test('says in words what the service refuses, and saves when it is mended', async () => {
    const template = await pages.create('refused', BLOCKS);
    const page = await pages.open({ tenant: 'refused', template });
    await page.evaluate(
      `editor.setContent({ ...editor.getContent(), blocks: [{ id: 'x', type: 'title' }] })`,
    );
    await page.untilState('Not saved');
    const text = await page.evaluate<string>(`editor.shadowRoot.querySelector('.state').textContent`);
    expect(text).toMatch(/Not saved: .*content.*\./);
    await page.keys('Control+z');
    await page.press('Undo');
    await page.untilState('Saved');
    expect(await page.blocks()).toMatchObject(BLOCKS);
  });

  test('shows where blocks are that show nothing', async () => {
    const blank = [
      { id: 'pic', type: 'image' },
      { id: 'row', type: 'section', columns: '2' },
      { id: 'gap', type: 'spacer' },
    ];
    const template = await pages.create('blank', [...BLOCKS, ...blank, { id: 'hr', type: 'divider' }]);
    const page = await pages.open({ tenant: 'blank', template, autosave: false });
    await page.screenshot('blank');
    const labels = `Object.fromEntries([...editor.shadowRoot.querySelectorAll('[data-blank]')].map((one) => [one.dataset.block, one.dataset.blank]))`;
    expect(await page.evaluate(labels)).toEqual({ pic: 'Picture', row: 'Columns', gap: 'Space' });
  });

  test('tells events to the page', async () => {
    const template = await pages.create('events', BLOCKS);
    const page = await pages.open({ tenant: 'events' });
    await page.evaluate(`(() => {
      window.heard = [];
      for (const name of ['load', 'change', 'select', 'save', 'error'])
        document.addEventListener('galley-' + name, (event) => heard.push(name + ' ' + Object.keys(event.detail).join()));
    })()`);
    await page.evaluate(`editor.load(${JSON.stringify(template)}).then(() => undefined)`);
    await page.untilDrawn();
    await page.select('head');
    await page.fill('Level', '1');
    await page.untilState('Saved');
    expect(await page.evaluate('[...new Set(heard)]')).toEqual([
      'load template',
      'select blockId',
      'change content',
      'save version',
    ]);
  });

  test('shows and edits a large template', async () => {
    const { blocks, settings } = sampleContent(1, 300_000);
    const template = await pages.create('large', blocks as object[], settings);
    const page = await pages.open({ tenant: 'large', autosave: false });
    await page.evaluate(`editor.load(${JSON.stringify(template)}).then(() => undefined)`);
    await page.until(`editor.shadowRoot.querySelectorAll('.block:not([style*="height: 0px"])').length > 300`);
    const count = await page.evaluate<number>(`editor.shadowRoot.querySelectorAll('.block').length`);
    expect(count).toBeGreaterThan(300);
    await page.evaluate(`editor.shadowRoot.querySelectorAll('.block')[${count - 1}].click()`);
    await page.keys('Control+d');
    await page.until(`editor.shadowRoot.querySelectorAll('.block').length === ${count + 1}`);
    await page.save();
    await page.screenshot('large');
  });

  test('shows blocks of phones on phones', async () => {
    const onPhone = { visibility: { desktop: false, mobile: true } };
    const template = await pages.create('phone', [...BLOCKS, { ...BLOCKS[0], id: 'small', ...onPhone }]);
    const page = await pages.open({ tenant: 'phone', template, autosave: false });
    const opacity = `getComputedStyle(editor.shadowRoot.querySelector('iframe').contentDocument.querySelector('.hide-desktop')).opacity`;
    expect(await page.evaluate(opacity)).toBe('0.45');
    await page.press('Show as on a phone');
    await page.until(`editor.shadowRoot.querySelector('iframe').clientWidth === 375`);
    expect(await page.evaluate(opacity)).toBe('1');
  });
});
