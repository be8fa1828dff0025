import { expect, test } from 'bun:test';
import { describeInBrowser } from '../../browser/browser.ts';
import type { EditorPage } from './editor-page.ts';
import { useEditorPages } from './editor-pages.ts';

describeInBrowser('rich text', () => {
  const pages = useEditorPages();

  /** Opens a template of one paragraph or title, with the cursor at the end of its text. */
  async function openText(
    tenant: string,
    content: string,
    type = 'paragraph',
    isHostile = false,
  ): Promise<[EditorPage, string]> {
    const template = await pages.create(tenant, [{ id: 'text', type, content }]);
    const page = await pages.open({ tenant, template, isHostile, autosave: false });
    await page.select('text');
    await page.click('.rich');
    await page.keys('Control+End');
    return [page, template];
  }

  const content = async (page: EditorPage) => (await page.blocks<{ content: string }>())[0]?.content;

  test('is typed, made bold and turned into lists, and undone as a whole', async () => {
    const [page, template] = await openText('typing', '<p>Hello</p>');
    await page.page.keyboard.type(' you');
    expect(await content(page)).toBe('<p>Hello you</p>');
    await page.untilShown('Hello you');
    await page.keys('Control+Shift+ArrowLeft', 'Control+b');
    expect(await content(page)).toBe('<p>Hello <strong>you</strong></p>');
    await page.press('Italic');
    expect(await content(page)).toMatch(/^<p>Hello <(strong|em)><(strong|em)>you/);
    await page.press('Clear formatting');
    expect(await content(page)).toBe('<p>Hello you</p>');
    await page.press('Bullet list');
    expect(await content(page)).toBe('<ul><li>Hello you</li></ul>');
    await page.keys('Control+z');
    await page.keys('Control+z');
    expect(await content(page)).toBe('<p>Hello</p>');
    expect(await page.evaluate(`editor.shadowRoot.querySelector('.rich').textContent`)).toBe('Hello');
    await page.keys('Control+Shift+z');
    await page.save();
    expect((await pages.stored('typing', template)).content.blocks[0].content).toContain('Hello you');
  });

  test('gets links, changes and loses them', async () => {
    const [page] = await openText('links', '<p>Our shop</p>');
    await page.keys('Control+Shift+ArrowLeft');
    await page.press('Link');
    await page.page.keyboard.type('https://shop.example/a');
    await page.keys('Enter');
    expect(await content(page)).toBe('<p>Our <a href="https://shop.example/a">shop</a></p>');
    await page.press('Link');
    await page.page.keyboard.type('javascript:alert(1)');
    await page.press('Apply');
    expect(await content(page)).toBe('<p>Our shop</p>');
    await page.screenshot('rich-text');
  });

  test('of a title stays in its lines', async () => {
    const [page] = await openText('title', '<p>Spring</p>', 'title');
    await page.keys('Enter');
    await page.page.keyboard.type('sale');
    expect(await content(page)).toBe('<p>Spring<br>sale</p>');
    expect(await page.evaluate(`editor.shadowRoot.querySelector('[aria-label="Bullet list"]')`)).toBeNull();
  });

  test('starts with a paragraph, and is empty when nothing is left', async () => {
    const [page] = await openText('empty', '');
    await page.page.keyboard.type('One');
    await page.keys('Enter');
    await page.page.keyboard.type('Two');
    expect(await content(page)).toBe('<p>One</p><p>Two</p>');
    await page.keys('Control+a', 'Delete');
    expect(await content(page)).toBe('');
  });

  test('keeps merge tags, attributes and styles of other editors', async () => {
    const before =
      '<p style="text-align: right;">{% if n > 3 && m %}<span data-merge-tag="x" style="color: rgb(10, 20, 30); font-size: 20px;">Hi</span>{% endif %} <a href="{{ url }}" target="_blank" rel="noopener">A</a></p>';
    const [page] = await openText('foreign', before);
    await page.page.keyboard.type('!');
    expect(await content(page)).toBe(before.replace('</a></p>', '</a>!</p>'));
  });

  test('takes pasted HTML without what is not text', async () => {
    const [page] = await openText('paste', '<p>A</p>', 'paragraph', true);
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      data.setData('text/html', '<style>p{}</style><p onclick="x()">B <b>c</b><img src=x onerror="window.hacked=1"><script>window.hacked=2</' + 'script><a href="javascript:x()">d</a></p>');
      const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      editor.shadowRoot.querySelector('.rich').dispatchEvent(event);
    })()`);
    const pasted = (await content(page)) ?? '';
    expect(pasted).toContain('<strong>c</strong>');
    expect(pasted).not.toMatch(/onclick|javascript|script|img|style>/);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  test('keeps the links and elements that mails may have', async () => {
    const before = `<p><a href='{{ url | default: "https://x.example" }}'>A</a> <a href="whatsapp://send?text=x">B</a> <code>c</code> <small>d</small></p>`;
    const [page] = await openText('links', before);
    await page.page.keyboard.type('!');
    expect((await content(page))?.replace('!', '')).toBe(before);
  });

  test('keeps pictures in the text, also where there is nothing else', async () => {
    const src = `${pages.galley}/logo.png?a=1&amp;b=2`;
    const before = `<p>Hi <a href="https://x.example"><img src="${src}" alt="Logo" width="20" style="vertical-align: middle; margin-right: 4px;"></a> there</p>`;
    const [page] = await openText('pictures', before);
    await page.page.keyboard.type('!');
    expect((await content(page))?.replace('!', '')).toBe(before);
    const [alone] = await openText('picture', `<p><img src="${src}" alt=""></p>`);
    await alone.page.keyboard.type('!');
    await alone.keys('Backspace');
    expect(await content(alone)).toBe(`<p><img src="${src}" alt=""></p>`);
    const [bad] = await openText(
      'bad-picture',
      `<p>x<img src="java\nscript:top.hacked=1" style="position: fixed; inset: 0; width: 9px"></p>`,
    );
    await bad.page.keyboard.type('!');
    expect((await content(bad))?.replace('!', '')).toBe('<p>x<img style="width: 9px;"></p>');
  });

  test('takes the structure of what is pasted from Word and Google Docs, without its fonts', async () => {
    const pasted = {
      '<p>Plain <strong>bold</strong></p><ul><li><em>item</em></li></ul>':
        '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-family:Arial;color:#000000;font-weight:400;white-space:pre-wrap">Plain </span><span style="font-size:11pt;font-weight:700">bold</span></p><ul><li dir="ltr" style="font-size:11pt"><p dir="ltr" role="presentation"><span style="font-style:italic">item</span></p></li></ul></b>',
      '<p>Hello <strong>world</strong></p><p>point</p>':
        '<html xmlns:o="urn:x"><head><style>p{}</style></head><body><!--StartFragment--><p class=MsoNormal><span lang=EN style="font-size:12.0pt;font-family:Calibri">Hello <b style="mso-bidi-font-weight:normal">world</b><o:p></o:p></span></p><p class=MsoListParagraph><span style="mso-list:Ignore">-&nbsp;</span>point</p><!--EndFragment--></body></html>',
    };
    for (const [index, [expected, html]] of Object.entries(pasted).entries()) {
      const [page] = await openText(`office-${index}`, '', 'paragraph', true);
      await page.evaluate(`(() => {
        const data = new DataTransfer();
        data.setData('text/html', ${JSON.stringify(html)});
        const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        editor.shadowRoot.querySelector('.rich').dispatchEvent(event);
      })()`);
      expect(await content(page)).toBe(expected);
    }
  });

  test('keeps the caret where it is when the text is undone', async () => {
    const [page] = await openText('caret', '<p>A</p>');
    await page.page.keyboard.type(' one');
    await page.keys('Control+z');
    await page.page.keyboard.type('B');
    expect(await content(page)).toBe('<p>AB</p>');
  });
});
