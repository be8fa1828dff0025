import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { deleteTenant } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

type Tenant = Awaited<ReturnType<TestApp['openTenant']>>;

let app: TestApp;
let tenant: Tenant;
let id: string;

beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('keeper');
  id = await create(tenant, 'First');
});
afterAll(() => app.stop());

async function create(place: Tenant, name: string): Promise<string> {
  const { body } = await place.request('POST', '/templates', { body: { name, content: smallContent() } });
  return body.data.id;
}

async function namesOf(place: Tenant, query = ''): Promise<string[]> {
  const { body } = await place.request('GET', `/templates${query}`);
  return body.data.map((item: { name: string }) => item.name);
}

describe('a cached list', () => {
  test.each<[change: string, apply: () => Promise<unknown>, names: string[]]>([
    ['a new template', () => create(tenant, 'Second'), ['Second', 'First']],
    [
      'a new name',
      () => tenant.request('PUT', `/templates/${id}`, { body: { name: 'Renamed' } }),
      ['Second', 'Renamed'],
    ],
    ['a deleted one', () => tenant.request('DELETE', `/templates/${id}`), ['Second']],
  ])('shows %s', async (_change, apply, names) => {
    await namesOf(tenant);
    await namesOf(tenant);
    await apply();
    expect(await namesOf(tenant)).toEqual(names);
    expect(await namesOf(tenant)).toEqual(names);
  });

  test('shows a restored snapshot’s version', async () => {
    const [only] = (await tenant.request('GET', '/templates')).body.data;
    const snapshot = await tenant.request('POST', `/templates/${only.id}/snapshots`);
    await tenant.request('PUT', `/templates/${only.id}`, { body: { content: smallContent('other') } });
    const before = (await tenant.request('GET', '/templates')).body.data[0].version;
    await tenant.request('POST', `/templates/${only.id}/snapshots/${snapshot.body.data.id}/restore`);
    expect((await tenant.request('GET', '/templates')).body.data[0].version).toBe(before + 1);
  });

  test('counts its names, however long they are', async () => {
    const place = await app.openTenant('long names');
    for (let serial = 0; serial < 25; serial += 1) await create(place, '漢'.repeat(255));
    const before = app.deps.cacheBudget.bytes;
    const { text } = await place.request('GET', '/templates');
    expect(app.deps.cacheBudget.bytes - before).toBeGreaterThan(Buffer.byteLength(text));
  });

  test('is not taken for another search, order or tenant', async () => {
    await create(tenant, 'Zebra');
    const other = await app.openTenant('other');
    expect(await namesOf(tenant)).toEqual(['Zebra', 'Second']);
    expect(await namesOf(tenant, '?sort=oldest')).toEqual(['Second', 'Zebra']);
    expect(await namesOf(tenant, '?search=zeb')).toEqual(['Zebra']);
    expect(await namesOf(other)).toEqual([]);
  });

  test('is not what a tenant of the same name finds after the first was deleted', async () => {
    await namesOf(tenant);
    await perform(deleteTenant, app.deps, adminScope, { project_id: app.first.project_id, tenant: 'keeper' });
    expect(await namesOf(await app.openTenant('keeper'))).toEqual([]);
  });

  test('has limited memory: any number of searches and tenants is answered', async () => {
    const place = await app.openTenant('searcher');
    await create(place, 'Found 1');
    for (let round = 0; round < 25; round += 1)
      expect(await namesOf(place, `?search=${round % 12}`)).toHaveLength(round % 12 === 1 ? 1 : 0);
    for (let number = 0; number < 210; number += 1)
      expect(await namesOf(await app.openTenant(`many-${number}`))).toEqual([]);
    expect(await namesOf(place)).toEqual(['Found 1']);
  });
});
