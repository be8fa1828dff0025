import { describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import { createTestApp } from '../../support/test-app.ts';
import { signInMember } from '../members/people.ts';
import {
  addClient,
  allow,
  callTool,
  challengeOf,
  connectAgent,
  decide,
  exchange,
  REDIRECT,
  refresh,
  register,
  requestOf,
  VERIFIER,
} from './agent.ts';
import { app, editor, INVALID_GRANT, useStage } from './stage.ts';

useStage();

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

test('a registration with a name that is no text says so', async () => {
  const { clients } = app.deps.services.grants;
  const register = clients.register({ redirect_uris: [REDIRECT], client_name: 5 });
  await expect(register).rejects.toThrow('client_name must be a text.');
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
