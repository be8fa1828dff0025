import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { type Client, connect, tenantAccessOf, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

/** Folders of templates as agents list and change them. */

let app: TestApp;
let agent: Client;
let count = 0;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
});
afterAll(() => app.stop());
beforeEach(async () => {
  count += 1;
  const tenant = `folders-${count}`;
  await app.openTenant(tenant);
  agent = connect(app, 'modern', { ...tenantAccessOf(app), tenant });
});

const change = async (folder: object) => (await agent.get('change-templates', { folder })).folder;
const list = () => agent.get('list-library', { kind: 'folders' });
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
  expect(await change({ id: inner.id, name: 'Summer' })).toMatchObject({
    name: 'Summer',
    parent_id: top.id,
  });
  expect(await change({ id: inner.id, parent_id: null })).toMatchObject({
    name: 'Summer',
    parent_id: null,
  });
  expect(await change({ id: inner.id, parent_id: top.id })).toMatchObject({ parent_id: top.id });
  // As in filters.
  expect(await change({ id: inner.id, parent_id: 'top' })).toMatchObject({ parent_id: null });
  const { id } = await createIn('top');
  expect((await agent.get('get-template', { template_id: id })).folder_id).toBeUndefined();
});

test.each([
  ['keep_templates', { templates_moved: 1, templates_deleted: 0 }, 1],
  ['with_templates', { templates_moved: 0, templates_deleted: 1 }, 0],
])('a folder is deleted: %s', async (deletion, counts, remaining) => {
  const { id } = await change({ name: 'Old' });
  await createIn(id);
  expect(await change({ id, delete: deletion })).toEqual({ id, folders_deleted: 1, ...counts });
  expect((await list()).folders).toEqual([]);
  expect((await agent.get('list-templates', {})).items).toHaveLength(remaining);
  expect((await agent.get('list-library', { kind: 'trash' })).items).toMatchObject([
    { id, kind: 'template_folder' },
  ]);
  await agent.get('restore-from-trash', { trash_id: id });
  expect((await list()).folders).toMatchObject([{ id, name: 'Old' }]);
});

test('what cannot be is refused, and changes nothing', async () => {
  const { id } = await change({ name: 'Kept' });
  const cases: [args: object, says: string][] = [
    [{}, 'name'],
    [{ parent_id: id }, 'name'],
    [{ delete: 'keep_templates' }, 'folder.id'],
    [{ id, delete: 'keep_templates', name: 'x' }, 'delete'],
    [{ id, delete: 'all' }, 'delete'],
    [{ id, parent_id: id }, 'itself'],
    [{ name: 'KEPT' }, 'Kept'],
    [{ id: '00000000-0000-7000-8000-000000000000', name: 'x' }, 'not found'],
    [{ id, title: 'x' }, 'title'],
  ];
  for (const [folder, says] of cases) {
    const { isError, text } = await agent.call('change-templates', { folder });
    expect([folder, isError, text.toLowerCase().includes(says.toLowerCase())]).toEqual([folder, true, true]);
  }
  const { id: template } = await createIn('top');
  const together: [args: object, says: string][] = [
    [{}, 'ids is missing'],
    [{ archived: true }, 'ids is missing'],
    [{ folder: { name: 'New' }, archived: true }, 'ids'],
    [{ folder: { id, delete: 'keep_templates' }, ids: [template] }, 'folder.delete'],
    [{ folder: { name: 'New' }, ids: [template], delete: true }, 'delete'],
    [{ folder: { name: 'New' }, ids: [template], names: [] }, 'names'],
  ];
  for (const [args, says] of together) {
    const { isError, text } = await agent.call('change-templates', args);
    expect([args, isError, text.includes(says)]).toEqual([args, true, true]);
  }
  expect((await list()).folders).toEqual([{ id, name: 'Kept', parent_id: null }]);
});

test('templates are put into a new folder, or into another one, in the same call', async () => {
  const [one, two] = [await createIn('top'), await createIn('top')];
  const { folder, items } = await agent.get('change-templates', {
    ids: [one.id],
    folder: { name: 'Spring' },
  });
  expect(items).toMatchObject([{ id: one.id, status: 'changed' }]);
  await agent.get('change-templates', { ids: [two.id], folder: { name: 'Summer' }, folder_id: folder.id });
  const { items: inside } = await agent.get('list-templates', { folder_id: folder.id });
  expect(inside.map(({ id }: { id: string }) => id).sort()).toEqual([one.id, two.id].sort());
});

test('the list of starters names what create-template makes of them', async () => {
  const { items } = await agent.get('list-library', { kind: 'starters' });
  const [{ name, description }] = items;
  expect([items.length, description.length > 10]).toEqual([12, true]);
  expect((await agent.get('create-template', { starter: name })).outline).toContain('title');
  for (const args of [
    { kind: 'starters', search: 'x' },
    { kind: 'folders', cursor: 'x' },
    { kind: 'words' },
    {},
  ])
    expect([args, (await agent.call('list-library', args)).isError]).toEqual([args, true]);
});
