import { afterEach, expect, test } from 'bun:test';
import { MAX_CONVERSATIONS, MAX_MESSAGES } from '../../../src/features/ai/conversations.ts';
import { countRows } from '../../support/database-dump.ts';
import { aMail, type Editor, emptyCanvas, openEditor, says } from './editor.ts';

let editor: Editor;
afterEach(() => editor?.stop());

const say = async (prompt: string, conversation_id: string | null) => {
  const body = { prompt, current_content: emptyCanvas, merge_tags: [], conversation_id };
  const done = (await editor.call('generate', body)).events.at(-1);
  expect(done.type).toBe('done');
  return done.conversation_id as string;
};

const readMessages = async (templateId = editor.templateId) =>
  (await editor.tenant.request('GET', `/templates/${templateId}/ai/conversation-messages`)).body;

const answers = says(aMail('<p>x</p>', { reply: 'Made.', notes: [] }));

test('what is said is kept, and told to the model with the next wish', async () => {
  editor = await openEditor(answers);
  expect(await readMessages()).toEqual({ data: [] });
  const id = await say('A mail about plums', null);
  editor.app.clock.advance(1000);
  expect(await say('Shorter', id)).toBe(id);
  const { data, conversation_id } = await readMessages();
  expect(conversation_id).toBe(id);
  expect(data.map(({ role, content }: Record<string, string>) => [role, content])).toEqual([
    ['user', 'A mail about plums'],
    ['assistant', 'Made.'],
    ['user', 'Shorter'],
    ['assistant', 'Made.'],
  ]);
  expect(data[0].created_at).toBe('2026-11-21T12:00:00.000Z');
  const [first, second] = editor.provider.requests;
  expect(first?.text).not.toContain('What was said before');
  expect(second?.text).toContain('They: A mail about plums\\nYou: Made.');
});

test('the most recent conversation is shown', async () => {
  editor = await openEditor(answers);
  const first = await say('One', null);
  editor.app.clock.advance(1000);
  const second = await say('Two', null);
  expect((await readMessages()).conversation_id).toBe(second);
  editor.app.clock.advance(1000);
  await say('Three', first);
  expect((await readMessages()).conversation_id).toBe(first);
});

test('the last messages of the last conversations are kept', async () => {
  editor = await openEditor(answers);
  const id = await say('Message 0', null);
  for (let index = 1; index <= MAX_MESSAGES / 2; index += 1) await say(`Message ${index}`, id);
  const { data } = await readMessages();
  expect(data).toHaveLength(MAX_MESSAGES);
  expect(data[0].content).toBe('Message 1');
  for (let index = 0; index <= MAX_CONVERSATIONS; index += 1) {
    editor.app.clock.advance(1);
    await say('Again', null);
  }
  expect(await countRows(editor.app, 'ai_conversations')).toBe(MAX_CONVERSATIONS);
  expect(await countRows(editor.app, 'ai_messages')).toBe(2 * MAX_CONVERSATIONS);
}, 60_000);

test('a conversation goes with its template, and one that is gone begins anew', async () => {
  editor = await openEditor(answers);
  const id = await say('One', null);
  const other = (await editor.tenant.request('POST', '/templates', { body: { content: emptyCanvas } })).body
    .data.id;
  const body = { prompt: 'Two', current_content: emptyCanvas, merge_tags: [], conversation_id: id };
  const answer = await editor.tenant.request('POST', `/templates/${other}/ai/generate`, { body });
  expect(answer.text).not.toContain(`"conversation_id":"${id}"`);
  expect((await readMessages(other)).data).toHaveLength(2);
  await editor.tenant.request('DELETE', `/templates/${editor.templateId}`);
  await editor.tenant.request('POST', '/trash/empty');
  expect(await countRows(editor.app, 'ai_messages')).toBe(2);
  const gone = await editor.tenant.request('GET', `/templates/${editor.templateId}/ai/conversation-messages`);
  expect([gone.status, gone.body.message]).toEqual([404, 'Template not found.']);
});

test('no other tenant gets to see it', async () => {
  editor = await openEditor(answers);
  const id = await say('CANARY', null);
  const other = await editor.app.openTenant('other');
  const template = (await other.request('POST', '/templates', { body: { content: emptyCanvas } })).body.data
    .id;
  const body = { prompt: 'x', current_content: emptyCanvas, merge_tags: [], conversation_id: id };
  const answer = await other.request('POST', `/templates/${template}/ai/generate`, { body });
  expect(answer.text).not.toContain(id);
  expect(editor.provider.requests.at(-1)?.text).not.toContain('CANARY');
  expect((await readMessages()).data).toHaveLength(2);
});
