import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { describeInBrowser } from '../browser/browser.ts';
import { drawPicture } from '../browser/pictures.ts';
import type { FakeReply } from '../support/fake-provider-wire.ts';
import { useEditorPages } from './editor-pages.ts';
import type { EditorPage } from './test-product.ts';

/** The places of the editor's menu. */
const MENU = { chat: 1, design: 2, score: 3 };

const choose = async (editor: EditorPage, item: keyof typeof MENU) => {
  await editor.click('.tpl-ai-btn');
  await editor.click(`.tpl-ai-feature-menu-item:nth-child(${MENU[item]})`);
};

const contentOf = (editor: EditorPage, blockId: string) =>
  editor.evaluate<string>(`galley.editor.getContent().blocks.find(({ id }) => id === '${blockId}').content`);

const panelShows = (panel: string, text: string) =>
  `document.querySelector('${panel}')?.textContent.includes(${JSON.stringify(text)})`;

const says = (value: object): FakeReply => ({ text: JSON.stringify(value) });

/** Two findings: one that a rule can fix, and one that needs the language model. */
const FAULTY = {
  blocks: [
    { id: 'head', type: 'title', content: '<p>Spring</p>' },
    { id: 'loud', type: 'paragraph', content: '<p>The garden is open again!!! Come and see it.</p>' },
    {
      id: 'vague',
      type: 'paragraph',
      content: '<p>We wrote about it, <a href="https://garden.example/paths">click here</a>.</p>',
    },
    { id: 'bare', type: 'image', src: 'https://garden.example/spring.png' },
    {
      id: 'section',
      type: 'section',
      columns: '1',
      children: [[{ id: 'inner', type: 'paragraph', content: '<p>Lorem ipsum dolor sit amet</p>' }]],
    },
  ],
};

const SCORE = '.tpl-scoring-panel';
const CHAT = '.tpl-ai-sidebar';

const showsOnCanvas = (blockId: string, text: string) =>
  `document.querySelector('[data-block-id="${blockId}"]')?.textContent.includes(${JSON.stringify(text)})`;

/** Presses "Fix with AI" of the finding with these words. */
const fix = async (editor: EditorPage, words: string) => {
  const mark = `(() => {
    const cards = [...document.querySelectorAll('${SCORE} .tpl-scoring-fix-btn')]
      .map((button) => ({ button, text: button.parentElement.parentElement.textContent }));
    const found = cards.filter(({ text }) => text.includes(${JSON.stringify(words)}));
    for (const { button } of cards) button.removeAttribute('data-fix');
    found[0]?.button.setAttribute('data-fix', '');
    return found.length === 1 && !found[0].button.disabled;
  })()`;
  await editor.until(mark);
  await editor.click('[data-fix]');
};

describeInBrowser('the AI of the published editor', () => {
  const editors = useEditorPages();

  test('a template is scored, and two findings are followed until they are gone', async () => {
    const { provider } = editors.product;
    const editor = await editors.open({ template: await editors.createTemplate(FAULTY) });
    const asked = provider.requests.length;
    await choose(editor, 'score');
    await editor.until(panelShows(SCORE, 'Exclamation marks stand in a row'));
    await editor.screenshot('ai-score');
    const shown = await editor.evaluate<string>(
      `document.querySelector('${SCORE} .tpl\\\\:text-4xl').textContent`,
    );
    const scored = await editor.evaluate<{ result: { score: number } }>(`(async () => {
      const input = { template_id: templateId, current_content: copy(galley.editor.getContent()) };
      for await (const event of galley.api.scoreTemplate(input)) if (event.type === 'done') return event;
    })()`);
    expect(Number(shown)).toBe(scored.result.score);
    // The editor can fix texts of the top level only: one of `loud`, two of `vague`. Its button would do nothing for others.
    expect(await editor.evaluate<boolean>(panelShows(SCORE, 'Lorem ipsum'))).toBe(true);
    const buttons = `document.querySelectorAll('${SCORE} .tpl-scoring-fix-btn').length`;
    expect(await editor.evaluate<number>(buttons)).toBe(3);

    await fix(editor, 'Exclamation marks stand in a row');
    await editor.until(`!${panelShows(SCORE, 'Exclamation marks stand in a row')}`);
    expect(await contentOf(editor, 'loud')).toBe('<p>The garden is open again! Come and see it.</p>');
    expect(provider.requests.length).toBe(asked);

    const html =
      '<p>We wrote about it: <a href="https://garden.example/paths">all paths of the garden</a>.</p>';
    provider.answer(says({ html }));
    await fix(editor, 'does not say where it leads');
    await editor.until(`!${panelShows(SCORE, 'does not say where it leads')}`);
    expect(await contentOf(editor, 'vague')).toBe(html);
    expect(provider.requests.slice(asked).map(({ text }) => text.includes('click here'))).toEqual([true]);

    await editor.press('Re-score');
    await editor.until(
      `Number(document.querySelector('${SCORE} .tpl\\\\:text-4xl')?.textContent) > ${Number(shown)}`,
    );
    expect(await editor.evaluate<boolean>(panelShows(SCORE, 'does not say where it leads'))).toBe(false);
    await editor.screenshot('ai-fixed');
    expect(await editor.errors()).toEqual([]);
  });

  test('the assistant answers bit by bit, changes one block, can be taken back, and remembers', async () => {
    const { provider } = editors.product;
    const template = await editors.createTemplate();
    const editor = await editors.open({ template });
    const goOn = Promise.withResolvers<void>();
    const change = { op: 'update', id: 'text', fields: { content: '<p>Hello, dear gardener</p>' } };
    const rest = JSON.stringify({ touches: ['text'], operations: [change] }).slice(1);
    provider.answer({
      async *pieces() {
        yield '{"reply":"I make the greeting';
        await goOn.promise;
        yield ` warmer.",${rest}`;
      },
    });
    await choose(editor, 'chat');
    await editor.type(`${CHAT} textarea`, 'Greet gardeners more warmly');
    await editor.page.keyboard.press('Enter');
    await editor.until(panelShows(CHAT, 'I make the greeting'));
    expect(await contentOf(editor, 'text')).toBe('<p>Hello you</p>');
    goOn.resolve();
    await editor.until(showsOnCanvas('text', 'Hello, dear gardener'));
    expect(await editor.evaluate<boolean>(panelShows(CHAT, 'I make the greeting warmer.'))).toBe(true);
    expect(await contentOf(editor, 'head')).toBe('<p>Spring</p>');
    await editor.screenshot('ai-chat');

    await editor.press('Revert changes');
    await editor.until(showsOnCanvas('text', 'Hello you'));
    await editor.press('Re-apply changes');
    await editor.until(showsOnCanvas('text', 'Hello, dear gardener'));
    await editor.press('Save');
    await editor.until('seen.saved.length === 1');
    expect(await editor.errors()).toEqual([]);

    const again = await editors.open({ template });
    await again.until(showsOnCanvas('text', 'Hello, dear gardener'));
    await choose(again, 'chat');
    await again.until(panelShows(CHAT, 'Greet gardeners more warmly'));
    expect(await again.evaluate<boolean>(panelShows(CHAT, 'I make the greeting warmer.'))).toBe(true);
  });

  test('an empty canvas is filled by a suggestion', async () => {
    const editor = await editors.open();
    const prompts = ['Invite to the open day', 'Welcome new members', 'Thank for a donation'];
    const blocks = [
      { type: 'title', content: 'Open day', level: 1 },
      { type: 'paragraph', content: '<p>Come on Saturday.</p>' },
    ];
    const made = { reply: 'An invitation.', name: 'Open day', subject: 'Come and see', settings: {}, blocks };
    editors.product.provider.answer(({ text }) =>
      says(text.includes('You suggest') ? { suggestions: prompts } : made),
    );
    await choose(editor, 'chat');
    await editor.until(`document.querySelectorAll('.tpl-suggestion-btn.tpl\\\\:opacity-100').length === 3`);
    await editor.screenshot('ai-suggestions');
    await editor.press('Invite to the open day');
    await editor.until(`galley.editor.getContent().blocks.length === 2`);
    expect(
      await editor.evaluate<string[]>('galley.editor.getContent().blocks.map(({ type }) => type)'),
    ).toEqual(['title', 'paragraph']);
    await editor.until(panelShows(CHAT, 'An invitation.'));
    expect(await editor.errors()).toEqual([]);
  });

  test('a picture of a design becomes blocks', async () => {
    const { provider } = editors.product;
    const editor = await editors.open();
    const blocks = [
      { type: 'title', content: 'Drawn', level: 1 },
      { type: 'button', text: 'Go', url: 'https://go.example' },
    ];
    provider.answer(says({ reply: 'As drawn.', name: 'Drawn', subject: 'Drawn', settings: {}, blocks }));
    await choose(editor, 'design');
    const [asked] = await Promise.all([
      editor.page.waitForFileChooser(),
      editor.click('.tpl-design-dropzone'),
    ]);
    const picture = join(editors.product.place.dir, 'design.png');
    await Bun.write(picture, (await drawPicture('https://pictures.example/600x300.png')).body);
    await asked.accept([picture]);
    await editor.press('Generate from design');
    await editor.until(`galley.editor.getContent().blocks.length === 2`);
    await editor.page.waitForSelector('[data-block-type=button]');
    expect(provider.requests.at(-1)?.text).toContain('data:image/png;base64,');
    await editor.screenshot('ai-design');
    expect(await editor.errors()).toEqual([]);
  });

  test('a provider that fails is said in the panel, and the canvas stays', async () => {
    const editor = await editors.open({ template: await editors.createTemplate() });
    editors.product.provider.answer({ status: 401, message: 'Incorrect API key provided: sk-secret' });
    await choose(editor, 'chat');
    await editor.type(`${CHAT} textarea`, 'Make it blue');
    await editor.page.keyboard.press('Enter');
    await editor.until(panelShows(CHAT, 'The AI service is not available at the moment. Try again later.'));
    expect(await contentOf(editor, 'text')).toBe('<p>Hello you</p>');
    expect(await editor.evaluate<string>('document.body.textContent')).not.toContain('sk-secret');
  });
});
