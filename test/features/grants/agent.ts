import { createHash, randomBytes } from 'node:crypto';
import { type Answer, readAnswer, type TestApp } from '../../support/test-app.ts';
import type { Browser } from '../accounts/browser.ts';

export const REDIRECT = 'https://agent.example/callback';

/** Of PKCE. */
export const VERIFIER = randomBytes(32).toString('base64url');
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
}

type Parameters = Record<string, string | null | undefined>;

const given = (parameters: Parameters) =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));

/** Sends a request as a program on the internet does. */
export async function send(app: TestApp, path: string, init: RequestInit = {}): Promise<Answer> {
  return readAnswer(await app.http.handle(new Request(app.deps.baseUrl + path, init)));
}

export const postForm = (app: TestApp, path: string, form: Parameters): Promise<Answer> =>
  send(app, path, { method: 'POST', body: new URLSearchParams(given(form) as Record<string, string>) });

export const register = (app: TestApp, metadata: object): Promise<Answer> =>
  send(app, '/oauth/register', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  });

/** Past the endpoint, which limits how many clients an address registers. */
export async function addClient(
  app: TestApp,
  redirectUris = [REDIRECT],
  client_name = 'Claude',
): Promise<string> {
  const { clients } = app.deps.services.grants;
  return (await clients.register({ client_name, redirect_uris: redirectUris })).id;
}

export const pathOf = (project: string, tenant: string) => `/mcp/${project}/${encodeURIComponent(tenant)}`;

/** What an agent sends a person to the dashboard with. */
export function requestOf(app: TestApp, clientId: string, changes: Parameters = {}) {
  return given({
    client_id: clientId,
    redirect_uri: REDIRECT,
    resource: app.deps.baseUrl + pathOf(app.first.project_id, app.first.tenant),
    response_type: 'code',
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: 'S256',
    scope: 'read write',
    state: 'a state',
    ...changes,
  });
}

const CONNECTIONS = '/api/v1/admin/agent-connections';

export const inspect = (person: Browser, request: object): Promise<Answer> =>
  person.send('POST', `${CONNECTIONS}/inspect`, { body: request });

export const decide = (person: Browser, request: object, mode: string | null): Promise<Answer> =>
  person.send('POST', CONNECTIONS, { body: { ...request, mode } });

/** A person allows a new client; the code is in the answer. */
export async function allow(
  app: TestApp,
  person: Browser,
  { mode = 'write', changes = {}, clientId }: { mode?: string; changes?: Parameters; clientId?: string } = {},
) {
  const id = clientId ?? (await addClient(app));
  const answer = await decide(person, requestOf(app, id, changes), mode);
  if (answer.status !== 200) throw new Error(answer.text);
  const url = new URL(answer.body.data.redirect_to);
  return { clientId: id, url, code: url.searchParams.get('code') ?? '' };
}

export const exchange = (app: TestApp, clientId: string, code: string, changes: Parameters = {}) =>
  postForm(app, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    ...changes,
  });

export const refresh = (app: TestApp, clientId: string, token: string, changes: Parameters = {}) =>
  postForm(app, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: clientId,
    refresh_token: token,
    ...changes,
  });

/** An agent that a person has connected. */
export async function connectAgent(app: TestApp, person: Browser, options: Parameters2<typeof allow> = {}) {
  const { clientId, code } = await allow(app, person, options);
  const answer = await exchange(app, clientId, code);
  if (answer.status !== 200) throw new Error(answer.text);
  return { clientId, code, tokens: answer.body as Tokens };
}

type Parameters2<Call extends (app: TestApp, person: Browser, options?: never) => unknown> = NonNullable<
  Call extends (app: TestApp, person: Browser, options?: infer Options) => unknown ? Options : never
>;

/** Calls a tool with an access token. */
export const callTool = (
  app: TestApp,
  token: string | undefined,
  name = 'list-templates',
  args: object = {},
  path = pathOf(app.first.project_id, app.first.tenant),
): Promise<Answer> =>
  send(app, path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
