import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { listAllActivity } from '../../../src/features/activity/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { connect, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { adminScope } from '../../support/test-app.ts';
import { type Item as Change, feed } from '../activity/activity-feed.ts';
import { drawPng, GUARD_MS, type Library, openLibrary } from './library.ts';
import { cloneFiles } from './many-files.ts';

setDefaultTimeout(GUARD_MS);

const web = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(drawPng(9)) });
afterAll(() => web.stop(true));
const address = `http://127.0.0.1:${web.port}/web.png`;

let library: Library;
beforeEach(async () => {
  library = await openLibrary({ ...UNLIMITED_CALLS, trash_days: 0, fetch_private: ['127.0.0.1'] });
});
afterEach(() => library.app.stop());

const changes = async (): Promise<Change[]> => (await feed('/activity', library.tenant)).reverse();
const told = async () => (await changes()).map((each) => [each.type, each.subject_id, each.summary]);
const send = (method: string, path: string, body: object = {}) =>
  library.tenant.request(method, `/media/${path}`, { body });

test('tells of everything that is done in the library, and of nothing that is not', async () => {
  const folder = await library.createFolder('Spring');
  const { id } = await library.upload(drawPng(1), 'a.png', { folder_id: folder });
  const imported = (await library.post('import-from-url', { url: address, folder_id: null })).body.data.id;
  await send('PUT', id, { filename: 'b.png' });
  await send('PUT', id, { alt_text: 'A horse' });
  await library.replace(id, drawPng(2));
  await library.post('move', { ids: [imported, 'gone'], folder_id: folder });
  await send('PUT', `folders/${folder}`, { name: 'Summer' });
  // None of these changes anything.
  await send('PUT', id, { filename: 'b.png', alt_text: 'A horse' });
  await send('PUT', `folders/${folder}`, { name: 'Summer', parent_id: null });
  await library.post('move', { ids: [imported], folder_id: folder });
  await library.post('delete', { ids: ['gone'] });
  await send('PUT', id, { filename: '..' });
  await library.sendUpload('no picture', 'x.png');
  await library.browse();
  await library.post('check-usage', { ids: [id] });
  await library.post('delete', { ids: [imported] });
  await send('DELETE', `folders/${folder}`);
  expect(await told()).toEqual([
    ['media_folder.created', folder, null],
    ['media.uploaded', id, 'a.png'],
    ['media.imported', imported, null],
    ['media.renamed', id, 'a.png → b.png'],
    ['media.updated', id, 'b.png'],
    ['media.replaced', id, 'b.png'],
    ['media.moved', imported, null],
    ['media_folder.updated', folder, null],
    ['media.deleted', imported, null],
    ['media.moved', id, 'b.png'],
    ['media_folder.deleted', folder, null],
  ]);
});

test('moving gives back the files that are there then, also those that were', async () => {
  const folder = await library.createFolder('Spring');
  const there = await library.upload(drawPng(1), 'a.png', { folder_id: folder });
  const { id } = await library.upload(drawPng(2), 'b.png');
  const { data } = (await library.post('move', { ids: [id, there.id], folder_id: folder })).body;
  expect(data.map((item: { id: string }) => item.id).sort()).toEqual([id, there.id].sort());
  expect((await told()).at(-1)).toEqual(['media.moved', id, 'b.png']);
});

test('many at once have one row, which counts them', async () => {
  const { id } = await library.upload(drawPng(1), 'seed.png');
  await cloneFiles(library.app, id, 20, (i) => ({ name: `${i}` }));
  const ids = (await library.list()).map((item) => item.id);
  const folder = await library.createFolder('Spring');
  await library.post('move', { ids: ids.slice(0, 20), folder_id: folder });
  expect((await changes()).filter((each) => each.type === 'media.moved')).toHaveLength(20);
  await library.post('delete', { ids });
  const rows = await told();
  expect(rows.at(-1)).toEqual(['media.deleted', null, '21 files']);
  expect(JSON.stringify(rows)).not.toContain('.png');
});

test('a folder of many files is emptied step by step, and the feed tells of each', async () => {
  const folder = await library.createFolder('Spring');
  const inner = await library.createFolder('Inner', folder);
  const { id, url } = await library.upload(drawPng(1), 'seed.png', { folder_id: folder });
  await library.createTemplate('Uses it', url);
  await cloneFiles(library.app, id, 600, (i) => ({ name: `${i}`, folderId: i % 2 === 0 ? inner : folder }));
  const before = library.app.events.length;
  await send('DELETE', `folders/${folder}`, { files: 'delete', force: false });
  const [newest, ...rows] = (await changes()).reverse().map((each) => [each.type, each.summary]);
  expect(newest).toEqual(['media_folder.deleted', null]);
  const deleted = rows
    .filter(([type]) => type === 'media.deleted')
    .map(([, summary]) => Number.parseInt(summary as string, 10));
  expect([deleted.length > 1, deleted.reduce((sum, count) => sum + count)]).toEqual([true, 600]);
  expect((await library.list()).map((item) => [item.id, item.folder_id])).toEqual([[id, null]]);
  const gone = library.app.events
    .slice(before)
    .flatMap((event) =>
      event.type === 'media.deleted' ? (event.payload as { fileIds: string[] }).fileIds : [],
    );
  expect(new Set(gone).size).toBe(600);
});

describe('who it was', () => {
  test('an agent, through the tool server', async () => {
    const client = connect(library.app);
    await client.get('import-media-from-url', { url: address });
    const own = await feed('/activity', await library.app.openTenant());
    expect(own[0]).toMatchObject({
      type: 'media.imported',
      surface: 'mcp',
      actor: { kind: 'agent', name: 'First key' },
      template_id: null,
      version: null,
    });
    expect(await changes()).toEqual([]);
  });

  test('a person; the operator sees it too', async () => {
    await library.upload(drawPng(1), 'a.png');
    const { items } = await perform(listAllActivity, library.app.deps, adminScope, { type: 'media' });
    expect(items).toEqual([
      expect.objectContaining({ tenant: 'acme', type: 'media.uploaded', surface: 'rest', summary: 'a.png' }),
    ]);
  });
});
