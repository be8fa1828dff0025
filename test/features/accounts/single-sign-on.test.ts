import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createAccountLink } from '../../../src/features/accounts/index.ts';
import { inviteMember } from '../../../src/features/members/operations/invitations.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { perform } from '../../../src/platform/operation.ts';
import { sha256Hex } from '../../../src/platform/security/crypto.ts';
import { readRows } from '../../support/read-rows.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import { Passkey } from './authenticator.ts';
import { Browser, PASSWORD, tokenOf } from './browser.ts';

const BASE_URL = 'http://localhost:21450';
const CALLBACK = `${BASE_URL}/api/v1/account/single-sign-on/callback`;

let provider: Bun.Subprocess<'ignore', 'pipe', 'ignore'>;
let issuer: string;
let app: TestApp;

beforeAll(async () => {
  provider = Bun.spawn(['node', join(import.meta.dir, 'provider.mjs'), CALLBACK], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const { value } = await provider.stdout.getReader().read();
  issuer = new TextDecoder().decode(value).trim();
  app = await openApp({ oidc_domains: ['example.com'], oidc_roles: ['admins=operator'] });
  setRoles(app, ['designers', 'editor']);
});
afterAll(async () => {
  provider.kill();
  await app.stop();
});

const openApp = (settings: object) =>
  createTestApp(
    {
      base_url: BASE_URL,
      fetch_private: ['127.0.0.1'],
      oidc_issuer: issuer,
      oidc_client_id: 'galley',
      oidc_client_secret: 'secret-of-the-client',
      oidc_scopes: ['openid', 'email', 'profile', 'groups'],
      ...settings,
    },
    { clock: systemClock },
  );

/** As the setting would; it names the team by its id, which is known now only. */
function setRoles({ deps, first }: TestApp, ...roles: [value: string, role: string][]) {
  const { provider } = deps.services.accounts.singleSignOn ?? {};
  const inTeam = roles.map(([value, role]) => ({ value, teamId: first.team_id, role }));
  Object.assign(provider ?? {}, { roles: [...inTeam, { value: 'admins', role: 'operator' }] });
}

const rolesOf = (one: TestApp) => readRows(one, 'SELECT role FROM team_members');

/** Signs in at the provider, as a person in a browser would; the address it sends the browser to. */
async function signInAtProvider(start: string, login: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = start;
  let body: URLSearchParams | undefined;
  for (let step = 0; step < 12 && !url.startsWith(CALLBACK); step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie },
      ...(body && { method: 'POST', body }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    body = undefined;
    const location = response.headers.get('location');
    if (location !== null) {
      url = new URL(location, url).href;
      continue;
    }
    const [, action = '', prompt = ''] =
      /action="([^"]+)"[\s\S]*?name="prompt" value="([^"]+)"/.exec(await response.text()) ?? [];
    url = new URL(action, url).href;
    body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'x' }) });
  }
  return url;
}

async function signIn(browser: Browser, login: string, returnTo = '/dashboard/projects') {
  const { headers } = await browser.get(`/single-sign-on?return_to=${encodeURIComponent(returnTo)}`);
  const callback = await signInAtProvider(headers.get('location') ?? '', login);
  const answer = await browser.send('GET', callback.slice(BASE_URL.length));
  return { callback, location: answer.headers.get('location') };
}

test('makes an account with the roles of the claim, and signs in', async () => {
  const browser = new Browser(app);
  expect((await browser.get('/state')).body.single_sign_on).toEqual({
    name: 'single sign-on',
    url: '/api/v1/account/single-sign-on',
  });
  expect((await signIn(browser, 'olga')).location).toBe('/dashboard/projects');
  expect((await browser.get('/session')).body.account).toMatchObject({
    email: 'olga@example.com',
    is_operator: true,
    has_single_sign_on: true,
  });
  expect(await rolesOf(app)).toEqual([{ role: 'editor' }]);
});

test('sets the roles again at each sign-in', async () => {
  setRoles(app, ['others', 'owner'], ['designers', 'viewer'], ['admins', 'admin']);
  await signIn(new Browser(app), 'olga');
  expect(await rolesOf(app)).toEqual([{ role: 'admin' }]);
  setRoles(app, ['others', 'owner']);
  await signIn(new Browser(app), 'olga');
  expect(await rolesOf(app)).toEqual([]);
});

test('asks with PKCE, state and nonce', async () => {
  const { headers } = await new Browser(app).get('/single-sign-on');
  const { searchParams } = new URL(headers.get('location') ?? '');
  expect(searchParams.get('code_challenge_method')).toBe('S256');
  for (const name of ['code_challenge', 'state', 'nonce'])
    expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
});

test.each([
  ['fred', 'email_not_verified'],
  ['eve', 'domain_not_allowed'],
])('refuses %s: %s', async (login, reason) => {
  const browser = new Browser(app);
  expect((await signIn(browser, login)).location).toBe(`/dashboard/sign-in?single_sign_on=${reason}`);
  expect((await browser.get('/session')).status).toBe(401);
});

test('accepts an answer once, and only from the browser that began', async () => {
  const browser = new Browser(app);
  const { callback } = await signIn(browser, 'olga');
  const path = callback.slice(BASE_URL.length);
  for (const other of [browser, new Browser(app)]) {
    const again = await other.send('GET', path);
    expect(again.headers.get('location')).toBe('/dashboard/sign-in?single_sign_on=expired');
  }
});

test('refuses an answer with another state or issuer', async () => {
  for (const [name, value] of [
    ['state', 'x'.repeat(43)],
    ['iss', 'https://evil.example'],
  ] as const) {
    const browser = new Browser(app);
    const { headers } = await browser.get('/single-sign-on');
    const callback = new URL(await signInAtProvider(headers.get('location') ?? '', 'olga'));
    callback.searchParams.set(name, value);
    const answer = await browser.send('GET', callback.pathname + callback.search);
    expect(answer.headers.get('location')).toBe('/dashboard/sign-in?single_sign_on=failed');
    expect((await browser.get('/session')).status).toBe(401);
  }
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '/dashboard\\@evil.example',
  '/dashboardevil',
])('does not send the browser to %s (open redirect)', async (target) => {
  expect((await signIn(new Browser(app), 'olga', target)).location).toBe('/dashboard');
});

test('without domains, lets in only people who have an account', async () => {
  const invited = await openApp({ oidc_domains: [] });
  try {
    expect((await signIn(new Browser(invited), 'olga')).location).toBe(
      '/dashboard/sign-in?single_sign_on=no_account',
    );
    const { url } = await perform(createAccountLink, invited.deps, adminScope, {});
    const person = { token: tokenOf(url), name: 'Olga', email: 'olga@example.com', password: PASSWORD };
    expect((await new Browser(invited).post('/link/password', person)).status).toBe(200);
    const browser = new Browser(invited);
    expect((await signIn(browser, 'olga')).location).toBe('/dashboard/projects');
    expect((await browser.get('/session')).body.account).toMatchObject({
      has_password: true,
      has_single_sign_on: true,
    });
  } finally {
    await invited.stop();
  }
});

test('makes void what somebody else has set up for an account with the address (pre-hijacking)', async () => {
  const link = await perform(inviteMember, app.deps, adminScope, {
    team_id: app.first.team_id,
    role: 'viewer',
  });
  const attacker = new Browser(app);
  const entered = { token: tokenOf(link.url), name: 'Nina', email: 'nina@example.com' };
  expect((await attacker.post('/link/password', { ...entered, password: PASSWORD })).status).toBe(200);
  const passkey = new Passkey(attacker.origin);
  const { options } = (await attacker.post('/passkeys/options')).body;
  expect((await attacker.post('/passkeys', { response: passkey.register(options) })).status).toBe(200);
  const made = await attacker.send('POST', '/api/v1/admin/admin-tokens', { body: { name: 'Mine' } });
  expect(made.status).toBe(201);
  const authorization = `Bearer ${made.body.admin_token}`;

  const nina = new Browser(app);
  await signIn(nina, 'nina');
  expect((await nina.get('/session')).body.account).toMatchObject({
    is_operator: true,
    has_password: false,
    passkeys: 0,
  });
  expect((await attacker.get('/session')).status).toBe(401);
  const credentials = { email: 'nina@example.com', password: PASSWORD };
  expect((await attacker.post('/sign-in', credentials)).status).toBe(401);
  const challenge = (await attacker.post('/sign-in/passkey/options')).body.options;
  const response = passkey.authenticate(challenge);
  expect((await attacker.post('/sign-in/passkey', { response })).status).toBe(401);
  expect((await app.request('GET', '/api/v1/admin/me', { headers: { authorization } })).status).toBe(401);

  // From then on the address is proven, and the owner's own password stays.
  expect((await nina.post('/password', { password: PASSWORD })).status).toBe(200);
  await signIn(new Browser(app), 'nina');
  expect((await new Browser(app).post('/sign-in', credentials)).status).toBe(200);
});

test('stays below the path of the base URL', async () => {
  const below = await openApp({ base_url: `${BASE_URL}/mail`, oidc_domains: [] });
  const returnTo = async (page: string) => {
    const browser = new Browser(below);
    await browser.get(`/single-sign-on?return_to=${encodeURIComponent(page)}`);
    const key = `single_sign_on ${sha256Hex(browser.cookies.get('galley.single_sign_on') ?? '')}`;
    const [row] = await readRows(below, `SELECT value FROM account_challenges WHERE key = '${key}'`);
    return JSON.parse((row as { value: string }).value).returnTo;
  };
  expect(await returnTo('/mail/dashboard/projects?a=1')).toBe('/mail/dashboard/projects?a=1');
  for (const page of [
    '/dashboard',
    '/mail/dashboardevil',
    '//evil.example/mail/dashboard',
    '/mail/dashboard\\@x',
  ])
    expect(await returnTo(page)).toBe('/mail/dashboard');
  const { headers } = await new Browser(below).get('/single-sign-on/callback?code=x');
  expect(headers.get('location')).toBe('/mail/dashboard/sign-in?single_sign_on=expired');
  await below.stop();
});

test('does not fetch from a private network that is not allowed', async () => {
  const strict = await openApp({ fetch_private: [] });
  const { headers } = await new Browser(strict).get('/single-sign-on');
  expect(headers.get('location')).toBe('/dashboard/sign-in?single_sign_on=failed');
  expect(strict.logLines.join()).toContain('No public server has the name');
  await strict.stop();
});

test('shows no secret in the log', () => {
  const log = app.logLines.join('\n');
  for (const secret of ['secret-of-the-client', 'code=', 'id_token']) expect(log).not.toContain(secret);
});
