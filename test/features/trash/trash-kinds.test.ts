import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { expectError } from '../../support/expect-error.ts';
import { signUser } from '../../support/signed-user.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { openTrash } from './open-trash.ts';

/** Threads, saved modules, media and their folders in the trash. */

let app: TestApp;
let at: Awaited<ReturnType<typeof openTrash>>;
let count = 0;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const open = async () => {
  count += 1;
  at = await openTrash(app, `tenant-${count}`);
};

describe('a thread', () => {
  const author = () => signUser(app.first.signing_key);
  const other = () => signUser(app.first.signing_key, 'u-bob', 'Bob');

  test('goes with its replies, and only its author brings it back', async () => {
    await open();
    const comments = `/templates/${await at.create()}/comments`;
    const root = await at.ok('POST', comments, { body: 'Too red', ...author() });
    const reply = await at.ok('POST', comments, { body: 'No', parent_id: root.id, ...other() });
    const before = await at.ok('GET', comments);
    await at.ok('DELETE', `${comments}/${root.id}`, author());
    expect(await at.ok('GET', comments)).toEqual([]);
    const body = { body: 'Changed', ...other() };
    expectError(await at.tenant.request('PUT', `${comments}/${reply.id}`, { body }), 404, 'not_found');
    const [item] = await at.listed('?kind=comment');
    expect(item).toMatchObject({ id: root.id, kind: 'comment', name: 'Too red', items: 1 });
    const path = `/trash/${root.id}/restore`;
    expectError(await at.tenant.request('POST', path, { body: {} }), 422, 'validation_failed');
    expectError(await at.tenant.request('POST', path, { body: other() }), 403, 'forbidden');
    await at.restore(root.id, author());
    expect(await at.ok('GET', comments)).toEqual(before);
    expect(await at.faults()).toEqual([]);
  });

  test('waits for its template', async () => {
    await open();
    const id = await at.create();
    const root = await at.ok('POST', `/templates/${id}/comments`, { body: 'Hm', ...author() });
    await at.ok('DELETE', `/templates/${id}/comments/${root.id}`, author());
    await at.ok('DELETE', `/templates/${id}`);
    const path = `/trash/${root.id}/restore`;
    expectError(await at.tenant.request('POST', path, { body: author() }), 409, 'conflict');
    await at.restore(id);
    await at.restore(root.id, author());
    await at.ok('DELETE', `/templates/${id}/comments/${root.id}`, author());
    await at.ok('DELETE', `/templates/${id}`);
    await at.ok('DELETE', `/trash/${id}`);
    // Its comments are gone with it.
    expect(await at.listed()).toEqual([]);
    expect(await at.faults()).toEqual([]);
  });

  test('a reply is deleted for good', async () => {
    await open();
    const comments = `/templates/${await at.create()}/comments`;
    const root = await at.ok('POST', comments, { body: 'A', ...author() });
    const reply = await at.ok('POST', comments, { body: 'B', parent_id: root.id, ...author() });
    await at.ok('DELETE', `${comments}/${reply.id}`, author());
    expect(await at.listed()).toEqual([]);
    expect((await at.ok('GET', comments))[0].replies).toEqual([]);
  });
});

test('a saved module goes to the trash and comes back', async () => {
  await open();
  const { blocks } = smallContent();
  const module = await at.ok('POST', '/saved-modules', { name: 'Footer', content: blocks });
  await at.ok('DELETE', `/saved-modules/${module.id}`);
  expect(await at.ok('GET', '/saved-modules')).toEqual([]);
  expect((await at.listed('?kind=saved_module'))[0]).toMatchObject({ id: module.id, name: 'Footer' });
  expect(await at.restore(module.id)).toMatchObject({ kind: 'saved_module', changes: [] });
  expect(await at.ok('GET', '/saved-modules')).toEqual([module]);
});

describe('media', () => {
  const address = (url: string) => new URL(url).pathname;

  test('keeps its address while it is in the trash, and its bytes count', async () => {
    await open();
    const file = await at.upload(3);
    const { used_bytes } = (await at.config()).storage;
    await at.ok('POST', '/media/delete', { ids: [file.id] });
    expect(await at.ok('GET', '/media/browse?search=p3')).toEqual([]);
    expect((await app.request('GET', address(file.url))).status).toBe(200);
    expect((await at.config()).storage).toMatchObject({ used_bytes, trash_bytes: used_bytes });
    // The same bytes again are a new item beside it.
    const again = await at.upload(3);
    expect(again.id).not.toBe(file.id);
    expect(await at.restore(file.id)).toMatchObject({ kind: 'media', changes: [] });
    expect((await at.config()).storage).toMatchObject({ used_bytes, trash_bytes: 0 });
    expect(await at.ok('GET', '/media/browse?search=p3')).toHaveLength(2);
    await at.ok('POST', '/media/delete', { ids: [file.id, again.id] });
    await at.ok('POST', '/trash/empty');
    expect((await app.request('GET', address(file.url))).status).toBe(404);
    expect((await at.config()).storage).toMatchObject({ used_bytes: 0, trash_bytes: 0 });
    expect(await at.faults()).toEqual([]);
  });

  test('of a folder that is gone comes to the top, and the answer says so', async () => {
    await open();
    const folder = await at.ok('POST', '/media/folders', { name: 'A' });
    const one = await at.upload(4, folder.id);
    const two = await at.upload(5, folder.id);
    await at.ok('POST', '/media/delete', { ids: [one.id, two.id] });
    expect((await at.listed())[0].folder).toBe('A');
    await at.ok('DELETE', `/media/folders/${folder.id}`);
    expect(await at.restore(one.id)).toMatchObject({ changes: ['moved_to_top'] });
    await at.ok('DELETE', `/trash/${folder.id}`);
    expect(await at.restore(two.id)).toMatchObject({ changes: ['moved_to_top'] });
    const items = await at.ok('GET', '/media/browse');
    expect(items.map((item: { folder_id: unknown }) => item.folder_id)).toEqual([null, null]);
    expect(await at.faults()).toEqual([]);
  });

  test('a folder takes its files and folders along and brings them back under a free name', async () => {
    await open();
    const top = await at.ok('POST', '/media/folders', { name: 'A' });
    const inner = await at.ok('POST', '/media/folders', { name: 'B', parent_id: top.id });
    const early = await at.ok('POST', '/media/folders', { name: 'C', parent_id: top.id });
    const file = await at.upload(6, inner.id);
    await at.ok('DELETE', `/media/folders/${early.id}`);
    app.clock.advance(1);
    await at.ok('DELETE', `/media/folders/${top.id}?files=delete`);
    expect(await at.ok('GET', '/media/folders')).toEqual([]);
    expect(await at.listed('?kind=media')).toEqual([]);
    expect(await at.listed('?kind=media_folder')).toMatchObject([
      { id: top.id, items: 2 },
      { id: early.id, folder: 'A' },
    ]);
    await at.ok('POST', '/media/folders', { name: 'a' });
    expect(await at.restore(top.id)).toMatchObject({ name: 'A (2)', changes: ['renamed'] });
    const [back] = await at.ok('GET', `/media/browse?folder_id=${inner.id}`);
    expect(back.id).toBe(file.id);
    // The folder deleted before comes back into its own.
    expect(await at.restore(early.id)).toMatchObject({ changes: [] });
    await at.ok('DELETE', `/media/folders/${early.id}`);
    await at.ok('DELETE', `/media/folders/${top.id}?files=delete`);
    await at.ok('DELETE', `/trash/${top.id}`);
    expect(await at.restore(early.id)).toMatchObject({ changes: ['moved_to_top'] });
    expect((await at.ok('GET', '/media/folders')).map((row: { name: string }) => row.name)).toEqual([
      'a',
      'C',
    ]);
    expect(await at.faults()).toEqual([]);
  });
});
