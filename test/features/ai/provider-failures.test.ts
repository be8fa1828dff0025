import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { checkProvider } from '../../../src/features/ai/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import type { FakeReply } from '../../support/fake-provider-wire.ts';
import { shortenTimers } from '../../support/short-timers.ts';
import { adminScope } from '../../support/test-app.ts';
import { type Asking, KEY, refusalOf, startAsking } from './asking.ts';

let asking: Asking;
let restoreTimers: () => void;
beforeEach(() => {
  // The pauses before the first, second and third retry.
  restoreTimers = shortenTimers(250, 500, 1000);
});
afterEach(async () => {
  restoreTimers();
  await asking?.stop();
});

const WIRES = ['openai', 'anthropic', 'openai-compatible'] as const;

/** So that the tries follow each other. */
const SOON = { 'retry-after-ms': '1' };

/** Every try is the same, so that the answer is the last word. */
const FAILURES: [string, FakeReply, { code: string; says: RegExp; tries: number; check: RegExp }][] = [
  [
    '401',
    { status: 401 },
    { code: 'unavailable', says: /not available at the moment/, tries: 1, check: /GALLEY_AI_API_KEY/ },
  ],
  [
    '403',
    { status: 403 },
    { code: 'unavailable', says: /not available at the moment/, tries: 1, check: /GALLEY_AI_API_KEY/ },
  ],
  [
    '404 with the model',
    { status: 404, code: 'not_found_error', message: 'model: test-model' },
    {
      code: 'unavailable',
      says: /not available at the moment/,
      tries: 1,
      check: /no model "test-model".*GALLEY_AI_MODEL/,
    },
  ],
  [
    '404 without a word',
    { status: 404, errorBody: '404 page not found', contentType: 'text/plain' },
    { code: 'unavailable', says: /not available at the moment/, tries: 1, check: /GALLEY_AI_BASE_URL.*\/v1/ },
  ],
  [
    'a page instead of an answer',
    { rawBody: '<html>Welcome</html>', contentType: 'text/html' },
    { code: 'unavailable', says: /not available at the moment/, tries: 1, check: /GALLEY_AI_BASE_URL/ },
  ],
  [
    'a redirect',
    { status: 302, headers: { location: 'https://elsewhere.example/' } },
    { code: 'unavailable', says: /not available at the moment/, tries: 1, check: /GALLEY_AI_BASE_URL/ },
  ],
  [
    '500',
    { status: 500, headers: SOON },
    { code: 'unavailable', says: /is overloaded/, tries: 4, check: /status 500/ },
  ],
  [
    '529',
    { status: 529, headers: SOON },
    { code: 'unavailable', says: /is overloaded/, tries: 4, check: /status 529/ },
  ],
  [
    '429 until much later',
    { status: 429, headers: { 'retry-after': '120' } },
    { code: 'rate_limited', says: /in 120 seconds/, tries: 1, check: /429/ },
  ],
  [
    '429 for want of money',
    { status: 429, code: 'insufficient_quota', message: 'You exceeded your current quota' },
    { code: 'unavailable', says: /not available at the moment/, tries: 1, check: /credit/ },
  ],
  [
    'too long',
    { status: 400, code: 'context_length_exceeded', message: 'maximum context length is 8192 tokens' },
    { code: 'too_large', says: /more than the AI model can read/, tries: 1, check: /too long/ },
  ],
  [
    '422',
    { status: 422, message: 'no' },
    { code: 'unavailable', says: /not available at the moment/, tries: 1, check: /GALLEY_AI_PROVIDER/ },
  ],
  [
    'an answer that is not of the protocol',
    { rawBody: 'data: hello\n\n' },
    {
      code: 'unavailable',
      says: /not available at the moment/,
      tries: 1,
      check: /does not speak the protocol/,
    },
  ],
  [
    'no answer',
    { rawBody: '' },
    { code: 'unavailable', says: /was interrupted/, tries: 4, check: /broke off/ },
  ],
  [
    'a refusal',
    { text: 'I will not.', finish: 'refusal' },
    { code: 'validation_failed', says: /refused/, tries: 1, check: /refuses/ },
  ],
  [
    'an answer without end',
    { pieces: Array.from({ length: 1000 }, () => 'blah '.repeat(1000)) },
    { code: 'unavailable', says: /does not end/, tries: 1, check: /end/ },
  ],
];

describe.each(WIRES)('%s', (wire) => {
  test.each(FAILURES)('%s', async (_, reply, { code, says, tries, check }) => {
    asking = await startAsking(wire, reply);
    const error = await refusalOf(asking.ask());
    expect({ code: error.code, message: error.message }).toEqual({
      code: code as typeof error.code,
      message: expect.stringMatching(says),
    });
    expect(asking.provider.requests).toHaveLength(tries);
    const report = await perform(checkProvider, asking.app.deps, adminScope, {});
    expect(report).toMatchObject({
      ok: false,
      models: [{ answers: false, problem: expect.stringMatching(check) }],
    });
  });
});

test('after a passing failure it is asked again, as late as it says', async () => {
  asking = await startAsking();
  asking.provider.answerInTurn(
    { status: 500 },
    { status: 429, headers: { 'retry-after-ms': '20' } },
    { cutAfter: 0 },
    { text: 'Fine.' },
  );
  expect(await asking.ask()).toMatchObject({ text: 'Fine.', usage: { inputTokens: 12, outputTokens: 34 } });
  expect(asking.provider.requests).toHaveLength(4);
});

test('a limit that ends only later is passed on', async () => {
  asking = await startAsking('openai', { status: 429, headers: { 'retry-after': '45' } });
  expect((await refusalOf(asking.ask())).details.retryAfterSeconds).toBe(45);
});

test.each(WIRES)('%s: what has been shown is not begun anew', async (wire) => {
  asking = await startAsking(wire, { text: 'The first half of it', cutAfter: 1 });
  const pieces: string[] = [];
  const error = await refusalOf(asking.ask({ onText: (piece) => pieces.push(piece) }));
  expect(error).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('interrupted during'),
  });
  expect(pieces).toEqual(['The first ha']);
  expect(asking.provider.requests).toHaveLength(1);
});

test.each(WIRES)('%s: an error within the stream ends it', async (wire) => {
  const errorEvent = { type: 'overloaded_error', message: 'Overloaded' };
  asking = await startAsking(wire, { text: 'Some words and then', errorEvent });
  const error = await refusalOf(asking.ask({ onText: () => {} }));
  expect(error).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('is overloaded'),
  });
});

test('silence ends after the time the operator has set', async () => {
  restoreTimers();
  const { promise: never } = Promise.withResolvers<void>();
  asking = await startAsking('openai-compatible', { hold: never }, { ai_timeout_seconds: 1 });
  const error = await refusalOf(asking.ask());
  expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('in time') });
  expect(asking.provider.requests).toHaveLength(1);
});

test('a slow drip is not silence', async () => {
  restoreTimers();
  const pieces = Array.from({ length: 15 }, (_, index) => `${index} `);
  asking = await startAsking('openai-compatible', { pieces, pauseMs: 100 }, { ai_timeout_seconds: 1 });
  expect(await asking.ask()).toMatchObject({ text: pieces.join('') });
});

test.each(['not JSON at all', '{"subject": "Sale", "lin', '["a list"]', '42'])(
  '%s is no answer',
  async (text) => {
    asking = await startAsking('openai-compatible', { text });
    const error = await refusalOf(asking.ask({ schema: Type.Object({ subject: Type.String() }) }));
    expect(error).toMatchObject({ code: 'validation_failed', message: expect.stringContaining('form') });
  },
);

test('a port without a server is reported as a network failure', async () => {
  asking = await startAsking();
  await asking.provider.stop();
  expect(await refusalOf(asking.ask())).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('not available at the moment'),
  });
  const report = await perform(checkProvider, asking.app.deps, adminScope, {});
  expect(report.models[0]?.problem).toContain('There is no connection to http://127.0.0.1:');
});

test('a host without a name and a port without TLS are told apart', async () => {
  asking = await startAsking('openai-compatible', {}, { ai_base_url: 'http://no-such-host.invalid/v1' });
  const unnamed = await perform(checkProvider, asking.app.deps, adminScope, {});
  expect(unnamed.models[0]?.problem).toContain(
    'The host name in http://no-such-host.invalid/v1 is not known',
  );
  await asking.stop();
  asking = await startAsking('openai-compatible', {});
  const url = asking.provider.url.replace('http:', 'https:');
  const other = await startAsking('openai-compatible', {}, { ai_base_url: url });
  const insecure = await perform(checkProvider, other.app.deps, adminScope, {});
  expect(insecure.models[0]?.problem).toContain('no secure connection');
  await other.stop();
});

describe('what a provider says', () => {
  const PROMPT = 'Write to jane.doe@example.com about the secret merger.';
  const echo = { message: `Bad request for key ${KEY} and Bearer sk-other-998877665544: ${PROMPT} Yours.` };

  test.each([
    ['a refused request', { status: 400, ...echo }],
    ['trouble', { status: 500, headers: SOON, ...echo }],
    ['a page', { status: 403, errorBody: `<html>${echo.message}</html>` }],
    ['an error in the stream', { text: 'a', errorEvent: { type: 'api_error', message: echo.message } }],
  ] as [string, FakeReply][])('%s: neither key nor prompt gets out', async (_, reply) => {
    asking = await startAsking('openai-compatible', reply);
    const error = await refusalOf(asking.ask({ messages: [{ role: 'user', content: PROMPT }] }));
    const report = await perform(checkProvider, asking.app.deps, adminScope, {});
    const everything = JSON.stringify([error.message, error.details, report, asking.app.logLines]);
    for (const secret of [KEY, 'sk-other', 'jane.doe']) {
      // The check's own question is not the prompt, so a provider that repeats one is repeating something else.
      const isShown = secret === 'jane.doe' ? JSON.stringify([error.message, error.details]) : everything;
      expect(isShown).not.toContain(secret);
    }
    expect(asking.app.logLines.filter((line) => line.includes('gave no answer'))).not.toEqual([]);
    expect(error.message).not.toContain('Bad request');
  });

  test('is not kept in the log where it repeats the prompt', async () => {
    asking = await startAsking('openai-compatible', { status: 400, ...echo });
    await refusalOf(asking.ask({ messages: [{ role: 'user', content: PROMPT }] }));
    const log = asking.app.logLines.join('');
    expect(log).toContain('Bad request');
    expect(log).not.toContain('merger');
  });

  test('is not logged where all goes well', async () => {
    asking = await startAsking('openai-compatible', { text: 'A secret answer.' });
    await asking.ask({ messages: [{ role: 'user', content: PROMPT }] });
    expect(asking.app.logLines.join('')).not.toMatch(/secret|sk-test/);
  });
});
