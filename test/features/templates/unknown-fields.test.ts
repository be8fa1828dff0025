import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Client, connect, expectRefused, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let agent: Client;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  tenant = await app.openTenant();
  agent = connect(app);
});
afterAll(() => app.stop());

const button = { type: 'button', text: 'Go', url: 'https://a.example' };
const inSection = (block: object) => ({ type: 'section', columns: '2', children: [[], [block]] });

/** A content with an unknown field, where the message says it is, and the field that was meant. */
const MISTAKES: [content: object, path: string, meant: string][] = [
  [{ blocks: [{ type: 'button', text: 'Go', href: 'https://a.example' }] }, 'content.blocks.0.href', '"url"'],
  [
    { blocks: [{ type: 'image', url: 'https://a.example/a.png', alt: '' }] },
    'content.blocks.0.url',
    '"linkUrl"',
  ],
  [{ blocks: [button], settings: { preheader: 'Hi' } }, 'content.settings.preheader', '"preheaderText"'],
  [{ blocks: [inSection({ ...button, hreff: 'x' })] }, 'content.blocks.0.children.1.0.hreff', ''],
  [{ blocks: [button], subject: 'Hi' }, 'content.subject', '"settings.subject"'],
];

const create = async (content: object) => {
  const answer = await tenant.request('POST', '/templates', { body: { content } });
  return answer.body.data.id as string;
};

describe('a field that does not exist', () => {
  test.each(MISTAKES)('%j is refused in whole contents of agents, with the nearest name', async (...row) => {
    const [content, path, meant] = row;
    const template_id = await create({ blocks: [button] });
    for (const [tool, args] of [
      ['create-template', { content }],
      ['update-template', { template_id, content }],
    ] as const) {
      const text = JSON.stringify(await expectRefused(app, agent, tool, args, /is not a field of/));
      expect(text).toContain(path);
      expect(text).toContain(JSON.stringify(meant).slice(1, -1));
    }
  });

  test.each(MISTAKES)('%j is kept for people, whose editor may be newer', async (content) => {
    const id = await create(content);
    const { data } = (await tenant.request('GET', `/templates/${id}`)).body;
    expect(data.content).toMatchObject(content);
  });
});

test('an agent may send back the unknown fields a template has', async () => {
  const blocks = [
    { ...button, id: 'b1', glow: { strength: 3 } },
    inSection({ ...button, glow: { strength: 1 } }),
  ];
  const template_id = await create({ blocks, settings: { theme: 'x' } });
  const { content } = await agent.get('get-template', { template_id });
  content.blocks[0].text = 'Go now';
  const changed = await agent.get('update-template', { template_id, content });
  expect(changed.version).toBe(2);
  content.blocks[0].sparkle = true;
  await expectRefused(app, agent, 'update-template', { template_id, content }, /sparkle/);
});

test('values of unknown forms are kept for people, and do not stand in the way of agents', async () => {
  const blocks = [
    { ...button, id: 'b1', borderRadius: { top: 4 } },
    { ...button, id: 'b2', fontSize: -3 },
  ];
  const template_id = await create({ blocks, settings: { width: '640px' } });
  const { data } = (await tenant.request('GET', `/templates/${template_id}`)).body;
  expect(data.content).toMatchObject({ blocks, settings: { width: '640px' } });
  const rendered = await tenant.request('POST', `/templates/${template_id}/export`, { body: {} });
  expect(rendered.status).toBe(200);
  const { content } = await agent.get('get-template', { template_id });
  content.blocks[0].text = 'Go now';
  expect(await agent.get('update-template', { template_id, content })).toMatchObject({ version: 2 });
  const operations = [{ op: 'update', id: 'b1', fields: { text: 'Start' } }];
  expect(await agent.get('update-template', { template_id, operations })).toMatchObject({ version: 3 });
  content.blocks[0].borderRadius = '4px';
  await expectRefused(app, agent, 'update-template', { template_id, content }, /borderRadius/);
});
