import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { describeInBrowser } from '../browser/browser.ts';
import { drawPicture } from '../browser/pictures.ts';
import type { FakeReply } from '../support/fake-provider-wire.ts';
import { useDesks } from './desks.ts';
import type { Desk } from './studio.ts';

/** The places of the editor's menu. */
const MENU = { chat: 1, design: 2, score: 3 };

const choose = async (desk: Desk, item: keyof typeof MENU) => {
  await desk.click('.tpl-ai-btn');
  await desk.click(`.tpl-ai-feature-menu-item:nth-child(${MENU[item]})`);
};

const contentOf = (desk: Desk, blockId: string) =>
  desk.ask<string>(`galley.editor.getContent().blocks.find(({ id }) => id === '${blockId}').content`);

const panelShows = (panel: string, text: string) =>
  `document.querySelector('${panel}')?.textContent.includes(${JSON.stringify(text)})`;

const says = (value: object): FakeReply => ({ text: JSON.stringify(value) });

/** Two faults: one a rule knows how to mend, one that takes somebody who can write. */
const FAULTY = {
  blocks: [
    { id: 'head', type: 'title', content: '<p>Spring</p>' },
    { id: 'loud', type: 'paragraph', content: '<p>The garden is open again!!! Come and see it.</p>' },
    {
      id: 'vague',
      type: 'paragraph',
      content: '<p>We wrote about it, <a href="https://garden.example/paths">click here</a>.</p>',
    },
  ],
};

const SCORE = '.tpl-scoring-panel';
const CHAT = '.tpl-ai-sidebar';

const showsOnCanvas = (blockId: string, text: string) =>
  `document.querySelector('[data-block-id="${blockId}"]')?.textContent.includes(${JSON.stringify(text)})`;

/** Presses "Fix with AI" of the finding with these words. */
const fix = async (desk: Desk, words: string) => {
  const mark = `(() => {
    const cards = [...document.querySelectorAll('${SCORE} .tpl-scoring-fix-btn')]
      .map((button) => ({ button, text: button.parentElement.parentElement.textContent }));
    const found = cards.filter(({ text }) => text.includes(${JSON.stringify(words)}));
    for (const { button } of cards) button.removeAttribute('data-fix');
    found[0]?.button.setAttribute('data-fix', '');
    return found.length === 1 && !found[0].button.disabled;
  })()`;
  await desk.until(mark);
  await desk.click('[data-fix]');
};

describeInBrowser('the AI of the published editor', () => {
  const desks = useDesks();

  test('a template is scored, and two findings are followed until they are gone', async () => {
    const { provider } = desks.studio;
    const desk = await desks.open({ template: await desks.makeTemplate(FAULTY) });
    const asked = provider.requests.length;
    await choose(desk, 'score');
    await desk.until(panelShows(SCORE, 'Exclamation marks stand in a row'));
    await desk.shoot('ai-score');
    const shown = await desk.ask<string>(`document.querySelector('${SCORE} .tpl\\\\:text-4xl').textContent`);
    const scored = await desk.ask<{ result: { score: number } }>(`(async () => {
      const input = { template_id: templateId, current_content: copy(galley.editor.getContent()) };
      for await (const event of galley.api.scoreTemplate(input)) if (event.type === 'done') return event;
    })()`);
    expect(Number(shown)).toBe(scored.result.score);

    await fix(desk, 'Exclamation marks stand in a row');
    await desk.until(`!${panelShows(SCORE, 'Exclamation marks stand in a row')}`);
    expect(await contentOf(desk, 'loud')).toBe('<p>The garden is open again! Come and see it.</p>');
    expect(provider.requests.length).toBe(asked);

    const html =
      '<p>We wrote about it: <a href="https://garden.example/paths">all paths of the garden</a>.</p>';
    provider.answer(says({ html }));
    await fix(desk, 'does not say where it leads');
    await desk.until(`!${panelShows(SCORE, 'does not say where it leads')}`);
    expect(await contentOf(desk, 'vague')).toBe(html);
    expect(provider.requests.slice(asked).map(({ text }) => text.includes('click here'))).toEqual([true]);

    await desk.press('Re-score');
    await desk.until(
      `Number(document.querySelector('${SCORE} .tpl\\\\:text-4xl')?.textContent) > ${Number(shown)}`,
    );
    expect(await desk.ask<boolean>(panelShows(SCORE, 'does not say where it leads'))).toBe(false);
    await desk.shoot('ai-fixed');
    expect(await desk.errors()).toEqual([]);
  });

  test('the assistant answers bit by bit, changes one block, can be taken back, and remembers', async () => {
    const { provider } = desks.studio;
    const template = await desks.makeTemplate();
    const desk = await desks.open({ template });
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
    await choose(desk, 'chat');
    await desk.type(`${CHAT} textarea`, 'Greet gardeners more warmly');
    await desk.page.keyboard.press('Enter');
    await desk.until(panelShows(CHAT, 'I make the greeting'));
    expect(await contentOf(desk, 'text')).toBe('<p>Hello you</p>');
    goOn.resolve();
    await desk.until(showsOnCanvas('text', 'Hello, dear gardener'));
    expect(await desk.ask<boolean>(panelShows(CHAT, 'I make the greeting warmer.'))).toBe(true);
    expect(await contentOf(desk, 'head')).toBe('<p>Spring</p>');
    await desk.shoot('ai-chat');

    await desk.press('Revert changes');
    await desk.until(showsOnCanvas('text', 'Hello you'));
    await desk.press('Re-apply changes');
    await desk.until(showsOnCanvas('text', 'Hello, dear gardener'));
    await desk.press('Save');
    await desk.until('seen.saved.length === 1');
    expect(await desk.errors()).toEqual([]);

    const again = await desks.open({ template });
    await again.until(showsOnCanvas('text', 'Hello, dear gardener'));
    await choose(again, 'chat');
    await again.until(panelShows(CHAT, 'Greet gardeners more warmly'));
    expect(await again.ask<boolean>(panelShows(CHAT, 'I make the greeting warmer.'))).toBe(true);
  });

  test('an empty canvas is filled by a suggestion', async () => {
    const desk = await desks.open();
    const prompts = ['Invite to the open day', 'Welcome new members', 'Thank for a donation'];
    const blocks = [
      { type: 'title', content: 'Open day', level: 1 },
      { type: 'paragraph', content: '<p>Come on Saturday.</p>' },
    ];
    const made = { reply: 'An invitation.', name: 'Open day', subject: 'Come and see', settings: {}, blocks };
    desks.studio.provider.answer(({ text }) =>
      says(text.includes('You suggest') ? { suggestions: prompts } : made),
    );
    await choose(desk, 'chat');
    await desk.until(`document.querySelectorAll('.tpl-suggestion-btn.tpl\\\\:opacity-100').length === 3`);
    await desk.shoot('ai-suggestions');
    await desk.press('Invite to the open day');
    await desk.until(`galley.editor.getContent().blocks.length === 2`);
    expect(await desk.ask<string[]>('galley.editor.getContent().blocks.map(({ type }) => type)')).toEqual([
      'title',
      'paragraph',
    ]);
    await desk.until(panelShows(CHAT, 'An invitation.'));
    expect(await desk.errors()).toEqual([]);
  });

  test('a picture of a design becomes blocks', async () => {
    const { provider } = desks.studio;
    const desk = await desks.open();
    const blocks = [
      { type: 'title', content: 'Drawn', level: 1 },
      { type: 'button', text: 'Go', url: 'https://go.example' },
    ];
    provider.answer(says({ reply: 'As drawn.', name: 'Drawn', subject: 'Drawn', settings: {}, blocks }));
    await choose(desk, 'design');
    const [asked] = await Promise.all([desk.page.waitForFileChooser(), desk.click('.tpl-design-dropzone')]);
    const picture = join(desks.studio.place.dir, 'design.png');
    await Bun.write(picture, (await drawPicture('https://pictures.example/600x300.png')).body);
    await asked.accept([picture]);
    await desk.press('Generate from design');
    await desk.until(`galley.editor.getContent().blocks.length === 2`);
    await desk.page.waitForSelector('[data-block-type=button]');
    expect(provider.requests.at(-1)?.text).toContain('data:image/png;base64,');
    await desk.shoot('ai-design');
    expect(await desk.errors()).toEqual([]);
  });

  test('a provider that fails is said in the panel, and the canvas stays', async () => {
    const desk = await desks.open({ template: await desks.makeTemplate() });
    desks.studio.provider.answer({ status: 401, message: 'Incorrect API key provided: sk-secret' });
    await choose(desk, 'chat');
    await desk.type(`${CHAT} textarea`, 'Make it blue');
    await desk.page.keyboard.press('Enter');
    await desk.until(panelShows(CHAT, 'Failed to generate template'));
    expect(await contentOf(desk, 'text')).toBe('<p>Hello you</p>');
    expect(await desk.ask<string>('document.body.textContent')).not.toContain('sk-secret');
  });
});
