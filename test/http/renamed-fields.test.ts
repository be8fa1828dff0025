import { afterAll, beforeAll, expect, test } from 'bun:test';
import { expectError } from '../support/expect-error.ts';
import { createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
  id = (await tenant.request('POST', '/templates', { body: { content: smallContent() } })).body.data.id;
});
afterAll(() => app.stop());

/** What routes of the editor call otherwise than the operation behind them. */
test.each<[string, object, string, string]>([
  ['generate', { prompt: 'x' }, 'current_content', 'current_content is required.'],
  ['rewrite-text', { instruction: 'x' }, 'content', 'content is required.'],
  ['rewrite-text', { content: 5, instruction: 'x' }, 'content', 'content must be a string.'],
  ['score', { current_content: 5 }, 'current_content', 'The content must be an object'],
  [
    'score',
    { current_content: { blocks: [{}] } },
    'current_content.blocks.0.type',
    '"type" of a block is missing',
  ],
  ['generate', { prompt: 5, current_content: smallContent() }, 'prompt', 'prompt must be a string.'],
  ['generate', { prompt: 'x', content: 'x' }, 'current_content', 'The content must be an object'],
])('POST ai/%s %j complains of %s, as the documentation has it', async (path, body, field, start) => {
  const answer = await tenant.request('POST', `/templates/${id}/ai/${path}`, { body });
  expectError(answer, 422, 'validation_failed');
  expect(Object.keys(answer.body.errors)).toEqual([field]);
  expect(answer.body.message).toStartWith(start);
});

test('the content of a template keeps its name where it has it', async () => {
  const answer = await tenant.request('POST', '/templates', { body: {} });
  expectError(answer, 422, 'validation_failed');
  expect(answer.body.message).toStartWith('content is required, unless');
});
