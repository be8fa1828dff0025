import { afterEach, describe, expect, test } from 'bun:test';
import { connect, expectRefused, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { smallContent } from '../../support/test-app.ts';
import { type Editor, FOR_AGENTS, openEditor, says, TAGS } from './editor.ts';

let editor: Editor;
afterEach(() => editor?.stop());

const TEXT = '<p>Hi {{ first_name }}, <a href="https://a.example">read <strong>this</strong></a>.</p>';
const GOOD =
  '<p>Hello {{ first_name }}: <a href="https://a.example">have a look at <strong>it</strong></a>!</p>';
const BAD = '<p>Hello {{ first_name }}: have a look at <strong>it</strong>!</p>';

/** The text comes as the events of a stream too, for clients that append them. */
const REWRITTEN = [
  { type: 'text', text: GOOD },
  { type: 'done', content: GOOD },
];

const rewrite = (fields: object = {}) =>
  editor.call('rewrite-text', { content: TEXT, instruction: 'Friendlier', merge_tags: TAGS, ...fields });

describe('a text', () => {
  test('is rewritten for the editor and for agents', async () => {
    editor = await openEditor(says({ text: GOOD }), { settings: UNLIMITED_CALLS });
    expect((await rewrite()).events).toEqual(REWRITTEN);
    const args = { text: TEXT, instruction: 'Friendlier', tone: 'warm', locale: 'de' };
    expect(await connect(editor.app).get('rewrite-text', args)).toEqual({ content: GOOD });
    expect(editor.provider.requests[1]?.text).toContain('warm');
    expect(editor.provider.requests[1]?.text).toContain('\\"de\\"');
  });

  test('is tried again when markup got lost', async () => {
    editor = await openEditor({});
    editor.provider.answerInTurn(says({ text: BAD }), says({ text: GOOD }));
    expect((await rewrite()).events).toEqual(REWRITTEN);
    const told = editor.provider.requests[1]?.body.messages.at(-1).content;
    expect(told).toContain('The element <a href="https://a.example"> got lost.');
  });

  test('is refused when it gets lost again, naming it; nothing of it is shown', async () => {
    editor = await openEditor(says({ text: BAD }));
    const { status, body, text } = await rewrite();
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.message).toContain('The element <a href="https://a.example"> got lost.');
    expect(body.message).toContain('within other elements');
    expect(text).not.toContain('have a look');
    expect(editor.provider.requests).toHaveLength(2);
  });

  test('cannot be rewritten without a provider; how to do it oneself is said', async () => {
    editor = await openEditor(undefined, { settings: UNLIMITED_CALLS });
    const { body } = await rewrite();
    expect(body.code).toBe('unavailable');
    expect(body.message).toMatch(/^No AI model is available here\. Rewrite the text by hand\.$/);
    expect(body.message).not.toMatch(FOR_AGENTS);
    await expectRefused(
      editor.app,
      connect(editor.app),
      'rewrite-text',
      { text: 'x', instruction: 'y' },
      /^No AI model is available here\. .*update-template operation \{"op":"update"/,
    );
  });
});

const FINDING = {
  id: 'read.caps:b1:1',
  message: 'x',
  suggestion: 'Write it in small letters.',
  category: 'readability',
};

describe('a finding', () => {
  test('is fixed by its rule, without asking a model', async () => {
    editor = await openEditor(says({ html: 'x' }));
    const content = '<p style="font-family: Lobster">Hello</p>';
    const { events } = await editor.call('fix-finding', { content, finding: { id: 'best.web-font:b1:1' } });
    expect(events).toEqual([{ type: 'done', content: expect.stringContaining('Lobster,') }]);
    expect(editor.provider.requests).toEqual([]);
  });

  const long = `<p>${'This sentence goes on and on about {{ first_name }} without ever coming to a point '.repeat(6)}.</p>`;
  const short = '<p>This is about {{ first_name }}. It is short.</p>';
  const finding = { ...FINDING, id: 'read.long-sentence:b1:1' };

  test('no rule can fix is fixed by the model, and looked at again', async () => {
    editor = await openEditor({});
    editor.provider.answerInTurn(says({ html: long }), says({ html: short }));
    const { events } = await editor.call('fix-finding', { content: long, finding, merge_tags: TAGS });
    expect(events).toEqual([{ type: 'done', content: short }]);
    expect(editor.provider.requests[1]?.text).toContain('The fault is still in it.');
  });

  test.each([
    ['loses a merge tag', '<p>Short.</p>', 'The merge tag {{ first_name }} got lost.'],
    ['makes one up', `${short} {{ nick }}`, 'There is no merge tag {{ nick }}'],
  ])('is not fixed by an answer that %s', async (_name, html, message) => {
    editor = await openEditor(says({ html }));
    const { status, body } = await editor.call('fix-finding', { content: long, finding });
    expect([status, body.message]).toEqual([422, expect.stringContaining(message)]);
  });

  test('without a provider is left to people, with what to do', async () => {
    editor = await openEditor(undefined, { content: smallContent() });
    const { status, body } = await editor.call('fix-finding', { content: long, finding });
    expect([status, body.message]).toEqual([
      503,
      expect.stringMatching(/^No AI model is available here\. .*by hand: ./),
    ]);
  });
});

describe('suggestions', () => {
  const ask = () =>
    editor.call('suggestions', { current_content: { blocks: [], settings: {} }, merge_tags: TAGS });

  test('are three, from the model', async () => {
    editor = await openEditor(says({ suggestions: ['One', 'Two', 'Three', 'Four'] }));
    expect((await ask()).events).toEqual([{ type: 'done', suggestions: ['One', 'Two', 'Three'] }]);
  });

  test('are three, each for another built-in design, without one', async () => {
    editor = await openEditor();
    const [done] = (await ask()).events;
    expect(new Set(done.suggestions).size).toBe(3);
  });
});
