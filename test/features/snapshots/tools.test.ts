import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { CATALOGUE } from '../../../src/operations.ts';
import { resultSchemaOf } from '../../mcp/result-schema.ts';
import {
  type Client,
  connect,
  dumpData,
  ERAS,
  type ToolAnswer,
  UNLIMITED_CALLS,
} from '../../mcp/tool-client.ts';
import { testOfOneProcess } from '../../support/engine.ts';
import { type FakeProvider, type SeenRequest, startFakeProvider } from '../../support/fake-provider.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { drawPng, GUARD_MS } from '../media/library.ts';

setDefaultTimeout(GUARD_MS);

/** Where files are fetched from. */
const web = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(drawPng(1)) });
afterAll(() => web.stop(true));

/** Whatever it is asked, it has something to say. */
const answerOfModel = ({ text }: SeenRequest) => {
  const made = {
    name: 'N',
    subject: 'S',
    notes: ['Look at it.'],
    settings: {},
    blocks: smallContent().blocks,
  };
  const said = { reply: 'Here it is.', touches: [], operations: [], text: 'Hi' };
  return { text: JSON.stringify(text.includes('"touches"') ? said : { ...said, ...made }) };
};

const NO_SNAPSHOT = ['Snapshot not found.', 'To see what exists, call list-snapshots.'];

let provider: FakeProvider;
let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let id: string;
beforeEach(async () => {
  provider = await startFakeProvider(answerOfModel);
  const model = { ai_provider: 'openai-compatible', ai_base_url: provider.url, ai_model: 'm' } as const;
  app = await createTestApp({ ...UNLIMITED_CALLS, ...model, fetch_private: ['127.0.0.1'] });
  tenant = await app.openTenant();
  const body = { name: 'Letter', content: smallContent('First') };
  id = (await tenant.request('POST', '/templates', { body })).body.data.id;
});
afterEach(async () => {
  await app.stop();
  await provider.stop();
});

describe('snapshots', () => {
  let client: Client;
  beforeEach(() => {
    client = connect(app, 'modern');
  });
  const list = async () => (await client.get('list-snapshots', { template_id: id })).items;
  const take = (args: object = {}) => client.get('create-snapshot', { template_id: id, ...args });
  const change = (text: string) =>
    client.get('update-template', { template_id: id, content: smallContent(text) });

  testOfOneProcess(
    'a manual one keeps the present content and its label, and is listed without content',
    async () => {
      const snapshot = await take({ label: 'Before the launch' });
      expect(snapshot).toEqual({
        id: expect.any(String),
        template_id: id,
        is_autosave: false,
        label: 'Before the launch',
        version: 1,
        created_at: new Date(app.clock.now()).toISOString(),
      });
      expect(await list()).toEqual([snapshot]);
      const read = await client.get('get-snapshot', { template_id: id, snapshot_id: snapshot.id });
      const { content } = (await tenant.request('GET', `/templates/${id}`)).body.data;
      expect(read).toEqual({ ...snapshot, content });
      const ofRest = await tenant.request('GET', `/templates/${id}/snapshots/${snapshot.id}`);
      expect(ofRest.body.data).toEqual(read);
    },
  );

  test('can be read as an outline, as blocks and in part', async () => {
    const { id: snapshot_id } = await take();
    const get = (args: object) => client.get('get-snapshot', { template_id: id, snapshot_id, ...args });
    expect((await get({ format: 'outline' })).outline).toBe('b1 paragraph "First"');
    expect((await get({ format: 'blocks' })).blocks[0]).toMatchObject({ id: 'b1', content: '<p>First</p>' });
    expect(await get({ block_ids: ['gone'] })).toMatchObject({ blocks: [], missing_block_ids: ['gone'] });
  });

  test('says what changed since, in place of the content', async () => {
    const taken = await take();
    await change('Second and third');
    const get = (args: object) =>
      client.get('get-snapshot', { template_id: id, snapshot_id: taken.id, ...args });
    const diff = '1 changed:\n~ b1 paragraph: "[-First-][+Second and third+]"';
    expect(await get({ diff_with: 'now' })).toEqual({ ...taken, diff });
    expect(await get({ diff_with: 'now', format: 'outline' })).toEqual({
      ...taken,
      outline: 'b1 paragraph "First"',
      diff,
    });
    expect((await get({ diff_with: taken.id })).diff).toBe('No differences.');
    const { texts } = await client.call('get-snapshot', {
      template_id: id,
      snapshot_id: taken.id,
      diff_with: 'gone',
    });
    expect(texts).toEqual(NO_SNAPSHOT);
  });

  test('the same content twice is one', async () => {
    const first = await take();
    expect(await take({ label: 'Now with a name' })).toEqual({ ...first, label: 'Now with a name' });
    expect(await list()).toHaveLength(1);
  });

  test('restoring brings the content back, and can be undone', async () => {
    const { id: snapshot_id } = await take();
    await change('Second');
    const restored = await client.get('restore-snapshot', { template_id: id, snapshot_id });
    const outline = 'b1 paragraph "First"';
    expect(restored).toEqual({ id, version: 3, previous_version: 2, outline });
    const [, replaced] = await list();
    await client.get('restore-snapshot', { template_id: id, snapshot_id: replaced.id });
    const { content } = await client.get('get-template', { template_id: id });
    expect(content.blocks[0].content).toBe('<p>Second</p>');
  });

  test('restoring is refused whole', async () => {
    const { id: snapshot_id } = await take();
    await change('Second');
    const before = await dumpData(app);
    const restore = async (args: object) =>
      (await client.call('restore-snapshot', { template_id: id, ...args })).texts;
    expect(await restore({ snapshot_id: 'gone' })).toEqual(NO_SNAPSHOT);
    const [message, more] = await restore({ snapshot_id, expected_version: 1 });
    expect(message).toContain('at version 2 now');
    expect(JSON.parse(more ?? '').current_version).toBe(2);
    expect(await dumpData(app)).toBe(before);
  });

  test('those of another template are not found', async () => {
    const { id: snapshot_id } = await take();
    const other = await client.get('create-template', { content: smallContent() });
    for (const name of ['get-snapshot', 'restore-snapshot']) {
      const { texts } = await client.call(name, { template_id: other.id, snapshot_id });
      expect([name, texts]).toEqual([name, NO_SNAPSHOT]);
    }
  });

  testOfOneProcess('50 are listed, the newest first', async () => {
    for (let i = 0; i < 55; i += 1) {
      app.clock.advance(1000);
      await tenant.request('PUT', `/templates/${id}`, { body: { content: smallContent(`No. ${i}`) } });
      await take({ label: `No. ${i}` });
    }
    const labels = (await list()).map((item: { label: string }) => item.label);
    expect(labels).toEqual(Array.from({ length: 50 }, (_, i) => `No. ${54 - i}`));
  });
});

test.each(ERAS)('every result has the shape its tool announces, %s client', async (era) => {
  const client = connect(app, era);
  const validators = new AjvJsonSchemaValidator();
  const checked = new Set<string>();
  const check = (name: string, { data }: ToolAnswer) => {
    const result = validators.getValidator(resultSchemaOf(name) as never)(data);
    expect([name, result.valid, result.errorMessage]).toEqual([name, true, undefined]);
    checked.add(name);
    return data;
  };
  const call = async (name: string, args: object) => check(name, await client.call(name, args));
  await call('get-project-config', {});
  await call('list-templates', {});
  const { id: template_id } = await call('create-template', { content: smallContent() });
  for (const view of [
    {},
    { format: 'outline' },
    { format: 'blocks' },
    { block_ids: ['b1', 'x'] },
    { if_version: 1 },
  ]) {
    await call('get-template', { template_id, ...view });
  }
  await call('create-snapshot', { template_id });
  const operations = [{ op: 'add', block: { type: 'divider' } }];
  await call('update-template', { template_id, name: 'N', operations });
  await call('update-template', { template_id, name: null, content: smallContent('2'), dry_run: true });
  const [{ id: snapshot_id }] = (await call('list-snapshots', { template_id })).items;
  for (const view of [{}, { format: 'outline' }, { format: 'blocks' }, { block_ids: ['x'] }]) {
    await call('get-snapshot', { template_id, snapshot_id, ...view });
  }
  await call('restore-snapshot', { template_id, snapshot_id });
  await call('export-template', { template_id, format: 'both', plain_text: true });
  await call('preview-template', { template_id, layout: 'phone', block_ids: ['b1'] });
  for (const wish of [{}, { fixes: 'together', render: true }, { areas: ['spam'], max_findings: 1 }]) {
    await call('score-template', { template_id, ...wish });
  }
  await call('list-templates', { search: 'n' });
  const { id: comment_id } = await call('create-comment', { template_id, body: 'x', block_id: 'b1' });
  await call('create-comment', { template_id, body: 'y', parent_id: comment_id });
  await call('update-comment', { template_id, comment_id, body: 'z' });
  for (const _turn of ['resolved', 'open']) {
    await call('resolve-comment', { template_id, comment_id });
    await call('list-comments', { template_id });
  }
  await call('delete-comment', { template_id, comment_id });
  await call('rewrite-text', { text: 'Hello', instruction: 'Shorter' });
  await call('generate-template', { prompt: 'A welcome mail' });
  await call('generate-template', { prompt: 'Is it long?', template_id });
  await call('delete-template', { template_id });
  await call('list-library', { kind: 'trash' });
  await call('restore-from-trash', { trash_id: template_id });
  const { id: folder_id } = await call('create-media-folder', { name: 'A' });
  await call('create-media-folder', { name: 'B', parent_id: folder_id });
  await call('update-media-folder', { folder_id, name: 'C' });
  await call('list-media-folders', {});
  const url = `http://127.0.0.1:${web.port}/a.png`;
  const { id: file_id, url: src } = await call('import-media-from-url', { url, folder_id });
  await call('browse-media', { search: 'a' });
  await client.get('create-template', { content: { blocks: [{ type: 'image', src }] } });
  await call('browse-media', { with_uses: true });
  await call('browse-media', { unused: true });
  await call('change-media', { ids: [file_id], alt_text: 'x', folder_id: null });
  await call('delete-media', { ids: [file_id, 'gone'] });
  await call('delete-media', { ids: [file_id], force: true });
  await call('delete-media-folder', { folder_id, files: 'delete' });
  const { id: module } = await call('save-module', { template_id, block_ids: ['b1'], name: 'Module' });
  await call('update-template', { template_id, operations: [{ op: 'add', module }] });
  await call('list-library', { kind: 'modules' });
  await call('list-library', { kind: 'starters' });
  const { folder: place } = await call('change-templates', { folder: { name: 'A' } });
  const { folder: inside } = await call('change-templates', { folder: { name: 'B', parent_id: place.id } });
  await call('list-library', { kind: 'folders' });
  const { id: placed } = await call('create-template', { content: smallContent(), name: 'x' });
  const change = { folder_id: place.id, add_tags: ['a'], archived: true };
  await call('change-templates', { ids: [placed, 'gone'], ...change });
  await call('list-library', { kind: 'folders' });
  await call('change-templates', { folder: { id: inside.id, name: 'C', parent_id: null } });
  await call('change-templates', { folder: { id: inside.id, delete: 'with_templates' } });
  await call('list-templates', { archived: 'all', tag: 'a', folder_id: place.id });
  await call('list-templates', { archived: 'all', block_type: 'title', with_blocks: true });
  const swap = { what: 'color', find: '#ffffff', replace: '#fffffe', archived: true };
  const { plan } = await call('replace-in-templates', { ...swap, dry_run: true });
  await call('replace-in-templates', { ...swap, plan });
  await call('replace-in-templates', {
    ...swap,
    find: '#fffffe',
    replace: '#ffffff',
    template_ids: [placed, 'gone'],
  });
  await call('create-template', { source: { html: '<p>Hello</p>' } });
  // Those for agents that only propose are called in test/features/proposals.
  const names = CATALOGUE.tools.flatMap((entry) => (entry.isForProposers ? [] : [entry.definition.name]));
  expect([...checked].sort()).toEqual(names.sort());
});
