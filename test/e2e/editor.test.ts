import { expect, test } from 'bun:test';
import { describeInBrowser } from '../browser/browser.ts';
import { useEditorPages } from './editor-pages.ts';
import type { EditorPage } from './test-product.ts';

const edit = async (editor: EditorPage, blockId: string, text: string) => {
  await editor.click(`[data-block-id="${blockId}"]`);
  await editor.page.click(`[data-block-id="${blockId}"] p, [data-block-id="${blockId}"] h2`, { count: 2 });
  const field = `[data-block-id="${blockId}"] [contenteditable=true]`;
  // It is there a moment before it has the keyboard.
  await editor.until(`document.activeElement?.matches(${JSON.stringify(field)}) === true`);
  await editor.page.keyboard.press('End');
  await editor.page.keyboard.type(text);
  await editor.until(
    `document.querySelector(${JSON.stringify(field)}).textContent.includes(${JSON.stringify(text)})`,
  );
  // The text is taken over when the block is left.
  await editor.click('#tpl-tab-settings');
};

const contentOf = (editor: EditorPage) =>
  editor.evaluate<{ blocks: object[] }>('copy(galley.editor.getContent())');

describeInBrowser('the published editor against the executable', () => {
  const editors = useEditorPages();
  const { open, createTemplate } = editors;
  const stored = async (id: string) =>
    (await editors.product.tenant.call('GET', `/templates/${id}`)).body.data;

  test('create, insert, edit, save, reload', async () => {
    const editor = await open();
    await editor.click('[data-palette-type=paragraph]');
    await editor.page.waitForSelector('[data-block-type=paragraph]');
    const blockId = await editor.evaluate<string>(
      `document.querySelector('[data-block-type=paragraph]').dataset.blockId`,
    );
    await edit(editor, blockId, ' — with love');
    await editor.press('Save');
    await editor.until('seen.saved.length === 1');
    await editor.screenshot('editor-saved');

    const shown = await contentOf(editor);
    expect(JSON.stringify(shown)).toContain('with love');
    const template = await stored(editor.templateId);
    expect(template.content).toMatchObject(shown);
    expect(await editor.evaluate<string>('seen.saved[0].html')).toContain('with love');
    expect(await editor.errors()).toEqual([]);

    const again = await open({ template: editor.templateId });
    expect(await contentOf(again)).toEqual(template.content);
    await again.until(
      `document.querySelector('[data-testid=canvas-wrapper]').textContent.includes('with love')`,
    );
    expect(again.requests.filter((request) => !request.startsWith('20'))).toEqual([]);
    await again.screenshot('editor-reloaded');
  });

  test('what it saves is what it exports', async () => {
    const editor = await open({ template: await createTemplate() });
    await edit(editor, 'text', '!');
    await editor.press('Save');
    await editor.until('seen.saved.length === 1');
    const exported = await editor.evaluate<{ html: string; mjml: string }>(
      'galley.api.exportTemplate({ template_id: templateId })',
    );
    const saved = await editor.evaluate<{ html: string; mjml: string }>('seen.saved[0]');
    expect(exported).toMatchObject({ html: saved.html, mjml: saved.mjml });
    expect(exported.html).toContain('Hello you!');
  });

  test('autosave keeps snapshots; an old version is looked at and restored', async () => {
    const templateId = await createTemplate();
    const editor = await open({ template: templateId, autosave: true });
    await edit(editor, 'text', ' and more');
    await editor.untilAnswered(/^201 POST .*\/snapshots$/);
    // 0.10.4 keeps a snapshot and leaves the template as it was.
    expect((await stored(templateId)).content.blocks[1]).toMatchObject({ content: '<p>Hello you</p>' });
    const snapshots = (await editors.product.tenant.call('GET', `/templates/${templateId}/snapshots`)).body
      .data;
    expect(snapshots).toMatchObject([{ is_autosave: true }]);
    expect(snapshots[0].content.blocks[1]).toMatchObject({ content: '<p>Hello you and more</p>' });

    const later = await open({ template: templateId });
    await later.until(`!document.querySelector('[title="Older version"]').disabled`);
    await later.press('Older version');
    await later.until(
      `document.querySelector('[data-testid=canvas-wrapper]').textContent.includes('and more')`,
    );
    await later.screenshot('editor-old-version');
    await later.press('Restore this snapshot');
    await later.untilAnswered(/^200 POST .*\/restore$/);
    await later.until(`galley.editor.getContent().blocks[1].content.includes('and more')`);
    expect((await stored(templateId)).content).toEqual(await contentOf(later));
    expect(await later.errors()).toEqual([]);
  });

  test('three saves within seconds are three versions, and each can be restored', async () => {
    const templateId = await createTemplate();
    const editor = await open({ template: templateId, user: 'u1', name: 'Ada' });
    for (const [index, text] of [' one', ' two', ' three'].entries()) {
      await edit(editor, 'text', text);
      await editor.press('Save');
      await editor.until(`seen.saved.length === ${index + 1}`);
    }
    const { data } = (await editors.product.tenant.call('GET', `/templates/${templateId}/snapshots`)).body;
    const textOf = (each: { content: { blocks: { content: string }[] } }) => each.content.blocks[1]?.content;
    expect(data.map((each: never) => [textOf(each), (each as { author_name?: string }).author_name])).toEqual(
      [
        ['<p>Hello you one two three</p>', 'Ada'],
        ['<p>Hello you one two</p>', 'Ada'],
        ['<p>Hello you one</p>', 'Ada'],
        ['<p>Hello you</p>', undefined],
      ],
    );
    await editor.until(`!document.querySelector('[title="Older version"]').disabled`);
    await editor.press('Older version');
    await editor.press('Older version');
    await editor.until(
      `!document.querySelector('[data-testid=canvas-wrapper]').textContent.includes('three')`,
    );
    await editor.press('Restore this snapshot');
    await editor.untilAnswered(/^200 POST .*\/restore$/);
    const restored = (await stored(templateId)).content;
    expect(textOf({ content: restored })).not.toContain('three');
    await editor.until(`!galley.editor.getContent().blocks[1].content.includes('three')`);
    expect(restored).toEqual(await contentOf(editor));
    expect(await editor.errors()).toEqual([]);
  });

  test('two people comment: each may change what is theirs', async () => {
    const templateId = await createTemplate();
    const ada = await open({ template: templateId, user: 'u1', name: 'Ada' });
    await ada.click('[data-block-id=text]');
    await ada.press('Comments');
    await ada.type('[placeholder="Write a comment..."]', 'Is this too plain?');
    await ada.screenshot('comments-ada');
    await ada.page.keyboard.press('Enter');
    await ada.untilAnswered(/^201 POST .*\/comments$/);

    const bob = await open({ template: templateId, user: 'u2', name: 'Bob' });
    await bob.press('Comments');
    await bob.until(`document.body.textContent.includes('Is this too plain?')`);
    await bob.screenshot('comments-bob');
    expect(await bob.evaluate(`[...document.querySelectorAll('[title=Edit],[title=Delete]')].length`)).toBe(
      0,
    );
    await bob.press('Reply');
    await bob.type('[placeholder="Write a reply..."]', 'No, I like it.');
    await bob.page.keyboard.press('Enter');
    await bob.untilAnswered(/^201 POST .*\/comments$/);
    await bob.press('Resolve');
    await bob.untilAnswered(/^200 POST .*\/resolve$/);

    const threads = (await editors.product.tenant.call('GET', `/templates/${templateId}/comments`)).body.data;
    expect(threads).toMatchObject([
      {
        body: 'Is this too plain?',
        author_identifier: 'u1',
        author_name: 'Ada',
        resolved_by_name: 'Bob',
        replies: [{ body: 'No, I like it.', author_identifier: 'u2' }],
      },
    ]);
    expect([...(await ada.errors()), ...(await bob.errors())]).toEqual([]);
  });

  test('a module is saved and inserted elsewhere', async () => {
    const editor = await open({ template: await createTemplate() });
    await editor.click('[data-block-id=head]');
    await editor.press('Save as Module');
    await editor.type('[role=dialog] input[type=text]', 'Our head');
    await editor.press('Save Module');
    await editor.untilAnswered(/^201 POST \/saved-modules$/);

    const other = await open();
    await other.press('Browse saved modules');
    await other.click('[role=dialog] [aria-pressed]');
    await other.screenshot('modules');
    await other.press('Insert');
    await other.until('galley.editor.getContent().blocks.length === 1');
    const [block] = (await contentOf(other)).blocks;
    expect(block).toMatchObject({ type: 'title', content: '<p>Spring</p>' });
    expect(block).not.toMatchObject({ id: 'head' });
  });

  test('a module that another tenant has saved is there if it is shared', async () => {
    const elsewhere = await editors.product.openTenant('elsewhere', { share_modules: true });
    const content = [{ id: 'a', type: 'title', content: '<p>Of all</p>' }];
    const save = async (name: string, shared: boolean) =>
      (await elsewhere.call('POST', '/saved-modules', { body: { name, content, shared } })).status;
    expect([await save('A shared head', true), await save('A private head', false)]).toEqual([201, 201]);

    const editor = await open();
    await editor.press('Browse saved modules');
    await editor.page.waitForSelector('[role=dialog] [aria-pressed]');
    const dialog = await editor.evaluate<string>(`document.querySelector('[role=dialog]').innerText`);
    expect([dialog.includes('A shared head'), dialog.includes('A private head')]).toEqual([true, false]);
    // Modules are in the order of their names.
    await editor.click('[role=dialog] [aria-pressed]');
    await editor.press('Insert');
    await editor.until('galley.editor.getContent().blocks.length === 1');
    expect((await contentOf(editor)).blocks).toMatchObject([{ type: 'title', content: '<p>Of all</p>' }]);
    expect(await editor.errors()).toEqual([]);
  });

  test('a missing template, or one of another tenant, is an error in the page', async () => {
    const editor = await open();
    const fault = await editor.evaluate(
      `galley.editor.load('none').catch(({ message, statusCode }) => ({ message, statusCode }))`,
    );
    expect(fault).toEqual({ message: 'Template not found.', statusCode: 404 });
  });
});
