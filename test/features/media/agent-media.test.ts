import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type Client, connect, dumpData, expectRefused, PLENTY, seatOf } from '../../mcp/tool-client.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { openTenantForever } from '../access/signed-token.ts';
import { drawPng, GUARD_MS, libraryOf } from './library.ts';

/** What agents learn of the uses of files, and how they move and rename them. */

setDefaultTimeout(GUARD_MS);

let app: TestApp;
let tenants = 0;
beforeAll(async () => {
  app = await createTestApp(PLENTY);
});
afterAll(() => app.stop());

async function open() {
  const slug = `agent media ${++tenants}`;
  const tenant = await openTenantForever(app, slug);
  const agent: Client = connect(app, 'modern', { ...seatOf(app), tenant: slug });
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
  const before = dumpData(app);
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
  expect(dumpData(app)).toBe(before);
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
    expect(await other.agent.get('change-media', { ids: [id], folder_id: null })).toEqual({ items: [] });
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
  expect(await find({ uses_media: 'gone' })).toEqual([]);
  await expectRefused(app, agent, 'list-templates', { with_blocks: true }, /goes with uses_media/);
});
