import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { type Client, connect, PLENTY, seatOf } from '../../mcp/tool-client.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

/** Folders of templates as agents list and change them. */

let app: TestApp;
let agent: Client;
let count = 0;
beforeAll(async () => {
  app = await createTestApp(PLENTY);
});
afterAll(() => app.stop());
beforeEach(async () => {
  count += 1;
  const tenant = `folders-${count}`;
  await app.openTenant(tenant);
  agent = connect(app, 'modern', { ...seatOf(app), tenant });
});

const change = (args: object) => agent.get('change-template-folder', args);
const list = () => agent.get('list-template-folders', {});
const createIn = (folder_id: string, tags: string[] = []) =>
  agent.get('create-template', { content: smallContent(), name: 'Letter', folder_id, tags });

test('folders are created, renamed, moved, and listed with the tags', async () => {
  const top = await change({ name: 'Campaigns' });
  expect(top).toEqual({ id: expect.any(String), name: 'Campaigns', parent_id: null });
  const inner = await change({ name: 'Spring', parent_id: top.id });
  await createIn(inner.id, ['News']);
  expect(await list()).toEqual({
    folders: [{ ...top, children: [{ id: inner.id, name: 'Spring', parent_id: top.id }] }],
    tags: [{ name: 'News', template_count: 1 }],
  });
  expect(await change({ folder_id: inner.id, name: 'Summer' })).toMatchObject({
    name: 'Summer',
    parent_id: top.id,
  });
  expect(await change({ folder_id: inner.id, parent_id: null })).toMatchObject({
    name: 'Summer',
    parent_id: null,
  });
  expect(await change({ folder_id: inner.id, parent_id: top.id })).toMatchObject({ parent_id: top.id });
  // As in filters.
  expect(await change({ folder_id: inner.id, parent_id: 'top' })).toMatchObject({ parent_id: null });
  const { id } = await createIn('top');
  expect((await agent.get('get-template', { template_id: id })).folder_id).toBeUndefined();
});

test.each([
  ['keep_templates', { templates_moved: 1, templates_deleted: 0 }, 1],
  ['with_templates', { templates_moved: 0, templates_deleted: 1 }, 0],
])('a folder is deleted: %s', async (deletion, counts, remaining) => {
  const { id } = await change({ name: 'Old' });
  await createIn(id);
  expect(await change({ folder_id: id, delete: deletion })).toEqual({ id, folders_deleted: 1, ...counts });
  expect((await list()).folders).toEqual([]);
  expect((await agent.get('list-templates', {})).items).toHaveLength(remaining);
  expect((await agent.get('list-trash', {})).items).toMatchObject([{ id, kind: 'template_folder' }]);
  await agent.get('restore-from-trash', { trash_id: id });
  expect((await list()).folders).toMatchObject([{ id, name: 'Old' }]);
});

test('what cannot be is refused, and changes nothing', async () => {
  const { id } = await change({ name: 'Kept' });
  const cases: [args: object, says: string][] = [
    [{}, 'name'],
    [{ parent_id: id }, 'name'],
    [{ delete: 'keep_templates' }, 'folder_id'],
    [{ folder_id: id, delete: 'keep_templates', name: 'x' }, 'delete'],
    [{ folder_id: id, delete: 'all' }, 'delete'],
    [{ folder_id: id, parent_id: id }, 'itself'],
    [{ name: 'KEPT' }, 'Kept'],
    [{ folder_id: '00000000-0000-7000-8000-000000000000', name: 'x' }, 'not found'],
  ];
  for (const [args, says] of cases) {
    const { isError, text } = await agent.call('change-template-folder', args);
    expect([args, isError, text.toLowerCase().includes(says.toLowerCase())]).toEqual([args, true, true]);
  }
  expect((await list()).folders).toEqual([{ id, name: 'Kept', parent_id: null }]);
});
