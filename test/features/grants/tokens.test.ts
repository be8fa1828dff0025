import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { listAdminActions } from '../../../src/features/audit/index.ts';
import { RETRY_MS } from '../../../src/features/grants/grant-tokens.ts';
import { deleteExpired } from '../../../src/features/grants/queries.ts';
import { deleteTenant } from '../../../src/features/projects/index.ts';
import { DAY_MS, HOUR_MS } from '../../../src/platform/clock.ts';
import { perform } from '../../../src/platform/operation.ts';
import { dumpDatabase } from '../../support/database-dump.ts';
import { adminScope } from '../../support/test-app.ts';
import {
  allow,
  callTool,
  connectAgent,
  exchange,
  inspect,
  pathOf,
  postForm,
  refresh,
  requestOf,
} from './agent.ts';
import { app, editor, INVALID_GRANT, ofTenant, others, stranger, useStage, viewer } from './stage.ts';

useStage();

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
    const changes = { resource: ofTenant(app, app.first.project_id, 'leaving') };
    const { tokens } = await connectAgent(app, editor, { changes });
    const path = pathOf(app.first.project_id, 'leaving');
    expect((await callTool(app, tokens.access_token, 'list-templates', {}, path)).status).toBe(200);
    await perform(deleteTenant, app.deps, adminScope, place);
    await app.openTenant('leaving');
    expect((await callTool(app, tokens.access_token, 'list-templates', {}, path)).status).toBe(401);
  });
});

describe('a refresh token', () => {
  test('rotates, and a second use ends the grant', async () => {
    const { clientId, tokens } = await connectAgent(app, editor);
    const { body: second } = await refresh(app, clientId, tokens.refresh_token);
    expect((await callTool(app, second.access_token)).status).toBe(200);
    app.clock.advance(RETRY_MS);
    expect((await refresh(app, clientId, tokens.refresh_token)).body).toEqual(INVALID_GRANT);
    expect((await callTool(app, second.access_token)).status).toBe(401);
    expect((await refresh(app, clientId, second.refresh_token)).body).toEqual(INVALID_GRANT);
    const { items } = await perform(listAdminActions, app.deps, adminScope, { action: 'grant.revoked' });
    expect(items[0]?.subject).toContain('a refresh token was used twice');
  });

  test('used by parallel calls gives tokens to each, and later its use ends them all', async () => {
    const { clientId, tokens } = await connectAgent(app, editor);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => refresh(app, clientId, tokens.refresh_token)),
    );
    app.clock.advance(RETRY_MS - 1);
    answers.push(await refresh(app, clientId, tokens.refresh_token));
    const statusesOf = (all: typeof answers) =>
      Promise.all(all.map(async ({ body }) => (await callTool(app, body.access_token)).status));
    expect(await statusesOf(answers)).toEqual(Array(6).fill(200));
    const last = answers[2]?.body.refresh_token;
    expect((await refresh(app, clientId, last)).status).toBe(200);
    app.clock.advance(1);
    expect((await refresh(app, clientId, tokens.refresh_token)).body).toEqual(INVALID_GRANT);
    expect(await statusesOf(answers)).toEqual(Array(6).fill(401));
  });

  test('is refused for another client, and instead of a code', async () => {
    const { clientId, tokens } = await connectAgent(app, editor);
    expect((await refresh(app, 'glc_other', tokens.refresh_token)).body).toEqual(INVALID_GRANT);
    expect((await exchange(app, clientId, tokens.refresh_token)).body).toEqual(INVALID_GRANT);
  });
});

describe('a client that is gone', () => {
  test('is told to register again, when its tokens are gone too', async () => {
    const { clientId, tokens } = await connectAgent(app, editor);
    const form = { token: tokens.refresh_token, client_id: clientId };
    expect((await postForm(app, '/oauth/revoke', form)).status).toBe(200);
    expect((await refresh(app, clientId, tokens.refresh_token)).body).toEqual(INVALID_GRANT);
    await app.deps.db.transaction((db) => db.run(sql`DELETE FROM oauth_clients WHERE id = ${clientId}`));
    const refused = await refresh(app, clientId, tokens.refresh_token);
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client']);
    const asked = await inspect(editor, requestOf(app, clientId));
    expect(asked.body.message).toContain('Remove Galley in your agent and add it again.');
  });
});

describe('a revocation', () => {
  test('by the agent is in the audit, once', async () => {
    const count = async () => {
      const { items } = await perform(listAdminActions, app.deps, adminScope, { action: 'grant.revoked' });
      return items.filter(({ subject }) => subject?.endsWith(': the agent gave it back')).length;
    };
    const before = await count();
    const { clientId, tokens } = await connectAgent(app, editor);
    for (const token of [tokens.access_token, tokens.refresh_token])
      expect((await postForm(app, '/oauth/revoke', { token, client_id: clientId })).status).toBe(200);
    expect(await count()).toBe(before + 1);
  });

  test.each([
    ['token', 'client_id'],
    ['client_id', 'token'],
  ])('without a %s is refused, because nothing ends', async (left, sent) => {
    const { clientId, tokens } = await connectAgent(app, editor);
    const all: Record<string, string> = { token: tokens.access_token, client_id: clientId };
    const answer = await postForm(app, '/oauth/revoke', { [sent]: all[sent] });
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    expect(answer.body.error_description).toContain(left);
    expect((await callTool(app, tokens.access_token)).status).toBe(200);
  });

  test('of a token of another client ends nothing', async () => {
    const [one, other] = [await connectAgent(app, editor), await connectAgent(app, editor)];
    const form = { token: one.tokens.access_token, client_id: other.clientId };
    expect((await postForm(app, '/oauth/revoke', form)).status).toBe(200);
    expect((await callTool(app, one.tokens.access_token)).status).toBe(200);
  });
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
