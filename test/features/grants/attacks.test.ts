import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { listAllActivity } from '../../../src/features/activity/index.ts';
import { listAdminActions, listToolCalls } from '../../../src/features/audit/index.ts';
import { listGrants, revokeGrant } from '../../../src/features/grants/index.ts';
import { deleteExpired } from '../../../src/features/grants/queries.ts';
import { createProject, createTeam, deleteTenant } from '../../../src/features/projects/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import { perform } from '../../../src/platform/operation.ts';
import { dumpDatabase } from '../../support/database-dump.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import type { Browser } from '../accounts/browser.ts';
import { signInMember, signInOperator } from '../members/people.ts';
import {
  addClient,
  allow,
  callTool,
  challengeOf,
  connectAgent,
  decide,
  exchange,
  inspect,
  pathOf,
  postForm,
  REDIRECT,
  refresh,
  register,
  requestOf,
  send,
  VERIFIER,
} from './agent.ts';

let app: TestApp;
let editor: Browser;
let viewer: Browser;
let stranger: Browser;
let others: { team: string; project: string };
beforeAll(async () => {
  app = await createTestApp();
  await app.openTenant();
  await app.openTenant('acme');
  editor = await signInMember(app, app.first.team_id, 'editor');
  viewer = await signInMember(app, app.first.team_id, 'viewer');
  const team = await perform(createTeam, app.deps, adminScope, { name: 'Others' });
  const project = await perform(createProject, app.deps, adminScope, {
    name: 'Theirs',
    plan: 'scale',
    team_id: team.id,
  });
  await app.exchangeToken('default', { client_id: project.client_id, client_secret: project.client_secret });
  others = { team: team.id, project: project.id };
  stranger = await signInMember(app, team.id, 'owner');
});
afterAll(() => app.stop());

const INVALID_GRANT = { error: 'invalid_grant', error_description: expect.any(String) };
const ofTenant = (project: string, tenant: string) => app.deps.baseUrl + pathOf(project, tenant);
const accountOf = async (person: Browser): Promise<{ id: string; email: string }> =>
  (await person.get('/session')).body.account;

describe('metadata', () => {
  test('is at the inserted paths, and agrees', async () => {
    const path = pathOf(app.first.project_id, 'default');
    const resource = (await send(app, `/.well-known/oauth-protected-resource${path}`)).body;
    expect(resource).toMatchObject({
      resource: app.deps.baseUrl + path,
      authorization_servers: [`${app.deps.baseUrl}/oauth`],
    });
    const server = (await send(app, '/.well-known/oauth-authorization-server/oauth')).body;
    expect(server).toMatchObject({
      issuer: resource.authorization_servers[0],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  // Some clients ignore the keys in their configuration if they find any of these.
  test.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
    '/.well-known/oauth-protected-resource/api/v1/mcp',
    '/.well-known/oauth-authorization-server/api/v1/mcp',
    '/.well-known/openid-configuration/api/v1/mcp',
    '/api/v1/mcp/.well-known/openid-configuration',
  ])('is not at %s', async (path) => {
    expect((await send(app, path)).status).toBe(404);
  });

  test('names this machine as the client does, but no other host', async () => {
    const path = pathOf(app.first.project_id, 'default');
    const ask = async (host: string, url: string) =>
      (await send(app, url, { headers: { host } })).body as Record<string, string>;
    const metadata = `/.well-known/oauth-protected-resource${path}`;
    const { port } = new URL(app.deps.baseUrl);
    const local = `http://localhost:${port}`;
    expect(await ask(`localhost:${port}`, metadata)).toMatchObject({
      resource: local + path,
      authorization_servers: [`${local}/oauth`],
    });
    const server = await ask(`localhost:${port}`, '/.well-known/oauth-authorization-server/oauth');
    expect(server.issuer).toBe(`${local}/oauth`);
    const { url } = await allow(app, editor, { changes: { resource: local + path } });
    expect(url.searchParams.get('iss')).toBe(`${local}/oauth`);
    for (const host of ['evil.example', 'localhost:1', `localhost.evil.example:${port}`])
      expect((await ask(host, metadata)).resource).toBe(app.deps.baseUrl + path);
  });

  test.each(['%22%0d%0aX/default', '%zz/default', 'a/%22', '%F0%9F/x'])(
    'quotes nothing of the path /mcp/%s',
    async (path) => {
      const answer = await callTool(app, undefined, 'list-templates', {}, `/mcp/${path}`);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(
        /^Bearer resource_metadata="[^"]+", scope="[a-z ]+"$/,
      );
    },
  );

  test('and everything else is not there if it is turned off, or tokens were not safe', async () => {
    for (const settings of [
      { mcp_oauth: false },
      { base_url: 'http://mail.example.com' },
      { base_url: 'https://example.com/galley' },
    ]) {
      const closed = await createTestApp(settings);
      try {
        const request = (method: string, path: string) => closed.request(method, path, { body: {} });
        expect((await request('POST', pathOf(closed.first.project_id, 'default'))).status).toBe(404);
        for (const path of ['token', 'register', 'revoke'])
          expect((await request('POST', `/oauth/${path}`)).status).toBe(404);
        const server = '/.well-known/oauth-authorization-server/oauth';
        expect((await closed.request('GET', server)).status).toBe(404);
      } finally {
        await closed.stop();
      }
    }
  });

  test('says the same about a tenant that does not exist', async () => {
    const unknown = '01a10000-0000-7000-8000-000000000000';
    for (const [project, tenant] of [
      [app.first.project_id, 'default'],
      [app.first.project_id, 'nobody'],
      [unknown, 'default'],
    ] as const) {
      const path = pathOf(project, tenant);
      const answer = await callTool(app, undefined, 'list-templates', {}, path);
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer resource_metadata="${app.deps.baseUrl}/.well-known/oauth-protected-resource${path}", scope="read write"`,
      ]);
      expect((await send(app, `/.well-known/oauth-protected-resource${path}`)).status).toBe(200);
    }
  });
});

describe('a token', () => {
  test('opens the tenant that was granted', async () => {
    const { tokens } = await connectAgent(app, editor);
    expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write' });
    expect((await callTool(app, tokens.access_token)).status).toBe(200);
    expect(await dumpDatabase(app)).not.toContain(tokens.access_token);
    expect(await dumpDatabase(app)).not.toContain(tokens.refresh_token);
  });

  test.each<[string, () => Promise<{ token?: string; path?: string }>]>([
    ['no token', async () => ({})],
    ['a forged one', async () => ({ token: `goa_${'A'.repeat(43)}` })],
    ['a long one', async () => ({ token: 'goa_'.repeat(1000) })],
    ['an API key', async () => ({ token: app.first.api_key })],
    ['a refresh token', async () => ({ token: (await connectAgent(app, editor)).tokens.refresh_token })],
    ['a code', async () => ({ token: (await allow(app, editor)).code })],
    [
      'one of another tenant',
      async () => ({
        token: (await connectAgent(app, editor)).tokens.access_token,
        path: pathOf(app.first.project_id, 'acme'),
      }),
    ],
    [
      'one of another project',
      async () => ({
        token: (await connectAgent(app, editor)).tokens.access_token,
        path: pathOf(others.project, 'default'),
      }),
    ],
    [
      'an expired one',
      async () => {
        const { tokens } = await connectAgent(app, editor);
        expect((await callTool(app, tokens.access_token)).status).toBe(200);
        app.clock.advance(HOUR_MS);
        return { token: tokens.access_token };
      },
    ],
    [
      'a revoked one',
      async () => {
        const { tokens, clientId } = await connectAgent(app, editor);
        expect((await callTool(app, tokens.access_token)).status).toBe(200);
        const form = { token: tokens.refresh_token, client_id: clientId };
        expect((await postForm(app, '/oauth/revoke', form)).status).toBe(200);
        return { token: tokens.access_token };
      },
    ],
    [
      'one of a grant that was revoked in the dashboard',
      async () => {
        const { tokens, clientId } = await connectAgent(app, editor);
        expect((await callTool(app, tokens.access_token)).status).toBe(200);
        const { data } = (await editor.send('GET', '/api/v1/admin/grants')).body;
        const { id } = data.find((grant: { client_id: string }) => grant.client_id === clientId);
        // Of others it is not found.
        for (const other of [viewer, stranger])
          expect((await other.send('DELETE', `/api/v1/admin/grants/${id}`)).status).toBe(404);
        expect((await editor.send('DELETE', `/api/v1/admin/grants/${id}`)).status).toBe(200);
        return { token: tokens.access_token };
      },
    ],
  ])('%s is refused with a challenge', async (_name, make) => {
    const { token, path } = await make();
    const answer = await callTool(app, token, 'list-templates', {}, path);
    expect(answer.status).toBe(401);
    const challenge = answer.headers.get('www-authenticate') as string;
    expect(challenge).toContain('resource_metadata="');
    expect(challenge.includes('error="invalid_token"')).toBe(token !== undefined);
  });

  test('does not open the endpoint for keys, or REST', async () => {
    const { access_token: token } = (await connectAgent(app, editor)).tokens;
    const headers = { 'x-project-id': app.first.project_id, 'x-tenant': 'default' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await app.request('POST', '/api/v1/mcp', { token, headers, body })).status).toBe(401);
    expect((await app.request('GET', '/api/v1/admin/me', { token })).status).toBe(401);
    const tenant = `/api/v1/projects/${app.first.project_id}/tenants/default/templates`;
    expect((await app.request('GET', tenant, { token })).status).toBe(401);
  });

  test('ends with the tenant', async () => {
    await app.openTenant('leaving');
    const place = { project_id: app.first.project_id, tenant: 'leaving' };
    const changes = { resource: ofTenant(app.first.project_id, 'leaving') };
    const { tokens } = await connectAgent(app, editor, { changes });
    const path = pathOf(app.first.project_id, 'leaving');
    expect((await callTool(app, tokens.access_token, 'list-templates', {}, path)).status).toBe(200);
    await perform(deleteTenant, app.deps, adminScope, place);
    await app.openTenant('leaving');
    expect((await callTool(app, tokens.access_token, 'list-templates', {}, path)).status).toBe(401);
  });
});

describe('a person', () => {
  const leaveTeam = async (person: Browser) =>
    person.send('POST', `/api/v1/admin/teams/${app.first.team_id}/leave`, { body: {} });
  const remove = async (person: Browser) => {
    const { id } = await accountOf(person);
    const owner = await signInMember(app, app.first.team_id, 'owner');
    return owner.send('DELETE', `/api/v1/admin/teams/${app.first.team_id}/members/${id}`);
  };
  const deleteAccount = async (person: Browser) => {
    const operator = await signInOperator(app);
    const { email } = await accountOf(person);
    const { deleteAccount: operation } = await import('../../../src/features/accounts/index.ts');
    await perform(operation, app.deps, adminScope, { email });
    return operator.get('/session');
  };

  test.each([
    ['who leaves the team', leaveTeam],
    ['who is removed', remove],
    ['whose account is deleted', deleteAccount],
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
      ofTenant(others.project, 'default'),
      ofTenant(app.first.project_id, 'nobody'),
      ofTenant(unknown, 'default'),
      'https://elsewhere.example/mcp/a/b',
      `${app.deps.baseUrl}/api/v1/mcp`,
      `${ofTenant(app.first.project_id, 'default')}?x=1`,
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

describe('a code', () => {
  test('that is used twice ends the grant', async () => {
    const { clientId, code } = await allow(app, editor);
    const { body: tokens } = await exchange(app, clientId, code);
    expect((await callTool(app, tokens.access_token)).status).toBe(200);
    const again = await exchange(app, clientId, code);
    expect([again.status, again.body]).toEqual([400, INVALID_GRANT]);
    expect((await callTool(app, tokens.access_token)).status).toBe(401);
    expect((await refresh(app, clientId, tokens.refresh_token)).body).toEqual(INVALID_GRANT);
  });

  test.each<[string, Record<string, string | undefined>]>([
    ['without a verifier', { code_verifier: undefined }],
    ['with the wrong verifier', { code_verifier: 'x'.repeat(43) }],
    ['with the challenge as verifier', { code_verifier: challengeOf(VERIFIER) }],
    ['with another redirect URI', { redirect_uri: `${REDIRECT}/` }],
    ['without a redirect URI', { redirect_uri: undefined }],
    ['of another client', { client_id: 'glc_other' }],
    ['for another resource', { resource: 'https://elsewhere.example/mcp/a/b' }],
  ])('%s gives nothing', async (_name, changes) => {
    const { clientId, code } = await allow(app, editor);
    const answer = await exchange(app, clientId, code, changes);
    expect([answer.status, answer.body.access_token]).toEqual([400, undefined]);
    expect((await exchange(app, clientId, code)).status).toBe(200);
  });

  test('expires', async () => {
    const { clientId, code } = await allow(app, editor);
    app.clock.advance(2 * MINUTE_MS);
    expect((await exchange(app, clientId, code)).body).toEqual(INVALID_GRANT);
  });

  test.each<[string, Record<string, string | null>, string]>([
    ['no challenge', { code_challenge: null }, 'code_challenge'],
    ['a short challenge', { code_challenge: 'short' }, 'code_challenge'],
    ['the method "plain"', { code_challenge_method: 'plain' }, 'code_challenge_method'],
    ['no method', { code_challenge_method: null }, 'code_challenge_method'],
    ['an implicit token', { response_type: 'token' }, 'response_type'],
  ])('is not given for %s', async (_name, changes, field) => {
    const request: Record<string, unknown> = requestOf(app, await addClient(app), changes);
    for (const [name, value] of Object.entries(request)) if (value === null) delete request[name];
    const answer = await decide(editor, request, 'read');
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });
});

describe('a refresh token', () => {
  test('rotates, and a second use ends the grant', async () => {
    const { clientId, tokens } = await connectAgent(app, editor);
    const { body: second } = await refresh(app, clientId, tokens.refresh_token);
    expect((await callTool(app, second.access_token)).status).toBe(200);
    expect((await refresh(app, clientId, tokens.refresh_token)).body).toEqual(INVALID_GRANT);
    expect((await callTool(app, second.access_token)).status).toBe(401);
    expect((await refresh(app, clientId, second.refresh_token)).body).toEqual(INVALID_GRANT);
    const { items } = await perform(listAdminActions, app.deps, adminScope, { action: 'grant.revoked' });
    expect(items[0]?.subject).toContain('a refresh token was used twice');
  });

  test('used twice at the same time gives tokens at most once', async () => {
    const { clientId, tokens } = await connectAgent(app, editor);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refresh(app, clientId, tokens.refresh_token)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test('is refused for another client, and instead of a code', async () => {
    const { clientId, tokens } = await connectAgent(app, editor);
    expect((await refresh(app, 'glc_other', tokens.refresh_token)).body).toEqual(INVALID_GRANT);
    expect((await exchange(app, clientId, tokens.refresh_token)).body).toEqual(INVALID_GRANT);
  });
});

describe('a redirect URI', () => {
  test.each([
    'javascript:alert(1)',
    'javascript://agent.example/%0aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://agent.example/callback',
    'http://localhost.evil.example/callback',
    'http://127.0.0.1@evil.example/callback',
    'https://user:pass@agent.example/callback',
    'https://agent.example/callback#fragment',
    'https://agent.example/a b',
    'not a url',
    'myapp:/callback',
  ])('%s cannot be registered', async (uri) => {
    const answer = await register(app, { redirect_uris: [uri] });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_redirect_uri']);
  });

  test.each([
    'https://agent.example/callback/',
    'https://agent.example/callback?x=1',
    'https://agent.example/callback/../callback',
    'https://agent.example:8443/callback',
    'https://AGENT.example/callback',
    'https://agent.example.evil.example/callback',
    'https://agent.example/callback#',
    'http://agent.example/callback',
    'javascript:alert(1)',
    'http://localhost:4000/other',
    'http://127.0.0.1:4000/cb',
    'https://localhost:4000/cb',
  ])('%s is not the registered one', async (redirect_uri) => {
    const clientId = await addClient(app, [REDIRECT, 'http://localhost:3000/cb']);
    const answer = await decide(editor, requestOf(app, clientId, { redirect_uri }), 'read');
    expect([answer.status, answer.body.redirect_to]).toEqual([422, undefined]);
    expect(Object.keys(answer.body.errors)).toEqual(['redirect_uri']);
  });

  test.each([
    ['http://localhost:3000/cb', 'http://localhost:51234/cb'],
    ['http://127.0.0.1/cb', 'http://127.0.0.1:51234/cb'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://anysphere.cursor-mcp/oauth/callback'],
    ['com.example.app:/callback', 'com.example.app:/callback'],
  ])('%s of a program on this machine allows %s', async (registered, redirect_uri) => {
    const clientId = await addClient(app, [registered]);
    const { url } = await allow(app, editor, { clientId, changes: { redirect_uri } });
    expect(url.href.startsWith(redirect_uri.split('?')[0] as string)).toBe(true);
    expect(url.searchParams.get('code')).toMatch(/^goc_/);
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

test('the number of registrations is limited by address, and in all', async () => {
  const statuses: number[] = [];
  const started = await createTestApp();
  try {
    await started.openTenant();
    const person = await signInMember(started, started.first.team_id, 'viewer');
    // The oldest client, but in use.
    const used = await connectAgent(started, person, { mode: 'read' });
    started.clock.advance(1);
    for (let i = 0; i < 21; i += 1)
      statuses.push((await register(started, { client_name: `${i}`, redirect_uris: [REDIRECT] })).status);
    expect(statuses).toEqual([...Array(20).fill(201), 429]);
    const now = started.deps.clock.now();
    await started.deps.db.transaction((db) =>
      db.run(sql`
        INSERT INTO oauth_clients (id, name, redirect_uris, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT 'x' || i, 'x', '[]', ${now} FROM n`),
    );
    started.clock.advance(HOUR_MS);
    expect((await register(started, { redirect_uris: [REDIRECT] })).status).toBe(201);
    const left = await started.deps.db.reader.all<{ id: string }>(sql`SELECT id FROM oauth_clients`);
    expect(left.map(({ id }) => id)).toContain(used.clientId);
    const { clients } = started.deps.services.grants;
    started.clock.advance(DAY_MS + 1);
    const swept = await started.deps.db.transaction((db) => clients.deleteUnused(db, 5000));
    expect(swept).toBeGreaterThan(1000);
    expect((await refresh(started, used.clientId, used.tokens.refresh_token)).status).toBe(200);
    expect((await started.deps.services.grants.clients.find(used.clientId, '')).name).toBe('Claude');
  } finally {
    await started.stop();
  }
});

// The last test: the sessions of all people have expired then.
test('a grant ends after 90 days without use, and is swept', async () => {
  const { clientId, tokens } = await connectAgent(app, editor);
  app.clock.advance(89 * DAY_MS);
  const { body: later } = await refresh(app, clientId, tokens.refresh_token);
  app.clock.advance(89 * DAY_MS);
  const { body: last } = await refresh(app, clientId, later.refresh_token);
  app.clock.advance(90 * DAY_MS);
  expect((await refresh(app, clientId, last.refresh_token)).body).toEqual(INVALID_GRANT);
  const now = app.clock.now();
  await app.deps.db.transaction((db) => deleteExpired(db, { now: now + 1, usedBefore: now }, 5000));
  const [rows] = await app.deps.db.reader.all<{ rows: number }>(
    sql`SELECT (SELECT count(*) FROM grants) + (SELECT count(*) FROM grant_tokens) AS rows`,
  );
  expect(rows?.rows).toBe(0);
});
