import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createApiKey, revokeApiKey } from '../../../src/features/access/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import {
  type Client,
  connect,
  dumpData,
  ENDPOINT,
  expectRefused,
  headersOf,
  readCalls,
  tenantAccessOf,
  UNLIMITED_CALLS,
} from '../../mcp/tool-client.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import { openTenantForever } from '../access/signed-token.ts';
import { drawPng, GUARD_MS, libraryOf } from './library.ts';

/** What agents learn of the uses of files, and how they move and rename them. */

setDefaultTimeout(GUARD_MS);

let app: TestApp;
let tenants = 0;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
});
afterAll(() => app.stop());

async function open() {
  const slug = `agent media ${++tenants}`;
  const tenant = await openTenantForever(app, slug);
  const agent: Client = connect(app, 'modern', { ...tenantAccessOf(app), tenant: slug });
  return { tenant, agent, library: libraryOf(tenant) };
}

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id);

describe('unused files', () => {
  test('are those that nothing uses: no template, snapshot, comment, saved module or brand', async () => {
    const { tenant, agent, library } = await open();
    const files: Record<string, { id: string; url: string }> = {};
    for (const [seed, name] of ['template', 'snapshot', 'module', 'free', 'spare'].entries())
      files[name] = await library.upload(drawPng(seed), `${name}.png`);
    const urlOf = (name: string) => files[name]?.url ?? '';
    const letter = await library.createTemplate('Letter', urlOf('snapshot'));
    await tenant.request('POST', `/templates/${letter}/snapshots`, { body: {} });
    await agent.get('replace-in-templates', {
      what: 'address',
      find: urlOf('snapshot'),
      replace: urlOf('template'),
    });
    const content = [{ type: 'image', src: urlOf('module'), alt: '' }];
    await tenant.request('POST', '/saved-modules', { body: { name: 'M', content } });
    const unused = await agent.get('browse-media', { unused: true });
    expect(idsOf(unused.items)).toEqual([files.spare?.id ?? '', files.free?.id ?? '']);
    expect([unused.next_cursor, unused.prev_cursor]).toEqual([null, null]);
    expect(idsOf((await agent.get('browse-media', { unused: true, search: 'free' })).items)).toEqual([
      files.free?.id ?? '',
    ]);
    const { items } = await agent.get('browse-media', { with_uses: true });
    const uses = Object.fromEntries(
      items.map((item: { filename: string; used_by: { kind: string }[] }) => [
        item.filename,
        item.used_by.map(({ kind }) => kind),
      ]),
    );
    expect(uses).toEqual({
      // The last version of the history is the present one.
      'template.png': ['template', 'snapshot'],
      'snapshot.png': ['snapshot'],
      'module.png': ['saved_module'],
      'free.png': [],
      'spare.png': [],
    });
  });

  test('come in pages, past files that are used', async () => {
    const { agent, library } = await open();
    const urls: string[] = [];
    for (let seed = 0; seed < 60; seed += 1)
      urls.push((await library.upload(drawPng(seed, 4, 4), `${seed}.png`)).url);
    await library.createTemplate('Letter', ...urls.slice(52));
    const first = await agent.get('browse-media', { unused: true, sort: 'oldest' });
    const rest = await agent.get('browse-media', { unused: true, sort: 'oldest', cursor: first.next_cursor });
    expect([first.items.length, rest.items.length, rest.next_cursor]).toEqual([50, 2, null]);
    expect(new Set(idsOf([...first.items, ...rest.items])).size).toBe(52);
    const other = await agent.call('browse-media', { sort: 'oldest', cursor: first.next_cursor });
    expect(other.text).toContain('not a cursor of this list');
  });
});

test('a deletion can be tried', async () => {
  const { agent, library } = await open();
  const used = await library.upload(drawPng(1), 'used.png');
  const free = await library.upload(drawPng(2), 'free.png');
  const letter = await library.createTemplate('Letter', used.url);
  const before = await dumpData(app);
  const in_use = [{ id: used.id, use_count: 1, uses: [{ kind: 'template', id: letter, name: 'Letter' }] }];
  const ids = [used.id, free.id, 'gone'];
  expect(await agent.get('delete-media', { ids, dry_run: true })).toEqual({
    deleted: [free.id],
    in_use,
    not_found: ['gone'],
  });
  expect(await agent.get('delete-media', { ids, force: true, dry_run: true })).toEqual({
    deleted: [used.id, free.id],
    in_use,
    not_found: ['gone'],
  });
  expect(await dumpData(app)).toBe(before);
});

describe('a deletion of files in use', () => {
  const FORM = { elicitation: {} };
  const answerOf = (capabilities: object, confirm?: object) => ({
    _meta: { 'io.modelcontextprotocol/clientCapabilities': capabilities },
    ...(confirm && { inputResponses: { confirm } }),
  });
  async function openUsed() {
    const { agent, library } = await open();
    const used = await library.upload(drawPng(1), 'used.png');
    await library.createTemplate('Letter', used.url);
    const args = { ids: [used.id], force: true };
    const send = async (more: object, given: object = args) =>
      (await agent.rpc('tools/call', { name: 'delete-media', arguments: given, ...more })).body.result;
    const isThere = async () => (await library.list()).length === 1;
    return { agent, used, args, send, isThere };
  }

  test('is asked of a person where the client can, and done when the person says yes', async () => {
    const { send, isThere } = await openUsed();
    const question = await send(answerOf(FORM));
    expect(question).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        confirm: {
          method: 'elicitation/create',
          params: {
            message: 'Delete a media file, also those that are in use? Mails would be shown without them.',
            requestedSchema: { type: 'object', required: ['confirm'] },
          },
        },
      },
    });
    expect(await isThere()).toBe(true);
    const { structuredContent } = await send(
      answerOf(FORM, { action: 'accept', content: { confirm: true } }),
    );
    expect([structuredContent.deleted.length, await isThere()]).toEqual([1, false]);
  });

  test.each<[object]>([
    [{ action: 'decline' }],
    [{ action: 'cancel' }],
    [{ action: 'accept', content: { confirm: false } }],
    [{ action: 'accept', content: { confirm: 'true' } }],
    [{ action: 'accept' }],
  ])('is refused after %j, which is recorded', async (given) => {
    const { send, isThere } = await openUsed();
    const { isError, content } = await send(answerOf(FORM, given));
    expect([isError, content[0].text]).toEqual([
      true,
      'The person did not confirm this. Nothing was changed.',
    ]);
    expect(await isThere()).toBe(true);
    const last = (await readCalls(app)).at(-1);
    expect([last?.tool, last?.outcome]).toEqual(['delete-media', 'forbidden']);
  });

  test.each<[what: string, capabilities: object]>([
    ['cannot ask', {}],
    ['opens addresses only', { elicitation: { url: {} } }],
  ])('is not asked where the client %s', async (_what, capabilities) => {
    const { send, isThere } = await openUsed();
    expect((await send(answerOf(capabilities))).resultType).toBe('complete');
    expect(await isThere()).toBe(false);
  });

  test('is not asked without force, in a dry run, and of a key that may not delete', async () => {
    const { agent, send, args, used, isThere } = await openUsed();
    for (const given of [{ ids: [used.id] }, { ...args, dry_run: true }])
      expect((await send(answerOf(FORM), given)).resultType).toBe('complete');
    const project_ids = [app.first.project_id];
    const { id, api_key } = await perform(createApiKey, app.deps, adminScope, {
      name: 'Reader',
      project_ids,
      mode: 'read',
    });
    const reader = connect(app, 'modern', { ...agent.seat, key: api_key });
    const params = { name: 'delete-media', arguments: args, ...answerOf(FORM) };
    const { content } = (await reader.rpc('tools/call', params)).body.result;
    expect(content[0].text).toMatch(/mode "?read/);
    await perform(revokeApiKey, app.deps, adminScope, { id });
    expect(await isThere()).toBe(true);
  });

  test('is asked by the official client, which repeats the call with the answer', async () => {
    const { agent, args, isThere } = await openUsed();
    if (app.http.server === null) app.http.listen({ port: 0, hostname: '127.0.0.1' });
    const url = new URL(`http://127.0.0.1:${app.http.server?.port}${ENDPOINT}`);
    const client = new McpClient(
      { name: 'asking', version: '1' },
      { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    const asked: string[] = [];
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: { confirm: true } };
    });
    await client.connect(
      new StreamableHTTPClientTransport(url, { requestInit: { headers: headersOf(agent.seat) } }),
    );
    const { isError } = await client.callTool({ name: 'delete-media', arguments: args });
    await client.close();
    expect([isError ?? false, asked.length, await isThere()]).toEqual([false, 1, false]);
  });
});

describe('files', () => {
  test('are moved, renamed and described by agents', async () => {
    const { agent, library } = await open();
    const [a, b] = [await library.upload(drawPng(1), 'a.png'), await library.upload(drawPng(2), 'b.png')];
    const folder_id = await library.createFolder('Logos');
    const moved = await agent.get('change-media', { ids: [a.id, b.id], folder_id });
    expect(moved.items).toHaveLength(2);
    expect(moved.items[0]).toMatchObject({ folder_id });
    const { items } = await agent.get('change-media', {
      ids: [a.id],
      folder_id: null,
      filename: 'Logo',
      alt_text: 'Our logo',
    });
    expect(items).toMatchObject([{ id: a.id, filename: 'Logo.png', alt_text: 'Our logo', folder_id: null }]);
  });

  test('of others are not found, and a change must say what', async () => {
    const [one, other] = [await open(), await open()];
    const { id } = await one.library.upload(drawPng(1), 'a.png');
    const folder_id = await one.library.createFolder('Logos');
    const refuse = (args: object, message: string | RegExp) =>
      expectRefused(app, other.agent, 'change-media', args, message);
    await refuse({ ids: [id], alt_text: 'x' }, 'File not found.');
    await refuse({ ids: [id], folder_id }, 'Folder not found.');
    await refuse({ ids: [id], filename: 'x', folder_id }, 'Folder not found.');
    await refuse({ ids: [id] }, /alt_text/);
    await refuse({ ids: [id, 'x'], filename: 'x' }, /one file/);
    await refuse({ ids: [id], folder_id: null }, 'File not found.');
    const own = await other.library.upload(drawPng(2), 'b.png');
    const moved = await other.agent.get('change-media', { ids: [own.id, id], folder_id: null });
    expect(moved).toMatchObject({ items: [{ id: own.id }], not_found: [id] });
  });
});

test('templates are found by what they use, with the blocks', async () => {
  const { agent, library } = await open();
  const logo = await library.upload(drawPng(1, 1500, 20), 'logo.png');
  const blocks = [
    { id: 'aaaaaa', type: 'image', src: logo.large_url, alt: '' },
    {
      id: 'bbbbbb',
      type: 'section',
      columns: '1',
      children: [[{ id: 'cccccc', type: 'button', text: 'x', url: 'https://shop.example/1' }]],
    },
    {
      id: 'dddddd',
      type: 'paragraph',
      content: `<p><a href="https://shop.example"><img src="${logo.url}"></a></p>`,
    },
  ];
  await agent.get('create-template', { content: { blocks } });
  const find = async (args: object) =>
    (await agent.get('list-templates', { ...args, with_blocks: true })).items.map(
      (item: { blocks: string[] }) => item.blocks,
    );
  expect(await find({ uses_media: logo.id })).toEqual([['image aaaaaa', 'paragraph dddddd']]);
  expect(await find({ link_domain: 'Shop.example' })).toEqual([['button cccccc', 'paragraph dddddd']]);
  expect(await find({ block_type: 'section' })).toEqual([['section bbbbbb']]);
  expect(await find({ block_type: 'button', link_domain: 'shop.example' })).toEqual([['button cccccc']]);
  await expectRefused(app, agent, 'list-templates', { with_blocks: true }, /goes with uses_media/);
});
