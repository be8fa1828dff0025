import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Client, connect, tenantAccessOf, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { signUser } from '../../support/signed-user.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { moduleRequests, type Tenant } from './modules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
});
afterAll(() => app.stop());

const FOOTER = [
  { id: 'f1', type: 'divider' },
  { id: 'f2', type: 'paragraph', content: '<p>Acme, Main Street 1</p>' },
];
const SECTION = {
  id: 's',
  type: 'section',
  columns: '2',
  children: [[{ id: 's1', type: 'title', content: 'Left' }], []],
};

/** A tenant with a template of the blocks a and b, and an agent. */
async function prepare(slug: string, more: Record<string, unknown> = {}) {
  const tenant = await app.openTenant(slug, more);
  const content = {
    blocks: ['a', 'b'].map((id) => ({ id, type: 'paragraph', content: `<p>${id}</p>` })),
    settings: {},
  };
  const { id } = (await tenant.request('POST', '/templates', { body: { name: 'T', content } })).body.data;
  const agent = connect(app, 'modern', { ...tenantAccessOf(app), tenant: slug });
  const update = (operations: object[], other: object = {}) =>
    agent.call('update-template', { template_id: id, operations, ...other });
  const read = async () => (await tenant.request('GET', `/templates/${id}`)).body.data.content.blocks;
  return { ...moduleRequests(() => tenant), tenant, agent, template_id: id as string, update, read };
}

type Block = Record<string, unknown>;
const shapeOf = (blocks: Block[]) =>
  blocks.map(({ type, content, children }) => (children ? [type, children] : (content ?? type)));

async function saveFrom(agent: Client, template_id: string, block_ids: string[], name: string) {
  return (await agent.get('save-module', { template_id, block_ids, name })).id as string;
}

test('an agent finds a saved module and inserts it, with ids of its own each time', async () => {
  const { save, agent, update, read } = await prepare('inserts');
  const footer = await save('Footer', { content: FOOTER, category: 'Legal' });
  await save('Other');
  expect(await agent.get('list-library', { kind: 'modules', search: 'foot' })).toMatchObject({
    items: [
      { id: footer, name: 'Footer', category: 'Legal', outline: expect.stringContaining('Acme, Main') },
    ],
    total: 1,
  });
  expect((await agent.get('list-library', { kind: 'modules' })).total).toBe(2);

  const once = await update([
    { op: 'add', module: footer, after: 'a' },
    { op: 'update', id: 'b', fields: { content: '<p>B</p>' } },
    { op: 'add', module: footer },
  ]);
  expect([once.isError, once.data.added.length]).toEqual([false, 4]);
  const blocks: Block[] = await read();
  expect(shapeOf(blocks)).toEqual([
    ...['<p>a</p>', 'divider', '<p>Acme, Main Street 1</p>', '<p>B</p>'],
    ...['divider', '<p>Acme, Main Street 1</p>'],
  ]);
  const ids = blocks.map(({ id }) => id);
  expect([new Set(ids).size, ids.includes('f1')]).toEqual([6, false]);
});

test('a section of a module stands at the top level, and a dry run inserts nothing', async () => {
  const { save, update, read } = await prepare('sections');
  const section = await save('Section', { content: [SECTION, ...FOOTER] });
  const dry = await update([{ op: 'add', module: section, index: 0 }], { dry_run: true });
  expect([dry.isError, (await read()).length]).toEqual([false, 2]);
  await update([{ op: 'add', module: section, index: 0 }]);
  const blocks = await read();
  expect(blocks.map(({ type }: Block) => type)).toEqual([
    'section',
    'divider',
    'paragraph',
    'paragraph',
    'paragraph',
  ]);
  expect(blocks[0].children[0][0]).toMatchObject({ type: 'title', content: 'Left' });
  expect(blocks[0].children[0][0].id).not.toBe('s1');
  const nested = await update([{ op: 'add', module: section, section: blocks[0].id }]);
  expect([nested.isError, nested.text]).toEqual([true, expect.stringContaining('section')]);
  expect((await read()).length).toBe(5);
});

test('copies of templates and people over REST insert modules too', async () => {
  const { save, agent, tenant, template_id } = await prepare('copies');
  const footer = await save('Footer', { content: FOOTER });
  const operations = [{ op: 'add', module: footer }];
  const { id } = await agent.get('create-template', { copy_of: template_id, operations });
  const copy = (await tenant.request('GET', `/templates/${id}`)).body.data;
  expect(copy.content.blocks.length).toBe(4);
  const answer = await tenant.request('PUT', `/templates/${id}`, { body: { operations } });
  expect([answer.status, answer.body.data.content.blocks.length]).toEqual([200, 6]);
  const proposed = await tenant.request('POST', `/templates/${id}/proposals`, {
    body: { operations, ...signUser(app.first.signing_key) },
  });
  expect([proposed.status, proposed.body.data.diff]).toEqual([201, expect.stringContaining('Acme, Main')]);
});

test('an agent saves blocks as a module, which people see', async () => {
  const { agent, template_id, list, update, read } = await prepare('saves');
  const id = await saveFrom(agent, template_id, ['b', 'a'], 'Both');
  const [module] = await list();
  expect(module).toMatchObject({ id, name: 'Both', shared: false });
  expect(shapeOf(module.content)).toEqual(['<p>b</p>', '<p>a</p>']);
  await update([{ op: 'add', module: id, before: 'a' }]);
  expect(shapeOf(await read())).toEqual(['<p>b</p>', '<p>a</p>', '<p>a</p>', '<p>b</p>']);
});

test('what cannot be inserted or saved is refused, with the place of the fault', async () => {
  const { save, agent, template_id, update, read } = await prepare('refused');
  const stranger: Tenant = await app.openTenant('stranger');
  const foreign = await save('Foreign', {}, stranger);
  const large = await save('Large', { content: [{ type: 'html', content: 'x'.repeat(1_500_000) }] });
  const larger = await save('Larger', { content: [{ type: 'html', content: 'y'.repeat(1_500_000) }] });
  const own = await save('Own', { content: FOOTER });
  const add = (module: unknown, more: object = {}) => ({ op: 'add', module, ...more });
  const insertions: [object[], string][] = [
    [[add(foreign)], 'operations.0.module'],
    [[add('none')], 'The list of saved modules shows all ids.'],
    [[add(7)], 'operations.0.module'],
    [[add(own), add('')], 'operations.1.module'],
    [[add(own, { block: { type: 'divider' } })], 'does not go with'],
    [[{ op: 'update', id: 'a', module: own }], 'does not belong to update'],
    [[add(own, { after: 'gone' })], 'operations.0.after'],
    [[add(large), add(larger)], 'more than 2 MB'],
  ];
  for (const [operations, message] of insertions) {
    const { isError, text } = await update(operations);
    expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
  }
  expect((await read()).length).toBe(2);
  const savings: [object, string][] = [
    [{ template_id, block_ids: ['a', 'gone'], name: 'N' }, 'gone'],
    [{ template_id, block_ids: [], name: 'N' }, 'block_ids'],
    [{ template_id, block_ids: ['a'], name: ' ' }, 'must have at least one visible character'],
    [{ template_id: 'gone', block_ids: ['a'], name: 'N' }, 'not found'],
  ];
  for (const [args, message] of savings) {
    const { isError, text } = await agent.call('save-module', args);
    expect([isError, text]).toEqual([true, expect.stringContaining(message)]);
  }
  // Large modules are listed without outlines.
  const { items } = await agent.get('list-library', { kind: 'modules', search: 'large' });
  expect(items).toEqual([
    { id: large, name: 'Large' },
    { id: larger, name: 'Larger' },
  ]);
});

test('a plan without saved modules inserts none', async () => {
  const { tenant, template_id } = await prepare('plain', { plan: 'starter' });
  const body = { operations: [{ op: 'add', module: 'x' }] };
  const answer = await tenant.request('PUT', `/templates/${template_id}`, { body });
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('feature_unavailable')]);
});
