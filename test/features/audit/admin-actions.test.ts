import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listAdminActions } from '../../../src/features/audit/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { CHANGES as SERVER_CHANGES } from './admin-changes.ts';
import { OPERATIONS, run } from './operator.ts';
import { TENANT_CHANGES } from './tenant-changes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ backup_target: mkdtempSync(join(tmpdir(), 'galley-backups-')) });
  await app.openTenant('acme');
});
afterAll(async () => {
  rmSync(app.deps.services.backups.schedule?.target.address as string, { recursive: true });
  await app.stop();
});

/** All pages. */
const list = async (search: object = {}) => {
  const items = [];
  for (let cursor: string | undefined | null; cursor !== null; ) {
    const input = cursor === undefined ? search : { ...search, cursor };
    const page = await perform(listAdminActions, app.deps, adminScope, input);
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  return items;
};
/**
 * Operations that change nothing, or whose calls the record of tool calls holds; those of agents that people connect are tested in
 * features/grants.
 */
const UNAUDITED =
  'createEditorToken getOverview listProjectCounts listDailyUsage listAllTemplates listLogs listSettings listPlans listAllDataJobs sendServerTestEmail getMe listMembers listTeamInvitations listAdminTokens listGrants inspectConnection answerConnection revokeGrant leaveTeam listBackups listDataJobs getDataJob listAccounts listTenantTrash checkIntegrity diagnoseInstance checkAiProvider getBrand getTenant getTenantPlan getTenantUsage listDeletedTenants listProjectOrigins listProjects listTeams listTenants listApiKeys listServerKeys listTokenKeys listToolCalls listAdminActions listAllActivity listProjectModules listAiUsage getAiUsageSummary performAsAgent recordToolCall'.split(
    ' ',
  );

/** Each changing operation. */
const CHANGES = { ...SERVER_CHANGES, ...TENANT_CHANGES };

test('every admin operation is listed here', () => {
  const expected = [...UNAUDITED, ...Object.keys(CHANGES), 'initializeInstance', 'initializeInstance'];
  const known = OPERATIONS.map((operation) => operation.name);
  expect(known.filter((name) => !expected.includes(name))).toEqual([]);
});

test.each(Object.entries(CHANGES))(
  '%s is recorded once, with who and what and no secret',
  async (name, prepare) => {
    // Jobs of the cases before may record what they do.
    await app.deps.services.dataJobs.idle();
    const [input, expected] = await prepare(app);
    const before = await list();
    const output = (await run(app, name, input)) as Record<string, unknown>;
    const after = await list();
    const rows = name === 'deleteProject' ? ['project.deletion_started'] : [];
    expect(after.length).toBe(before.length + rows.length + 1);
    expect(after.slice(1, rows.length + 1).map((item) => item.action)).toEqual(rows);
    const actor = { kind: 'admin', id: 'test', name: 'test' };
    expect(after[0]).toMatchObject({ ...expected, actor, at: new Date(app.clock.now()).toISOString() });
    for (const secret of ['client_secret', 'signing_key', 'api_key', 'admin_token', 'url']) {
      if (secret in output) expect(JSON.stringify(after)).not.toContain(String(output[secret]));
    }
  },
);

describe('the list', () => {
  test('begins with the first run, and is narrowed by project, action and time', async () => {
    const all = await list();
    expect(all.at(-1)).toMatchObject({ action: 'instance.initialized', project_id: app.first.project_id });
    const keys = await list({ action: 'api_key' });
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.every((item) => item.action.startsWith('api_key.'))).toBe(true);
    const own = await list({ project_id: app.first.project_id });
    expect(new Set(own.map((item) => item.project_id))).toEqual(new Set([app.first.project_id]));
    expect(await list({ since: '2099-01-01' })).toEqual([]);
  });

  test('has nothing of a project that is given the name it has', async () => {
    const before = await list();
    const { items } = await run(app, 'listProjects', {});
    const [{ id, name }] = items;
    expect(await run(app, 'renameProject', { project_id: id, name })).toMatchObject({ id, name });
    expect(await list()).toEqual(before);
  });

  test('has nothing of what was refused or done by people', async () => {
    const before = await list();
    const tenant = await app.openTenant('people');
    await tenant.request('POST', '/templates', { body: { content: smallContent() } });
    await run(app, 'deleteTenant', { project_id: app.first.project_id, tenant: 'nobody' }).catch(() => {});
    await run(app, 'renameProject', { project_id: 'nobody', name: 'X' }).catch(() => {});
    expect(await list()).toEqual(before);
  });
});
