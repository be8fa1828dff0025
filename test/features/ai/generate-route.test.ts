import { afterEach, describe, expect, test } from 'bun:test';
import { setProjectPlan } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { expectError } from '../../support/expect-error.ts';
import { adminScope, smallContent } from '../../support/test-app.ts';
import {
  aChange,
  aMail,
  type Editor,
  emptyCanvas,
  FOR_AGENTS,
  openEditor,
  readEvents,
  says,
  TAGS,
} from './editor.ts';

let editor: Editor;
afterEach(() => editor?.stop());

const ask = (fields: object = {}) => ({
  prompt: 'Welcome new customers',
  current_content: emptyCanvas,
  merge_tags: TAGS,
  conversation_id: null,
  ...fields,
});

const stored = async () =>
  (await editor.tenant.request('GET', `/templates/${editor.templateId}`)).body.data.content;

test('the editor reads lines as it is known to', () => {
  const stream = [
    ': waiting',
    'event: x',
    'data:{"type":"text","text":"ignored"}',
    'data: {"type":"text","text":"a"}\r',
    'data: {broken',
    '',
    'data: {"type":"done","text":"a"}',
    'data: {"type":"text","text":"no newline"}',
  ].join('\n');
  expect(readEvents(stream)).toEqual([
    { type: 'text', text: 'a' },
    { type: 'done', text: 'a' },
  ]);
});

/** A failure as the assistant says it: without content, so that nothing is applied. */
const failure = (code: string) => {
  const message = expect.stringMatching(/^[A-Z].*\.$/s);
  return { type: 'done', text: message, error: { message, code } };
};

describe('an empty canvas', () => {
  test('is filled, piece by piece and then as a whole, and nothing is stored', async () => {
    editor = await openEditor(says(aMail()));
    const before = await stored();
    const { status, text, events } = await editor.call('generate', ask());
    expect(status).toBe(200);
    expect(text.endsWith('\n')).toBe(true);
    const done = events.at(-1);
    expect(events.slice(0, -1).map(({ type }) => type)).toEqual(events.slice(0, -1).map(() => 'text'));
    expect(events.length).toBeGreaterThan(2);
    expect(
      events
        .slice(0, -1)
        .map((event) => event.text)
        .join(''),
    ).toBe('I wrote a welcome mail.');
    expect(done).toEqual({
      type: 'done',
      text: 'I wrote a welcome mail.\n\nAdd your address.',
      content: expect.any(Object),
      conversation_id: expect.any(String),
      engine: 'model',
    });
    // Every event is one line of its own, with an empty one after it.
    expect(
      text
        .split('\n\n')
        .slice(0, -1)
        .every((event) => /^(data: \{.*\}|: waiting)$/.test(event)),
    ).toBe(true);
    expect(done.content.blocks).toMatchObject([
      { type: 'title', level: 1, id: expect.any(String), textAlign: 'left' },
      { type: 'paragraph', content: '<p>Welcome, {{ first_name }}</p>' },
    ]);
    expect(done.content.settings).toMatchObject({ width: 600, preheaderText: 'Three small steps' });
    expect(await stored()).toEqual(before);
  });

  test('is filled from the built-in designs where there is no provider', async () => {
    editor = await openEditor();
    const { events } = await editor.call('generate', ask({ prompt: 'Welcome mail for "Bakery Rise"' }));
    const done = events.at(-1);
    expect(done.text).toContain('Change the rest by hand.');
    expect(done.text).not.toMatch(FOR_AGENTS);
    expect(done).toMatchObject({ type: 'done', engine: 'builtin' });
    expect(done.content.blocks.length).toBeGreaterThan(2);
    expect(editor.provider.requests).toEqual([]);
  });
});

describe('a canvas with blocks', () => {
  test('is changed where it is asked to be', async () => {
    editor = await openEditor(says(aChange('b1', { content: '<p>Bye</p>' })));
    const canvas = {
      blocks: [...smallContent().blocks, { id: 'b2', type: 'divider' }],
      settings: { width: 500 },
    };
    const { events } = await editor.call('generate', ask({ current_content: canvas }));
    const { content, text } = events.at(-1);
    expect(text).toBe('I changed it.');
    expect(content.blocks).toMatchObject([
      { id: 'b1', content: '<p>Bye</p>' },
      { id: 'b2', type: 'divider' },
    ]);
    expect(content.settings.width).toBe(500);
  });

  test('stays as it is when only a question is answered', async () => {
    editor = await openEditor(says({ reply: 'It has one paragraph.', touches: [], operations: [] }));
    const { events } = await editor.call('generate', ask({ current_content: smallContent() }));
    expect(events.at(-1)).toMatchObject({ type: 'done', text: 'It has one paragraph.' });
    expect(events.at(-1).content.blocks).toMatchObject(smallContent().blocks);
  });

  test('is not changed without a provider, and that is said', async () => {
    editor = await openEditor();
    const { status, events } = await editor.call('generate', ask({ current_content: smallContent() }));
    expect([status, events]).toEqual([200, [failure('unavailable')]]);
    expect(events[0].text).toBe('No AI model is available here. Change the template by hand.');
  });

  test('is not changed where a model cannot be shown all of it', async () => {
    editor = await openEditor(says(aChange('b1', {})));
    const blocks = Array.from({ length: 1501 }, () => ({ type: 'divider' }));
    const { events } = await editor.call('generate', ask({ current_content: { blocks } }));
    expect(events).toEqual([failure('too_large')]);
    expect(events[0].text).toMatch(/too long.* Change it by hand\.$/);
    expect(editor.provider.requests).toEqual([]);
  });

  test('that is long is shown in short first, then the blocks it takes', async () => {
    const blocks = Array.from({ length: 300 }, (_, index) => ({
      id: `p${index}`,
      type: 'paragraph',
      content: `<p>Paragraph ${index} ${'and so on '.repeat(15)}END${index}</p>`,
    }));
    editor = await openEditor((_request, index) =>
      index === 0 ? says({ ids: ['p7'] }) : says(aChange('p7', { content: '<p>Seven</p>' })),
    );
    const { events } = await editor.call('generate', ask({ current_content: { blocks, settings: {} } }));
    const [first, second] = editor.provider.requests;
    expect(first?.text).not.toContain('END7');
    expect(second?.text).toContain('END7<');
    expect(second?.text).not.toContain('END8<');
    const { content } = events.at(-1);
    expect(content.blocks[7].content).toBe('<p>Seven</p>');
    expect(content.blocks[8].content).toBe(blocks[8]?.content);
  });
});

describe('an answer that cannot be used', () => {
  const bad = says(aMail('<p>Hi {{ nick }}</p>'));

  test('is sent back once with what is wrong with it', async () => {
    editor = await openEditor({});
    editor.provider.answerInTurn(bad, says(aMail()));
    const { events } = await editor.call('generate', ask());
    expect(events.at(-1).content.blocks[1].content).toBe('<p>Welcome, {{ first_name }}</p>');
    // The second reply takes the place of the first; it is not shown twice.
    expect(
      events
        .filter(({ type }) => type === 'text')
        .map(({ text }) => text)
        .join(''),
    ).toBe('I wrote a welcome mail.');
    const [, second, ...more] = editor.provider.requests;
    expect(more).toEqual([]);
    const { messages } = second?.body ?? {};
    expect(messages.map(({ role }: { role: string }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
    expect(messages.at(-1).content).toContain('There is no merge tag {{ nick }}');
  });

  test('twice is refused with what is wrong with it, as an event', async () => {
    editor = await openEditor(bad);
    const { status, events } = await editor.call('generate', ask());
    expect(status).toBe(200);
    expect(events.at(-1)).toEqual(failure('validation_failed'));
    expect(events.at(-1).text).toContain('{{ nick }}');
    expect(editor.provider.requests).toHaveLength(2);
    const messages = await editor.tenant.request(
      'GET',
      `/templates/${editor.templateId}/ai/conversation-messages`,
    );
    expect(messages.body).toEqual({ data: [] });
  });

  test.each([
    ['no JSON', { text: 'I would rather not.' }],
    ['no blocks', says({ ...aMail(), blocks: [] })],
    ['a block there is not', says(aMail('x', { blocks: [{ type: 'hero' }] }))],
    ['a wrong value', says(aMail('x', { blocks: [{ type: 'title', content: 'x', level: 7 }] }))],
  ])('with %s is repaired', async (_name, reply) => {
    editor = await openEditor({});
    editor.provider.answerInTurn(reply, says(aMail()));
    expect((await editor.call('generate', ask())).events.at(-1)).toMatchObject({
      type: 'done',
      engine: 'model',
    });
    expect(editor.provider.requests).toHaveLength(2);
  });
});

describe('what goes wrong before the model is asked is an ordinary error', () => {
  test.each([
    ['no prompt', { prompt: '' }, 422, 'validation_failed'],
    ['no content', { current_content: undefined }, 422, 'validation_failed'],
    ['content that is none', { current_content: { blocks: [{ type: 'title' }] } }, 422, 'validation_failed'],
  ])('%s', async (_name, fields, status, code) => {
    editor = await openEditor(says(aMail()));
    const answer = await editor.tenant.request('POST', `/templates/${editor.templateId}/ai/generate`, {
      body: ask(fields),
    });
    expectError(answer, status, code);
  });

  test('the provider’s refusals are its answer', async () => {
    editor = await openEditor({ status: 401, message: 'bad key' }, { settings: { log_level: 'silent' } });
    const { status, events, text } = await editor.call('generate', ask());
    expect([status, events]).toEqual([200, [failure('unavailable')]]);
    expect(text).not.toContain('bad key');
  });

  test('a budget that is used up is the answer, with the time of its return', async () => {
    editor = await openEditor(says(aMail()), { settings: { ai_tokens_per_day: 10 } });
    const { events } = await editor.call('generate', ask());
    expect(events).toEqual([failure('rate_limited')]);
    expect(events[0].text).toContain('2026-11-22T00:00:00Z');
    expect(editor.provider.requests).toEqual([]);
  });

  test('a plan without it', async () => {
    editor = await openEditor(says(aMail()));
    const { deps, first } = editor.app;
    const [plan] = [...deps.plans].find(([, { features }]) => !features.ai_generation) ?? [];
    await perform(setProjectPlan, deps, adminScope, { project_id: first.project_id, plan: plan as string });
    const tenant = await editor.app.openTenant();
    const ai = `/templates/${editor.templateId}/ai`;
    for (const [path, body] of [
      ['generate', ask()],
      ['suggestions', {}],
      ['rewrite-text', {}],
      ['fix-finding', {}],
    ] as const) {
      const answer = await tenant.request('POST', `${ai}/${path}`, { body });
      expectError(answer, 403, 'feature_unavailable');
      expect(answer.body.message).toBe("Feature 'ai_generation' is not available on your current plan.");
    }
    expectError(await tenant.request('GET', `${ai}/conversation-messages`), 403, 'feature_unavailable');
    expect(editor.provider.requests).toEqual([]);
  });

  test('a template there is not', async () => {
    editor = await openEditor(says(aMail()));
    const answer = await editor.tenant.request('POST', '/templates/none/ai/generate', { body: ask() });
    expectError(answer, 404, 'not_found');
    expect(answer.body.message).toBe('Template not found.');
  });
});

test('fifty canvases are filled side by side', async () => {
  editor = await openEditor(({ text }) => ({
    ...says(aMail(`<p>${/canvas-\d+/.exec(text)?.[0]}</p>`)),
    pauseMs: 2,
  }));
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      editor.call('generate', ask({ prompt: `Make canvas-${index}x` })),
    ),
  );
  for (const [index, { events }] of answers.entries()) {
    expect(events.at(-1).content.blocks[1].content).toBe(`<p>canvas-${index}</p>`);
  }
  expect(new Set(answers.map(({ events }) => events.at(-1).conversation_id)).size).toBe(50);
});
