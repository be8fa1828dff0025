import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { templates } from '../../../src/features/templates/index.ts';
import { dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

/** How many more times another server changes the template after it was read and before it is written. */
let interferences = 0;
let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let id: string;

beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
  app.deps.events.onTransaction(async (event, _scope, db) => {
    if (event.type !== 'template.changing' || interferences === 0) return;
    interferences -= 1;
    await db
      .update(templates)
      .set({ version: sql`${templates.version} + 1` })
      .where(eq(templates.id, id));
  });
});
afterAll(() => app.stop());

beforeEach(async () => {
  interferences = 0;
  const { body } = await tenant.request('POST', '/templates', { body: { content: smallContent('a') } });
  id = body.data.id;
});

const update = (headers = {}) =>
  tenant.request('PUT', `/templates/${id}`, { body: { content: smallContent('b') }, headers });

describe('a template that another server changes between reading and writing', () => {
  test('is read again, and then the change is made once', async () => {
    interferences = 2;
    const events = app.events.length;
    const answer = await update();
    expect([answer.status, answer.body.data.version, interferences]).toEqual([200, 2, 0]);
    expect(app.events.length).toBe(events + 1);
    const items = (await tenant.request('GET', `/templates/${id}/activity`)).body.data;
    expect(items).toHaveLength(2);
  });

  test('is never overwritten: after some attempts the change is refused and nothing is written', async () => {
    interferences = 1_000;
    const dump = await dumpDatabase(app);
    expectError(await update(), 409, 'conflict');
    expect(await dumpDatabase(app)).toBe(dump);
  });

  test('is restored once, too', async () => {
    const snapshot = (await tenant.request('POST', `/templates/${id}/snapshots`)).body.data;
    await update();
    interferences = 1;
    const path = `/templates/${id}/snapshots/${snapshot.id}/restore`;
    const answer = await tenant.request('POST', path);
    expect([answer.status, answer.body.data.version, interferences]).toEqual([200, 3, 0]);
  });
});

test('of a change with an expected version and one without, both at once, none is lost', async () => {
  const answers = await Promise.all([
    tenant.request('PUT', `/templates/${id}`, { body: { name: 'x' } }),
    update({ 'if-match': '"1"' }),
    tenant.request('PUT', `/templates/${id}`, { body: { name: 'y' } }),
  ]);
  const made = answers.filter((answer) => answer.status === 200).length;
  const { data } = (await tenant.request('GET', `/templates/${id}`)).body;
  expect(data.version).toBe(1 + made);
});
