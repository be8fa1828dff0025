import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let agent: ReturnType<typeof connect>;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  agent = connect(app);
});
afterAll(() => app.stop());

const LONG =
  'The cider press opens on Saturday, and the first barrels are waiting for everybody who likes apples';
const FOOTER = '<p><a href="https://orchard.example/unsubscribe?id=1">Leave this list</a></p>';
const blocks = (...contents: string[]) =>
  contents.map((content, index) => ({ id: `b${index}`, type: 'paragraph', content }));

async function view(content: object) {
  const { data } = await agent.call('create-template', { name: 'Press day', content });
  const answer = await agent.call('preview-template', { template_id: data.id, view: 'inbox' });
  expect(answer.isError, answer.text).toBe(false);
  return answer.data.inbox;
}

test('cuts subject and preheader where inboxes do, and names the headers for one click', async () => {
  const settings = { subject: LONG, preheaderText: 'Bring a friend' };
  const inbox = await view({ blocks: blocks('<p>Hello</p>', FOOTER), settings });
  expect(inbox).toMatchObject({ sender: null, subject: LONG, preheader: 'Bring a friend' });
  expect(inbox.lines.map(({ subject }: { subject: string }) => [...subject].length)).toEqual([39, 69, 90]);
  expect(inbox.lines[0]).toEqual({
    characters: 40,
    subject: 'The cider press opens on Saturday, and…',
    preview: 'Bring a friend',
  });
  expect(inbox.headers).toEqual({
    'List-Unsubscribe': '<https://orchard.example/unsubscribe?id=1>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

test('shows the first sentences that tell something where there is no preheader', async () => {
  const inbox = await view({
    blocks: [
      ...blocks('<p><a href="https://orchard.example/w">View in browser</a></p>', '<p>Dear Anna,</p>'),
      { id: 'p', type: 'image', src: 'https://orchard.example/a.png', alt: 'Apples' },
      { id: 't', type: 'title', level: 1, content: '<p>The press opens on Saturday</p>' },
      { id: 'x', type: 'paragraph', content: '<p>Come by <a href="https://orchard.example/">bus</a>.</p>' },
    ],
    settings: {},
  });
  expect(inbox).toMatchObject({
    subject: 'Press day',
    preheader: null,
    summary: 'The press opens on Saturday Come by bus.',
    headers: {},
  });
  expect(inbox.lines[0].preview).toBe('The press opens on Saturday Come by bus.');
});

test('an empty mail has empty lines', async () => {
  expect(await view({ blocks: [], settings: {} })).toMatchObject({ summary: '', headers: {} });
});
