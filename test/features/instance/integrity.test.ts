import { afterEach, beforeEach, expect, test } from 'bun:test';
import { checkIntegrity } from '../../../src/features/instance/index.ts';
import { deleteTenant } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { countRows } from '../../support/database-dump.ts';
import { isPostgres, sqliteTest } from '../../support/engine.ts';
import { executeSql } from '../../support/execute-sql.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
  const tenant = await app.openTenant('acme');
  for (const text of ['one', 'two']) {
    const { data } = (await tenant.request('POST', '/templates', { body: { content: smallContent(text) } }))
      .body;
    await tenant.request('POST', `/templates/${data.id}/snapshots`, {
      body: { content: smallContent(`${text}!`) },
    });
  }
});
afterEach(() => app.stop());

const check = () => perform(checkIntegrity, app.deps, adminScope, {});

test('a sound database is found sound, every content looked at', async () => {
  expect(await check()).toMatchObject({
    ok: true,
    contents_checked: 4,
    files_checked: 0,
    orphaned_files: 0,
    orphans: [],
    quarantined_files: 0,
    quarantine: [],
    faults: [],
  });
});

test.each<[string, string, RegExp]>([
  [
    'a changed content',
    "UPDATE contents SET json = replace(json, 'one', 'won') WHERE id = 1",
    /content 1 .*hash/,
  ],
  [
    'a wrong counter',
    "UPDATE tenants SET template_count = 7 WHERE slug = 'acme'",
    /"acme".* counter says 7 templates, 2 exist/,
  ],
  [
    'a content nobody uses',
    `INSERT INTO contents (tenant_id, hash, json) SELECT id, ${isPostgres ? "'\\x00'" : "x'00'"}, '{}' FROM tenants LIMIT 1`,
    /1 contents belong to no/,
  ],
])('%s is found', async (_name, statement, expected) => {
  await executeSql(app, statement);
  const report = await check();
  expect(report.ok).toBe(false);
  expect(report.faults.some((fault) => expected.test(fault))).toBe(true);
});

// PostgreSQL has no way to make one.
sqliteTest('a row that refers to nothing is found', async () => {
  await executeSql(app, 'PRAGMA foreign_keys = OFF', "UPDATE snapshots SET template_id = 'gone'");
  const { faults } = await check();
  expect(faults).toEqual(
    expect.arrayContaining([expect.stringMatching(/snapshots row \d+ refers to a missing row/)]),
  );
});

test('deleting a tenant leaves nothing of it behind', async () => {
  const { project_id } = app.first;
  await perform(deleteTenant, app.deps, adminScope, { project_id, tenant: 'acme', now: true });
  for (const table of ['templates', 'snapshots', 'contents']) expect(await countRows(app, table)).toBe(0);
  expect(await check()).toMatchObject({
    ok: true,
    contents_checked: 0,
    files_checked: 0,
    orphaned_files: 0,
    orphans: [],
    quarantined_files: 0,
    quarantine: [],
    faults: [],
  });
});
