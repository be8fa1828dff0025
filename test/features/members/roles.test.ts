import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { createTeam } from '../../../src/features/projects/index.ts';
import { FEATURES } from '../../../src/features.ts';
import { adminRoutesOf, type Route } from '../../../src/http/route.ts';
import { MINUTE_MS } from '../../../src/platform/clock.ts';
import { type AnyOperation, perform } from '../../../src/platform/operation.ts';
import type { Effect } from '../../../src/platform/scope.ts';
import { type AdminAccess, ROLES, type Role } from '../../../src/platform/security/roles.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import type { Browser } from '../accounts/browser.ts';
import { addClient, connectAgent } from '../grants/agent.ts';
import { signInMember, signInOperator } from './people.ts';

type Person = Role | 'operator' | 'stranger';

let app: TestApp;
const people = {} as Record<Person, Browser>;
beforeAll(async () => {
  app = await createTestApp();
  await app.openTenant('acme');
  for (const role of ROLES) people[role] = await signInMember(app, app.first.team_id, role);
  people.operator = await signInOperator(app);
  const { id } = await perform(createTeam, app.deps, adminScope, { name: 'Others' });
  people.stranger = await signInMember(app, id, 'owner');
});
afterAll(() => app.stop());

/** Who may perform an operation: a role and all above it, or instance operators alone. `own`: everybody, for their own teams. */
const LEAST: Record<string, Role | 'operator' | 'own'> = {
  ...of(
    'own',
    'listGrants listDailyUsage listProjectCounts listAllTemplates getMe getOverview createAdminToken listAdminTokens revokeAdminToken listTeams listPlans listProjects listApiKeys',
  ),
  ...of(
    'viewer',
    'inspectConnection answerConnection revokeGrant leaveTeam listMembers getBrand listProjectOrigins listServerKeys listProjectModules listAllActivity listToolCalls listAdminActions listAiUsage getAiUsageSummary getTenant getTenantPlan getTenantUsage listDeletedTenants listTenants',
  ),
  ...of(
    'admin',
    'listTeamInvitations createProject renameProject rotateClientSecret rotateSigningKey suspendProject setProjectPlan deleteProject setBrand addProjectOrigin removeProjectOrigin moveTenant createApiKey revokeApiKey regenerateApiKey createServerKey revokeServerKey shareModules createTenant updateTenant deleteTenant restoreTenant setTenantPlan exportTenant importTenant eraseTenant exportPerson erasePerson listDataJobs getDataJob cancelDataJob downloadDataFile',
  ),
  ...of('editor', 'createEditorToken'),
  ...of('owner', 'inviteMember revokeInvitation setMemberRole removeMember renameTeam'),
  ...of(
    'operator',
    'createTeam listLogs listSettings listAllDataJobs sendServerTestEmail createAccountLink listAccounts deleteAccount resetAccountFactors listTokenKeys rotateTokenKey performAsAgent recordToolCall checkAiProvider createBackup saveDataFile importTenantFile runBackup listBackups initializeInstance rebaseMedia checkIntegrity diagnoseInstance repairFileStore repairInstance rebuildSearchIndex deleteTenantTrash emptyTenantTrash restoreTenantTrash listTenantTrash',
  ),
};

function of<Least extends string>(least: Least, names: string): Record<string, Least> {
  return Object.fromEntries(names.split(' ').map((name) => [name, least]));
}

const OPERATIONS = FEATURES.flatMap(({ commands = [], routes = [] }) => [
  ...commands,
  ...routes.map(({ operation }) => operation),
]).filter(({ scope }) => scope === 'admin' || scope === 'project');

const named = (name: string) => OPERATIONS.find((operation) => operation.name === name) as AnyOperation;

const scopeOf = (access: AdminAccess) => ({ ...adminScope, access });

const Names = Type.Object({
  project_id: Type.Optional(Type.String()),
  team_id: Type.Optional(Type.String()),
  id: Type.Optional(Type.String()),
  tenant: Type.Optional(Type.String()),
  to_project_id: Type.Optional(Type.String()),
  resource: Type.Optional(Type.String()),
});

/** Whether the access rule lets a scope through: `run` is replaced, so that nothing happens. */
async function isAllowed(name: string, access: AdminAccess, input: object): Promise<boolean> {
  const operation: AnyOperation = {
    ...named(name),
    input: Names,
    run: async () => ({}),
  };
  return perform(operation, app.deps, scopeOf(access), input).then(
    () => true,
    ({ code }) => {
      expect(['forbidden', 'not_found']).toContain(code);
      return false;
    },
  );
}

/** The id of a grant. */
async function connectedAgent(): Promise<string> {
  const clientId = await addClient(app);
  const resource = `${app.deps.baseUrl}/mcp/${app.first.project_id}/acme`;
  await connectAgent(app, people.editor, { clientId, changes: { resource } });
  return (await people.editor.send('GET', '/api/v1/admin/grants')).body.data[0].id;
}

describe('roles and operations', () => {
  test('every operation has its row', () => {
    expect(Object.keys(LEAST).sort()).toEqual([...new Set(OPERATIONS.map(({ name }) => name))].sort());
  });

  test('each person may perform what the table says, and nothing else', async () => {
    const { project_id, team_id } = app.first;
    const key = await perform(named('createApiKey'), app.deps, adminScope, { name: 'K' });
    const serverKey = await perform(named('createServerKey'), app.deps, adminScope, {
      ...{ project_id, name: 'S', effects: ['read'] },
    });
    const grant = await connectedAgent();
    const signedInAt = app.clock.now();
    for (const [name, least] of Object.entries(LEAST)) {
      const ids: Record<string, string> = { revokeServerKey: serverKey.id, revokeGrant: grant };
      const id = ids[name] ?? key.id;
      const resource = `${app.deps.baseUrl}/mcp/${project_id}/acme`;
      const input = { project_id, team_id, id, tenant: 'acme', to_project_id: project_id, resource };
      const allowed: string[] = [];
      for (const role of ROLES) {
        const access = { isOperator: false, roles: new Map([[team_id, role]]), signedInAt };
        if (await isAllowed(name, access, input)) allowed.push(role);
      }
      const stranger = { isOperator: false, roles: new Map([['other', 'owner' as const]]), signedInAt };
      if (await isAllowed(name, stranger, input)) allowed.push('stranger');
      if (await isAllowed(name, { isOperator: true, roles: new Map(), signedInAt }, input))
        allowed.push('operator');
      const start = ROLES.indexOf(least as Role);
      const expected: string[] =
        least === 'own' ? [...ROLES, 'stranger'] : least === 'operator' ? [] : ROLES.slice(start);
      expect({ name, allowed }).toEqual({ name, allowed: [...expected, 'operator'] });
    }
  });

  test('an operation that names nothing that exists is not allowed', async () => {
    const access = {
      isOperator: false,
      roles: new Map([[app.first.team_id, 'owner' as const]]),
      signedInAt: 0,
    };
    for (const [name, least] of Object.entries(LEAST)) {
      if (least === 'own' || least === 'operator' || name === 'createProject' || name === 'createApiKey')
        continue;
      if (!named(name).input.required?.includes('team_id'))
        expect({ name, allowed: await isAllowed(name, access, {}) }).toEqual({ name, allowed: false });
      const input = { project_id: 'none', id: 'none', team_id: 'none' };
      expect({ name, allowed: await isAllowed(name, access, input) }).toEqual({ name, allowed: false });
    }
  });

  test('what is sensitive needs a fresh sign-in', async () => {
    const { project_id, team_id } = app.first;
    const access = {
      isOperator: false,
      roles: new Map([[team_id, 'owner' as const]]),
      signedInAt: app.clock.now(),
    };
    const old = { ...access, signedInAt: access.signedInAt - 16 * MINUTE_MS };
    const refused: string[] = [];
    for (const name of Object.keys(LEAST)) {
      const input = { project_id, team_id, tenant: 'acme' };
      if ((await isAllowed(name, access, input)) && !(await isAllowed(name, old, input))) refused.push(name);
    }
    expect(refused.sort()).toEqual([
      ...['createApiKey', 'createServerKey', 'deleteProject', 'deleteTenant', 'downloadDataFile'],
      ...[
        'erasePerson',
        'eraseTenant',
        'exportPerson',
        'exportTenant',
        'importTenant',
        'inviteMember',
        'moveTenant',
      ],
      'removeMember',
      ...['revokeInvitation', 'rotateClientSecret', 'rotateSigningKey', 'setMemberRole', 'suspendProject'],
    ]);
  });
});

/** What each role may do with a tenant. */
const EFFECTS: Record<Role, Effect[]> = {
  viewer: ['read'],
  reviewer: ['read', 'comment', 'approve'],
  editor: ['read', 'comment', 'propose', 'approve', 'write', 'delete'],
  admin: ['read', 'comment', 'propose', 'approve', 'write', 'delete', 'admin'],
  owner: ['read', 'comment', 'propose', 'approve', 'write', 'delete', 'admin'],
};

const ROUTES: Route[] = adminRoutesOf(FEATURES.flatMap(({ routes = [] }) => routes));

describe('roles and routes of tenants', () => {
  test('each role is refused by every route whose effect it does not have', async () => {
    const faults: string[] = [];
    const base = `/api/v1/admin/projects/${app.first.project_id}/tenants/acme`;
    for (const { method, path, operation, upload } of ROUTES.filter(
      ({ operation }) => operation.scope === 'tenant',
    )) {
      if (upload !== undefined) continue;
      const url =
        base +
        path.slice('/api/v1/admin/projects/:project/tenants/:tenant'.length).replaceAll(/:\w+/g, 'none');
      for (const role of ROLES) {
        if (EFFECTS[role].includes(operation.effect)) continue;
        const { status, body } = await people[role].send(method, url, method === 'GET' ? {} : { body: {} });
        if (status !== 403 || !body.message.includes('Your role in this team'))
          faults.push(`${role} ${method} ${path}: ${status}`);
      }
      const { status } = await people.stranger.send(method, url, method === 'GET' ? {} : { body: {} });
      if (status !== 404) faults.push(`stranger ${method} ${path}: ${status}`);
    }
    expect(faults).toEqual([]);
  });

  test('people change comments of their own only; managers may delete those of others', async () => {
    const base = `/api/v1/admin/projects/${app.first.project_id}/tenants/acme/templates`;
    const body = { name: 'C', content: smallContent() };
    const { id } = (await people.editor.send('POST', base, { body })).body.data;
    const comments = `${base}/${id}/comments`;
    const write = async () =>
      (await people.editor.send('POST', comments, { body: { body: 'By the editor' } })).body.data.id;
    const comment = `${comments}/${await write()}`;
    const change = { body: { body: 'Changed' } };
    for (const role of ['reviewer', 'admin', 'owner'] as const)
      expect([role, (await people[role].send('PUT', comment, change)).status]).toEqual([role, 403]);
    expect((await people.editor.send('PUT', comment, change)).status).toBe(200);
    const other = await signInMember(app, app.first.team_id, 'editor');
    expect((await other.send('DELETE', comment)).status).toBe(403);
    expect((await people.admin.send('DELETE', comment)).status).toBe(204);
    expect((await people.editor.send('DELETE', `${comments}/${await write()}`)).status).toBe(204);
  });

  test('an editor works with templates, and the feed says who it was', async () => {
    const base = `/api/v1/admin/projects/${app.first.project_id}/tenants/acme`;
    const made = await people.editor.send('POST', `${base}/templates`, {
      body: { name: 'N', content: smallContent() },
    });
    expect(made.status).toBe(201);
    const feed = await people.viewer.send('GET', `${base}/activity`);
    expect(feed.body.data[0].actor).toMatchObject({ kind: 'admin', name: expect.stringContaining('Person') });
  });
});

describe('sessions', () => {
  const projects = '/api/v1/admin/projects';

  test('see their own teams only', async () => {
    const names = async (person: Person) =>
      (await people[person].send('GET', '/api/v1/admin/teams')).body.data.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names('viewer')).toHaveLength(1);
    expect(await names('stranger')).toEqual(['Others']);
    expect(await names('operator')).toHaveLength(2);
    expect((await people.stranger.send('GET', projects)).body.data).toEqual([]);
  });

  test('without one, with the token of a tenant, or with the secret of a project: 401', async () => {
    const { client_id, client_secret } = app.first;
    const { token } = await app.exchangeToken('acme');
    const basic = `Basic ${btoa(`${client_id}:${client_secret}`)}`;
    for (const authorization of ['', `Bearer ${token}`, basic, 'Bearer ', 'nonsense']) {
      const headers = authorization === '' ? {} : { authorization };
      expect((await app.request('GET', projects, { headers })).status).toBe(401);
    }
  });

  test('an Authorization header wins over the cookie', async () => {
    const { token } = await app.exchangeToken('acme');
    const answer = await people.owner.send('GET', projects, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(401);
  });

  test('changes from pages of other origins are refused, and no page of another origin reads an answer', async () => {
    const body = { name: 'Forged' };
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
    ]) {
      const { status } = await people.owner.send('POST', projects, { body, headers });
      expect({ headers, status }).toEqual({ headers, status: 403 });
    }
    const read = await people.owner.send('GET', projects, { headers: { origin: 'https://evil.example' } });
    expect(read.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('an owner creates and renames a project of the team; a viewer does not', async () => {
    const refused = await people.viewer.send('POST', projects, { body: { name: 'Shop' } });
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe('This needs the role "admin" in the team. Yours is "viewer".');
    const made = await people.owner.send('POST', projects, { body: { name: 'Shop' } });
    expect(made.status).toBe(201);
    const path = `${projects}/${made.body.data.id}`;
    const renamed = await people.owner.send('PATCH', path, { body: { name: 'Store' } });
    expect(renamed.body.data).toMatchObject({ name: 'Store' });
    expect((await people.stranger.send('PATCH', path, { body: { name: 'Mine' } })).status).toBe(404);
    const tenants = await people.viewer.send('GET', `${path}/tenants`);
    expect(tenants.body.data).toEqual([]);
  });
});
