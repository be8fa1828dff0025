import { afterAll, beforeAll, expect, test } from 'bun:test';
import { DailyUsage, recordStorage, sweepDailyUsage } from '../../../src/features/projects/daily-usage.ts';
import { listDailyUsage } from '../../../src/features/projects/operations/daily-usage.ts';
import { DAY_MS } from '../../../src/platform/clock.ts';
import { perform } from '../../../src/platform/operation.ts';
import { connect, tenantAccessOf } from '../../mcp/tool-client.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

type Input = Parameters<typeof listDailyUsage.run>[1];

async function read(input: Partial<Input> = {}) {
  await app.deps.services.projects.dailyUsage.flush();
  return (await perform(listDailyUsage, app.deps, adminScope, input)).items;
}

const placeOf = (tenant: string) => ({ project_id: app.first.project_id, tenant });
const today = () => new Date(app.clock.now()).toISOString().slice(0, 10);

/** Adds a file of 1000 bytes to what a tenant stores, as the media features count it. */
const store = (tenant: string) =>
  app.deps.db.transaction((db) =>
    db.run(`UPDATE tenants SET media_bytes = media_bytes + 1000 WHERE slug = '${tenant}'`),
  );

const rowsIn = async (table: string) =>
  (await app.deps.db.reader.all<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`))[0]?.rows;

test('counts requests, exports and tool calls of a tenant and its project by day', async () => {
  const session = await app.openTenant('counted');
  const created = await session.request('POST', '/templates', { body: { content: smallContent() } });
  const { id } = created.body.data;
  expect((await session.request('POST', `/templates/${id}/export`)).status).toBe(200);
  expect((await session.request('GET', '/templates/unknown')).status).toBe(404);
  await connect(app, 'modern', { ...tenantAccessOf(app), tenant: 'counted' }).get('list-templates');
  await store('counted');
  await recordStorage(app.deps, () => false);
  const used = { requests: 3, exports: 1, tool_calls: 1, storage_bytes: 1000 };
  expect(await read({ ...placeOf('counted'), days: 1 })).toEqual([{ day: today(), ...used }]);
  const [ofProject] = await read({ project_id: app.first.project_id, days: 1 });
  expect(ofProject).toMatchObject({ exports: 1, tool_calls: 1, storage_bytes: 1000 });

  app.clock.advance(DAY_MS);
  // The token has expired.
  await (await app.openTenant('counted')).request('GET', '/usage');
  const days = await read({ ...placeOf('counted'), days: 3 });
  expect(days.map(({ exports }) => exports)).toEqual([0, 1, 0]);
  expect(days[2]?.storage_bytes).toBe(1000);
});

test('keeps the storage of each day', async () => {
  await app.openTenant('stored');
  for (let day = 0; day < 3; day += 1) {
    app.clock.advance(DAY_MS);
    await store('stored');
    await recordStorage(app.deps, () => false);
  }
  const days = await read({ ...placeOf('stored'), days: 3 });
  expect(days.map(({ storage_bytes }) => storage_bytes)).toEqual([1000, 2000, 3000]);
});

test('writes what was counted when it is closed, and drops what deleted tenants used', async () => {
  const { body } = await (await app.openTenant('closing')).request('GET', '/config');
  expect(body.data).toBeDefined();
  const [row] = await app.deps.db.reader.all<{ id: number }>(`SELECT id FROM tenants WHERE slug = 'closing'`);
  const usage = new DailyUsage(app.deps);
  const { project_id } = app.first;
  for (let i = 0; i < 1_200; i += 1)
    usage.count({ projectId: project_id, tenant: { id: row?.id ?? 0 } }, 'requests');
  for (let id = 1_000_000; id < 1_000_700; id += 1)
    usage.count({ projectId: project_id, tenant: { id } }, 'requests');
  const before = (await read({ ...placeOf('closing'), days: 1 }))[0]?.requests ?? 0;
  const rows = await rowsIn('tenant_usage_days');
  await usage.close();
  expect((await read({ ...placeOf('closing'), days: 1 }))[0]?.requests).toBe(before + 1_200);
  expect(await rowsIn('tenant_usage_days')).toBe(rows ?? Number.NaN);
});

test('forgets days after 400 days', async () => {
  await (await app.openTenant('old')).request('GET', '/config');
  const old = (await read({ days: 1 }))[0];
  expect(old?.requests).toBeGreaterThan(0);
  app.clock.advance(399 * DAY_MS);
  await sweepDailyUsage(app.deps, () => false);
  expect((await read({ days: 400 }))[0]).toEqual(old as NonNullable<typeof old>);
  app.clock.advance(2 * DAY_MS);
  expect(await sweepDailyUsage(app.deps, () => false)).toBeGreaterThan(0);
  expect(await rowsIn('tenant_usage_days')).toBe(0);
  expect(await rowsIn('project_usage_days')).toBe(0);
});

/** Each: what is asked for, and the code of the refusal. */
test.each([
  [{ project_id: '00000000-0000-4000-8000-000000000000' }, 'not_found'],
  [{ tenant: 'counted' }, 'validation_failed'],
  [{ days: 401 }, 'validation_failed'],
])('refuses %j', async (input, code) => {
  await expect(read(input)).rejects.toMatchObject({ code });
});
