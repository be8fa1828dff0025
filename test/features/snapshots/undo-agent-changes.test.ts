import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createApiKey } from '../../../src/features/access/index.ts';
import { sweepAgentChanges } from '../../../src/features/snapshots/agent-changes.ts';
import { perform } from '../../../src/platform/operation.ts';
import { type Client, connect, tenantAccessOf, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { countRows } from '../../support/database-dump.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import { openTenantForever } from '../access/signed-token.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let app: TestApp;
let tenant: Awaited<ReturnType<typeof openTenantForever>>;
let agent: Client;
let other: Client;
let otherKey: string;
let tenants = 0;
let template_id: string;

beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  otherKey = (await perform(createApiKey, app.deps, adminScope, { name: 'Second key' })).api_key;
});
afterAll(() => app.stop());
beforeEach(async () => {
  tenants += 1;
  const name = `undo-${tenants}`;
  tenant = await openTenantForever(app, name);
  agent = connect(app, 'modern', { ...tenantAccessOf(app), tenant: name });
  other = connect(app, 'modern', { ...tenantAccessOf(app), tenant: name, key: otherKey });
  const content = { blocks: ['a', 'b', 'c'].map((id) => paragraph(id, id)), settings: {} };
  template_id = (await tenant.request('POST', '/templates', { body: { name: 'Letter', content } })).body.data
    .id;
});

const paragraph = (id: string, text: string) => ({ id, type: 'paragraph', content: `<p>${text}</p>` });

const operate = (operations: unknown[], by = agent) => by.get('update-template', { template_id, operations });
const write = (id: string, text: string, by = agent) =>
  operate([{ op: 'update', id, fields: { content: `<p>${text}</p>` } }], by);

async function asPerson(body: object): Promise<void> {
  const { status } = await tenant.request('PUT', `/templates/${template_id}`, { body });
  expect(status).toBe(200);
}
const writeAsPerson = (id: string, text: string) =>
  asPerson({ operations: [{ op: 'update', id, fields: { content: `<p>${text}</p>` } }] });

const undo = (body: object = {}) => tenant.request('POST', `/templates/${template_id}/undo`, { body });
const undone = async (body: object = {}): Promise<number[]> => (await undo(body)).body.data.undone;

const read = async () => (await tenant.request('GET', `/templates/${template_id}`)).body.data;
/** The texts of the blocks in order. */
const texts = async (): Promise<string> =>
  (await read()).content.blocks
    .map(({ content }: { content: string }) => content.replace(/<\/?p>/g, ''))
    .join(' ');

describe('a change by an agent', () => {
  test('is undone as a new version, which the history has', async () => {
    await write('a', 'A');
    const { status, body, headers } = await undo({ answer: 'compact' });
    expect([status, body.data.version, body.data.previous_version, body.data.undone]).toEqual([
      200,
      3,
      2,
      [2],
    ]);
    expect(headers.get('etag')).toContain('3');
    expect(await texts()).toBe('a b c');
    const { body: feed } = await tenant.request('GET', `/templates/${template_id}/activity`);
    expect(feed.data[0]).toMatchObject({ type: 'template.updated', version: 3 });
    const { body: list } = await tenant.request('GET', `/templates/${template_id}/snapshots`);
    expect(list.data.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
  });

  test('is undone without what others changed before and after in other blocks', async () => {
    await writeAsPerson('b', 'B1');
    await write('a', 'A');
    await writeAsPerson('b', 'B2');
    await write('c', 'C', other);
    expect(await undone({ version: 3 })).toEqual([3]);
    expect(await texts()).toBe('a B2 C');
  });

  test('brings back deleted blocks and removes added ones', async () => {
    await operate([
      { op: 'delete', id: 'b' },
      { op: 'add', block: paragraph('d', 'd'), after: 'c' },
    ]);
    await writeAsPerson('a', 'A');
    expect(await texts()).toBe('A c d');
    await undo();
    expect(await texts()).toBe('A b c');
  });

  test('is refused with the blocks that others have changed since', async () => {
    await operate([
      { op: 'update', id: 'a', fields: { content: '<p>A</p>' } },
      { op: 'update', id: 'b', fields: { content: '<p>B</p>' } },
    ]);
    await writeAsPerson('b', 'mine');
    const { status, body } = await undo();
    expect(status).toBe(409);
    expect(body.message).toContain('paragraph "mine"');
    expect(body.blocks).toEqual([{ id: 'b', name: 'paragraph "mine"' }]);
    expect(await texts()).toBe('A mine c');
  });

  test('is undone once; the second time nothing is left of it', async () => {
    await write('a', 'A');
    expect(await undone({ version: 2 })).toEqual([2]);
    expect(await undone({ version: 2 })).toEqual([]);
    expect((await read()).version).toBe(3);
  });

  test('of name, tags and archive is undone; what others changed since is refused', async () => {
    await agent.get('update-template', { template_id, name: 'Renamed', tags: ['new'], archived: true });
    await asPerson({ tags: ['new', 'mine'] });
    const refused = await undo();
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('the tags')]);
    await asPerson({ tags: ['new'] });
    await undo();
    const { name, tags, archived_at } = await read();
    expect({ name, tags, archived_at }).toEqual({ name: 'Letter', tags: undefined, archived_at: undefined });
  });

  test('of many templates at once is undone for each', async () => {
    await agent.get('change-templates', { ids: [template_id], names: ['Bulk'] });
    await undo();
    expect((await read()).name).toBe('Letter');
  });

  test('is found only by its version, only of agents, and only if others expect no other version', async () => {
    await writeAsPerson('a', 'A');
    expect((await undo()).status).toBe(404);
    await write('b', 'B');
    for (const [body, status] of [
      [{ version: 2 }, 404],
      [{ version: 9 }, 404],
      [{ version: 'x' }, 422],
      [{ expected_version: 2 }, 409],
    ] as const)
      expect([body, (await undo(body)).status]).toEqual([body, status]);
    expect(await texts()).toBe('A B c');
  });

  test('is redone by undoing the undo of an agent', async () => {
    await write('a', 'A');
    const taken = await agent.get('restore-snapshot', { template_id, undo: 'call' });
    expect([taken.version, taken.undone]).toEqual([3, [2]]);
    expect(await texts()).toBe('a b c');
    await undo();
    expect(await texts()).toBe('A b c');
  });
});

describe('a spell of work', () => {
  test('ends with a pause of more than 30 minutes, and is undone as a whole', async () => {
    await write('a', 'first');
    app.clock.advance(31 * MINUTE);
    await write('a', 'A1');
    app.clock.advance(20 * MINUTE);
    await agent.get('update-template', { template_id, name: 'Renamed' });
    app.clock.advance(20 * MINUTE);
    await write('c', 'C1');
    const { body } = await tenant.request('GET', `/templates/${template_id}/agent-changes`);
    expect(
      body.data.map((change: Record<string, unknown>) => [change.version, change.spell, change.changed]),
    ).toEqual([
      [5, 3, ['content']],
      [4, 3, ['name']],
      [3, 3, ['content']],
      [2, 2, ['content']],
    ]);
    expect(await undone({ version: 4, whole_spell: true })).toEqual([3, 4, 5]);
    expect([await texts(), (await read()).name]).toEqual(['first b c', 'Letter']);
  });

  test('keeps what people and other agents changed in between', async () => {
    await write('a', 'A');
    await writeAsPerson('b', 'mine');
    await write('c', 'C', other);
    await operate([{ op: 'add', block: paragraph('d', 'd'), after: 'c' }]);
    await asPerson({ name: 'Mine' });
    expect(await undone({ whole_spell: true })).toEqual([2, 5]);
    expect([await texts(), (await read()).name]).toEqual(['a mine C', 'Mine']);
  });

  test('is refused as a whole if people have changed one of its blocks since', async () => {
    await write('a', 'A');
    await write('b', 'B');
    await writeAsPerson('a', 'mine');
    const { status, body } = await undo({ whole_spell: true });
    expect([status, body.blocks]).toEqual([409, [{ id: 'a', name: 'paragraph "mine"' }]]);
    expect(await undone({ version: 3 })).toEqual([3]);
    expect(await texts()).toBe('mine b c');
  });

  test('in a template that is too large to merge is refused, and its last call undone', async () => {
    await asPerson({
      operations: [{ op: 'add', block: paragraph('d', 'long '.repeat(70_000)), after: 'c' }],
    });
    await write('a', 'A');
    await writeAsPerson('b', 'mine');
    await write('c', 'C');
    const { status, body } = await undo({ whole_spell: true, answer: 'compact' });
    expect([status, body.message]).toEqual([413, expect.stringContaining('too large')]);
    expect(await undone()).toEqual([5]);
    expect((await texts()).slice(0, 8)).toBe('A mine c');
  });

  test('of another agent is not undone by an agent', async () => {
    await write('a', 'A', other);
    const { isError, text } = await agent.call('restore-snapshot', { template_id, undo: 'spell' });
    expect([isError, text]).toEqual([true, expect.stringContaining('nothing to undo')]);
    for (const wrong of [{}, { undo: 'call', snapshot_id: 'x' }, { undo: 'all' }])
      expect((await agent.call('restore-snapshot', { template_id, ...wrong })).isError).toBe(true);
    expect(await texts()).toBe('A b c');
  });
});

describe('within 30 days', () => {
  test('changes stay in a history that is thinned, and are gone after that', async () => {
    for (const text of ['1', '2', '3']) {
      await writeAsPerson('b', text);
      await write('a', `A${text}`);
    }
    app.clock.advance(8 * DAY);
    // Every 25th version thins: one a day would be left of those above.
    for (let version = 8; version <= 26; version += 1) await writeAsPerson('c', `${version}`);
    app.clock.advance(21 * DAY);
    expect(await undone({ version: 7, whole_spell: true })).toEqual([3, 5, 7]);
    expect(await texts()).toBe('a 3 26');
    app.clock.advance(2 * DAY);
    expect((await undo({ version: 7 })).status).toBe(404);
    const left = await countRows(app, 'agent_changes');
    expect(await sweepAgentChanges(app.deps)).toBe(left);
    expect(await countRows(app, 'agent_changes')).toBe(0);
  });
});

test('another tenant neither sees nor undoes changes', async () => {
  await write('a', 'A');
  const stranger = await openTenantForever(app, 'stranger');
  for (const [method, path] of [
    ['GET', 'agent-changes'],
    ['POST', 'undo'],
  ] as const)
    expect((await stranger.request(method, `/templates/${template_id}/${path}`, { body: {} })).status).toBe(
      404,
    );
  expect(await texts()).toBe('A b c');
});

test('changes at once: undo and edits of others lose nothing', async () => {
  await write('a', 'A');
  const answers = await Promise.all([
    undo({ version: 2 }),
    undo({ version: 2 }),
    ...['1', '2', '3'].map((text) => writeAsPerson('b', text)),
  ]);
  expect(answers.slice(0, 2).map((answer) => answer?.status)).toEqual([200, 200]);
  expect((await texts()).split(' ')[0]).toBe('a');
  expect((await read()).version).toBe(6);
});
