import { afterEach, beforeEach, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { sweepActivity } from '../../../src/features/activity/record-activity.ts';
import { storageFull } from '../../../src/platform/errors.ts';
import { countRows } from '../../support/database-dump.ts';
import { readRows } from '../../support/read-rows.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

const DAY = 86_400_000;

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
  await app.exchangeToken('other');
});
afterEach(() => app.stop());

/** Rows of one tenant, the oldest first, at times `step` apart. */
const fill = (tenantId: number, count: number, from: number, step = 1) =>
  app.deps.db.transaction(async (db) => {
    await db.run(sql`
      WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
      INSERT INTO activities (tenant_id, at, actor_kind, actor_id, actor_name, surface, type)
      SELECT ${tenantId}, ${from} + i * ${step}, 'user', 'u', 'U', 'rest', 'template.updated' FROM n`);
  });
const left = () => countRows(app, 'activities');
const sweep = (options: object = {}) =>
  sweepActivity(app.deps, { retentionDays: 90, tenants: [], ...options });

test('what is older goes, in as many batches as it takes, and nothing else', async () => {
  const now = app.clock.now();
  await fill(1, 12_000, now - 91 * DAY);
  await fill(1, 2, now - 90 * DAY, 1);
  await fill(1, 1, now);
  expect(await sweep({ retentionDays: 92 })).toBe(0);
  expect(await sweep()).toBe(12_000);
  expect(await sweep()).toBe(0);
  expect(await left()).toBe(3);
});

test('what a tenant has beyond its share goes, the oldest first; others keep theirs', async () => {
  const now = app.clock.now();
  await fill(2, 30, now);
  await fill(1, 11_000, now);
  await fill(2, 30, now);
  expect(await sweep({ tenants: [1, 2], maxActivities: 60 })).toBe(10_940);
  const rows = await readRows<{ tenant_id: number; rows: number; oldest: number }>(
    app,
    `SELECT tenant_id, count(*) AS rows, min(at) AS oldest FROM activities GROUP BY tenant_id ORDER BY 1`,
  );
  expect(rows).toEqual([
    { tenant_id: 1, rows: 60, oldest: now + 10_940 },
    { tenant_id: 2, rows: 60, oldest: now },
  ]);
});

test('stops between two batches when it is told to', async () => {
  await fill(1, 6_000, 0);
  let asked = 0;
  const isStopped = () => {
    asked += 1;
    return asked > 1;
  };
  expect(await sweep({ isStopped })).toBe(5_000);
  expect(await left()).toBe(1_000);
});

test('a change and its row are one: neither is there without the other', async () => {
  const { request } = await app.openTenant('default');
  const body = { name: 'Spring', content: smallContent() };
  const stop = app.deps.events.onTransaction(async () => {
    throw storageFull(new Error('full'));
  });
  expect((await request('POST', '/templates', { body })).status).toBe(507);
  expect([await countRows(app, 'templates'), await left()]).toEqual([0, 0]);
  stop();
  expect((await request('POST', '/templates', { body })).status).toBe(201);
  expect([await countRows(app, 'templates'), await left()]).toEqual([1, 1]);
});
