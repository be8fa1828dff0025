import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createPublicFetch } from '../../../src/platform/network/public-fetch/index.ts';
import { CERTIFICATE, KEY } from '../../support/certificate.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import type { Browser } from '../accounts/browser.ts';
import { signInMember } from '../members/people.ts';
import { challengeOf, decide, inspect, pathOf, postForm, register, send, VERIFIER } from './agent.ts';

/**
 * The dialogues of the programs that people connect, as their makers document them: how each finds the server, which client it
 * is, where it is sent back to, and what it asks. Documents are served by a host of the test in place of the makers’ hosts.
 */
interface Program {
  /** Fields of its registration (RFC 7591), or of its metadata document. */
  metadata: { client_name: string; redirect_uris: string[] } & Record<string, unknown>;
  /** Path of its metadata document; undefined if it registers. */
  document?: string;
  /** Where it waits; left out: its first redirect URI. */
  waitsAt?: string;
  scope?: string;
}

const CODE_AND_REFRESH = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] };

const PROGRAMS: Record<string, Program> = {
  'claude.ai, with its metadata document': {
    document: '/oauth/mcp-oauth-client-metadata',
    metadata: {
      client_name: 'Claude',
      client_uri: 'https://claude.ai',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
      ...CODE_AND_REFRESH,
      token_endpoint_auth_method: 'none',
    },
    scope: 'read write',
  },
  'claude.ai and Claude Desktop, registering': {
    metadata: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      ...CODE_AND_REFRESH,
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'read write',
    },
    scope: 'read write',
  },
  'Claude Code, whose document has no port': {
    document: '/oauth/claude-code-client-metadata',
    metadata: {
      client_name: 'Claude Code',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      ...CODE_AND_REFRESH,
      token_endpoint_auth_method: 'none',
    },
    waitsAt: 'http://localhost:3118/callback',
  },
  'ChatGPT, with its metadata document': {
    document: '/oauth/callback-1/client.json',
    metadata: {
      client_name: 'ChatGPT',
      redirect_uris: ['https://chatgpt.com/connector/oauth/callback-1'],
      ...CODE_AND_REFRESH,
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'],
      jwks_uri: 'https://chatgpt.com/oauth/jwks.json',
    },
    scope: 'read write offline_access',
  },
  'ChatGPT, registering': {
    metadata: {
      client_name: 'ChatGPT',
      redirect_uris: [
        'https://chatgpt.com/connector_platform_oauth_redirect',
        'https://chatgpt.com/connector/oauth/callback-2',
      ],
      ...CODE_AND_REFRESH,
      token_endpoint_auth_method: 'none',
    },
    waitsAt: 'https://chatgpt.com/connector/oauth/callback-2',
  },
  Cursor: {
    metadata: {
      client_name: 'Cursor',
      redirect_uris: ['cursor://anysphere.cursor-mcp/oauth/callback'],
      ...CODE_AND_REFRESH,
      token_endpoint_auth_method: 'none',
    },
  },
  'VS Code': {
    metadata: {
      client_name: 'Visual Studio Code',
      redirect_uris: [
        'https://insiders.vscode.dev/redirect',
        'https://vscode.dev/redirect',
        'http://127.0.0.1/',
        'http://127.0.0.1:33418/',
      ],
      ...CODE_AND_REFRESH,
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    waitsAt: 'http://127.0.0.1:52001/',
  },
};

let app: TestApp;
let person: Browser;
let makers: Bun.Server<undefined>;
beforeAll(async () => {
  app = await createTestApp();
  await app.openTenant();
  person = await signInMember(app, app.first.team_id, 'editor');
  makers = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { cert: CERTIFICATE, key: KEY },
    fetch(request) {
      const { pathname } = new URL(request.url);
      const program = Object.values(PROGRAMS).find(({ document }) => document === pathname);
      return Response.json({ client_id: documentAt(pathname), ...program?.metadata });
    },
  }) as Bun.Server<undefined>;
  app.deps.publicFetch = createPublicFetch({
    allowPrivate: ['127.0.0.1'],
    ca: CERTIFICATE,
    resolve: async () => ['127.0.0.1'],
  });
});
afterAll(async () => {
  makers.stop(true);
  await app.stop();
});

const documentAt = (path: string) => `https://files.example:${makers.port}${path}`;

/** From the address that a person has pasted to the metadata, by what the answers say alone. */
async function discover(address: string) {
  const path = new URL(address).pathname;
  const refused = await send(app, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} }),
  });
  expect(refused.status).toBe(401);
  const challenge = refused.headers.get('www-authenticate') ?? '';
  const metadata = new URL(/resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '');
  // Some programs look at the inserted path without reading the challenge.
  expect(metadata.pathname).toBe(`/.well-known/oauth-protected-resource${path}`);
  const resource = (await send(app, metadata.pathname)).body;
  expect(resource).toMatchObject({ resource: address, bearer_methods_supported: ['header'] });
  const issuer = new URL(resource.authorization_servers[0]);
  const server = (await send(app, `/.well-known/oauth-authorization-server${issuer.pathname}`)).body;
  expect(server.issuer).toBe(issuer.href);
  return { resource, server };
}

async function identify({ document, metadata }: Program): Promise<string> {
  if (document !== undefined) return documentAt(document);
  const { status, body } = await register(app, metadata);
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      redirect_uris: metadata.redirect_uris,
      token_endpoint_auth_method: 'none',
      ...CODE_AND_REFRESH,
    }),
  ]);
  expect(body.client_secret).toBeUndefined();
  return body.client_id;
}

test('the metadata offers what the programs require', async () => {
  const { server } = await discover(app.deps.baseUrl + pathOf(app.first.project_id, 'default'));
  expect(server).toMatchObject({
    // claude.ai uses its metadata document only where both are offered; ChatGPT refuses a server without S256.
    client_id_metadata_document_supported: true,
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
  });
  for (const endpoint of [
    'authorization_endpoint',
    'token_endpoint',
    'registration_endpoint',
    'revocation_endpoint',
  ])
    expect(new URL(server[endpoint]).origin).toBe(app.deps.baseUrl);
});

test.each(Object.entries(PROGRAMS))(
  '%s connects, works, refreshes and is disconnected',
  async (_name, program) => {
    const address = app.deps.baseUrl + pathOf(app.first.project_id, 'default');
    const path = new URL(address).pathname;
    const { resource, server } = await discover(address);
    const client_id = await identify(program);
    const redirect_uri = program.waitsAt ?? (program.metadata.redirect_uris[0] as string);
    const request = {
      ...{ response_type: 'code', client_id, redirect_uri, state: 's', resource: resource.resource },
      ...{ code_challenge: challengeOf(VERIFIER), code_challenge_method: 'S256' },
      ...(program.scope && { scope: program.scope }),
    };
    const shown = (await inspect(person, request)).body.data;
    expect(shown.client.name).toBe(program.metadata.client_name);
    const back = new URL((await decide(person, request, 'write')).body.data.redirect_to);
    expect(back.href.startsWith(redirect_uri)).toBe(true);
    expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual(['s', server.issuer]);

    const tokenPath = new URL(server.token_endpoint).pathname;
    const code = back.searchParams.get('code');
    const exchanged = await postForm(app, tokenPath, {
      ...{ grant_type: 'authorization_code', code, redirect_uri, client_id },
      ...{ code_verifier: VERIFIER, resource: resource.resource },
    });
    expect([exchanged.status, exchanged.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(exchanged.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read write' });
    const call = async (token: string, method = 'tools/list') =>
      send(app, path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
      });
    expect((await call(exchanged.body.access_token)).text).toContain('"update-template"');
    // Programs that want a stream of events beside the calls are told that there is none.
    expect((await send(app, path, { headers: { accept: 'text/event-stream' } })).status).toBe(405);

    const { refresh_token } = exchanged.body;
    const refreshed = await postForm(app, tokenPath, {
      grant_type: 'refresh_token',
      refresh_token,
      client_id,
    });
    expect((await call(refreshed.body.access_token)).status).toBe(200);
    const revoked = await postForm(app, new URL(server.revocation_endpoint).pathname, {
      ...{ token: refreshed.body.refresh_token, token_type_hint: 'refresh_token', client_id },
    });
    expect(revoked.status).toBe(200);
    const { access_token, refresh_token: last } = refreshed.body;
    const ended = await call(access_token);
    expect([ended.status, ended.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
    const again = await postForm(app, tokenPath, {
      grant_type: 'refresh_token',
      refresh_token: last,
      client_id,
    });
    // Programs ask the person again only after this error.
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
  },
);

test('programs within a web page of another origin may read every answer of the dialogue', async () => {
  const path = pathOf(app.first.project_id, 'default');
  const headers = { origin: 'https://inspector.example' };
  for (const [method, url] of [
    ['POST', path],
    ['GET', `/.well-known/oauth-protected-resource${path}`],
    ['GET', '/.well-known/oauth-authorization-server/oauth'],
    ['POST', '/oauth/register'],
    ['POST', '/oauth/token'],
    ['POST', '/oauth/revoke'],
  ] as const) {
    const preflight = await send(app, url, {
      method: 'OPTIONS',
      headers: {
        ...headers,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, content-type, mcp-protocol-version',
      },
    });
    const allowed = preflight.headers.get('access-control-allow-headers') ?? '';
    expect([url, preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      url,
      204,
      '*',
    ]);
    for (const header of ['authorization', 'content-type', 'mcp-protocol-version', 'mcp-session-id'])
      expect(allowed).toContain(header);
    const answer = await send(app, url, { method, headers });
    expect([url, answer.headers.get('access-control-allow-origin')]).toEqual([url, '*']);
    expect(answer.headers.get('access-control-expose-headers')).toContain('www-authenticate');
  }
});
