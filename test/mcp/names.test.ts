import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createApiKey } from '../../src/features/access/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { testOfOneProcess } from '../support/engine.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import { type Client, connect, readCalls, tenantAccessOf, UNLIMITED_CALLS } from './tool-client.ts';

/** Agents name templates and folders as people do. */

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
});
afterAll(() => app.stop());

async function open(tenant: string) {
  await app.openTenant(tenant);
  const agent = connect(app, 'modern', { ...tenantAccessOf(app), tenant });
  const create = async (name: string, more: object = {}): Promise<string> =>
    (await agent.get('create-template', { name, content: smallContent(name), ...more })).id;
  return { agent, create };
}

const nameOf = async (agent: Client, template_id: string) =>
  (await agent.get('get-template', { template_id, format: 'outline' })).name;

describe('a template', () => {
  testOfOneProcess('is found by its name, whatever the case, and by its key, in every tool', async () => {
    const { agent, create } = await open('one');
    const id = await create('Frühling: es geht los');
    const keyed = await create('Other', { key: 'welcome-mail' });
    for (const name of ['Frühling: es geht los', 'FRÜHLING: ES GEHT LOS'])
      expect((await agent.get('get-template', { template_id: name, format: 'outline' })).id).toBe(id);
    expect(await nameOf(agent, 'welcome-mail')).toBe('Other');
    const copy = await agent.get('create-template', { copy_of: 'Frühling: es geht los', name: 'Copy' });
    expect(await nameOf(agent, copy.id)).toBe('Copy');
    const { items } = await agent.get('change-templates', {
      ids: ['Copy', keyed, 'nothing'],
      add_tags: ['News'],
    });
    expect(items.map((item: { id: string; status: string }) => [item.id, item.status])).toEqual([
      [copy.id, 'changed'],
      [keyed, 'changed'],
      ['nothing', 'not_found'],
    ]);
    await agent.get('delete-template', { template_id: 'copy' });
    expect((await agent.get('list-templates', {})).items).toHaveLength(2);
    expect((await readCalls(app)).at(-2)).toMatchObject({ tool: 'delete-template', template_id: copy.id });
  });

  test('that does not exist is not found, and a call with more faults says those first', async () => {
    const { agent, create } = await open('none');
    await create('Here');
    for (const template_id of ['Her', 'here.', ' ', 'ids'.repeat(90)]) {
      const { isError, text } = await agent.call('get-template', { template_id });
      expect([isError, text]).toEqual([true, 'Template not found.']);
    }
    const wrong = await agent.call('get-template', { template_id: 'Her', format: 'html' });
    expect(wrong.text).toContain('format');
  });

  test('of another tenant, or in the trash, is not found', async () => {
    const { agent, create } = await open('mine');
    await (await open('theirs')).create('Secret');
    await agent.get('delete-template', { template_id: await create('Gone') });
    for (const template_id of ['Secret', 'Gone'])
      expect((await agent.call('get-template', { template_id })).isError).toBe(true);
  });
});

describe('a name of several templates', () => {
  const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
  async function openTwo(tenant: string) {
    const { agent, create } = await open(tenant);
    const ids = [await create('July'), await create('july')];
    const ask = async (capabilities: object, answer?: object, args: object = {}) =>
      (
        await agent.rpc('tools/call', {
          name: 'delete-template',
          arguments: { template_id: 'July', ...args },
          _meta: { [CAPABILITIES]: capabilities },
          ...(answer && { inputResponses: { template_id: answer } }),
        })
      ).body.result;
    const count = async () => (await agent.get('list-templates', {})).items.length;
    return { agent, ids, ask, count };
  }
  const FORM = { elicitation: {} };

  test('is refused with their ids, and changes nothing', async () => {
    const { ids, ask, count, agent } = await openTwo('refused');
    const { isError, content } = await ask({});
    expect([isError, ids.every((id) => content[0].text.includes(id))]).toEqual([true, true]);
    const { isError: inList } = await agent.call('change-templates', { ids: ['July'], delete: true });
    expect([inList, await count()]).toEqual([true, 2]);
  });

  test('is asked of a person, and the chosen one is deleted', async () => {
    const { ids, ask, count, agent } = await openTwo('asked');
    const { resultType, inputRequests } = await ask(FORM);
    const { message, requestedSchema } = inputRequests.template_id.params;
    const choices = requestedSchema.properties.template_id.oneOf.map(
      (choice: { const: string }) => choice.const,
    );
    expect([resultType, message, choices.sort(), await count()]).toEqual([
      'input_required',
      'Several templates have the name “July”. Which one is meant?',
      [...ids].sort(),
      2,
    ]);
    const done = await ask(FORM, { action: 'accept', content: { template_id: ids[0] } });
    expect([done.isError ?? false, await count()]).toEqual([false, 1]);
    // No question is left.
    expect(await nameOf(agent, 'July')).toBe('july');
  });

  test.each<[object]>([
    [{ action: 'decline' }],
    [{ action: 'accept', content: { template_id: 'another' } }],
    [{ action: 'accept' }],
  ])('stays without a choice: %j', async (answer) => {
    const { ask, count } = await openTwo(`stays-${JSON.stringify(answer)}`);
    expect([(await ask(FORM, answer)).isError, await count()]).toEqual([true, 2]);
  });
});

test('a folder is found by its name or path', async () => {
  const { agent, create } = await open('folders');
  const { folder: top } = await agent.get('change-templates', { folder: { name: 'Campaigns' } });
  await agent.get('change-templates', { folder: { name: 'Spring', parent_id: top.id } });
  const { folder: other } = await agent.get('change-templates', { folder: { name: 'Spring' } });
  const id = await create('Letter', { folder_id: 'campaigns/spring' });
  expect((await agent.get('list-templates', { folder_id: 'Campaigns/Spring' })).items).toMatchObject([
    { id },
  ]);
  expect((await agent.get('list-templates', { folder_id: 'top' })).items).toEqual([]);
  const { isError, text } = await agent.call('list-templates', { folder_id: 'Spring' });
  expect([isError, text.includes(other.id), text.includes('Campaigns/Spring')]).toEqual([true, true, true]);
  expect((await agent.call('list-templates', { folder_id: 'Autumn' })).text).toBe('Folder not found.');
});

test('a folder to change, and the one to put it in, are found by their names or paths', async () => {
  const { agent, create } = await open('folder-changes');
  const change = (folder: object) => agent.get('change-templates', { folder });
  const { folder: top } = await change({ name: 'Campaigns' });
  const { folder: spring } = await change({ name: 'Spring', parent_id: 'campaigns' });
  expect(spring.parent_id).toBe(top.id);
  await change({ id: 'Campaigns/Spring', name: 'Summer' });
  await change({ id: 'summer', parent_id: 'top' });
  await create('Letter', { folder_id: 'Summer' });
  const refused = await agent.call('change-templates', {
    folder: { id: 'Campaigns', parent_id: 'Campaigns' },
  });
  expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('itself')]);
  await change({ name: 'Summer', parent_id: 'Campaigns' });
  const unclear = await agent.call('change-templates', {
    folder: { id: 'Summer', delete: 'keep_templates' },
  });
  expect([unclear.isError, unclear.text]).toEqual([true, expect.stringContaining('folder.id: several')]);
  await change({ id: 'Campaigns', delete: 'keep_templates' });
  const { folders } = await agent.get('list-library', { kind: 'folders' });
  expect(folders.map((folder: { name: string }) => folder.name)).toEqual(['Summer']);
});

test('a key tells no names that it may not read', async () => {
  const { agent, create } = await open('limits');
  const own = await create('Own');
  await create('Other');
  const keyWith = async (limits: object) =>
    connect(app, 'modern', {
      ...agent.seat,
      key: (
        await perform(createApiKey, app.deps, adminScope, {
          name: crypto.randomUUID().slice(0, 8),
          project_ids: [app.first.project_id],
          ...limits,
        })
      ).api_key,
    });
  const single = await keyWith({ tenants: ['limits'], template_id: own });
  for (const template_id of ['Other', 'Nobody'])
    expect((await single.call('get-template', { template_id })).text).toBe('Template not found.');
  const reader = await keyWith({ mode: 'read' });
  for (const template_id of ['Own', 'Nobody'])
    expect((await reader.call('delete-template', { template_id })).text).toContain('mode "read"');
});

test('a saved module is inserted and replaced by its name, if it is the only one', async () => {
  const { agent, create } = await open('modules');
  const template_id = await create('Letter');
  const block_ids = ['b1'];
  await agent.get('save-module', { template_id, block_ids, name: 'Footer 2027' });
  const operations = [{ op: 'add', module: 'footer 2027' }];
  expect((await agent.get('update-template', { template_id, operations })).added).toHaveLength(1);
  const swap = { what: 'block', find: `${template_id}#b1`, replace: 'Footer 2027', dry_run: true };
  expect((await agent.call('replace-in-templates', swap)).isError).toBe(false);
  await agent.get('save-module', { template_id, block_ids, name: 'FOOTER 2027' });
  expect((await agent.call('update-template', { template_id, operations })).text).toContain(
    'no saved module',
  );
});

test('a link is taken for its host, and a subject is sent to its place', async () => {
  const { agent, create } = await open('links');
  const content = { blocks: [{ type: 'button', text: 'Go', url: 'https://old.example/go' }] };
  const id = await create('Letter', { content });
  const found = await agent.get('list-templates', { link_domain: 'https://OLD.example/other' });
  expect(found.items).toMatchObject([{ id }]);
  for (const [tool, place] of [
    ['create-template', 'content.settings.subject'],
    ['update-template', 'update_settings'],
  ] as const) {
    const { isError, text } = await agent.call(tool, {
      ...(tool === 'update-template' && { template_id: id }),
      ...{ content, subject: 'Hello' },
    });
    expect([isError, text]).toEqual([true, expect.stringContaining(place)]);
  }
});
