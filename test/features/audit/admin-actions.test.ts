import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listAdminActions } from '../../../src/features/audit/index.ts';
import { FEATURES } from '../../../src/features.ts';
import { type AnyOperation, perform } from '../../../src/platform/operation.ts';
import { spooledFile } from '../../../src/platform/upload.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { Browser, PASSWORD, tokenOf } from '../accounts/browser.ts';
import { signInMember } from '../members/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ backup_target: mkdtempSync(join(tmpdir(), 'galley-backups-')) });
  await app.openTenant('acme');
});
afterAll(async () => {
  rmSync(app.deps.services.backups.schedule?.target.address as string, { recursive: true });
  await app.stop();
});

const OPERATIONS = FEATURES.flatMap(({ commands = [], routes = [] }) => [
  ...commands,
  ...routes.map(({ operation }) => operation).filter(({ scope }) => scope === 'admin'),
]);
const named = (name: string) => OPERATIONS.find((operation) => operation.name === name) as AnyOperation;
const run = (name: string, input: object) => perform(named(name), app.deps, adminScope, input);
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
const createProject = async (name: string) => (await run('createProject', { name })).id;
const createKey = async (name: string) => (await run('createApiKey', { name })).id;

/**
 * Operations that change nothing, or whose calls the record of tool calls holds; those of agents that people connect are tested in
 * features/grants.
 */
const UNAUDITED =
  'createEditorToken getOverview listProjectCounts listDailyUsage listAllTemplates listLogs listSettings listPlans listAllDataJobs sendServerTestEmail getMe listMembers listTeamInvitations listAdminTokens listGrants inspectConnection answerConnection revokeGrant leaveTeam listBackups listDataJobs getDataJob listAccounts listTenantTrash checkIntegrity diagnoseInstance checkAiProvider getBrand getTenant getTenantPlan getTenantUsage listDeletedTenants listProjectOrigins listProjects listTeams listTenants listApiKeys listServerKeys listTokenKeys listToolCalls listAdminActions listAllActivity listProjectModules listAiUsage getAiUsageSummary performAsAgent recordToolCall'.split(
    ' ',
  );

/** A template in the trash of a tenant. */
const trashTemplate = async () => {
  const tenant = await app.openTenant('untidy');
  const { id } = (await tenant.request('POST', '/templates', { body: { content: smallContent() } })).body
    .data;
  await tenant.request('DELETE', `/templates/${id}`);
  return { id, place: { project_id: app.first.project_id, tenant: 'untidy' } };
};

const startExport = async () => {
  const place = { project_id: app.first.project_id };
  await app.openTenant('saved');
  const { id } = await run('exportTenant', { ...place, tenant: 'saved' });
  return { id, place };
};

const writeExport = async (file: string) => {
  const { id, place } = await startExport();
  await app.deps.services.dataJobs.idle();
  await run('saveDataFile', { ...place, job_id: id, file });
  return place;
};

const createAccount = async () => {
  const browser = new Browser(app);
  const email = `${crypto.randomUUID()}@example.com`;
  const token = tokenOf((await run('createAccountLink', {})).url);
  await browser.post('/link/password', { token, name: 'Ann', email, password: PASSWORD });
  return email;
};

/** A member of the first team: the input that names this person. */
const addMember = async () => {
  const team_id = app.first.team_id as string;
  const member = await signInMember(app, team_id, 'viewer');
  const { account } = (await member.send('GET', '/api/v1/admin/me')).body.data;
  return { place: { team_id, account_id: account.id }, email: account.email };
};

/** Each changing operation: its input, and what the audit says of it. */
const CHANGES: Record<string, () => Promise<[input: object, expected: object]>> = {
  deleteAccount: async () => {
    const email = await createAccount();
    return [{ email }, { action: 'account.deleted', subject: email }];
  },
  resetAccountFactors: async () => {
    const email = await createAccount();
    return [{ email }, { action: 'account.factors_reset', subject: email }];
  },
  createAccountLink: async () => [{}, { action: 'account.link_created', subject: 'set-up' }],
  createAdminToken: async () => [{ name: 'CI' }, { action: 'admin_token.created' }],
  revokeAdminToken: async () => {
    const { id } = await run('createAdminToken', { name: 'Old' });
    return [{ id }, { action: 'admin_token.revoked', subject: `Old (${id})` }];
  },
  inviteMember: async () => {
    const { team_id } = app.first;
    return [
      { team_id, role: 'viewer', email: 'B@example.com' },
      { action: 'member.invited', team_id, subject: 'b@example.com: viewer' },
    ];
  },
  revokeInvitation: async () => {
    const { team_id } = app.first;
    const { id } = await run('inviteMember', { team_id, role: 'viewer' });
    return [
      { team_id, id },
      { action: 'member.invitation_revoked', team_id, subject: id },
    ];
  },
  setMemberRole: async () => {
    const { place, email } = await addMember();
    return [
      { ...place, role: 'editor' },
      { action: 'member.role_set', team_id: place.team_id, subject: `${email}: viewer → editor` },
    ];
  },
  removeMember: async () => {
    const { place, email } = await addMember();
    return [place, { action: 'member.removed', team_id: place.team_id, subject: email }];
  },
  renameTeam: async () => {
    const { team_id } = app.first;
    return [
      { team_id, name: 'Renamed' },
      { action: 'team.renamed', team_id, subject: expect.stringContaining('→ Renamed') },
    ];
  },
  createTeam: async () => [{ name: 'T' }, { action: 'team.created', subject: 'T' }],
  createProject: async () => [{ name: 'New' }, { action: 'project.created', subject: 'New' }],
  renameProject: async () => {
    const project_id = await createProject('Before');
    return [
      { project_id, name: 'After' },
      { action: 'project.renamed', project_id, subject: 'Before → After' },
    ];
  },
  deleteProject: async () => {
    const project_id = await createProject('Doomed');
    return [
      { project_id },
      { action: 'project.deleted', project_id, subject: 'Doomed, 0 tenants, 0 API keys' },
    ];
  },
  rotateClientSecret: async () => {
    const { project_id } = app.first;
    return [{ project_id }, { action: 'project.secret_rotated', project_id }];
  },
  rotateSigningKey: async () => {
    const { project_id } = app.first;
    return [{ project_id }, { action: 'project.signing_key_rotated', project_id, subject: null }];
  },
  setProjectPlan: async () => {
    const { project_id } = app.first;
    return [
      { project_id, plan: 'growth' },
      { action: 'project.plan_set', project_id, subject: 'scale → growth' },
    ];
  },
  setBrand: async () => {
    const { project_id } = app.first;
    return [
      { project_id, brand: { font: 'Georgia' } },
      { action: 'project.brand_set', project_id, subject: 'font' },
    ];
  },
  setTenantPlan: async () => {
    const { project_id } = app.first;
    await app.openTenant('planned');
    return [
      { project_id, tenant: 'planned', plan: 'growth' },
      { action: 'tenant.plan_set', project_id, tenant: 'planned', subject: 'growth' },
    ];
  },
  addProjectOrigin: async () => {
    const { project_id } = app.first;
    const origin = 'https://a.example';
    return [
      { project_id, origin },
      { action: 'project.origin_added', project_id, subject: origin },
    ];
  },
  removeProjectOrigin: async () => {
    const { project_id } = app.first;
    const origin = 'https://b.example';
    await run('addProjectOrigin', { project_id, origin });
    return [
      { project_id, origin },
      { action: 'project.origin_removed', project_id, subject: origin },
    ];
  },
  deleteTenant: async () => {
    const { project_id } = app.first;
    return [
      { project_id, tenant: 'acme' },
      { action: 'tenant.deleted', project_id, tenant: 'acme', subject: 'moved to the trash' },
    ];
  },
  exportTenant: async () => {
    const { project_id } = app.first;
    await app.openTenant('exported');
    const place = { project_id, tenant: 'exported' };
    return [place, { action: 'tenant.export_started', ...place }];
  },
  importTenant: async () => {
    const path = join(app.data, 'upload.zip');
    const place = await writeExport(path);
    const facts = { filename: 'x.zip', bytes: 1, sha256: '', head: new Uint8Array() };
    return [
      { ...place, tenant: 'uploaded', file: spooledFile({ path, ...facts }) },
      { action: 'tenant.import_started', ...place, tenant: 'uploaded' },
    ];
  },
  importTenantFile: async () => {
    const path = join(app.data, 'import.zip');
    const place = await writeExport(path);
    return [
      { ...place, tenant: 'imported', file: path },
      { action: 'tenant.import_started', ...place, tenant: 'imported' },
    ];
  },
  eraseTenant: async () => {
    const { project_id } = app.first;
    await app.openTenant('erased');
    const place = { project_id, tenant: 'erased' };
    return [place, { action: 'tenant.erased', ...place }];
  },
  exportPerson: async () => {
    const { project_id } = app.first;
    return [
      { project_id, user_id: 'u-1' },
      { action: 'person.export_started', project_id },
    ];
  },
  erasePerson: async () => {
    const { project_id } = app.first;
    return [
      { project_id, user_id: 'u-1' },
      { action: 'person.erasure_started', project_id },
    ];
  },
  cancelDataJob: async () => {
    // Those of the cases before record their ends.
    await app.deps.services.dataJobs.idle();
    const { id, place } = await startExport();
    return [
      { ...place, job_id: id },
      { action: 'data_job.cancelled', project_id: place.project_id, subject: `tenant_export ${id}` },
    ];
  },
  downloadDataFile: async () => {
    const { id, place } = await startExport();
    await app.deps.services.dataJobs.idle();
    return [
      { ...place, job_id: id },
      { action: 'data_job.downloaded', project_id: place.project_id, subject: `tenant_export ${id}` },
    ];
  },
  saveDataFile: async () => {
    const { id, place } = await startExport();
    await app.deps.services.dataJobs.idle();
    return [
      { ...place, job_id: id, file: join(app.data, `${id}.zip`) },
      { action: 'data_job.downloaded', project_id: place.project_id, subject: `tenant_export ${id}` },
    ];
  },
  createTenant: async () => {
    const { project_id } = app.first;
    return [
      { project_id, tenant: 'made', name: 'Made Inc.' },
      { action: 'tenant.created', project_id, tenant: 'made', subject: 'Made Inc.' },
    ];
  },
  updateTenant: async () => {
    const { project_id } = app.first;
    await app.openTenant('updated');
    return [
      { project_id, tenant: 'updated', suspended: 'read_only' },
      { action: 'tenant.suspended', project_id, tenant: 'updated', subject: 'read_only' },
    ];
  },
  restoreTenant: async () => {
    const { project_id } = app.first;
    await app.openTenant('restored');
    await run('deleteTenant', { project_id, tenant: 'restored' });
    return [
      { project_id, tenant: 'restored' },
      { action: 'tenant.restored', project_id, tenant: 'restored', subject: 'from the trash' },
    ];
  },
  moveTenant: async () => {
    const { project_id } = app.first;
    await app.openTenant('moved');
    const to_project_id = await createProject('Target');
    const subject = `to Target (${to_project_id})`;
    return [
      { project_id, tenant: 'moved', to_project_id },
      { action: 'tenant.moved', project_id, tenant: 'moved', subject },
    ];
  },
  suspendProject: async () => {
    const project_id = await createProject('Suspended');
    return [
      { project_id, suspended: 'blocked' },
      { action: 'project.suspended', project_id, subject: 'blocked' },
    ];
  },
  createBackup: async () => {
    const file = join(app.deps.dataDir, 'backup.tar.zst');
    return [
      { file, passphrase: '' },
      { action: 'backup.created', subject: expect.stringContaining('backup.tar.zst, ') },
    ];
  },
  runBackup: async () => [
    {},
    { action: 'backup.created', subject: expect.stringMatching(/^galley-.*\.tar\.zst, /) },
  ],
  createApiKey: async () => [{ name: 'K' }, { action: 'api_key.created', team_id: app.first.team_id }],
  revokeApiKey: async () => {
    const id = await createKey('R');
    return [{ id }, { action: 'api_key.revoked', subject: `R (${id})` }];
  },
  regenerateApiKey: async () => {
    const id = await createKey('G');
    return [{ id }, { action: 'api_key.regenerated', subject: `G (${id})` }];
  },
  createServerKey: async () => {
    const { project_id, team_id } = app.first;
    return [
      { project_id, name: 'Mailer' },
      { action: 'server_key.created', project_id, team_id },
    ];
  },
  revokeServerKey: async () => {
    const { project_id } = app.first;
    const { id } = await run('createServerKey', { project_id, name: 'Old' });
    return [{ id }, { action: 'server_key.revoked', project_id, subject: `Old (${id})` }];
  },
  shareModules: async () => {
    const { project_id } = app.first;
    const tenant = await app.openTenant('sharing');
    const body = { name: 'Footer', content: [{ type: 'divider' }] };
    await tenant.request('POST', '/saved-modules', { body });
    return [
      { project_id, shared: true },
      { action: 'project.modules_shared', project_id, subject: '1 module' },
    ];
  },
  rotateTokenKey: async () => [{}, { action: 'token_key.rotated' }],
  rebuildSearchIndex: async () => [{}, { action: 'search.rebuilt' }],
  repairFileStore: async () => {
    const folder = join(app.data, 'media/files/quarantine/20260101/t1/ab');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'ab'.repeat(32)), 'unused');
    return [{ empty: true }, { action: 'media.repaired', subject: '0 restored, 0 quarantined, 1 deleted' }];
  },
  repairInstance: async () => {
    chmodSync(app.data, 0o755);
    return [{}, { action: 'instance.repaired', subject: 'permissions' }];
  },
  restoreTenantTrash: async () => {
    const { place, id } = await trashTemplate();
    return [
      { ...place, trash_id: id },
      { action: 'trash.restored', ...place, subject: `template ${id}` },
    ];
  },
  deleteTenantTrash: async () => {
    const { place, id } = await trashTemplate();
    return [
      { ...place, trash_id: id },
      { action: 'trash.purged', ...place, subject: `template ${id}` },
    ];
  },
  emptyTenantTrash: async () => {
    const { place } = await trashTemplate();
    return [
      { ...place, kind: 'template' },
      { action: 'trash.emptied', ...place, subject: '1 thing' },
    ];
  },
  rebaseMedia: async () => [
    { from: 'https://old.example', to: 'https://new.example', apply: true },
    { action: 'media.rebased', subject: 'https://old.example → https://new.example' },
  ],
};

test('every admin operation is listed here', () => {
  const expected = [...UNAUDITED, ...Object.keys(CHANGES), 'initializeInstance', 'initializeInstance'];
  const known = OPERATIONS.map((operation) => operation.name);
  expect(known.filter((name) => !expected.includes(name))).toEqual([]);
});

test.each(Object.entries(CHANGES))(
  '%s is recorded once, with who and what and no secret',
  async (name, prepare) => {
    const [input, expected] = await prepare();
    const before = await list();
    const output = (await run(name, input)) as Record<string, unknown>;
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
    const { items } = await run('listProjects', {});
    const [{ id, name }] = items;
    expect(await run('renameProject', { project_id: id, name })).toMatchObject({ id, name });
    expect(await list()).toEqual(before);
  });

  test('has nothing of what was refused or done by people', async () => {
    const before = await list();
    const tenant = await app.openTenant('people');
    await tenant.request('POST', '/templates', { body: { content: smallContent() } });
    await run('deleteTenant', { project_id: app.first.project_id, tenant: 'nobody' }).catch(() => {});
    await run('renameProject', { project_id: 'nobody', name: 'X' }).catch(() => {});
    expect(await list()).toEqual(before);
  });
});
