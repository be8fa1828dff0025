import { expect, test } from 'bun:test';
import { describeInBrowser } from '../../browser/browser.ts';
import { useEditorPages } from './editor-pages.ts';

const BLOCKS = [
  { id: 'head', type: 'title', content: '<p>Spring sale</p>' },
  { id: 'text', type: 'paragraph', content: '<p>Hello <strong>you</strong>, {{ name }}</p>' },
  {
    id: 'row',
    type: 'section',
    columns: '2',
    children: [
      [{ id: 'left', type: 'paragraph', content: '<p>Left column</p>' }],
      [{ id: 'go', type: 'button', text: 'Shop now', url: 'https://shop.example' }],
    ],
  },
  { id: 'hr', type: 'divider' },
];

describeInBrowser('the editor', () => {
  const pages = useEditorPages();

  test('opens a template, shows the mail, and edits a block with its form', async () => {
    const template = await pages.create('basics', BLOCKS);
    const page = await pages.open({ tenant: 'basics', template });
    expect(await page.shown()).toContain('Spring sale');
    await page.screenshot('open');
    await page.select('go');
    await page.screenshot('button');
    await page.fill('Text', 'Buy now');
    await page.untilShown('Buy now');
    await page.save();
    const { blocks } = (await pages.stored('basics', template)).content;
    expect(blocks[2].children[1][0]).toMatchObject({
      id: 'go',
      text: 'Buy now',
      url: 'https://shop.example',
    });
  });
});
