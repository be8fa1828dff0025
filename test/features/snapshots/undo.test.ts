import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createApiKey } from '../../../src/features/access/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import {
  type Client,
  connect,
  restart,
  type Target,
  tenantAccessOf,
  UNLIMITED_CALLS,
} from '../../mcp/tool-client.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let agent: Client;
let template_id: string;
beforeEach(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  tenant = await app.openTenant();
  agent = connect(app);
  const body = { name: 'Letter', content: smallContent('By a person') };
  template_id = (await tenant.request('POST', '/templates', { body })).body.data.id;
});
afterEach(() => app.stop());

/** Replaces all of the content. */
const replace = (text: string, by = agent) =>
  by.get('update-template', { template_id, content: smallContent(text) });
/** Changes a part of the content by an operation. */
const write = (text: string, by = agent) =>
  by.get('update-template', {
    template_id,
    operations: [{ op: 'update', id: 'b1', fields: { content: `<p>${text}</p>` } }],
  });
async function changeAsPerson(body: object): Promise<void> {
  const { status } = await tenant.request('PUT', `/templates/${template_id}`, { body });
  expect(status).toBe(200);
}
const writeAsPerson = (text: string) => changeAsPerson({ content: smallContent(text) });
/** The texts that can be brought back, the newest first. */
async function listTexts(by = agent): Promise<string[]> {
  const { items } = await by.get('list-snapshots', { template_id });
  const texts: string[] = [];
  for (const { id: snapshot_id } of items) {
    const { blocks } = await by.get('get-snapshot', { template_id, snapshot_id, format: 'blocks' });
    texts.push(blocks[0].content.replace(/<\/?p>/g, ''));
  }
  return texts;
}
async function addAgent(name: string, target: Target = app): Promise<Client> {
  const { api_key } = await perform(createApiKey, app.deps, adminScope, { name });
  return connect(target, 'modern', { ...tenantAccessOf(app), key: api_key });
}

describe('what an agent replaces is kept', () => {
  test('before its first change, with the name of its key', async () => {
    await write('1');
    const { items } = await agent.get('list-snapshots', { template_id });
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({ is_autosave: true, version: 2, author_name: 'First key' });
    expect(items[1]).toMatchObject({ is_autosave: true, version: 1, label: 'Before changes by First key' });
    expect(await listTexts()).toEqual(['1', 'By a person']);
  });

  test('and each of its own changes, once', async () => {
    const texts = Array.from({ length: 20 }, (_, i) => `${i}`);
    for (const text of texts) {
      await write(text);
      app.clock.advance(SECOND);
      await write(text);
    }
    expect(await listTexts()).toEqual([...texts.reverse(), 'By a person']);
  });

  test('again after a person has changed it', async () => {
    await write('1');
    await writeAsPerson('By a person again');
    await write('2');
    await write('3');
    expect(await listTexts()).toEqual(['3', '2', 'By a person again', '1', 'By a person']);
  });

  test('again after another agent has changed it', async () => {
    const second = await addAgent('Second');
    await write('1');
    await write('2', second);
    await write('3', second);
    await write('4');
    expect(await listTexts()).toEqual(['4', '3', '2', '1', 'By a person']);
    const { items } = await agent.get('list-snapshots', { template_id });
    expect(
      items.map(({ author_name, author_type }: Record<string, string>) => [author_name, author_type]),
    ).toEqual([
      ['First key', 'agent'],
      ['Scenario via Second', 'agent'],
      ['Scenario via Second', 'agent'],
      ['First key', 'agent'],
      [undefined, undefined],
    ]);
  });

  test('when it restores, too', async () => {
    await write('1');
    const [, snapshot] = (await agent.get('list-snapshots', { template_id })).items;
    await agent.get('restore-snapshot', { template_id, snapshot_id: snapshot.id });
    expect(await listTexts()).toEqual(['By a person', '1', 'By a person']);
  });

  test('of what it has made itself', async () => {
    ({ id: template_id } = await agent.get('create-template', { content: smallContent('Mine') }));
    await write('1');
    await write('2');
    expect(await listTexts()).toEqual(['2', '1', 'Mine']);
  });

  test('whether it replaces all of the content or a part', async () => {
    await write('1');
    await replace('2');
    await replace('3');
    await write('4');
    await write('5');
    await replace('6');
    expect(await listTexts()).toEqual(['6', '5', '4', '3', '2', '1', 'By a person']);
  });

  test('not when only the name changes, which says itself what it was', async () => {
    const { previous_name } = await agent.get('update-template', { template_id, name: 'Note' });
    expect([previous_name, await listTexts()]).toEqual(['Letter', []]);
    await write('1');
    expect(await listTexts()).toEqual(['1', 'By a person']);
  });

  test('although the agent has changed the name just before', async () => {
    await writeAsPerson('By a person, a second time');
    await agent.get('update-template', { template_id, name: 'Note' });
    await write('1');
    expect(await listTexts()).toEqual(['1', 'By a person, a second time', 'By a person']);
  });

  test('although a person has changed the name in between', async () => {
    await write('1');
    await changeAsPerson({ name: 'By hand' });
    await write('2');
    expect(await listTexts()).toEqual(['2', '1', 'By a person']);
  });

  test('not when nothing changes, nothing is saved, or it is refused', async () => {
    await write('By a person');
    await agent.get('update-template', { template_id, content: smallContent('1'), dry_run: true });
    await agent.call('update-template', { template_id, content: smallContent('1'), expected_version: 9 });
    await agent.call('update-template', { template_id, operations: [{ op: 'delete', id: 'gone' }] });
    expect(await listTexts()).toEqual([]);
  });

  test('and what each of several agents wrote at the same moment', async () => {
    const agents = [agent, await addAgent('Second'), await addAgent('Third')];
    await Promise.all(agents.flatMap((by, i) => [1, 2, 3].map((n) => write(`${i}.${n}`, by))));
    const texts = await listTexts();
    expect(texts.filter((text) => text === 'By a person')).toHaveLength(1);
    expect(texts.at(-1)).toBe('By a person');
    expect(new Set(texts).size).toBe(10);
  });

  test('although thinning removes the last snapshot of the very content the agent puts in', async () => {
    for (const text of ['Old', 'Newer']) {
      const body = { content: smallContent(text) };
      await tenant.request('POST', `/templates/${template_id}/snapshots`, { body });
      app.clock.advance(SECOND);
    }
    app.clock.advance(25 * 60 * MINUTE);
    await replace('Old');
    const { blocks } = await agent.get('get-template', { template_id, format: 'blocks' });
    expect(blocks[0].content).toContain('Old');
    expect(await listTexts()).toContain('By a person');
  });

  test('when a person replaces what an agent made', async () => {
    ({ id: template_id } = await agent.get('create-template', { content: smallContent('Generated') }));
    await writeAsPerson('1');
    await writeAsPerson('2');
    expect(await listTexts()).toEqual(['2', '1', 'Generated']);
    await replace('Generated again');
    await changeAsPerson({ name: 'By hand' });
    await writeAsPerson('3');
    expect(await listTexts()).toEqual(['3', 'Generated again', '2', '1', 'Generated']);
  });

  test('as what people made when people replace it', async () => {
    await writeAsPerson('1');
    await writeAsPerson('2');
    expect(await listTexts()).toEqual(['2', '1', 'By a person']);
  });

  test('not again because the server has been restarted', async () => {
    await write('1');
    app.clock.advance(MINUTE);
    const again = await restart(app);
    app = Object.assign(app, { stop: again.stop });
    const back = connect(again);
    await write('2', back);
    expect(await listTexts(back)).toEqual(['2', '1', 'By a person']);
  });
});

test('restoring brings back exactly what was there', async () => {
  const content = {
    blocks: [
      { id: 'a', type: 'hologram', beam: 3 },
      { id: 'b', type: 'title', content: 'Zoë 🙂 {{ name }}', mine: { kept: [1, null] } },
    ],
    settings: { width: 480, mine: true },
  };
  await changeAsPerson({ content });
  const before = (await tenant.request('GET', `/templates/${template_id}`)).body.data;
  const operations = [
    { op: 'delete', id: 'a' },
    { op: 'update', id: 'b', fields: { content: 'x' } },
    { op: 'update_settings', fields: { width: 600 } },
  ];
  await agent.get('update-template', { template_id, operations });
  await agent.get('update-template', { template_id, operations: [{ op: 'delete', id: 'b' }] });
  const [, , snapshot] = (await agent.get('list-snapshots', { template_id })).items;
  await agent.get('restore-snapshot', { template_id, snapshot_id: snapshot.id });
  const after = (await tenant.request('GET', `/templates/${template_id}`)).body.data;
  expect(JSON.stringify(after.content)).toBe(JSON.stringify(before.content));
  expect([after.version, after.name]).toEqual([before.version + 3, 'Letter']);
});
