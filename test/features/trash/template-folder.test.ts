import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { checkIntegrity } from '../../../src/features/instance/index.ts';
import { setTenantPlan } from '../../../src/features/projects/index.ts';
import { sweepTrash } from '../../../src/features/trash/index.ts';
import { isActivity } from '../../../src/platform/events.ts';
import { perform } from '../../../src/platform/operation.ts';
import { expectError } from '../../support/expect-error.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { openTenantForever } from '../access/signed-token.ts';
import { GUARD_MS } from '../media/library.ts';

setDefaultTimeout(GUARD_MS);

let app: TestApp;
let tenants = 0;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

interface Node {
  id: string;
  name: string;
  children?: Node[];
}

/** A tenant with its folders and templates. */
async function open() {
  const name = `folders ${++tenants}`;
  const tenant = await openTenantForever(app, name);
  const send = (method: string, path: string, body?: object) =>
    tenant.request(method, path, body === undefined ? {} : { body });
  const post = async (path: string, body: object) => (await send('POST', path, body)).body.data;
  const list = async (query: string) =>
    (await send('GET', `/templates?sort=name_asc&${query}`)).body.data?.map((item: Node) => item.name);
  return {
    send,
    list,
    folder: async (folderName: string, parent_id: string | null = null): Promise<string> =>
      (await post('/template-folders', { name: folderName, parent_id })).id,
    template: async (folder_id: string, more: object = {}): Promise<string> =>
      (await post('/templates', { content: smallContent(), folder_id, ...more })).id,
    fill: async (folder_id: string, count: number) => {
      const id = (await post('/templates', { content: smallContent(), folder_id })).id;
      for (let i = 1; i < count; i += 1) await post('/templates', { copy_of: id });
    },
    remove: (id: string, templates = 'delete') =>
      send('DELETE', `/template-folders/${id}?templates=${templates}`),
    restore: (id: string) => send('POST', `/trash/${id}/restore`),
    trash: async () => (await send('GET', '/trash')).body.data,
    tree: async () => (await send('GET', '/template-folders')).body.data as Node[],
    count: async () => (await send('GET', '/config')).body.data.template_count as number,
    limit: (max_templates: number | null) =>
      perform(setTenantPlan, app.deps, adminScope, {
        project_id: app.first.project_id,
        tenant: name,
        change: { limits: { max_templates } },
      }),
  };
}

const faults = async () => (await perform(checkIntegrity, app.deps, adminScope, {})).faults;

/** Fails the transaction in which an activity of this type is recorded for the 61st time: in the second step. */
async function interrupt(type: string, work: () => Promise<unknown>): Promise<void> {
  let seen = 0;
  const stop = app.deps.events.onTransaction(async (event) => {
    if (!isActivity(event) || event.payload.type !== type) return;
    seen += 1;
    if (seen > 60) throw new Error('the server ends here');
  });
  await work();
  stop();
  expect(seen).toBe(61);
}

test('a folder of templates comes back with its folders, templates, tags and history', async () => {
  const { send, folder, template, remove, restore, trash, tree, list } = await open();
  const outer = await folder('Outer');
  const inner = await folder('Inner', outer);
  const ids = [
    await template(outer, { name: 'a', tags: ['x'] }),
    await template(inner, { name: 'b', key: 'b' }),
  ];
  await send('PUT', `/templates/${ids[1]}`, { content: smallContent('changed') });
  const before = await Promise.all(ids.map(async (id) => (await send('GET', `/templates/${id}`)).body));
  const folders = await tree();
  expect((await remove(outer)).status).toBe(204);
  expect(await trash()).toMatchObject([{ id: outer, kind: 'template_folder', name: 'Outer', items: 3 }]);
  expect((await trash())[0].size).toBeGreaterThan(500);
  expect([await tree(), await list('')]).toEqual([[], []]);
  expect((await send('GET', '/template-tags')).body.data).toEqual([]);
  for (const id of [...ids, inner]) expectError(await restore(id), 404, 'not_found');
  for (const id of ids) expectError(await send('GET', `/templates/${id}`), 404, 'not_found');
  expect(await faults()).toEqual([]);
  const answer = await restore(outer);
  expect(answer.body.data).toEqual({ id: outer, kind: 'template_folder', name: 'Outer', changes: [] });
  expect(await tree()).toEqual(folders);
  for (const [index, id] of ids.entries()) {
    expect((await send('GET', `/templates/${id}`)).body).toEqual(before[index]);
  }
  expect(await list(`folder_id=${inner}`)).toEqual(['b']);
  expect((await send('GET', `/templates/${ids[1]}/snapshots`)).body.data).not.toEqual([]);
  expect([await trash(), await faults()]).toEqual([[], []]);
  const feed = (await send('GET', '/activity')).body.data.map(({ type }: { type: string }) => type);
  expect(feed).toEqual(expect.arrayContaining(['template_folder.deleted', 'template_folder.restored']));
});

test('templates of a folder that is deleted alone are at the top, and stay there when it is restored', async () => {
  const { folder, template, remove, restore, trash, list } = await open();
  const id = await folder('F');
  await template(id, { name: 'a' });
  expect((await remove(id, 'move_to_root')).status).toBe(204);
  expect(await list('folder_id=top')).toEqual(['a']);
  expect(await trash()).toMatchObject([{ id, kind: 'template_folder' }]);
  expect((await restore(id)).status).toBe(200);
  expect([await list('folder_id=top'), await list(`folder_id=${id}`)]).toEqual([['a'], []]);
});

test('what is taken or gone meanwhile is told', async () => {
  const { send, folder, template, remove, restore, tree } = await open();
  const outer = await folder('Outer');
  const inner = await folder('Inner', outer);
  const early = await template(inner, { name: 'early', key: 'early' });
  await send('DELETE', `/templates/${early}`);
  const late = await template(inner, { name: 'late', key: 'late' });
  await remove(inner);
  await remove(outer);
  await folder('Inner');
  await template((await tree())[0]?.id as string, { key: 'late' });
  const back = (await restore(inner)).body.data;
  expect(back.name).toBe('Inner (2)');
  expect(back.changes.toSorted()).toEqual(['key_removed', 'moved_to_top', 'renamed']);
  expect((await send('GET', `/templates/${late}`)).body.data).toMatchObject({
    name: 'late',
    folder_id: inner,
  });
  // It was deleted by itself, before.
  expect((await restore(early)).body.data.changes).toEqual([]);
  expect((await send('GET', `/templates/${early}`)).body.data).toMatchObject({
    key: 'early',
    folder_id: inner,
  });
});

test('a folder whose templates exceed the limit is not restored at all', async () => {
  const { folder, template, remove, restore, tree, trash, count, limit } = await open();
  const id = await folder('F');
  const other = await folder('G');
  for (const name of ['a', 'b', 'c']) await template(id, { name });
  await remove(id);
  await template(other);
  await limit(3);
  expectError(await restore(id), 422, 'plan_limit_reached');
  expect([await count(), (await tree()).length, (await trash()).length]).toEqual([1, 1, 1]);
  await limit(4);
  expect((await restore(id)).status).toBe(200);
  expect([await count(), (await tree()).length]).toEqual([4, 2]);
  expect(await faults()).toEqual([]);
});

test('without a trash, a folder is deleted for good, with its templates', async () => {
  const { folder, template, remove, trash, tree, count } = await open();
  const id = await folder('F');
  await template(await folder('G', id));
  app.deps.services.trash.retentionMs = 0;
  expect((await remove(id)).status).toBe(204);
  app.deps.services.trash.retentionMs = 1000;
  expect([await trash(), await tree(), await count(), await faults()]).toEqual([[], [], 0, []]);
});

test('a large folder is deleted, restored and purged in steps, and each is finished after an interruption', async () => {
  const { send, folder, fill, remove, restore, trash, tree, count, limit } = await open();
  const id = await folder('Spring');
  const inner = await folder('Inner', id);
  await fill(id, 60);
  await fill(inner, 61);

  await interrupt('template.deleted', async () => expect((await remove(id)).status).toBe(500));
  expect([await trash(), await count()]).toEqual([[], 71]);
  expectError(await restore(id), 404, 'not_found');
  // The limit does not keep templates away that were never deleted.
  await limit(100);
  await sweepTrash(app.deps);
  expect([await trash(), await count(), await faults()]).toEqual([[], 121, []]);
  await limit(null);

  expect((await remove(id)).status).toBe(204);
  expect(await trash()).toMatchObject([{ id, items: 122 }]);
  expect([await tree(), await count(), await faults()]).toEqual([[], 0, []]);

  await interrupt('template.restored', async () => expect((await restore(id)).status).toBe(500));
  expectError(await restore(id), 404, 'not_found');
  expectError(await send('DELETE', `/trash/${id}`), 404, 'not_found');
  await sweepTrash(app.deps);
  expect([await trash(), await count(), (await tree())[0]?.children?.length]).toEqual([[], 121, 1]);
  expect(await faults()).toEqual([]);

  await remove(id);
  await interrupt('template.purged', async () =>
    expect((await send('DELETE', `/trash/${id}`)).status).toBe(500),
  );
  expectError(await restore(id), 404, 'not_found');
  await sweepTrash(app.deps);
  expect([await trash(), await count(), await faults()]).toEqual([[], 0, []]);
  expect((await send('GET', '/config')).body.data.storage).toMatchObject({ used_bytes: 0, trash_bytes: 0 });
});
