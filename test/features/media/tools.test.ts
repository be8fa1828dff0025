import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createProject } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { type Client, connect, expectRefused, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { countRows } from '../../support/database-dump.ts';
import { adminScope } from '../../support/test-app.ts';
import { drawPng, GUARD_MS, type Library, libraryOf, openLibrary, writePdf } from './library.ts';

setDefaultTimeout(GUARD_MS);

const PHOTO = drawPng(1, 2000, 1500);

const web = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) => new Response(url.endsWith('.pdf') ? writePdf('x') : PHOTO),
});
afterAll(() => web.stop(true));

let library: Library;
/** Of the tenant the agent works in. */
let own: ReturnType<typeof libraryOf>;
beforeEach(async () => {
  library = await openLibrary({ ...UNLIMITED_CALLS, trash_days: 0, fetch_private: ['127.0.0.1'] });
  own = libraryOf(await library.app.openTenant());
});
afterEach(() => library.app.stop());

describe('media', () => {
  let client: Client;
  beforeEach(() => {
    client = connect(library.app, 'modern');
  });
  const importFrom = (name: string, args: object = {}) =>
    client.get('import-media-from-url', { url: `http://127.0.0.1:${web.port}/${name}`, ...args });

  test('an agent gets what it takes to place a picture, in a size for mails, and not more', async () => {
    const folder = await client.get('create-media-folder', { name: 'Spring' });
    expect(folder).toEqual({ id: expect.any(String), parent_id: null, name: 'Spring' });
    const item = await importFrom('Hero.png', { folder_id: folder.id });
    expect(item).toEqual({
      id: expect.any(String),
      filename: 'Hero.png',
      url: expect.stringMatching(/\/media\/[\w-]{22}\/large\.\w+$/),
      width: 1280,
      height: 960,
      size: expect.any(Number),
      alt_text: '',
      color: expect.stringMatching(/^#[\da-f]{6}$/),
      folder_id: folder.id,
    });
    const response = await library.fetchMedia(item.url);
    expect([response.status, (await response.bytes()).length]).toEqual([200, item.size]);
    const page = await client.get('browse-media', { folder_id: folder.id });
    expect(page).toEqual({ items: [item], per_page: 50, next_cursor: null, prev_cursor: null });
    expect((await client.get('browse-media', { search: 'hero', category: 'documents' })).items).toEqual([]);
    const pdf = await importFrom('terms.pdf');
    expect(pdf).toMatchObject({ filename: 'terms.pdf', width: null, color: null, folder_id: null });
  });

  test('folders are listed as a tree, renamed, moved and deleted, telling of how much', async () => {
    const { id: outer } = await client.get('create-media-folder', { name: 'Outer' });
    const { id: inner } = await client.get('create-media-folder', { name: 'Inner', parent_id: outer });
    const { items } = await client.get('list-media-folders');
    expect(items).toEqual([
      {
        id: outer,
        parent_id: null,
        name: 'Outer',
        children: [{ id: inner, parent_id: outer, name: 'Inner' }],
      },
    ]);
    expect(await client.get('update-media-folder', { folder_id: inner, name: 'In' })).toEqual({
      id: inner,
      parent_id: outer,
      name: 'In',
    });
    await importFrom('a.png', { folder_id: inner });
    await importFrom('b.png', { folder_id: outer });
    expect(await client.get('delete-media-folder', { folder_id: outer })).toEqual({
      id: outer,
      folders_deleted: 2,
      files_moved: 2,
      files_deleted: 0,
    });
    expect(
      (await client.get('browse-media')).items.map((item: { folder_id: null }) => item.folder_id),
    ).toEqual([null, null]);
  });

  test('what templates show is left, with their names, unless it is forced', async () => {
    const used = await importFrom('used.png');
    const free = await importFrom('free.pdf');
    const letter = await own.createTemplate('Letter', used.url);
    const before = await client.get('delete-media', { ids: [used.id, free.id, 'gone'] });
    expect(before).toEqual({
      deleted: [free.id],
      in_use: [{ id: used.id, use_count: 1, uses: [{ kind: 'template', id: letter, name: 'Letter' }] }],
      not_found: ['gone'],
    });
    expect((await library.fetchMedia(used.url)).status).toBe(200);
    const forced = await client.get('delete-media', { ids: [used.id], force: true });
    expect(forced).toEqual({ deleted: [used.id], in_use: [], not_found: [] });
    expect((await library.fetchMedia(used.url)).status).toBe(404);
    expect(await countRows(library.app, 'media_files')).toBe(0);
  });

  test('deleting a folder with its files leaves those templates show, at the top', async () => {
    const { id } = await client.get('create-media-folder', { name: 'F' });
    const used = await importFrom('used.png', { folder_id: id });
    await importFrom('free.pdf', { folder_id: id });
    await own.createTemplate('Letter', used.url);
    const done = await client.get('delete-media-folder', { folder_id: id, files: 'delete' });
    expect(done).toEqual({ id, folders_deleted: 1, files_moved: 1, files_deleted: 1 });
    expect((await client.get('browse-media')).items).toEqual([{ ...used, folder_id: null }]);
  });

  test.each<[string, object, string | RegExp]>([
    ['browse-media', { folder_id: 'gone' }, 'Folder not found.'],
    ['browse-media', { answer: 'full' }, /is not an argument/],
    ['import-media-from-url', { url: 'http://10.0.0.1/a.png' }, /^No public server/],
    ['import-media-from-url', {}, /^url is required/],
    ['delete-media', { ids: 'x' }, /^ids/],
    ['create-media-folder', { name: '..' }, /^name/],
    ['update-media-folder', { folder_id: 'gone', name: 'x' }, 'Folder not found.'],
    ['delete-media-folder', { folder_id: 'gone' }, 'Folder not found.'],
  ])('%s refuses %p', async (name, args, message) => {
    await expectRefused(library.app, client, name, args, message);
  });

  test('nothing of another tenant is found', async () => {
    const theirs = await library.upload(PHOTO, 'CANARY.png');
    const folder = await library.createFolder('CANARY');
    for (const [name, args] of [
      ['browse-media', { folder_id: folder }],
      ['import-media-from-url', { url: `http://127.0.0.1:${web.port}/a.png`, folder_id: folder }],
      ['create-media-folder', { name: 'x', parent_id: folder }],
      ['update-media-folder', { folder_id: folder, name: 'x' }],
      ['delete-media-folder', { folder_id: folder }],
    ] as const) {
      await expectRefused(library.app, client, name, args, 'Folder not found.');
    }
    expect(await client.get('delete-media', { ids: [theirs.id], force: true })).toEqual({
      deleted: [],
      in_use: [],
      not_found: [theirs.id],
    });
    expect((await client.get('browse-media', { search: 'canary' })).items).toEqual([]);
    expect((await library.fetchMedia(theirs.url)).status).toBe(200);
  });
});

test('folder tools need their feature, the others do not', async () => {
  const { app } = library;
  const { first } = app;
  const plans = app.deps.plans as Map<string, NonNullable<ReturnType<typeof app.deps.plans.get>>>;
  const growth = plans.get('growth');
  if (growth === undefined) throw new Error('there is no plan growth');
  plans.set('growth', {
    ...growth,
    features: { ...growth.features, media_folders: false, import_from_url: false },
  });
  const project = await perform(createProject, app.deps, adminScope, { name: 'Small', plan: 'growth' });
  await app.exchangeToken('acme', { client_id: project.client_id, client_secret: project.client_secret });
  const client = connect(app, 'modern', { key: first.api_key, project: project.id, tenant: 'acme' });
  const refusedBy = async (name: string, args: object) => (await client.call(name, args)).text;
  const folders = "Feature 'media_folders' is not available on your current plan.";
  for (const [name, args] of [
    ['list-media-folders', {}],
    ['create-media-folder', { name: 'x' }],
    ['update-media-folder', { folder_id: 'x', name: 'x' }],
    ['delete-media-folder', { folder_id: 'x' }],
  ] as const) {
    expect([name, await refusedBy(name, args)]).toEqual([name, folders]);
  }
  expect(await refusedBy('import-media-from-url', { url: 'https://example.com/a.png' })).toBe(
    "Feature 'import_from_url' is not available on your current plan.",
  );
  expect((await client.get('browse-media')).items).toEqual([]);
  expect((await client.get('delete-media', { ids: ['x'] })).not_found).toEqual(['x']);
});
