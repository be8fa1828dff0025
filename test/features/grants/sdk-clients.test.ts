import { afterAll, beforeAll, expect, test } from 'bun:test';
import * as v2 from '@modelcontextprotocol/client';
import * as v1auth from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { HOUR_MS } from '../../../src/platform/clock.ts';
import { createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import type { Browser } from '../accounts/browser.ts';
import { signInMember } from '../members/people.ts';
import { decide, pathOf } from './agent.ts';

let app: TestApp;
let person: Browser;
beforeAll(async () => {
  app = await createTestApp();
  await app.openTenant();
  person = await signInMember(app, app.first.team_id, 'editor');
});
afterAll(() => app.stop());

/** Keeps what the library's own OAuth code wants to be kept, and sends the person's browser. */
class Provider {
  readonly redirectUrl = 'http://localhost:33418/callback';
  readonly clientMetadata = {
    client_name: 'SDK client',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
  };
  readonly redirects: URL[] = [];
  readonly #kept = new Map<string, unknown>();

  state = () => 'state of the client';
  clientInformation = () => this.#kept.get('client');
  saveClientInformation = (client: unknown) => void this.#kept.set('client', client);
  tokens = () => this.#kept.get('tokens');
  saveTokens = (tokens: unknown) => void this.#kept.set('tokens', tokens);
  codeVerifier = () => this.#kept.get('verifier');
  saveCodeVerifier = (verifier: string) => void this.#kept.set('verifier', verifier);
  redirectToAuthorization = (url: URL) => void this.redirects.push(url);
}

const fetchFromApp = (url: string | URL | Request, init?: RequestInit) =>
  app.http.handle(new Request(url as string, init));

/** What the dashboard does when the person says yes. */
async function consent(url: URL, mode: string): Promise<URL> {
  expect(url.origin + url.pathname).toBe(`${app.deps.baseUrl}/dashboard/connect-agent`);
  const answer = await decide(person, Object.fromEntries(url.searchParams), mode);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return new URL(answer.body.data.redirect_to);
}

const address = () => new URL(app.deps.baseUrl + pathOf(app.first.project_id, 'default'));

test('the official client of version 1 connects, refreshes, and is told what it was not granted', async () => {
  const provider = new Provider();
  const transport = () =>
    new TransportV1(address(), { authProvider: provider as never, fetch: fetchFromApp as never });
  const first = new ClientV1({ name: 'v1', version: '1' });
  const connecting = transport();
  await expect(first.connect(connecting as never)).rejects.toBeInstanceOf(v1auth.UnauthorizedError);
  const back = await consent(provider.redirects[0] as URL, 'read');
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    state: 'state of the client',
    iss: `${app.deps.baseUrl}/oauth`,
  });
  await connecting.finishAuth(back.searchParams.get('code') as string);
  const client = new ClientV1({ name: 'v1', version: '1' });
  await client.connect(transport() as never);
  const call = (name: string, args = {}) => client.callTool({ name, arguments: args });
  expect((await call('list-templates')).isError).not.toBe(true);
  // The access token has expired: the client refreshes it by itself, once for each of its parallel calls.
  app.clock.advance(HOUR_MS);
  const answers = await Promise.all([1, 2, 3].map(() => call('list-templates')));
  expect(answers.map(({ isError }) => isError === true)).toEqual([false, false, false]);
  expect(provider.redirects).toHaveLength(1);
  // More than was granted: the client understands the challenge, asks for new tokens, and gets no more by that.
  await expect(call('create-template', { content: smallContent() })).rejects.toThrow(
    'after trying upscoping',
  );
  await client.close();
});

test('the official client of version 2 connects and works', async () => {
  const provider = new Provider();
  const transport = () =>
    new v2.StreamableHTTPClientTransport(address(), {
      authProvider: provider as never,
      fetch: fetchFromApp as never,
    });
  const connecting = transport();
  const first = new v2.Client({ name: 'v2', version: '1' });
  await expect(first.connect(connecting as never)).rejects.toBeInstanceOf(v2.UnauthorizedError);
  const back = await consent(provider.redirects[0] as URL, 'write');
  await connecting.finishAuth(back.searchParams as never);
  const client = new v2.Client({ name: 'v2', version: '1' }, {
    versionNegotiation: { mode: 'auto' },
  } as never);
  await client.connect(transport() as never);
  const made = await client.callTool({
    name: 'create-template',
    arguments: { name: 'By an agent', content: smallContent() },
  });
  expect([made.isError ?? false, JSON.stringify(made.content)]).toEqual([false, expect.any(String)]);
  app.clock.advance(HOUR_MS);
  const list = () => client.callTool({ name: 'list-templates', arguments: {} });
  const answers = await Promise.all([list(), list(), list()]);
  expect(answers.map(({ isError }) => isError === true)).toEqual([false, false, false]);
  await client.close();
});
