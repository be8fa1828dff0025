import { expect, test } from 'bun:test';
import { BLOCK_FORMS } from '../../../src/sdk/editor/forms.generated.ts';
import type { FieldForm } from '../../../src/sdk/editor/forms.ts';
import { nameChoice, nameField } from '../../../src/sdk/editor/texts.ts';
import { describeInBrowser } from '../../browser/browser.ts';
import { useEditorPages } from './editor-pages.ts';

const TYPES = Object.keys(BLOCK_FORMS).filter((type) => type !== 'custom');

/** Values that differ from every default, by kind of field. */
const VALUES: Readonly<Record<string, [typed: string, stored: unknown]>> = {
  text: ['Typed', 'Typed'],
  lines: ['<b>Typed</b>', '<b>Typed</b>'],
  url: ['https://typed.example/', 'https://typed.example/'],
  picture: ['https://typed.example/a.png', 'https://typed.example/a.png'],
  date: ['2031-05-06T07:08:09', '2031-05-06T07:08:09'],
  font: ['Georgia', 'Georgia'],
  color: ['#123456', '#123456'],
  number: ['7', 7],
  size: ['123', 123],
  radius: ['9', 9],
};

/** A value to type and what it is stored as; undefined for kinds with tests of their own. */
function typedValueOf(field: FieldForm): [string, unknown] | undefined {
  if (field.kind === 'flag') return [String(field.default !== true), field.default !== true];
  if (field.kind !== 'choice') return VALUES[field.kind];
  const option = field.options?.findLast((one) => one !== field.default);
  return [nameChoice(field.key, option), option];
}

describeInBrowser('blocks', () => {
  const pages = useEditorPages();

  test.each(TYPES)(
    '%s: it can be added, and each field of its form reaches the stored template',
    async (type) => {
      const tenant = `type-${type}`;
      const template = await pages.create(tenant, []);
      const page = await pages.open({ tenant, template, autosave: false });
      await page.click(`[data-add="${type}"]`);
      await page.untilDrawn();
      const [added] = await page.blocks<{ id: string; type: string }>();
      expect(added?.type).toBe(type);
      const expected: Record<string, unknown> = {};
      for (const field of BLOCK_FORMS[type] ?? []) {
        const value = typedValueOf(field);
        if (value === undefined || field.key === 'columns') continue;
        await page.fill(nameField(field.key), value[0]);
        expected[field.key] = value[1];
      }
      await page.save();
      const [stored] = (await pages.stored(tenant, template)).content.blocks;
      expect(stored).toMatchObject({ ...expected, id: added?.id, type });
      await page.screenshot(`block-${type}`);
    },
  );

  const BLOCKS = [
    { id: 'a', type: 'title', content: '<p>A</p>' },
    {
      id: 's',
      type: 'section',
      columns: '2',
      children: [[{ id: 'b', type: 'paragraph', content: '<p>B</p>' }], []],
    },
    { id: 'c', type: 'divider' },
  ];

  test('are moved in and out of columns, duplicated and deleted, and all of it is undone and redone', async () => {
    const template = await pages.create('moves', BLOCKS);
    const page = await pages.open({ tenant: 'moves', template, autosave: false });
    const order = () => page.order();
    const before = await order();
    expect(before).toBe('a s[["b"],[]] c');
    await page.select('a');
    const steps: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      await page.keys('Alt+ArrowDown');
      steps.push(await order());
    }
    expect(steps).toEqual([
      's[["a","b"],[]] c',
      's[["b","a"],[]] c',
      's[["b"],["a"]] c',
      's[["b"],[]] a c',
      's[["b"],[]] c a',
    ]);
    for (let count = 0; count < 5; count += 1) await page.press('Move up');
    expect(await order()).toBe(before);
    await page.select('s');
    await page.keys('Control+d');
    const doubled = await page.blocks<{ id: string; type: string; children: { id: string }[][] }>();
    expect(doubled.map(({ type }) => type)).toEqual(['title', 'section', 'section', 'divider']);
    expect(doubled[2]?.children[0]?.[0]?.id).not.toBe('b');
    await page.press('Delete');
    expect(await order()).toBe(before);
    await page.press('Undo');
    expect((await page.blocks()).length).toBe(4);
    for (let count = 0; count < 11; count += 1) await page.keys('Control+z');
    expect(await order()).toBe(before);
    await page.keys('Control+Shift+z');
    expect(await order()).toBe(steps[0] as string);
    for (let count = 0; count < 20; count += 1) await page.keys('Control+y');
    expect((await page.blocks()).length).toBe(3);
  });

  test('are dragged between others, into columns and from the palette; Escape ends a drag, and a click stays a click', async () => {
    const template = await pages.create('drags', BLOCKS);
    const page = await pages.open({ tenant: 'drags', template, autosave: false });
    const order = () => page.order();
    await page.drag('[data-block="c"]', '[data-block="a"]', 'upper');
    expect(await order()).toBe('c a s[["b"],[]]');
    await page.keys('Control+z');
    expect(await order()).toBe('a s[["b"],[]] c');
    await page.drag('[data-block="a"]', '[data-block="b"]', 'lower');
    expect(await order()).toBe('s[["b","a"],[]] c');
    expect(
      await page.evaluate('editor.shadowRoot.querySelector(".block[aria-selected=true]").dataset.block'),
    ).toBe('a');
    // A section does not come into itself: the empty column moves nothing.
    await page.drag('[data-block="s"]', '[data-block="a"]', 'lower', 'right');
    expect(await order()).toMatch(/^(c )?s\[\["b","a"\],\[\]\]( c)?$/);
    await page.drag('[data-block="b"]', '[data-block="s"]', 'right');
    expect(await order()).toBe('s[["a"],["b"]] c');
    const drop = await page.startDrag('[data-block="c"]', '[data-block="a"]', 'upper');
    expect(await page.evaluate('editor.shadowRoot.querySelector(".drop-mark").hidden')).toBe(false);
    await page.keys('Escape');
    expect(await page.evaluate('editor.shadowRoot.querySelector(".drop-mark").hidden')).toBe(true);
    await drop();
    expect(await order()).toBe('s[["a"],["b"]] c');
    await page.drag('[data-add="spacer"]', '[data-block="c"]', 'upper');
    const blocks = await page.blocks<{ type: string }>();
    expect(blocks.map(({ type }) => type)).toEqual(['section', 'spacer', 'divider']);
    await page.select('c');
    await page.click('[data-add="title"]');
    expect((await page.blocks<{ type: string }>()).map(({ type }) => type)).toEqual([
      ...['section', 'spacer', 'divider', 'title'],
    ]);
    await page.save();
    expect((await pages.stored('drags', template)).content.blocks).toHaveLength(4);
  });

  test('lists, sides, corners, groups and layouts are edited, and optional fields are taken away', async () => {
    const blocks = [
      { id: 'menu', type: 'menu', items: [{ id: 'i', text: 'Shop', url: '' }] },
      {
        id: 'pic',
        type: 'image',
        src: 'https://x.example/a.png',
        alt: 'A',
        linkUrl: 'https://x.example/',
        borderRadius: 4,
      },
      ...BLOCKS.slice(1, 2),
    ];
    const template = await pages.create('parts', blocks);
    const page = await pages.open({ tenant: 'parts', template, autosave: false });
    await page.select('menu');
    await page.press('Add link');
    await page.press('Move up: Link 2');
    expect(await page.evaluate('editor.getContent().blocks[0].items.map((item) => item.text).join()')).toBe(
      ',Shop',
    );
    await page.press('Remove: Link 1');
    await page.fill('Top', '33');
    await page.fill('Link', '');
    await page.select('pic');
    await page.fill('Link', '');
    await page.fill('Each corner', 'true');
    await page.fill('Top left', '12');
    await page.evaluate(`(() => {
      const use = editor.shadowRoot.querySelector('[aria-label="Use: Shown on"]');
      use.closest('details').open = true;
      use.click();
    })()`);
    await page.fill('Mobile', 'false');
    await page.select('s');
    await page.fill('Layout', 'One column');
    await page.save();
    const [menu, pic, row] = (await pages.stored('parts', template)).content.blocks;
    expect(menu.items).toMatchObject([{ id: 'i', text: 'Shop' }]);
    expect(menu.styles.padding).toMatchObject({ top: 33, bottom: 10 });
    expect(pic).not.toHaveProperty('linkUrl');
    expect(pic).toMatchObject({
      borderRadius: { topLeft: 12, topRight: 4, bottomRight: 4, bottomLeft: 4 },
      visibility: { desktop: true, mobile: false },
    });
    expect(row).toMatchObject({ columns: '1', children: [[{ id: 'b' }]] });
  });

  test('of unknown types and values of unknown forms are kept', async () => {
    const blocks = [
      { id: 'new', type: 'carousel', slides: [1, 2] },
      {
        id: 'pic',
        type: 'image',
        src: 'https://x.example/a.png',
        borderRadius: 'round',
        shine: { on: true },
      },
    ];
    const template = await pages.create('kept', blocks);
    const page = await pages.open({ tenant: 'kept', template, autosave: false });
    await page.select('new');
    await page.select('pic');
    await page.fill('Alternative text', 'A view');
    await page.save();
    const stored = (await pages.stored('kept', template)).content.blocks;
    expect(stored[0]).toMatchObject(blocks[0] as object);
    expect(stored[1]).toMatchObject({ ...blocks[1], alt: 'A view' });
  });

  test('the settings and the name of the mail are edited', async () => {
    const template = await pages.create('settings', BLOCKS);
    const page = await pages.open({ tenant: 'settings', template, autosave: false });
    await page.click('[data-tab=mail]');
    await page.fill('Preview text in the inbox', 'A first look');
    await page.fill('Background color', '#eeeeee');
    await page.fill('Link color', '#0000ee');
    await page.screenshot('settings');
    await page.fill('Link color', '');
    await page.evaluate(`(() => {
      const name = editor.shadowRoot.querySelector('.name');
      name.value = 'Autumn';
      name.dispatchEvent(new InputEvent('input'));
    })()`);
    await page.save();
    const { name, content } = await pages.stored('settings', template);
    expect(name).toBe('Autumn');
    expect(content.settings).toMatchObject({ preheaderText: 'A first look', backgroundColor: '#eeeeee' });
    expect(content.settings).not.toHaveProperty('linkColor');
  });
});
