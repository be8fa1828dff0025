import { afterEach, describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { isModelConfigured } from '../../../src/features/ai/model/index.ts';
import type { FakeReply } from '../../support/fake-provider-wire.ts';
import { createTestApp } from '../../support/test-app.ts';
import { type Asking, KEY, startAsking } from './asking.ts';

let asking: Asking;
afterEach(() => asking?.stop());

const WIRES = ['openai', 'anthropic', 'openai-compatible'] as const;
const schema = Type.Object(
  { subject: Type.String(), lines: Type.Array(Type.String()) },
  { additionalProperties: false },
);
const VALUE = { subject: 'Sale', lines: ['One {"two"}', 'three'] };

describe.each(WIRES)('a model of %s', (wire) => {
  test('answers in text, piece by piece', async () => {
    asking = await startAsking(wire, { text: 'The autumn sale starts today.', model: 'test-model-2026' });
    const pieces: string[] = [];
    const answer = await asking.ask({ onText: (piece) => pieces.push(piece) });
    expect(answer).toEqual({
      text: 'The autumn sale starts today.',
      value: undefined,
      model: 'test-model-2026',
      complete: true,
      usage: { inputTokens: 12, outputTokens: 34 },
    });
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe(answer.text);
  });

  test('is sent the conversation and the key, and nothing else goes anywhere', async () => {
    asking = await startAsking(wire, { text: 'Yes.' });
    await asking.ask({
      system: 'Be kind.',
      messages: [
        { role: 'user', content: 'First?' },
        { role: 'assistant', content: 'Second.' },
        { role: 'user', content: [{ type: 'text', text: 'Third?' }] },
      ],
      maxOutputTokens: 77,
    });
    const [request, ...others] = asking.provider.requests;
    expect(others).toEqual([]);
    expect(request?.path).toBe(wire === 'anthropic' ? '/v1/messages' : '/v1/chat/completions');
    expect(request?.headers[wire === 'anthropic' ? 'x-api-key' : 'authorization']).toContain(KEY);
    expect(request?.body).toMatchObject({ model: 'test-model', max_tokens: 77, stream: true });
    const order = ['Be kind.', 'First?', 'Second.', 'Third?'].map(
      (text) => request?.text.indexOf(text) ?? -1,
    );
    expect(order.every((place) => place >= 0)).toBe(true);
    expect(order.slice(1)).toEqual(order.slice(1).toSorted((a, b) => a - b));
    expect(request?.body.response_format).toBeUndefined();
  });

  test('answers in JSON by a schema', async () => {
    asking = await startAsking(wire, { text: JSON.stringify(VALUE) });
    const pieces: string[] = [];
    const answer = await asking.ask({ schema, onText: (piece) => pieces.push(piece) });
    expect(answer.value).toEqual(VALUE);
    expect(pieces.length).toBeGreaterThan(1);
    const [request] = asking.provider.requests;
    // The schema is in the request, in the form that this provider takes.
    expect(request?.text).toContain('"lines"');
  });

  test('is shown pictures and documents, which go to the vision model', async () => {
    asking = await startAsking(wire, { text: 'A shoe.' }, { ai_vision_model: 'seeing-model' });
    const picture = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]);
    await asking.ask({
      operation: 'design',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Make this.' },
            { type: 'image', bytes: picture, mediaType: 'image/png' },
            { type: 'pdf', bytes: Buffer.from('%PDF-1.7 test'), name: 'draft.pdf' },
          ],
        },
      ],
    });
    await asking.ask();
    const [seeing, plain] = asking.provider.requests;
    expect(seeing?.body.model).toBe('seeing-model');
    expect(seeing?.text).toContain(Buffer.from(picture).toString('base64'));
    expect(seeing?.text).toContain(Buffer.from('%PDF-1.7 test').toString('base64'));
    expect(plain?.body.model).toBe('test-model');
  });

  test('is cut off at the limit: a text says so, JSON is an error', async () => {
    asking = await startAsking(wire, { text: '{"subject": "Sa', finish: 'length' });
    expect(await asking.ask()).toMatchObject({ complete: false, text: '{"subject": "Sa' });
    await expect(asking.ask({ schema })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

test.each(['openai', 'openai-compatible'] as const)('what %s does not count is estimated', async (wire) => {
  asking = await startAsking(wire, { text: 'Thirty characters of an answer.', usage: null });
  const { usage } = await asking.ask();
  expect(usage.outputTokens).toBe(11);
  expect(usage.inputTokens).toBeGreaterThan(10);
});

describe('servers that do not know every form of JSON', () => {
  const cases: [string, FakeReply, (string | undefined)[]][] = [
    ['a schema', { forms: ['json_schema'] }, ['json_schema']],
    ['only JSON without a schema', { forms: ['json_object'] }, ['json_schema', 'json_object']],
    ['neither', { forms: [] }, ['json_schema', 'json_object', undefined]],
  ];
  test.each(cases)('%s', async (_, reply, tried) => {
    asking = await startAsking('openai-compatible', { text: JSON.stringify(VALUE), ...reply });
    expect((await asking.ask({ schema })).value).toEqual(VALUE);
    const formsOf = () => asking.provider.requests.map(({ body }) => body.response_format?.type);
    expect(formsOf()).toEqual(tried);
    // The schema stands in the prompt as well: such servers often do not show it to the model.
    for (const { body } of asking.provider.requests) expect(body.messages[0].content).toContain('"lines"');
    await asking.ask({ schema });
    expect(formsOf().slice(tried.length)).toEqual([tried.at(-1)]);
  });

  test.each([
    [
      'a code fence',
      `Here it is:\n\`\`\`json\n${JSON.stringify(VALUE, null, 2)}\n\`\`\`\nHave fun with {name}!`,
    ],
    ['thoughts before it', `<think>Perhaps {"subject": 1}?</think>${JSON.stringify(VALUE)}`],
    ['a comma too many', `{"subject": "Sale", "lines": ["One {\\"two\\"}", "three",],}`],
  ])('JSON with %s is read', async (_, text) => {
    asking = await startAsking('openai-compatible', { text, forms: [] });
    expect((await asking.ask({ schema })).value).toEqual(VALUE);
  });

  test('an answer in one piece is read, and asked for like that from then on', async () => {
    asking = await startAsking('openai-compatible', { text: 'All at once.', whole: true });
    const pieces: string[] = [];
    expect(await asking.ask({ onText: (piece) => pieces.push(piece) })).toMatchObject({
      text: 'All at once.',
    });
    expect(pieces).toEqual(['All at once.']);
    await asking.ask();
    expect(asking.provider.requests.map(({ body }) => body.stream === true)).toEqual([true, false, false]);
  });
});

test('without a provider, a request is refused as unavailable', async () => {
  const app = await createTestApp();
  try {
    expect(isModelConfigured(app.deps)).toBe(false);
    asking = await startAsking('openai-compatible', { text: 'x' });
    expect(isModelConfigured(asking.app.deps)).toBe(true);
    const { askModel } = await import('../../../src/features/ai/model/index.ts');
    const request = { operation: 'generate' as const, system: '', messages: [] };
    await expect(askModel({ deps: app.deps, scope: asking.scope }, request)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^No AI model is available here\./),
    });
  } finally {
    await app.stop();
  }
});
