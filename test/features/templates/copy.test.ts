import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createBackendKey } from '../../../src/features/access/index.ts';
import { createProject, setTenantPlan, updateTenant } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { connect, tenantAccessOf, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { countRows } from '../../support/database-dump.ts';
import { expectError, expectServerError } from '../../support/expect-error.ts';
import {
  type Answer,
  adminScope,
  createTestApp,
  smallContent,
  type TestApp,
} from '../../support/test-app.ts';
import { openTenantForever } from '../access/signed-token.ts';

let app: TestApp;
let tenants = 0;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
});
afterAll(() => app.stop());

const content = { ...smallContent('Hello'), settings: { subject: 'News', preheaderText: 'Read' } };

/** A tenant as its pages and its backend reach it. */
async function open(credentials = toBasic(app.first)) {
  const name = `copies-${++tenants}`;
  const page = await openTenantForever(app, name);
  const send = async (path: string, body: object) => (await page.request('POST', path, { body })).body.data;
  return {
    name,
    page,
    backend: (body: object, authorization = credentials) => copyInto(name, body, authorization),
    copy: (copy_of: string, more: object = {}) =>
      page.request('POST', '/templates', { body: { copy_of, ...more } }),
    create: async (more: object = {}): Promise<string> => (await send('/templates', { content, ...more })).id,
    folder: async (): Promise<string> => (await send('/template-folders', { name: 'F' })).id,
    get: async (id: string) => (await page.request('GET', `/templates/${id}`)).body.data,
  };
}

const toBasic = ({ client_id, client_secret }: { client_id: string; client_secret: string }) =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;

const copyInto = (tenant: string, body: object, authorization: string): Promise<Answer> =>
  app.request('POST', `/api/v1/server/tenants/${tenant}/templates`, { headers: { authorization }, body });

const limit = (tenant: string, max_templates: number) =>
  perform(setTenantPlan, app.deps, adminScope, {
    project_id: app.first.project_id,
    tenant,
    change: { limits: { max_templates } },
  });

const createKey = async (input: object) => {
  const made = await perform(createBackendKey, app.deps, adminScope, {
    project_id: app.first.project_id,
    name: 'Copier',
    ...input,
  });
  return `Bearer ${made.server_key}`;
};

describe('a new template', () => {
  test('can be put into a folder and tagged at once', async () => {
    const { page, create, folder, get } = await open();
    const folder_id = await folder();
    const id = await create({ folder_id, tags: ['One', 'one', 'two'] });
    expect(await get(id)).toMatchObject({ folder_id, tags: ['One', 'two'], version: 1 });
    expect((await page.request('GET', '/templates?tag=two')).body.data).toHaveLength(1);
    const refuse = async (more: object) => page.request('POST', '/templates', { body: { content, ...more } });
    expectError(await refuse({ folder_id: 'gone' }), 404, 'not_found');
    expectError(await refuse({ tags: [''] }), 422, 'validation_failed');
    expectError(
      await refuse({ tags: Array.from({ length: 21 }, (_, i) => `${i}`) }),
      422,
      'validation_failed',
    );
    expect((await page.request('GET', '/templates')).body.data).toHaveLength(1);
  });
});

describe('a copy', () => {
  test('has the content, the settings and the tags, is beside the original, and is another template', async () => {
    const { page, create, copy, folder, get } = await open();
    const folder_id = await folder();
    const id = await create({ name: 'Letter', key: 'letter', folder_id, tags: ['a', 'b'] });
    await page.request('PUT', `/templates/${id}`, { body: { archived: true } });
    await page.request('POST', `/templates/${id}/snapshots`, { body: {} });
    const contents = await countRows(app, 'contents');
    const made = await copy(id);
    expect([made.status, made.headers.get('etag')]).toEqual([201, '"1"']);
    const original = await get(id);
    const { key: _, archived_at, ...same } = original;
    expect(archived_at).toBeString();
    expect(made.body.data).toEqual({
      ...same,
      id: made.body.data.id,
      name: 'Letter (copy)',
      version: 1,
      createdAt: made.body.data.createdAt,
      updatedAt: made.body.data.updatedAt,
    });
    expect(made.body.data.content.settings).toMatchObject({ subject: 'News', preheaderText: 'Read' });
    expect(await get(made.body.data.id)).toEqual(made.body.data);
    const history = await page.request('GET', `/templates/${made.body.data.id}/snapshots`);
    expect(history.body.data).toEqual([]);
    expect(await countRows(app, 'contents')).toBe(contents);
    const changed = { content: smallContent('Other') };
    await page.request('PUT', `/templates/${made.body.data.id}`, { body: changed });
    expect((await get(id)).content).toEqual(original.content);
    await page.request('DELETE', `/templates/${id}`);
    expect((await get(made.body.data.id)).content.blocks).not.toEqual(original.content.blocks);
  });

  test('has the name, key, folder and tags that are sent', async () => {
    const { create, copy, folder, get } = await open();
    const id = await create({ name: 'Letter', folder_id: await folder(), tags: ['a'] });
    const more = { name: 'Second', key: 'second', folder_id: null, tags: ['b'] };
    const made = (await copy(id, more)).body.data;
    expect(made).toMatchObject({ name: 'Second', key: 'second', tags: ['b'] });
    expect(made.folder_id).toBeUndefined();
    expect((await copy(id, { name: null, tags: [] })).body.data).not.toHaveProperty('name');
    expectError(await copy(id, { key: 'second' }), 409, 'conflict');
    expectError(await copy(id, { folder_id: 'gone' }), 404, 'not_found');
    expect((await get(id)).tags).toEqual(['a']);
  });

  const names: [string | null, string | undefined][] = [
    [null, undefined],
    ['A', 'A (copy)'],
    ['A (copy)', 'A (copy) (copy)'],
    ['x'.repeat(248), `${'x'.repeat(248)} (copy)`],
    ['x'.repeat(255), `${'x'.repeat(248)} (copy)`],
    [`${'x'.repeat(247)}😀 long`, `${'x'.repeat(247)} (copy)`],
    [`${'x'.repeat(246)}😀 long`, `${'x'.repeat(246)}😀 (copy)`],
  ];
  test.each(names)('of %p is named %p, which can be saved again', async (name, expected) => {
    const { page, create, copy } = await open();
    const made = (await copy(await create({ name }))).body.data;
    expect(made.name).toBe(expected);
    const body = { name: made.name ?? null, content: smallContent('b') };
    expect((await page.request('PUT', `/templates/${made.id}`, { body })).status).toBe(200);
  });

  test('is refused without a source, with two, or for one that is gone, and then nothing is stored', async () => {
    const { name, page, create, copy } = await open();
    const id = await create();
    const post = (body: object) => page.request('POST', '/templates', { body });
    expectError(await post({}), 422, 'validation_failed');
    expect((await post({ name: 'x' })).body.message).toBe(
      'content is required, unless copy_of, source or starter is sent.',
    );
    expectError(await post({ copy_of: id, content }), 422, 'validation_failed');
    expectError(await post({ content, copy_of_tenant: name }), 422, 'validation_failed');
    expectError(await post({ copy_of: '' }), 404, 'not_found');
    expectError(await copy('x'.repeat(300)), 422, 'validation_failed');
    expect((await copy(id, { copy_of_tenant: name })).status).toBe(201);
    await page.request('DELETE', `/templates/${id}`);
    expectError(await copy(id), 404, 'not_found');
    expect((await page.request('GET', '/templates')).body.data).toHaveLength(1);
  });

  test('counts towards the limit of the plan', async () => {
    const { name, create, copy } = await open();
    const id = await create();
    await limit(name, 2);
    expect((await copy(id)).status).toBe(201);
    expectError(await copy(id), 422, 'plan_limit_reached');
  });

  test('is made by agents too', async () => {
    const { name, create, get } = await open();
    const id = await create({ name: 'Letter', tags: ['a'] });
    const client = connect(app, 'modern', { ...tenantAccessOf(app), tenant: name });
    const made = await client.call('create-template', { copy_of: id });
    expect(made.data).toMatchObject({ version: 1, outline: expect.stringContaining('Hello') });
    expect(await get(made.data.id)).toMatchObject({ name: 'Letter (copy)', tags: ['a'] });
  });
});

describe('a copy from another tenant', () => {
  test('is made by a backend with rights on both, by id or key', async () => {
    const [from, to] = [await open(), await open()];
    const folder_id = await from.folder();
    const id = await from.create({ name: 'Starter', key: 'starter', folder_id, tags: ['Émile'] });
    await to.create({ key: 'starter', tags: ['émile'] });
    for (const copy_of of [id, 'starter']) {
      const made = await to.backend({ copy_of, copy_of_tenant: from.name });
      expect(made.status).toBe(201);
      expect(made.body.data).toMatchObject({ name: 'Starter (copy)', tags: ['émile'], version: 1 });
      expect([made.body.data.folder_id, made.body.data.key]).toEqual([undefined, undefined]);
      expect(await to.get(made.body.data.id)).toMatchObject({ content: (await from.get(id)).content });
    }
    const target = await to.folder();
    const placed = await to.backend({ copy_of: id, copy_of_tenant: from.name, folder_id: target });
    expect(placed.body.data.folder_id).toBe(target);
    await from.page.request('DELETE', `/templates/${id}`);
    expectServerError(await to.backend({ copy_of: id, copy_of_tenant: from.name }), 404, 'not_found');
    expect((await to.get(placed.body.data.id)).content.blocks[0].content).toContain('Hello');
  });

  test('is not found for pages and agents, and for a folder of the other tenant', async () => {
    const [from, to] = [await open(), await open()];
    const id = await from.create({ key: 'starter' });
    for (const copy_of of [id, 'starter']) {
      expectError(await to.copy(copy_of), 404, 'not_found');
      expectError(await to.copy(copy_of, { copy_of_tenant: from.name }), 404, 'not_found');
      expectServerError(await to.backend({ copy_of }), 404, 'not_found');
    }
    const client = connect(app, 'modern', { ...tenantAccessOf(app), tenant: to.name });
    expect((await client.call('create-template', { copy_of: id })).isError).toBe(true);
    const folder_id = await from.folder();
    const foreign = await to.backend({ copy_of: id, copy_of_tenant: from.name, folder_id });
    expectServerError(foreign, 404, 'not_found');
    expectServerError(await to.backend({ copy_of: id, copy_of_tenant: 'nowhere' }), 404, 'not_found');
    expect((await to.page.request('GET', '/templates')).body.data).toEqual([]);
  });

  test('needs a backend key for both that may read', async () => {
    const [from, to] = [await open(), await open()];
    const copy_of = await from.create({ name: 'Starter' });
    const body = { copy_of, copy_of_tenant: from.name };
    const tenantsOf = [from.name, to.name];
    const allowed = [
      { effects: ['read', 'write'] },
      { effects: ['read', 'write'], tenants: tenantsOf },
      { effects: ['read', 'write'], operations: ['createTemplate', 'getTemplate'] },
    ];
    for (const key of allowed) expect((await to.backend(body, await createKey(key))).status).toBe(201);
    const hidden = [
      { effects: ['read', 'write'], tenants: [to.name] },
      { effects: ['read', 'write'], operations: ['createTemplate'] },
    ];
    for (const key of hidden)
      expectServerError(await to.backend(body, await createKey(key)), 404, 'not_found');
    const refused = [
      { effects: ['write'] },
      { effects: ['read', 'write'], tenants: [from.name] },
      { effects: ['read'] },
    ];
    for (const key of refused)
      expectServerError(await to.backend(body, await createKey(key)), 403, 'forbidden');
    const own = await to.create();
    const writer = await createKey({ effects: ['write'] });
    expectServerError(await to.backend({ copy_of: own }, writer), 403, 'forbidden');
  });

  test('stays within the project, and out of blocked tenants', async () => {
    const [from, to] = [await open(), await open()];
    const copy_of = await from.create();
    const body = { copy_of, copy_of_tenant: from.name };
    const other = await perform(createProject, app.deps, adminScope, { name: 'Other', plan: 'scale' });
    await app.request('POST', '/api/v1/server/tenants', {
      headers: { authorization: toBasic(other) },
      body: { tenant: to.name },
    });
    expectServerError(await copyInto(to.name, body, toBasic(other)), 404, 'not_found');
    const suspend = (suspended: 'read_only' | 'blocked') => {
      const input = { project_id: app.first.project_id, tenant: from.name, suspended };
      return perform(updateTenant, app.deps, adminScope, input);
    };
    await suspend('read_only');
    expect((await to.backend(body)).status).toBe(201);
    await suspend('blocked');
    expectServerError(await to.backend(body), 403, 'forbidden');
  });

  test('counts towards the limit of its tenant alone', async () => {
    const [from, to] = [await open(), await open()];
    const body = { copy_of: await from.create({ tags: ['a'] }), copy_of_tenant: from.name };
    await limit(from.name, 1);
    await limit(to.name, 1);
    expect((await to.backend(body)).status).toBe(201);
    expectServerError(await to.backend(body), 422, 'plan_limit_reached');
    expect((await to.page.request('GET', '/template-tags')).body.data).toEqual([
      { name: 'a', template_count: 1 },
    ]);
  });
});
