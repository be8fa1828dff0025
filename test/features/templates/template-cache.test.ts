import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTemplateCache } from '../../../src/features/templates/listing/caches.ts';
import { cacheTemplate } from '../../../src/features/templates/operations/read-templates.ts';
import { CacheBudget } from '../../../src/platform/caching/cache-budget.ts';
import type { Deps } from '../../../src/platform/deps.ts';
import { connect } from '../../mcp/tool-client.ts';
import { executeSql } from '../../support/execute-sql.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { serverClient } from '../access/server-client.ts';

const rowOf = (id: string) => ({
  id,
  tenantId: 1,
  name: null,
  nameFolded: '',
  key: null,
  contentId: 1,
  contentBy: 'user:ada',
  contentByName: null,
  canvasEpoch: null,
  contentAt: 1,
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  folderId: null,
  archivedAt: null,
  tags: null,
  json: Buffer.from('{}'),
});

test('many small templates are limited too: each counts more than its content', () => {
  const cacheBudget = new CacheBudget(1024 * 1024);
  const deps = {
    services: { templates: { cache: createTemplateCache({ cacheBudget }) } },
  } as unknown as Deps;
  const ids = Array.from({ length: 5_000 }, (_, index) => `t${index}`);
  for (const id of ids) cacheTemplate(deps, rowOf(id));
  const kept = ids.filter((id) => deps.services.templates.cache.get(id) !== undefined);
  expect(kept.length).toBeGreaterThan(100);
  expect(kept.length).toBeLessThan(750);
});

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

test('a cached template is found by its own tenant only', async () => {
  const owner = await app.openTenant('owner');
  const other = await app.openTenant('other');
  const created = await owner.request('POST', '/templates', { body: { content: smallContent('mine') } });
  const path = `/templates/${created.body.data.id}`;
  const read = await owner.request('GET', path);
  expect((await owner.request('GET', path)).body).toEqual(read.body);
  expect((await other.request('GET', path)).status).toBe(404);
});

test('a changed or deleted template leaves the cache', async () => {
  const tenant = await app.openTenant('writer');
  const create = async () =>
    (await tenant.request('POST', '/templates', { body: { content: smallContent('first') } })).body.data.id;
  const changes = [
    (path: string) => tenant.request('PUT', path, { body: { content: smallContent('second') } }),
    (path: string) => tenant.request('PUT', path, { body: { name: 'renamed' } }),
    (path: string) => tenant.request('DELETE', path),
  ];
  for (const change of changes) {
    const id = await create();
    await tenant.request('GET', `/templates/${id}`);
    expect(app.deps.services.templates.cache.get(id)?.version).toBe(1);
    await change(`/templates/${id}`);
    expect(app.deps.services.templates.cache.get(id)).toBeUndefined();
  }
});

test('a cached template is read again after another process changed it', async () => {
  const tenant = await app.openTenant('shared');
  const created = await tenant.request('POST', '/templates', { body: { content: smallContent('old') } });
  const path = `/templates/${created.body.data.id}`;
  for (let time = 0; time < 2; time += 1) await tenant.request('GET', path);
  const { id } = created.body.data;
  const content = `(SELECT content_id FROM templates WHERE id = '${id}')`;
  await executeSql(
    app,
    `UPDATE contents SET json = replace(json, 'old', 'new'), hash = substr(hash, 2) WHERE id = ${content}`,
    `UPDATE templates SET version = version + 1 WHERE id = '${id}'`,
  );
  const { body } = await tenant.request('GET', path);
  expect([body.data.version, JSON.stringify(body.data.content).includes('new')]).toEqual([2, true]);
  const known = await tenant.request('GET', `${path}?if_version=2`);
  expect(known.body.data).toMatchObject({ version: 2, unchanged: true });
  expect((await tenant.request('GET', `${path}?if_version=1`)).body.data.content).toEqual(body.data.content);
});

test('a cached template is the same for pages, backends and agents, whoever read it first', async () => {
  const { tenant } = app.first;
  const pages = await app.openTenant(tenant);
  const backend = serverClient(app);
  const agent = connect(app, 'modern');
  const readers = {
    page: async (id: string) => (await pages.request('GET', `/templates/${id}`)).body.data,
    backend: async (id: string) =>
      (await backend.call('GET', `/tenants/${tenant}/templates/${id}`)).body.data,
    agent: (id: string) => agent.get('get-template', { template_id: id }),
  };
  for (const first of ['page', 'backend', 'agent'] as const) {
    const content = smallContent(`read by the ${first}: „ü“`);
    const { id } = (await pages.request('POST', '/templates', { body: { content } })).body.data;
    const seen = await readers[first](id);
    for (const read of [...Object.values(readers), ...Object.values(readers)]) {
      const { blocks } = (await read(id)).content;
      expect(blocks).toEqual(seen.content.blocks);
      expect(blocks[0].content).toBe(content.blocks[0]?.content as string);
    }
    expect(app.deps.services.templates.cache.get(id)?.version).toBe(1);
  }
});
