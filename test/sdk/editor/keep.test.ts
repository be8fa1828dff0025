import { expect, test } from 'bun:test';
import { describeInBrowser } from '../../browser/browser.ts';
import type { EditorPage } from './editor-page.ts';
import { useEditorPages } from './editor-pages.ts';

const ADA = { id: 'u-ada', name: 'Ada' };
const BOB = { id: 'u-bob', name: 'Bob' };

const BLOCKS = [
  { id: 'one', type: 'paragraph', content: '<p>One</p>' },
  { id: 'two', type: 'paragraph', content: '<p>Two</p>' },
];

const withText = (content: string) =>
  `editor.setContent({ ...editor.getContent(), blocks: [{ id: 'one', type: 'paragraph', content: '${content}' }] })`;

describeInBrowser('nothing is lost in the editor', () => {
  const pages = useEditorPages();

  async function openTwo(tenant: string, blocks: object[] = BLOCKS) {
    const template = await pages.create(tenant, blocks);
    const ada = await pages.open({ tenant, template, user: ADA });
    const bob = await pages.open({ tenant, template, user: BOB });
    await ada.until(`editor.shadowRoot.querySelectorAll('.people li').length === 1`);
    return { template, ada, bob };
  }

  const contents = async (page: EditorPage) =>
    (await page.blocks<{ content: string }>()).map(({ content }) => content);

  const type = (page: EditorPage, text: string) =>
    page.evaluate(`(() => {
      editor.shadowRoot.querySelector('.rich').focus();
      document.execCommand('insertText', false, '${text}');
    })()`);

  test('a setting is undone without what others have changed since', async () => {
    const { template, ada, bob } = await openTwo('undo-setting');
    await ada.click('[data-tab=mail]');
    await ada.fill('Preview text in the inbox', 'Now');
    await bob.until(`editor.getContent().settings.preheaderText === 'Now'`);
    await bob.click('[data-add=title]');
    await ada.until('editor.getContent().blocks.length === 3');
    await ada.press('Undo');
    expect(await ada.evaluate(`editor.shadowRoot.querySelector('[role=status].sr').textContent`)).toBe(
      'Undone.',
    );
    await bob.until(`!('preheaderText' in editor.getContent().settings)`);
    expect((await bob.blocks()).length).toBe(3);
    await ada.save();
    await bob.save();
    expect((await pages.stored('undo-setting', template)).content.blocks.length).toBe(3);
  });

  test('a field that was set or taken away is undone without what others have changed since', async () => {
    const { ada, bob } = await openTwo('undo-field', [
      { ...BLOCKS[0], paragraphSpacing: 7 },
      BLOCKS[1] as object,
    ]);
    const { request } = await pages.app.openTenant('undo-field');
    const id = await ada.evaluate<string>('editor.templateId');
    for (const [value, undone] of [
      ['', 7],
      ['9', 7],
    ] as const) {
      await ada.select('one');
      await ada.fill('Paragraph spacing', value);
      await ada.save();
      const body = {
        operations: [{ op: 'update', id: 'one', fields: { content: `<p>By a program ${value}</p>` } }],
      };
      expect((await request('PUT', `/templates/${id}`, { body })).status).toBe(200);
      await ada.until(`editor.getContent().blocks[0].content === '<p>By a program ${value}</p>'`);
      await ada.press('Undo');
      const [first] = await ada.blocks();
      expect(first).toMatchObject({ content: `<p>By a program ${value}</p>`, paragraphSpacing: undone });
      await bob.until(`editor.getContent().blocks[0].paragraphSpacing === ${undone}`);
    }
  });

  test('a step in a block that somebody else has selected is not undone', async () => {
    const { ada, bob } = await openTwo('undo-locked');
    await ada.select('one');
    await type(ada, 'New ');
    await ada.select('two');
    await bob.until(`!editor.shadowRoot.querySelector('[data-block=one]').dataset.holder`);
    await bob.select('one');
    await ada.until(`editor.shadowRoot.querySelector('[data-block=one]').dataset.holder === 'Bob'`);
    const before = await contents(ada);
    await ada.press('Undo');
    expect(await contents(ada)).toEqual(before);
    expect(await ada.evaluate(`editor.shadowRoot.querySelector('[role=status].sr').textContent`)).toContain(
      'Bob',
    );
  });

  test('an old version is restored while somebody else is typing: what was typed before is in the history', async () => {
    const { template, ada, bob } = await openTwo('restore');
    await ada.click('[data-add=title]');
    await ada.untilState('Saved');
    await ada.click('[data-tab=history]');
    await ada.until(`editor.shadowRoot.querySelectorAll('.versions button').length > 0`);
    await ada.evaluate(`[...editor.shadowRoot.querySelectorAll('.versions button')].at(-1).click()`);
    await ada.until(`!editor.shadowRoot.querySelector('.banner').hidden`);
    await bob.select('two');
    await type(bob, 'Bob ');
    await ada.until(`editor.getContent().blocks[1].content.includes('Bob')`);
    await ada.press('Restore');
    await ada.until(`editor.shadowRoot.querySelector('.banner').hidden`);
    await ada.until(`editor.shadowRoot.activeElement?.textContent === 'History'`);
    for (const page of [ada, bob])
      await page.until(
        `editor.getContent().blocks.map(({ content }) => content).join() === '<p>One</p>,<p>Two</p>'`,
      );
    await type(bob, 'goes on ');
    await ada.until(`editor.getContent().blocks[1].content.includes('goes on')`);
    for (const page of [bob, ada]) await page.save();
    expect(await contents(ada)).toEqual(await contents(bob));
    const { blocks } = (await pages.stored('restore', template)).content;
    expect(blocks.map(({ content }: { content: string }) => content)).toEqual(await contents(bob));
    const { request } = await pages.app.openTenant('restore');
    expect((await request('GET', `/templates/${template}/snapshots`)).text).toContain('Bob');
  });

  test('changes made while a save is under way are saved when the element leaves the page', async () => {
    const template = await pages.create('leave', BLOCKS.slice(0, 1));
    const page = await pages.open({ tenant: 'leave', template });
    await page.evaluate(
      `{ ${withText('<p>A</p>')}; void editor.save(); ${withText('<p>B</p>')}; editor.remove(); }`,
    );
    for (let count = 0; count < 100; count += 1) {
      if ((await pages.stored('leave', template)).content.blocks[0].content === '<p>B</p>') return;
      await Bun.sleep(100);
    }
    throw new Error('The last change is not stored.');
  });

  test('an element that moves in the page shows what it saved on its way', async () => {
    const template = await pages.create('moves', BLOCKS.slice(0, 1));
    const page = await pages.open({ tenant: 'moves', template, user: null });
    await page.evaluate(`(() => {
      const send = fetch;
      window.fetch = async (address, options) => {
        const method = options?.method ?? address.method;
        if (method === 'PUT') await new Promise((resolve) => setTimeout(resolve, 500));
        return send(address, options);
      };
      ${withText('<p>Moved</p>')};
      document.body.append(editor);
    })()`);
    await page.until(`editor.getContent()?.blocks[0].content === '<p>Moved</p>'`);
  });

  test('a template that cannot be saved stays open', async () => {
    const template = await pages.create('stays', BLOCKS.slice(0, 1));
    const other = await pages.create('stays', BLOCKS);
    const page = await pages.open({ tenant: 'stays', template, autosave: false });
    await page.evaluate(`(() => {
      const send = fetch;
      const isSave = (address, options) => (options?.method ?? address.method) === 'PUT';
      window.fetch = (address, options) =>
        isSave(address, options) ? Promise.reject(new TypeError('cut')) : send(address, options);
      ${withText('<p>Mine</p>')};
    })()`);
    expect(await page.evaluate(`editor.load('${other}').then(() => 'loaded', () => 'refused')`)).toBe(
      'refused',
    );
    expect(await contents(page)).toEqual(['<p>Mine</p>']);
  });

  test('the subject of a comment stays while others change the mail', async () => {
    const { ada, bob } = await openTwo('subject');
    await ada.select('one');
    await ada.click('[data-tab=comments]');
    await ada.evaluate(`editor.shadowRoot.querySelector('.new-comment select').value = ''`);
    await bob.click('[data-add=title]');
    await ada.until('editor.getContent().blocks.length === 3');
    expect(await ada.evaluate(`editor.shadowRoot.querySelector('.new-comment select').value`)).toBe('');
  });

  test('a value that is not taken is said to be invalid', async () => {
    const template = await pages.create('invalid', BLOCKS);
    const page = await pages.open({ tenant: 'invalid', template });
    await page.select('one');
    await page.fill('Paragraph spacing', '-1');
    expect(await page.evaluate(`editor.shadowRoot.querySelectorAll('[aria-invalid=true]').length`)).toBe(1);
  });
});
