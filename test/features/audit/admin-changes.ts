import { expect } from 'bun:test';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from '../../support/test-app.ts';
import { Browser, PASSWORD, tokenOf } from '../accounts/browser.ts';
import { signInMember } from '../members/people.ts';
import { type Changes, createKey, createProject, run } from './operator.ts';

const createAccount = async (app: TestApp) => {
  const browser = new Browser(app);
  const email = `${crypto.randomUUID()}@example.com`;
  const token = tokenOf((await run(app, 'createAccountLink', {})).url);
  await browser.post('/link/password', { token, name: 'Ann', email, password: PASSWORD });
  return email;
};

/** A member of the first team: the input that names this person. */
const addMember = async (app: TestApp) => {
  const team_id = app.first.team_id as string;
  const member = await signInMember(app, team_id, 'viewer');
  const { account } = (await member.send('GET', '/api/v1/admin/me')).body.data;
  return { place: { team_id, account_id: account.id }, email: account.email };
};

/** Those of the server, its people, projects and keys. */
export const CHANGES: Changes = {
  deleteAccount: async (app) => {
    const email = await createAccount(app);
    return [{ email }, { action: 'account.deleted', subject: email }];
  },
  resetAccountFactors: async (app) => {
    const email = await createAccount(app);
    return [{ email }, { action: 'account.factors_reset', subject: email }];
  },
  createAccountLink: async () => [{}, { action: 'account.link_created', subject: 'set-up' }],
  createAdminToken: async () => [{ name: 'CI' }, { action: 'admin_token.created' }],
  revokeAdminToken: async (app) => {
    const { id } = await run(app, 'createAdminToken', { name: 'Old' });
    return [{ id }, { action: 'admin_token.revoked', subject: `Old (${id})` }];
  },
  inviteMember: async (app) => {
    const { team_id } = app.first;
    return [
      { team_id, role: 'viewer', email: 'B@example.com' },
      { action: 'member.invited', team_id, subject: 'b@example.com: viewer' },
    ];
  },
  revokeInvitation: async (app) => {
    const { team_id } = app.first;
    const { id } = await run(app, 'inviteMember', { team_id, role: 'viewer' });
    return [
      { team_id, id },
      { action: 'member.invitation_revoked', team_id, subject: id },
    ];
  },
  setMemberRole: async (app) => {
    const { place, email } = await addMember(app);
    return [
      { ...place, role: 'editor' },
      { action: 'member.role_set', team_id: place.team_id, subject: `${email}: viewer → editor` },
    ];
  },
  removeMember: async (app) => {
    const { place, email } = await addMember(app);
    return [place, { action: 'member.removed', team_id: place.team_id, subject: email }];
  },
  renameTeam: async (app) => {
    const { team_id } = app.first;
    return [
      { team_id, name: 'Renamed' },
      { action: 'team.renamed', team_id, subject: expect.stringContaining('→ Renamed') },
    ];
  },
  createTeam: async () => [{ name: 'T' }, { action: 'team.created', subject: 'T' }],
  createProject: async () => [{ name: 'New' }, { action: 'project.created', subject: 'New' }],
  renameProject: async (app) => {
    const project_id = await createProject(app, 'Before');
    return [
      { project_id, name: 'After' },
      { action: 'project.renamed', project_id, subject: 'Before → After' },
    ];
  },
  deleteProject: async (app) => {
    const project_id = await createProject(app, 'Doomed');
    return [
      { project_id },
      { action: 'project.deleted', project_id, subject: 'Doomed, 0 tenants, 0 API keys' },
    ];
  },
  rotateClientSecret: async (app) => {
    const { project_id } = app.first;
    return [{ project_id }, { action: 'project.secret_rotated', project_id }];
  },
  rotateSigningKey: async (app) => {
    const { project_id } = app.first;
    return [{ project_id }, { action: 'project.signing_key_rotated', project_id, subject: null }];
  },
  setProjectPlan: async (app) => {
    const { project_id } = app.first;
    return [
      { project_id, plan: 'growth' },
      { action: 'project.plan_set', project_id, subject: 'scale → growth' },
    ];
  },
  setBrand: async (app) => {
    const { project_id } = app.first;
    return [
      { project_id, brand: { font: 'Georgia' } },
      { action: 'project.brand_set', project_id, subject: 'font' },
    ];
  },
  setTenantPlan: async (app) => {
    const { project_id } = app.first;
    await app.openTenant('planned');
    return [
      { project_id, tenant: 'planned', plan: 'growth' },
      { action: 'tenant.plan_set', project_id, tenant: 'planned', subject: 'growth' },
    ];
  },
  addProjectOrigin: async (app) => {
    const { project_id } = app.first;
    const origin = 'https://a.example';
    return [
      { project_id, origin },
      { action: 'project.origin_added', project_id, subject: origin },
    ];
  },
  removeProjectOrigin: async (app) => {
    const { project_id } = app.first;
    const origin = 'https://b.example';
    await run(app, 'addProjectOrigin', { project_id, origin });
    return [
      { project_id, origin },
      { action: 'project.origin_removed', project_id, subject: origin },
    ];
  },
  suspendProject: async (app) => {
    const project_id = await createProject(app, 'Suspended');
    return [
      { project_id, suspended: 'blocked' },
      { action: 'project.suspended', project_id, subject: 'blocked' },
    ];
  },
  createBackup: async (app) => {
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
  createApiKey: async (app) => [{ name: 'K' }, { action: 'api_key.created', team_id: app.first.team_id }],
  revokeApiKey: async (app) => {
    const id = await createKey(app, 'R');
    return [{ id }, { action: 'api_key.revoked', subject: `R (${id})` }];
  },
  regenerateApiKey: async (app) => {
    const id = await createKey(app, 'G');
    return [{ id }, { action: 'api_key.regenerated', subject: `G (${id})` }];
  },
  createServerKey: async (app) => {
    const { project_id, team_id } = app.first;
    return [
      { project_id, name: 'Mailer' },
      { action: 'server_key.created', project_id, team_id },
    ];
  },
  revokeServerKey: async (app) => {
    const { project_id } = app.first;
    const { id } = await run(app, 'createServerKey', { project_id, name: 'Old' });
    return [{ id }, { action: 'server_key.revoked', project_id, subject: `Old (${id})` }];
  },
  shareModules: async (app) => {
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
  repairFileStore: async (app) => {
    const folder = join(app.data, 'media/files/quarantine/20260101/t1/ab');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'ab'.repeat(32)), 'unused');
    return [{ empty: true }, { action: 'media.repaired', subject: '0 restored, 0 quarantined, 1 deleted' }];
  },
  repairInstance: async (app) => {
    chmodSync(app.data, 0o755);
    return [{}, { action: 'instance.repaired', subject: 'permissions' }];
  },
  rebaseMedia: async () => [
    { from: 'https://old.example', to: 'https://new.example', apply: true },
    { action: 'media.rebased', subject: 'https://old.example → https://new.example' },
  ],
};
