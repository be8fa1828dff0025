import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { checkIntegrity } from '../../../src/features/instance/index.ts';
import { sweepTrash } from '../../../src/features/trash/index.ts';
import { DAY_MS } from '../../../src/platform/clock.ts';
import { perform } from '../../../src/platform/operation.ts';
import { expectError } from '../../support/expect-error.ts';
import { signUser } from '../../support/signed-user.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { drawPng, formOf } from '../media/library.ts';

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let count = 0;
const plans = { tiny: { extends: 'scale', limits: { max_templates: 2 } } };
beforeAll(async () => {
  const plans_file = join(mkdtempSync(join(tmpdir(), 'galley-plans-')), 'plans.json');
  writeFileSync(plans_file, JSON.stringify(plans));
  app = await createTestApp({ plans_file });
});
afterAll(() => app.stop());

const open = async () => {
  count += 1;
  tenant = await app.openTenant(`tenant-${count}`);
};
const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await tenant.request(method, path, body === undefined ? {} : { body });
  expect([path, answer.status < 300, answer.text]).toEqual([path, true, answer.text]);
  return answer.body?.data;
};
const create = async (name = 'Sale', text = 'Hello'): Promise<string> =>
  (await ok('POST', '/templates', { name, content: smallContent(text) })).id;
const listed = async (query = '') => ok('GET', `/trash${query}`);
const restore = (id: string, body: object = {}) => ok('POST', `/trash/${id}/restore`, body);
const upload = async (seed: number, folder_id?: string) =>
  ok('POST', '/media/upload', formOf(drawPng(seed), `p${seed}.png`, folder_id ? { folder_id } : {}));
const faults = async () => (await perform(checkIntegrity, app.deps, adminScope, {})).faults;
const config = async () => ok('GET', '/config');

describe('a template', () => {
  test('goes to the trash and comes back with history, comments and version', async () => {
    await open();
    const id = await create();
    const author = signUser(app.first.signing_key);
    await ok('POST', `/templates/${id}/snapshots`, { label: 'One' });
    await ok('POST', `/templates/${id}/comments`, { body: 'Nice', ...author });
    await ok('PUT', `/templates/${id}`, { name: 'Sale', content: smallContent('Bye') });
    const read = async () =>
      Promise.all(
        ['', '/snapshots', '/comments'].map((path) => tenant.request('GET', `/templates/${id}${path}`)),
      );
    const before = await read();
    expect((await tenant.request('DELETE', `/templates/${id}`)).status).toBe(204);
    expect((await read()).map(({ status }) => status)).toEqual([404, 404, 404]);
    const [item] = await listed();
    expect(item).toMatchObject({ id, kind: 'template', name: 'Sale', deleted_by: { kind: 'user' } });
    expect(Date.parse(item.purge_at) - Date.parse(item.deleted_at)).toBe(30 * DAY_MS);
    expect((await config()).template_count).toBe(0);
    // A page that still has it open loses nothing: its save is refused as for a missing template.
    const late = { name: 'Late', content: smallContent('late'), expected_version: 2 };
    expectError(await tenant.request('PUT', `/templates/${id}`, { body: late }), 404, 'not_found');
    expect(await restore(id)).toEqual({ id, kind: 'template', name: 'Sale', changes: [] });
    expect((await read()).map(({ text }) => text)).toEqual(before.map(({ text }) => text));
    expect((await ok('PUT', `/templates/${id}`, late)).version).toBe(3);
    expect(await listed()).toEqual([]);
    expectError(await tenant.request('POST', `/trash/${id}/restore`), 404, 'not_found');
    expectError(await tenant.request('DELETE', `/trash/${id}`), 404, 'not_found');
    expect(await faults()).toEqual([]);
  });

  test('is gone for good after its time, not before', async () => {
    await open();
    const id = await create();
    await ok('DELETE', `/templates/${id}`);
    // Tokens expire meanwhile.
    const reopen = async () => {
      tenant = await app.openTenant(`tenant-${count}`);
    };
    app.clock.advance(30 * DAY_MS - 1);
    await sweepTrash(app.deps);
    await reopen();
    expect(await listed()).toHaveLength(1);
    app.clock.advance(1);
    await sweepTrash(app.deps);
    expect(await listed()).toEqual([]);
    expectError(await tenant.request('POST', `/trash/${id}/restore`), 404, 'not_found');
    const [purged] = await ok('GET', '/activity');
    expect(purged).toMatchObject({ type: 'template.purged', actor: { kind: 'system', name: 'Trash' } });
    expect(await faults()).toEqual([]);
  });

  test('needs room under the plan’s limit to come back', async () => {
    count += 1;
    tenant = await app.openTenant(`tenant-${count}`, { plan: 'tiny' });
    const ids = [await create('1'), await create('2')];
    await ok('DELETE', `/templates/${ids[0]}`);
    const third = await create('3');
    expectError(await tenant.request('POST', `/trash/${ids[0]}/restore`), 422, 'plan_limit_reached');
    await ok('DELETE', `/templates/${third}`);
    await restore(ids[0] as string);
    expect((await config()).template_count).toBe(2);
  });

  test('comes back without its key and its folder if these are gone', async () => {
    await open();
    const id = await create();
    const other = await create('Other');
    await app.deps.db.transaction(async (db) => {
      const columns = 'id, tenant_id, parent_id, name, name_folded, created_at';
      const values = `'folder-${count}', tenant_id, NULL, 'Spring', 'spring', 1 FROM templates WHERE id = '${id}'`;
      await db.run(sql.raw(`INSERT INTO template_folders (${columns}) SELECT ${values}`));
      await db.run(
        sql.raw(`UPDATE templates SET key = 'sale', folder_id = 'folder-${count}' WHERE id = '${id}'`),
      );
    });
    await ok('DELETE', `/templates/${id}`);
    expect((await listed())[0].folder).toBe('Spring');
    expect((await restore(id)).changes).toEqual([]);
    await ok('DELETE', `/templates/${id}`);
    await app.deps.db.transaction(async (db) => {
      await db.run(sql.raw(`UPDATE templates SET key = 'sale' WHERE id = '${other}'`));
      await db.run(sql.raw(`UPDATE template_folders SET deleted_at = 1 WHERE id = 'folder-${count}'`));
    });
    expect((await restore(id)).changes).toEqual(['key_removed', 'moved_to_top']);
    await app.deps.db.transaction((db) =>
      db.run(sql.raw(`DELETE FROM template_folders WHERE deleted_at = 1`)),
    );
  });

  test('two restorations at once: one brings it back, the other finds nothing', async () => {
    await open();
    const id = await create();
    await ok('DELETE', `/templates/${id}`);
    const answers = await Promise.all([1, 2].map(() => tenant.request('POST', `/trash/${id}/restore`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await config()).template_count).toBe(1);
  });

  test.each([1, 2, 3, 4, 5])('a save and a deletion at once, attempt %i', async (attempt) => {
    await open();
    const id = await create();
    const save = tenant.request('PUT', `/templates/${id}`, { body: { name: `N${attempt}` } });
    const [saved, deleted] = await Promise.all([save, tenant.request('DELETE', `/templates/${id}`)]);
    expect([200, 404]).toContain(saved.status);
    expect(deleted.status).toBe(204);
    await restore(id);
    const { version, name } = await ok('GET', `/templates/${id}`);
    expect([version, name]).toEqual(saved.status === 200 ? [2, `N${attempt}`] : [1, 'Sale']);
  });

  test('restored or purged, whichever comes first', async () => {
    await open();
    const id = await create();
    await ok('DELETE', `/templates/${id}`);
    const [back, gone] = await Promise.all([
      tenant.request('POST', `/trash/${id}/restore`),
      tenant.request('DELETE', `/trash/${id}`),
    ]);
    const isBack = (await tenant.request('GET', `/templates/${id}`)).status === 200;
    expect(back.status === 200).toBe(isBack);
    expect(gone.status).toBeOneOf([204, 404]);
    expect((await config()).template_count).toBe(isBack ? 1 : 0);
    expect(await faults()).toEqual([]);
  });
});

describe('a thread', () => {
  const author = () => signUser(app.first.signing_key);
  const other = () => signUser(app.first.signing_key, 'u-bob', 'Bob');

  test('goes with its replies, and only its author brings it back', async () => {
    await open();
    const comments = `/templates/${await create()}/comments`;
    const root = await ok('POST', comments, { body: 'Too red', ...author() });
    const reply = await ok('POST', comments, { body: 'No', parent_id: root.id, ...other() });
    const before = await ok('GET', comments);
    await ok('DELETE', `${comments}/${root.id}`, author());
    expect(await ok('GET', comments)).toEqual([]);
    const body = { body: 'Changed', ...other() };
    expectError(await tenant.request('PUT', `${comments}/${reply.id}`, { body }), 404, 'not_found');
    const [item] = await listed('?kind=comment');
    expect(item).toMatchObject({ id: root.id, kind: 'comment', name: 'Too red', items: 1 });
    const path = `/trash/${root.id}/restore`;
    expectError(await tenant.request('POST', path, { body: {} }), 422, 'validation_failed');
    expectError(await tenant.request('POST', path, { body: other() }), 403, 'forbidden');
    await restore(root.id, author());
    expect(await ok('GET', comments)).toEqual(before);
    expect(await faults()).toEqual([]);
  });

  test('waits for its template', async () => {
    await open();
    const id = await create();
    const root = await ok('POST', `/templates/${id}/comments`, { body: 'Hm', ...author() });
    await ok('DELETE', `/templates/${id}/comments/${root.id}`, author());
    await ok('DELETE', `/templates/${id}`);
    const path = `/trash/${root.id}/restore`;
    expectError(await tenant.request('POST', path, { body: author() }), 409, 'conflict');
    await restore(id);
    await restore(root.id, author());
    await ok('DELETE', `/templates/${id}/comments/${root.id}`, author());
    await ok('DELETE', `/templates/${id}`);
    await ok('DELETE', `/trash/${id}`);
    // Its comments are gone with it.
    expect(await listed()).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  test('a reply is deleted for good', async () => {
    await open();
    const comments = `/templates/${await create()}/comments`;
    const root = await ok('POST', comments, { body: 'A', ...author() });
    const reply = await ok('POST', comments, { body: 'B', parent_id: root.id, ...author() });
    await ok('DELETE', `${comments}/${reply.id}`, author());
    expect(await listed()).toEqual([]);
    expect((await ok('GET', comments))[0].replies).toEqual([]);
  });
});

test('a saved module goes to the trash and comes back', async () => {
  await open();
  const { blocks } = smallContent();
  const module = await ok('POST', '/saved-modules', { name: 'Footer', content: blocks });
  await ok('DELETE', `/saved-modules/${module.id}`);
  expect(await ok('GET', '/saved-modules')).toEqual([]);
  expect((await listed('?kind=saved_module'))[0]).toMatchObject({ id: module.id, name: 'Footer' });
  expect(await restore(module.id)).toMatchObject({ kind: 'saved_module', changes: [] });
  expect(await ok('GET', '/saved-modules')).toEqual([module]);
});

describe('media', () => {
  const address = (url: string) => new URL(url).pathname;

  test('keeps its address while it is in the trash, and its bytes count', async () => {
    await open();
    const file = await upload(3);
    const { used_bytes } = (await config()).storage;
    await ok('POST', '/media/delete', { ids: [file.id] });
    expect(await ok('GET', '/media/browse?search=p3')).toEqual([]);
    expect((await app.request('GET', address(file.url))).status).toBe(200);
    expect((await config()).storage).toMatchObject({ used_bytes, trash_bytes: used_bytes });
    // The same bytes again are a new item beside it.
    const again = await upload(3);
    expect(again.id).not.toBe(file.id);
    expect(await restore(file.id)).toMatchObject({ kind: 'media', changes: [] });
    expect((await config()).storage).toMatchObject({ used_bytes, trash_bytes: 0 });
    expect(await ok('GET', '/media/browse?search=p3')).toHaveLength(2);
    await ok('POST', '/media/delete', { ids: [file.id, again.id] });
    await ok('POST', '/trash/empty');
    expect((await app.request('GET', address(file.url))).status).toBe(404);
    expect((await config()).storage).toMatchObject({ used_bytes: 0, trash_bytes: 0 });
    expect(await faults()).toEqual([]);
  });

  test('of a folder that is gone comes to the top, and the answer says so', async () => {
    await open();
    const folder = await ok('POST', '/media/folders', { name: 'A' });
    const one = await upload(4, folder.id);
    const two = await upload(5, folder.id);
    await ok('POST', '/media/delete', { ids: [one.id, two.id] });
    expect((await listed())[0].folder).toBe('A');
    await ok('DELETE', `/media/folders/${folder.id}`);
    expect(await restore(one.id)).toMatchObject({ changes: ['moved_to_top'] });
    await ok('DELETE', `/trash/${folder.id}`);
    expect(await restore(two.id)).toMatchObject({ changes: ['moved_to_top'] });
    const items = await ok('GET', '/media/browse');
    expect(items.map((item: { folder_id: unknown }) => item.folder_id)).toEqual([null, null]);
    expect(await faults()).toEqual([]);
  });

  test('a folder takes its files and folders along and brings them back under a free name', async () => {
    await open();
    const top = await ok('POST', '/media/folders', { name: 'A' });
    const inner = await ok('POST', '/media/folders', { name: 'B', parent_id: top.id });
    const early = await ok('POST', '/media/folders', { name: 'C', parent_id: top.id });
    const file = await upload(6, inner.id);
    await ok('DELETE', `/media/folders/${early.id}`);
    app.clock.advance(1);
    await ok('DELETE', `/media/folders/${top.id}?files=delete`);
    expect(await ok('GET', '/media/folders')).toEqual([]);
    expect(await listed('?kind=media')).toEqual([]);
    expect(await listed('?kind=media_folder')).toMatchObject([
      { id: top.id, items: 2 },
      { id: early.id, folder: 'A' },
    ]);
    await ok('POST', '/media/folders', { name: 'a' });
    expect(await restore(top.id)).toMatchObject({ name: 'A (2)', changes: ['renamed'] });
    const [back] = await ok('GET', `/media/browse?folder_id=${inner.id}`);
    expect(back.id).toBe(file.id);
    // The folder deleted before comes back into its own.
    expect(await restore(early.id)).toMatchObject({ changes: [] });
    await ok('DELETE', `/media/folders/${early.id}`);
    await ok('DELETE', `/media/folders/${top.id}?files=delete`);
    await ok('DELETE', `/trash/${top.id}`);
    expect(await restore(early.id)).toMatchObject({ changes: ['moved_to_top'] });
    expect((await ok('GET', '/media/folders')).map((row: { name: string }) => row.name)).toEqual(['a', 'C']);
    expect(await faults()).toEqual([]);
  });
});

describe('the list', () => {
  test('has pages, and is of its tenant', async () => {
    await open();
    const ids: string[] = [];
    for (let i = 0; i < 53; i += 1) {
      ids.push(await create(`${i}`));
      await ok('DELETE', `/templates/${ids[i]}`);
      if (i % 3 === 0) app.clock.advance(1);
    }
    const first = await tenant.request('GET', '/trash');
    const second = await tenant.request('GET', `/trash?cursor=${first.body.meta.next_cursor}`);
    expect([first.body.data.length, second.body.data.length]).toEqual([50, 3]);
    const seen = [...first.body.data, ...second.body.data].map((item: { id: string }) => item.id);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    await open();
    expect(await listed()).toEqual([]);
    expectError(await tenant.request('GET', '/trash?kind=x'), 422, 'validation_failed');
  });

  test('keeps so many bytes per tenant only of what counts towards no limit', async () => {
    await open();
    const file = (await upload(77)).id;
    await ok('POST', '/media/delete', { ids: [file] });
    for (let i = 0; i < 5; i += 1) {
      app.clock.advance(1);
      await ok('DELETE', `/templates/${await create(`${i}`, `${i}`)}`);
    }
    const [{ size }] = await listed('?kind=template');
    await sweepTrash(app.deps, { maxUncountedBytes: 3 * size });
    const names = (await listed()).map((item: { name: string }) => item.name);
    expect(names).toEqual(['4', '3', '2', 'p77.png']);
    expect(await faults()).toEqual([]);
  });

  test('keeps so many per tenant only', async () => {
    await open();
    for (let i = 0; i < 5; i += 1) {
      await ok('DELETE', `/templates/${await create(`${i}`)}`);
      app.clock.advance(1);
    }
    await sweepTrash(app.deps, { maxEntries: 3 });
    expect((await listed()).map((item: { name: string }) => item.name)).toEqual(['4', '3', '2']);
  });
});
