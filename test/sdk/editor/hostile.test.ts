import { expect, test } from 'bun:test';
import { describeInBrowser } from '../../browser/browser.ts';
import { hostileMarkup } from '../../mail/render/hostile-cases.ts';
import { useEditorPages } from './editor-pages.ts';

const EVIL = '<img src=x onerror="top.hacked=1"><script>top.hacked=1</script><svg onload="top.hacked=1">';

describeInBrowser('the editor', () => {
  const pages = useEditorPages();

  test('runs nothing of a hostile template, name, person, comment or file', async () => {
    const tenant = 'hostile';
    const blocks = [
      { id: '"><script>top.hacked=1</script>', type: 'title', content: `<p>${EVIL}Title</p>` },
      {
        id: 'constructor',
        type: 'paragraph',
        content: `<p onclick="top.hacked=1"><svg><constructor></constructor></svg>${EVIL}Text <a href="javascript:top.hacked=1">link</a></p>`,
      },
      {
        id: '__proto__',
        type: 'html',
        content: `<form action="/x"><input name=a></form><iframe srcdoc="${EVIL.replaceAll('"', "'")}"></iframe><base href="//evil.example"><meta http-equiv=refresh content="0;url=//evil.example">${EVIL}`,
      },
      {
        id: 'pic',
        type: 'image',
        src: 'javascript:top.hacked=1',
        alt: EVIL,
        linkUrl: 'javascript:top.hacked=1',
      },
      { id: 'new', type: EVIL, content: EVIL },
      { id: 'custom', type: 'custom', customType: EVIL, fieldValues: { a: EVIL }, renderedHtml: EVIL },
      { id: 'table', type: 'table', rows: [{ cells: [{ content: EVIL }] }] },
    ];
    const template = await pages.create(
      tenant,
      blocks,
      { fontFamily: EVIL, locale: EVIL, preheaderText: EVIL },
      EVIL,
    );
    const page = await pages.open({
      tenant,
      template,
      isHostile: true,
      user: { id: 'evil', name: EVIL },
      autosave: false,
    });
    const other = await pages.open({
      tenant,
      template,
      isHostile: true,
      user: { id: 'u-bob', name: `Bob ${EVIL}` },
    });
    await page.until(`editor.shadowRoot.querySelector('.people li') !== null`);
    for (let index = 0; index < blocks.length; index += 1) {
      await page.evaluate(`editor.shadowRoot.querySelectorAll('.block')[${index}].click()`);
    }
    await page.evaluate(`editor.shadowRoot.querySelectorAll('.block')[1].click()`);
    await page.click('.rich');
    await page.page.keyboard.type('x');
    await page.evaluate(`editor.shadowRoot.querySelector('[data-tab=comments]').click()`);
    await page.click('.new-comment textarea');
    await page.page.keyboard.type(EVIL);
    await page.press('Send');
    await other.until(`editor.shadowRoot.querySelector('.thread') !== null`);
    for (const one of [page, other]) {
      expect(await one.evaluate('window.hacked')).toBeUndefined();
      const found = await one.evaluate<string[]>(`(() => {
        const frame = editor.shadowRoot.querySelector('iframe');
        const roots = [editor.shadowRoot, frame.contentDocument];
        return roots.flatMap((root) => [...root.querySelectorAll('*')].flatMap((element) => [
          ...(/^(script|iframe|object|embed|base|form)$/i.test(element.tagName) && element !== frame && !element.matches('form.new-comment, form.control, form.rich-link') ? [element.tagName] : []),
          ...[...element.attributes].filter(({ name, value }) => /^on/.test(name) || /^\\s*javascript:/i.test(value) && name === 'href').map(({ name }) => name),
        ]));
      })()`);
      expect(found).toEqual([]);
      expect(await one.evaluate(`editor.shadowRoot.querySelector('iframe').getAttribute('sandbox')`)).toBe(
        'allow-same-origin',
      );
    }
  });

  test('runs nothing of the cases that rendering is tested with', async () => {
    const blocks = hostileMarkup.flatMap((content, index) => [
      { id: `p${index}`, type: 'paragraph', content },
      { id: `h${index}`, type: 'html', content },
    ]);
    const template = await pages.create('cases', blocks);
    const page = await pages.open({ tenant: 'cases', isHostile: true, autosave: false });
    await page.evaluate(`editor.load(${JSON.stringify(template)}).then(() => undefined)`);
    for (let index = 0; index < blocks.length; index += 2) {
      await page.evaluate(`editor.shadowRoot.querySelectorAll('.block')[${index}].click()`);
      const found = await page.evaluate<
        string[]
      >(`[...editor.shadowRoot.querySelectorAll('.rich *')].flatMap((element) => [
        ...(/^(p|br|strong|em|u|s|a|span|ul|ol|li|sub|sup|mark|h[1-6]|blockquote|code|pre|small|hr|img)$/i.test(element.tagName) ? [] : [element.tagName]),
        ...[...element.attributes].filter(({ name }) => /^on|^src./.test(name)).map(({ name }) => name),
        ...[element.href, element.src].filter((url) => /^(javascript:|vbscript:|file:|blob:|data:(?!image\\/))/.test(url ?? '')),
        ...(/url|expression|fixed/.test(element.getAttribute('style') ?? '') ? [element.getAttribute('style')] : []),
      ])`);
      expect({ content: blocks[index]?.content, found }).toEqual({
        content: blocks[index]?.content,
        found: [],
      });
    }
  });

  test('takes no malformed message of others', async () => {
    const tenant = 'messages';
    const template = await pages.create(tenant, [{ id: 'a', type: 'title', content: '<p>A</p>' }]);
    const page = await pages.open({ tenant, template, autosave: false });
    const bob = await pages.open({ tenant, template, user: { id: 'u-bob', name: 'Bob' } });
    await bob.evaluate(`(async () => {
      const room = await galley.realtime.join(${JSON.stringify(template)});
      const messages = [null, 1, {}, { operation: 'set_content', data: {} }, { operation: 'set_content', data: { content: { blocks: 5 } } },
        { operation: 'add_block', data: { block: { id: 1 } } }, { operation: 'update_block', data: { block_id: 'a', updates: null } },
        { operation: 'update_block', data: { block_id: 'a', updates: { id: 'b', type: 'html' } } },
        { operation: 'move_block', data: { block_id: 'a', section_id: 'a', index: 0 } }, { operation: 'explode', data: {} }];
      for (const message of messages) room.send('client-operation', message);
      room.send('client-block_locked', { blockId: 7, userId: [] });
      room.send('client-operation', { operation: 'update_block', data: { block_id: 'a', updates: { level: 4 } } });
    })()`);
    await page.until('editor.getContent().blocks[0]?.level === 4');
    expect(await page.blocks()).toMatchObject([{ id: 'a', type: 'title', content: '<p>A</p>' }]);
  });
});
