import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { setTenantPlan } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { expectError } from '../../support/expect-error.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { openTenantForever } from '../access/signed-token.ts';

type Tenant = Awaited<ReturnType<typeof openTenantForever>>;

let app: TestApp;
let tenants = 0;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const open = () => openTenantForever(app, `organize ${++tenants}`);

async function create(tenant: Tenant, name: string, body: object = {}): Promise<string> {
  const answer = await tenant.request('POST', '/templates', {
    body: { content: smallContent(), name, ...body },
  });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}
const createFolder = async (tenant: Tenant, name: string, parent_id: string | null = null) =>
  (await tenant.request('POST', '/template-folders', { body: { name, parent_id } })).body.data?.id as string;
const put = (tenant: Tenant, id: string, body: object) => tenant.request('PUT', `/templates/${id}`, { body });
const get = async (tenant: Tenant, id: string) => (await tenant.request('GET', `/templates/${id}`)).body.data;
const bulk = (tenant: Tenant, body: object) => tenant.request('POST', '/templates/bulk', { body });
const listNames = async (tenant: Tenant, query: Record<string, string> = {}) =>
  (
    await tenant.request('GET', `/templates?${new URLSearchParams({ sort: 'name_asc', ...query })}`)
  ).body.data.map((item: { name: string }) => item.name);
const listTags = async (tenant: Tenant) => (await tenant.request('GET', '/template-tags')).body.data;

describe('folders of templates', () => {
  test('form a tree with the rules of media folders', async () => {
    const tenant = await open();
    const spring = await createFolder(tenant, ' Spring ');
    const mails = await createFolder(tenant, 'Mails', spring);
    const tree = (await tenant.request('GET', '/template-folders')).body.data;
    expect(tree).toMatchObject([{ id: spring, name: 'Spring', parent_id: null, children: [{ id: mails }] }]);
    const change = (id: string, body: object) => tenant.request('PUT', `/template-folders/${id}`, { body });
    expectError(await change(spring, { parent_id: spring }), 422, 'validation_failed');
    expectError(await change(spring, { parent_id: mails }), 422, 'validation_failed');
    expectError(await change(mails, { parent_id: 'gone' }), 404, 'not_found');
    expectError(
      await tenant.request('POST', '/template-folders', { body: { name: 'SPRING' } }),
      409,
      'conflict',
    );
    let parent = mails;
    for (const name of ['3', '4', '5']) parent = await createFolder(tenant, name, parent);
    const tooDeep = await tenant.request('POST', '/template-folders', {
      body: { name: '6', parent_id: parent },
    });
    expectError(tooDeep, 422, 'validation_failed');
    expect((await change(mails, { name: 'Letters', parent_id: null })).body.data).toMatchObject({
      name: 'Letters',
    });
  });

  test('are told apart by tenants and by kind', async () => {
    const [a, b] = [await open(), await open()];
    const folder = await createFolder(a, 'A');
    const media = (await b.request('POST', '/media/folders', { body: { name: 'A' } })).body.data.id;
    const id = await create(b, 'x');
    for (const folder_id of [folder, media, 'gone']) {
      expectError(await put(b, id, { folder_id }), 404, 'not_found');
      expectError(await b.request('GET', `/templates?folder_id=${folder_id}`), 404, 'not_found');
      expectError(await bulk(b, { ids: [id], folder_id }), 404, 'not_found');
      expectError(await b.request('DELETE', `/template-folders/${folder_id}`), 404, 'not_found');
    }
  });

  test('when deleted, leave their templates at the top, or take them with them', async () => {
    const tenant = await open();
    const outer = await createFolder(tenant, 'Outer');
    const inner = await createFolder(tenant, 'Inner', outer);
    const ids = [await create(tenant, 'a'), await create(tenant, 'b'), await create(tenant, 'c')];
    await bulk(tenant, { ids: ids.slice(0, 1), folder_id: outer });
    await bulk(tenant, { ids: ids.slice(1), folder_id: inner });
    expect(await listNames(tenant, { folder_id: inner })).toEqual(['b', 'c']);
    expect(await listNames(tenant, { folder_id: 'top' })).toEqual([]);
    expect((await tenant.request('DELETE', `/template-folders/${inner}`)).status).toBe(204);
    expect(await listNames(tenant, { folder_id: 'top' })).toEqual(['b', 'c']);
    const answer = await tenant.request('DELETE', `/template-folders/${outer}?templates=delete`);
    expect(answer.status).toBe(204);
    expect(await listNames(tenant)).toEqual(['b', 'c']);
    expect((await tenant.request('GET', '/template-folders')).body.data).toEqual([]);
  });

  test('need a plan with the feature; templates can still be brought to the top', async () => {
    const tenant = await open();
    const folder = await createFolder(tenant, 'F');
    const id = await create(tenant, 'a');
    await put(tenant, id, { folder_id: folder });
    const plan = { plan: 'starter', tenant: `organize ${tenants}`, project_id: app.first.project_id };
    await perform(setTenantPlan, app.deps, adminScope, plan);
    const later = await openTenantForever(app, plan.tenant);
    expectError(await later.request('GET', '/template-folders'), 403, 'feature_unavailable');
    expectError(await put(later, id, { folder_id: folder }), 403, 'feature_unavailable');
    expect(await listNames(later, { folder_id: folder })).toEqual(['a']);
    expect((await put(later, id, { folder_id: null, tags: ['x'] })).status).toBe(200);
  });
});

describe('a template', () => {
  test('is moved, tagged and archived without a new date, in its next version', async () => {
    const tenant = await open();
    const id = await create(tenant, 'Letter');
    const folder = await createFolder(tenant, 'F');
    const before = await get(tenant, id);
    app.clock.advance(60_000);
    const changed = await put(tenant, id, {
      folder_id: folder,
      tags: ['Émile', ' b  c ', 'B C'],
      archived: true,
    });
    expect(changed.status).toBe(200);
    const now = new Date(app.clock.now()).toISOString();
    expect(changed.body.data).toEqual({
      ...before,
      version: 2,
      folder_id: folder,
      tags: ['b c', 'Émile'],
      archived_at: now,
    });
    expect(await get(tenant, id)).toEqual(changed.body.data);
    expect(changed.headers.get('etag')).toBe('"2"');
    expect((await put(tenant, id, { tags: ['B C', 'émile'], archived: true })).body.data.version).toBe(2);
    const cleared = await put(tenant, id, { folder_id: null, tags: [], archived: false });
    expect(cleared.body.data).toEqual({ ...before, version: 3 });
    expect(await listTags(tenant)).toEqual([]);
  });

  test('keeps its place when its content is saved, and merges saves of pages that do not know it', async () => {
    const tenant = await open();
    const id = await create(tenant, 'Letter');
    await put(tenant, id, { tags: ['x'] });
    const saved = await put(tenant, id, { content: smallContent('new'), base_version: 1 });
    expect(saved.status).toBe(200);
    expect(await get(tenant, id)).toMatchObject({ version: 3, tags: ['x'] });
    expectError(await put(tenant, id, { archived: true, expected_version: 2 }), 409, 'version_conflict');
  });

  test('is left out of lists while it is archived, unless they ask for it', async () => {
    const tenant = await open();
    const id = await create(tenant, 'old');
    await create(tenant, 'new');
    await put(tenant, id, { archived: true });
    expect(await listNames(tenant)).toEqual(['new']);
    expect(await listNames(tenant, { archived: 'true' })).toEqual(['old']);
    expect(await listNames(tenant, { archived: 'all' })).toEqual(['new', 'old']);
    expect(await listNames(tenant, { search: 'old' })).toEqual([]);
    expect((await get(tenant, id)).name).toBe('old');
    expectError(await tenant.request('GET', '/templates?archived=maybe'), 422, 'validation_failed');
  });

  test.each<[string, object, RegExp]>([
    ['a tag of 10 KB', { tags: ['x'.repeat(10_000)] }, /tags/],
    ['a tag of 51 characters', { tags: ['x'.repeat(51)] }, /51 characters/],
    ['an empty tag', { tags: ['\u200b '] }, /visible/],
    ['21 tags', { tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }, /20 at most/],
    ['a tag that is no text', { tags: [5] }, /tags/],
    ['NUL', { tags: ['a\0'] }, /NUL/],
  ])('is refused %s', async (_name, body, message) => {
    const tenant = await open();
    const id = await create(tenant, 'x');
    for (const answer of [await put(tenant, id, body), await bulk(tenant, { ids: [id], ...body })]) {
      const text = answer.status === 200 ? answer.body.data.items[0].error : answer.body.message;
      expect(text).toMatch(message);
      expect((await get(tenant, id)).version).toBe(1);
    }
    expect(await listTags(tenant)).toEqual([]);
  });
});

describe('tags', () => {
  test('are counted, in the spelling of the first use, and go with their last template', async () => {
    const tenant = await open();
    const ids = [await create(tenant, 'a'), await create(tenant, 'b'), await create(tenant, 'c')];
    await put(tenant, ids[0] as string, { tags: ['Straße', 'Ärger'] });
    await bulk(tenant, { ids, add_tags: ['STRASSE'] });
    await put(tenant, ids[2] as string, { archived: true });
    expect(await listTags(tenant)).toEqual([
      { name: 'Straße', template_count: 3 },
      { name: 'Ärger', template_count: 1 },
    ]);
    expect(await listNames(tenant, { tag: 'strasse' })).toEqual(['a', 'b']);
    expect(await listNames(tenant, { tag: 'none' })).toEqual([]);
    expect((await get(tenant, ids[1] as string)).tags).toEqual(['Straße']);
    await bulk(tenant, { ids, remove_tags: ['straSSe', 'unknown'] });
    expect(await listTags(tenant)).toEqual([{ name: 'Ärger', template_count: 1 }]);
    await tenant.request('DELETE', `/templates/${ids[0]}`);
    expect(await listTags(tenant)).toEqual([]);
  });

  test('are 1,000 at most', async () => {
    const tenant = await open();
    const ids: string[] = [];
    for (let i = 0; i < 51; i += 1) ids.push(await create(tenant, `${i}`));
    for (let i = 0; i < 50; i += 1) {
      const tags = Array.from({ length: 20 }, (_, tag) => `tag ${i * 20 + tag}`);
      expect((await put(tenant, ids[i] as string, { tags })).status).toBe(200);
    }
    expectError(await put(tenant, ids[50] as string, { tags: ['one more'] }), 409, 'conflict');
    expect((await put(tenant, ids[50] as string, { tags: ['TAG 7'] })).body.data.tags).toEqual(['tag 7']);
    expect(await listTags(tenant)).toHaveLength(1000);
  });
});

describe('changes of many', () => {
  test('have an outcome for each id', async () => {
    const [tenant, other] = [await open(), await open()];
    const foreign = await create(other, 'theirs');
    const [a, b] = [await create(tenant, 'a'), await create(tenant, 'b')];
    const answer = await bulk(tenant, { ids: [a, foreign, b, 'gone', a], names: ['A', 'X', 'b', 'Y', 'A'] });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      items: [
        { id: a, status: 'changed', version: 2 },
        { id: foreign, status: 'not_found' },
        { id: b, status: 'unchanged', version: 1 },
        { id: 'gone', status: 'not_found' },
      ],
      failed: 2,
    });
    expect((await get(other, foreign)).name).toBe('theirs');
    const tags = Array.from({ length: 20 }, (_, index) => `t${index}`);
    await put(tenant, a, { tags });
    const refused = await bulk(tenant, { ids: [a, b], add_tags: ['more'], archived: true });
    expect(refused.body.data.items).toEqual([
      { id: a, status: 'refused', version: 3, error: expect.stringContaining('20 at most') },
      { id: b, status: 'changed', version: 2 },
    ]);
    expect((await get(tenant, a)).archived_at).toBeUndefined();
    const deleted = await bulk(tenant, { ids: [b, foreign], delete: true });
    expect(deleted.body.data.items.map((item: { status: string }) => item.status)).toEqual([
      'deleted',
      'not_found',
    ]);
    expectError(await tenant.request('GET', `/templates/${b}`), 404, 'not_found');
    expect((await get(other, foreign)).name).toBe('theirs');
  });

  test('take several transactions', async () => {
    const tenant = await open();
    const ids: string[] = [];
    for (let i = 0; i < 120; i += 1) ids.push(await create(tenant, `${i}`));
    const answer = await bulk(tenant, { ids, add_tags: ['all'], archived: true });
    expect(answer.body.data.failed).toBe(0);
    expect(await listTags(tenant)).toEqual([{ name: 'all', template_count: 120 }]);
    expect(await listNames(tenant)).toEqual([]);
    await bulk(tenant, { ids: ids.slice(1), delete: true });
    expect(await listNames(tenant, { archived: 'all' })).toEqual(['0']);
    expect(await listTags(tenant)).toEqual([{ name: 'all', template_count: 1 }]);
  });

  test.each<[string, object, RegExp]>([
    ['10,000 ids', { ids: Array.from({ length: 10_000 }, (_, i) => `${i}`), archived: true }, /ids/],
    ['no ids', { ids: [], archived: true }, /ids/],
    ['no change', { ids: ['x'] }, /at least one/],
    ['a deletion with a change', { ids: ['x'], delete: true, archived: true }, /delete/],
    ['fewer names than ids', { ids: ['x', 'y'], names: ['a'] }, /one name for each/],
    ['tags and tags to add', { ids: ['x'], tags: [], add_tags: ['a'] }, /tags/],
  ])('are refused with %s', async (_name, body, message) => {
    const answer = await bulk(await open(), body);
    expectError(answer, 422, 'validation_failed');
    expect(answer.body.message).toMatch(message);
  });

  test('are in the feed of activity', async () => {
    const tenant = await open();
    const folder = await createFolder(tenant, 'F');
    const id = await create(tenant, 'a');
    await bulk(tenant, { ids: [id], names: ['b'], folder_id: folder, add_tags: ['x'], archived: true });
    await bulk(tenant, { ids: [id], archived: false });
    const { data } = (await tenant.request('GET', '/activity')).body;
    expect(data.map((entry: { type: string }) => entry.type)).toEqual([
      'template.unarchived',
      'template.archived',
      'template.tagged',
      'template.moved',
      'template.renamed',
      'template.created',
      'template_folder.created',
    ]);
  });
});
