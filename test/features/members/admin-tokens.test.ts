import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createAdminToken } from '../../../src/features/members/index.ts';
import { createTeam } from '../../../src/features/projects/index.ts';
import { DAY_MS, toIsoTime } from '../../../src/platform/clock.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import type { Browser } from '../accounts/browser.ts';
import { makeSignInsOld, signInMember } from './people.ts';

let app: TestApp;
let tenant: string;
beforeAll(async () => {
  app = await createTestApp();
  await app.openTenant('acme');
  tenant = `${ADMIN}/projects/${app.first.project_id}/tenants/acme`;
});
afterAll(() => app.stop());

const ADMIN = '/api/v1/admin';

const operatorToken = async (input: object) =>
  (await perform(createAdminToken, app.deps, adminScope, { name: 'T', ...input })).admin_token;

const tokenOf = async (browser: Browser, body: object) =>
  browser.send('POST', `${ADMIN}/admin-tokens`, { body: { name: 'T', ...body } });

const call = (token: string, method: string, path: string, body?: unknown) =>
  app.request(method, path, {
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body }),
  });

describe('admin tokens', () => {
  test('by default read everything the maker sees, and change nothing', async () => {
    const token = await operatorToken({});
    expect(token).toMatch(/^gat_/);
    expect((await call(token, 'GET', `${ADMIN}/projects`)).body.data).toHaveLength(1);
    expect((await call(token, 'GET', `${tenant}/templates`)).status).toBe(200);
    const refused = await call(token, 'POST', `${ADMIN}/projects`, { name: 'No' });
    expect(refused).toMatchObject({
      status: 403,
      body: { message: 'The admin token "T" may not do this: its effects are read.' },
    });
    const content = smallContent();
    expect((await call(token, 'POST', `${tenant}/templates`, { name: 'N', content })).status).toBe(403);
  });

  test('with effects change what these allow, and the feed names the token', async () => {
    const token = await operatorToken({ name: 'Terraform', effects: ['read', 'write'] });
    const content = smallContent();
    expect((await call(token, 'POST', `${tenant}/templates`, { name: 'N', content })).status).toBe(201);
    const [first] = (await call(token, 'GET', `${tenant}/activity`)).body.data;
    expect(first.actor).toMatchObject({ kind: 'admin', name: 'Terraform' });
    expect((await call(token, 'POST', `${ADMIN}/projects`, { name: 'No' })).status).toBe(403);
  });

  test('of one team and role see nothing else', async () => {
    const { id } = await perform(createTeam, app.deps, adminScope, { name: 'Others' });
    const other = await operatorToken({ team_id: id, effects: ['read', 'admin'] });
    expect((await call(other, 'GET', `${ADMIN}/projects`)).body.data).toEqual([]);
    expect((await call(other, 'GET', `${tenant}/templates`)).status).toBe(404);
    expect((await call(other, 'POST', `${ADMIN}/projects`, { name: 'P', team_id: id })).status).toBe(201);
    expect((await call(other, 'POST', `${ADMIN}/teams`, { name: 'No' })).status).toBe(403);
    const viewer = await operatorToken({ role: 'viewer', effects: ['read', 'write', 'admin'] });
    expect((await call(viewer, 'GET', `${tenant}/templates`)).status).toBe(200);
    const content = smallContent();
    expect((await call(viewer, 'POST', `${tenant}/templates`, { name: 'N', content })).status).toBe(403);
    expect((await call(viewer, 'POST', `${ADMIN}/projects`, { name: 'P' })).status).toBe(403);
  });

  test('of some operations perform only these', async () => {
    const token = await operatorToken({ operations: ['listProjects'] });
    expect((await call(token, 'GET', `${ADMIN}/projects`)).status).toBe(200);
    expect((await call(token, 'GET', `${ADMIN}/teams`)).status).toBe(403);
    expect((await call(token, 'GET', `${tenant}/templates`)).status).toBe(403);
    const unknown = perform(createAdminToken, app.deps, adminScope, {
      name: 'T',
      operations: ['listProject'],
    });
    await expect(unknown).rejects.toThrow('Did you mean "listProjects"?');
  });

  test('manage members and tokens only if they name the operation, and never make tokens', async () => {
    const all = ['read', 'write', 'delete', 'admin'];
    const team = `${ADMIN}/teams/${app.first.team_id}`;
    const plain = await operatorToken({ effects: all });
    expect((await call(plain, 'POST', `${team}/invitations`, { role: 'viewer' })).status).toBe(403);
    expect((await call(plain, 'GET', `${ADMIN}/admin-tokens`)).status).toBe(403);
    const named = await operatorToken({ effects: all, operations: ['inviteMember', 'createAdminToken'] });
    expect((await call(named, 'POST', `${team}/invitations`, { role: 'viewer' })).status).toBe(201);
    expect((await call(named, 'POST', `${ADMIN}/admin-tokens`, { name: 'Child' })).status).toBe(403);
  });

  test('expire, and stop working when they are revoked', async () => {
    const expires_at = toIsoTime(app.clock.now() + DAY_MS);
    const token = await operatorToken({ expires_at });
    expect((await call(token, 'GET', `${ADMIN}/me`)).body.data.admin_token.name).toBe('T');
    app.clock.advance(DAY_MS);
    expect((await call(token, 'GET', `${ADMIN}/me`)).status).toBe(401);
    for (const value of ['gat_', `${token}x`, 'x'.repeat(10_000)])
      expect((await call(value, 'GET', `${ADMIN}/me`)).status).toBe(401);
  });

  test.each(['of a team', 'of all teams'])(
    '%s cannot be given a higher role than their maker has',
    async (reach) => {
      const member = await signInMember(app, app.first.team_id, 'editor');
      const team = reach === 'of a team' ? { team_id: app.first.team_id } : {};
      for (const role of ['viewer', 'reviewer', 'editor'])
        expect((await tokenOf(member, { ...team, role })).status).toBe(201);
      for (const role of ['admin', 'owner'])
        expect(await tokenOf(member, { ...team, role })).toMatchObject({
          status: 422,
          body: { errors: { role: ['role must not be higher than your own role, "editor".'] } },
        });
    },
  );

  test('of a member have the rights the member has now', async () => {
    const member = await signInMember(app, app.first.team_id, 'admin');
    const account = (await member.send('GET', `${ADMIN}/me`)).body.data.account.id;
    const made = await tokenOf(member, { effects: ['read', 'write', 'admin'] });
    expect(made.status).toBe(201);
    const token = made.body.data.admin_token;
    const create = (name: string) => call(token, 'POST', `${ADMIN}/projects`, { name });
    expect((await create('By an admin')).status).toBe(201);
    const owner = await signInMember(app, app.first.team_id, 'owner');
    const place = `${ADMIN}/teams/${app.first.team_id}/members/${account}`;
    await owner.send('PUT', `${place}/role`, { body: { role: 'viewer' } });
    expect((await create('By a viewer')).status).toBe(403);
    expect((await call(token, 'GET', `${ADMIN}/projects`)).status).toBe(200);
    await owner.send('DELETE', place);
    expect((await call(token, 'GET', `${ADMIN}/projects`)).body.data).toEqual([]);
    expect((await call(token, 'GET', `${tenant}/templates`)).status).toBe(404);
  });

  test('have at most the role of the maker, and are seen by the maker and operators alone', async () => {
    const editor = await signInMember(app, app.first.team_id, 'editor');
    const other = await signInMember(app, app.first.team_id, 'owner');
    const team_id = app.first.team_id;
    expect((await tokenOf(editor, { team_id, role: 'admin' })).status).toBe(422);
    const { status, body } = await tokenOf(editor, { effects: ['read', 'admin'] });
    expect(status).toBe(201);
    const refused = await call(body.data.admin_token, 'POST', `${ADMIN}/projects`, { name: 'No' });
    expect(refused.status).toBe(403);
    const listed = await editor.send('GET', `${ADMIN}/admin-tokens`);
    expect(listed.body.data).toHaveLength(1);
    expect(JSON.stringify(listed.body)).not.toContain(body.data.admin_token);
    expect((await other.send('GET', `${ADMIN}/admin-tokens`)).body.data).toEqual([]);
    expect((await other.send('DELETE', `${ADMIN}/admin-tokens/${body.data.id}`)).status).toBe(404);
    expect((await editor.send('DELETE', `${ADMIN}/admin-tokens/${body.data.id}`)).status).toBe(200);
    expect((await call(body.data.admin_token, 'GET', `${ADMIN}/me`)).status).toBe(401);
    await makeSignInsOld(app);
    expect((await tokenOf(editor, {})).body).toMatchObject({ reason: 'sign_in_too_old' });
  });

  test('create and regenerate keys of agents, for which people need a fresh sign-in', async () => {
    const admin = await signInMember(app, app.first.team_id, 'admin');
    const { team_id } = app.first;
    const { admin_token } = (await tokenOf(admin, { effects: ['admin'] })).body.data;
    const key = await call(admin_token, 'POST', `${ADMIN}/keys`, { name: 'Of a program', team_id });
    expect(key.status).toBe(201);
    const path = `${ADMIN}/keys/${key.body.data.id}/regenerate`;
    expect((await admin.send('POST', path)).status).toBe(200);
    await makeSignInsOld(app);
    for (const send of [
      () => admin.send('POST', path),
      () => admin.send('POST', `${ADMIN}/keys`, { body: { name: 'Of a person', team_id } }),
    ])
      expect((await send()).body).toMatchObject({ reason: 'sign_in_too_old' });
    expect((await call(admin_token, 'POST', path)).status).toBe(200);
  });

  test('credentials of tenants, agents and backends do not work', async () => {
    const { client_id, client_secret, project_id, api_key } = app.first as never as Record<string, string>;
    const { token } = await app.exchangeToken('acme');
    for (const value of [token, api_key, client_secret, client_id, project_id])
      expect((await call(value ?? '', 'GET', `${ADMIN}/projects`)).status).toBe(401);
    const admin = await operatorToken({ effects: ['read', 'write', 'admin'] });
    expect((await call(admin, 'GET', '/api/v1/server/tenants')).status).toBe(401);
    const pages = `/api/v1/projects/${project_id}/tenants/acme/templates`;
    expect((await call(admin, 'GET', pages)).status).toBe(401);
    expect((await call(admin, 'POST', '/api/v1/mcp', {})).status).toBe(401);
  });
});
