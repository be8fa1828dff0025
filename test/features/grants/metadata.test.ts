import { describe, expect, test } from 'bun:test';
import { createTestApp } from '../../support/test-app.ts';
import { allow, callTool, connectAgent, pathOf, send } from './agent.ts';
import { app, editor, useStage } from './stage.ts';

useStage();

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

  test('is found by a client whose address ends with a slash, and the tenant too', async () => {
    const path = `${pathOf(app.first.project_id, 'default')}/`;
    const [, url = ''] =
      /resource_metadata="([^"]+)"/.exec(
        (await callTool(app, undefined, 'list-templates', {}, path)).headers.get('www-authenticate') ?? '',
      ) ?? [];
    const { body } = await send(app, url.slice(app.deps.baseUrl.length));
    expect(body.resource).toBe(app.deps.baseUrl + path.slice(0, -1));
    const changes = { resource: app.deps.baseUrl + path };
    const { tokens } = await connectAgent(app, editor, { changes });
    expect((await callTool(app, tokens.access_token, 'list-templates', {}, path)).status).toBe(200);
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
