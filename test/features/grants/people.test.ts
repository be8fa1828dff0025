import { describe, expect, test } from 'bun:test';
import { deleteAccount } from '../../../src/features/accounts/index.ts';
import { listAllActivity } from '../../../src/features/activity/index.ts';
import { listAdminActions, listToolCalls } from '../../../src/features/audit/index.ts';
import { listGrants, revokeGrant } from '../../../src/features/grants/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope, smallContent } from '../../support/test-app.ts';
import type { Browser } from '../accounts/browser.ts';
import { signInMember, signInOperator } from '../members/people.ts';
import {
  addClient,
  allow,
  callTool,
  connectAgent,
  decide,
  exchange,
  inspect,
  pathOf,
  refresh,
  requestOf,
  send,
} from './agent.ts';
import {
  accountOf,
  app,
  editor,
  INVALID_GRANT,
  ofTenant,
  others,
  stranger,
  useStage,
  viewer,
} from './stage.ts';

useStage();

describe('a person', () => {
  const leaveTeam = async (person: Browser) =>
    person.send('POST', `/api/v1/admin/teams/${app.first.team_id}/leave`, { body: {} });
  const remove = async (person: Browser) => {
    const { id } = await accountOf(person);
    const owner = await signInMember(app, app.first.team_id, 'owner');
    return owner.send('DELETE', `/api/v1/admin/teams/${app.first.team_id}/members/${id}`);
  };
  const endAccount = async (person: Browser) => {
    const operator = await signInOperator(app);
    const { email } = await accountOf(person);
    await perform(deleteAccount, app.deps, adminScope, { email });
    return operator.get('/session');
  };

  test.each([
    ['who leaves the team', leaveTeam],
    ['who is removed', remove],
    ['whose account is deleted', endAccount],
  ] as const)('%s loses all grants at once', async (_name, end) => {
    const person = await signInMember(app, app.first.team_id, 'editor');
    const { tokens, clientId } = await connectAgent(app, person);
    expect((await callTool(app, tokens.access_token)).status).toBe(200);
    const waiting = await allow(app, person);
    expect((await end(person)).status).toBe(200);
    expect((await callTool(app, tokens.access_token)).status).toBe(401);
    expect((await refresh(app, clientId, tokens.refresh_token)).body).toEqual(INVALID_GRANT);
    expect((await exchange(app, waiting.clientId, waiting.code)).body).toEqual(INVALID_GRANT);
  });

  test('who becomes a viewer has agents that read only', async () => {
    const person = await signInMember(app, app.first.team_id, 'editor');
    const owner = await signInMember(app, app.first.team_id, 'owner');
    const { tokens } = await connectAgent(app, person);
    const write = () => callTool(app, tokens.access_token, 'create-template', { content: smallContent() });
    expect((await write()).body.result.isError).not.toBe(true);
    const { id } = await accountOf(person);
    const path = `/api/v1/admin/teams/${app.first.team_id}/members/${id}/role`;
    expect((await owner.send('PUT', path, { body: { role: 'viewer' } })).status).toBe(200);
    expect((await write()).body.result).toMatchObject({ isError: true });
    expect((await callTool(app, tokens.access_token)).body.result.isError).not.toBe(true);
  });

  test('who may read can allow reading only', async () => {
    const clientId = await addClient(app);
    const request = requestOf(app, clientId);
    expect((await inspect(viewer, request)).body.data.modes).toEqual(['read']);
    expect((await decide(viewer, request, 'write')).status).toBe(403);
    const { tokens } = await connectAgent(app, viewer, { mode: 'read' });
    expect(tokens.scope).toBe('read');
    // A new sign-in could not give more either, so there is no challenge.
    const refused = await callTool(app, tokens.access_token, 'create-template', { content: smallContent() });
    expect([refused.status, refused.body.result.isError]).toEqual([200, true]);
  });

  test('who may comment can allow commenting', async () => {
    const reviewer = await signInMember(app, app.first.team_id, 'reviewer');
    const request = requestOf(app, await addClient(app));
    expect((await inspect(reviewer, request)).body.data.modes).toEqual(['read', 'comment']);
    expect((await decide(reviewer, request, 'write')).status).toBe(403);
    const { tokens } = await connectAgent(app, reviewer, { mode: 'comment' });
    const rpc = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const listed = await send(app, pathOf(app.first.project_id, 'default'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.access_token}` },
      body: JSON.stringify(rpc),
    });
    const names = listed.body.result.tools.map(({ name }: { name: string }) => name);
    expect(names).toContain('create-comment');
    expect(names).not.toContain('update-template');
  });

  test('can lower what an agent asks for, which is then told to ask again', async () => {
    const { tokens } = await connectAgent(app, editor, { mode: 'read' });
    const refused = await callTool(app, tokens.access_token, 'create-template', { content: smallContent() });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toMatch(
      /^Bearer error="insufficient_scope", resource_metadata="[^"]+", scope="read write"$/,
    );
    const [call] = (await perform(listToolCalls, app.deps, adminScope, {})).items;
    expect(call).toMatchObject({ tool: 'create-template', outcome: 'forbidden' });
    expect((await callTool(app, tokens.access_token)).status).toBe(200);
  });

  test('cannot allow more than an agent asks for', async () => {
    const request = requestOf(app, await addClient(app), { scope: 'read' });
    expect((await inspect(editor, request)).body.data.modes).toEqual(['read']);
    expect((await decide(editor, request, 'write')).status).toBe(403);
  });

  test('who refuses sends the agent back without a code', async () => {
    const answer = await decide(editor, requestOf(app, await addClient(app)), null);
    const { searchParams } = new URL(answer.body.data.redirect_to);
    expect([searchParams.get('error'), searchParams.get('code'), searchParams.get('state')]).toEqual([
      'access_denied',
      null,
      'a state',
    ]);
  });

  test('finds no tenant that is unknown or of another team', async () => {
    const clientId = await addClient(app);
    const unknown = '01a10000-0000-7000-8000-000000000000';
    const resources = [
      ofTenant(app, others.project, 'default'),
      ofTenant(app, app.first.project_id, 'nobody'),
      ofTenant(app, unknown, 'default'),
      'https://elsewhere.example/mcp/a/b',
      `${app.deps.baseUrl}/api/v1/mcp`,
      `${ofTenant(app, app.first.project_id, 'default')}?x=1`,
    ];
    const answers = await Promise.all(
      resources.map(async (resource) => decide(editor, requestOf(app, clientId, { resource }), 'read')),
    );
    for (const { status, body } of answers) expect([status, body]).toEqual([404, answers[0]?.body]);
  });

  test.each<[string, Record<string, string>]>([
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of another origin', { origin: 'https://evil.example' }],
  ])('is not used by a page %s', async (_name, headers) => {
    const body = { ...requestOf(app, await addClient(app)), mode: 'write' };
    const answer = await editor.send('POST', '/api/v1/admin/agent-connections', { body, headers });
    expect(answer.status).toBe(403);
  });

  test('is needed: an admin token connects nothing', async () => {
    const operations = ['answerConnection', 'inspectConnection'];
    const made = await editor.send('POST', '/api/v1/admin/admin-tokens', {
      body: { name: 'CI', effects: ['read', 'admin'], operations },
    });
    expect(made.status).toBe(201);
    const body = { ...requestOf(app, await addClient(app)), mode: 'read' };
    const token = made.body.data.admin_token;
    expect((await app.request('POST', '/api/v1/admin/agent-connections', { token, body })).status).toBe(403);
  });
});

test('agents are named in the audit, the activity and the list, with client and person', async () => {
  const { tokens, clientId } = await connectAgent(app, editor);
  await callTool(app, tokens.access_token, 'create-template', { content: smallContent() });
  const { name, id } = (await editor.get('/session')).body.account;
  const [call] = (await perform(listToolCalls, app.deps, adminScope, {})).items;
  expect(call).toMatchObject({ tool: 'create-template', key_name: `Claude via ${name}` });
  const activity = await perform(listAllActivity, app.deps, adminScope, {});
  expect(JSON.stringify(activity)).toContain(`Claude via ${name}`);
  const { data } = (await editor.send('GET', '/api/v1/admin/grants')).body;
  const listed = data.find((grant: { client_id: string }) => grant.client_id === clientId);
  expect(listed).toMatchObject({ client: 'Claude', mode: 'write', account: { id, name }, tenant: 'default' });
  expect(listed.last_used_at).not.toBeNull();
  expect((await stranger.send('GET', '/api/v1/admin/grants')).body.data).toEqual([]);
});

test('admins of the team and the operator list and end the grants of others, which the audit records', async () => {
  const admin = await signInMember(app, app.first.team_id, 'admin');
  const grantOf = async (person: Browser, clientId: string) =>
    (await person.send('GET', '/api/v1/admin/grants')).body.data.find(
      (grant: { client_id: string }) => grant.client_id === clientId,
    );
  const one = await connectAgent(app, editor);
  const other = await connectAgent(app, editor);
  expect(await grantOf(viewer, one.clientId)).toBeUndefined();
  const { id, account } = await grantOf(admin, one.clientId);
  expect((await admin.send('DELETE', `/api/v1/admin/grants/${id}`)).status).toBe(200);
  expect((await callTool(app, one.tokens.access_token)).status).toBe(401);
  const { items } = await perform(listGrants, app.deps, adminScope, { account_id: account.id });
  const left = items.find((grant) => grant.client_id === other.clientId);
  await perform(revokeGrant, app.deps, adminScope, { id: left?.id });
  expect((await callTool(app, other.tokens.access_token)).status).toBe(401);
  const actions = async (action: string) =>
    (await perform(listAdminActions, app.deps, adminScope, { action })).items.map(({ subject }) => subject);
  expect(await actions('grant.revoked')).toContain(`Claude (${id}) of ${account.email}`);
  expect(await actions('grant.created')).toContain(`Claude (${id}): write`);
});
