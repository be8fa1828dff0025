import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createApiKey, createBackendKey } from '../../../src/features/access/index.ts';
import { createAdminToken } from '../../../src/features/members/index.ts';
import { createProject, createTeam, createTenant } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import type { Browser } from '../accounts/browser.ts';
import { signInMember } from './people.ts';

const ADMIN = '/api/v1/admin';

/** They would end the attacker's own access, and with it the test. */
const OWN_END = ['leaveTeam', 'deleteProject', 'deleteTenant', 'removeMember', 'suspendProject'];

/** In every name of the victim. */
const MARK = 'VICTIM';

let app: TestApp;
let attacker: Browser;
/** By the name of a field: the attacker's own, and the victim's. */
let own: Record<string, string>;
let victim: Record<string, string>;

beforeAll(async () => {
  app = await createTestApp();
  own = await openTeam('mine');
  victim = await openTeam(MARK);
  attacker = own.browser as unknown as Browser;
});
afterAll(() => app.stop());

async function openTeam(name: string): Promise<Record<string, string>> {
  const { deps } = app;
  const team = await perform(createTeam, deps, adminScope, { name });
  const project = await perform(createProject, deps, adminScope, { name, team_id: team.id });
  await perform(createTenant, deps, adminScope, { project_id: project.id, tenant: name, name });
  const key = await perform(createApiKey, deps, adminScope, { name, team_id: team.id });
  const serverKey = await perform(createBackendKey, deps, adminScope, { project_id: project.id, name });
  const browser = await signInMember(app, team.id, 'owner');
  const { account } = (await browser.send('GET', `${ADMIN}/me`)).body.data;
  const { body } = await browser.send('POST', `${ADMIN}/teams/${team.id}/invitations`, {
    body: { role: 'viewer', email: `${name}@example.com` },
  });
  const token = await browser.send('POST', `${ADMIN}/admin-tokens`, { body: { name } });
  return {
    ...{ team_id: team.id, project_id: project.id, project: project.id, to_project_id: project.id },
    ...{ tenant: name, account_id: account.id, key: key.id, key_id: key.id, serverKey: serverKey.id },
    ...{ invitation: body.data.id, token: token.body.data.id, name, browser: browser as never },
  };
}

/** What an `id` of a route is about. */
function kindOfId(path: string): string {
  if (path.includes('/invitations/')) return 'invitation';
  if (path.includes('/admin-tokens/')) return 'token';
  return path.includes('/server-keys/') ? 'serverKey' : 'key';
}

/** Everything that the victim can see of the own team. */
async function dumpVictim(): Promise<string> {
  const { team_id, project_id, browser } = victim as unknown as Record<string, string> & { browser: Browser };
  const paths = [
    ...['/me', '/teams', '/projects', '/keys', '/admin-tokens', `/projects/${project_id}/server-keys`],
    ...[`/teams/${team_id}/members`, `/teams/${team_id}/invitations`, `/projects/${project_id}/tenants`],
    ...[`/projects/${project_id}/brand`, `/projects/${project_id}/origins`],
    `/projects/${project_id}/tenants/${MARK}/plan`,
  ];
  const answers = await Promise.all(paths.map((path) => browser.send('GET', ADMIN + path)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  return JSON.stringify(answers.map(({ body }) => body));
}

/** Values that every schema here accepts. */
const FILLED: Record<string, unknown> = {
  ...{ name: 'Attack', role: 'viewer', effects: ['read'], plan: 'scale', brand: null, change: null },
  ...{ suspended: 'blocked', origin: 'https://evil.example', shared: true, effect: 'read' },
};

describe('an owner of another team', () => {
  /** Every combination: the path of one team, the other fields of the other, and all of the victim. */
  test.each([
    ['the path', true, false],
    ['the other fields', false, true],
    ['all fields', true, true],
  ])('who names the victim in %s of every request reads and changes nothing', async (_, inPath, inFields) => {
    const before = await dumpVictim();
    const faults: string[] = [];
    for (const { method, path, operation } of app.adminRoutes) {
      // Both teams may have tenants of one identifier.
      if (operation.scope === 'tenant' || (!inPath && operation.name === 'createTenant')) continue;
      const kind = kindOfId(path);
      const idOf = (from: Record<string, string>, name: string) => from[name === 'id' ? kind : name];
      const url = path.replace(/:(\w+)/g, (_all, name: string) => {
        return encodeURIComponent(idOf(inPath ? victim : own, name) ?? 'none');
      });
      const fields: Record<string, unknown> = {};
      for (const name of Object.keys(operation.input.properties)) {
        if (path.includes(`:${name}`) || (name === 'project_id' && path.includes(':project'))) continue;
        const id = name === 'project_ids' ? [victim.project_id] : idOf(inFields ? victim : own, name);
        if (name in FILLED) fields[name] = FILLED[name];
        else if (id !== undefined) fields[name] = id;
      }
      // What ends the attacker's own access would end the test.
      if (!inPath && OWN_END.includes(operation.name)) continue;
      const query = new URLSearchParams(
        Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      );
      const { status, body } =
        method === 'GET' || method === 'DELETE'
          ? await attacker.send(method, `${url}?${query}`)
          : await attacker.send(method, url, { body: fields });
      if (status >= 500) faults.push(`${method} ${path}: ${status}`);
      const hasNamedIt = JSON.stringify(fields).includes(MARK) || url.includes(MARK);
      if (JSON.stringify(body ?? '').includes(MARK) && !(hasNamedIt && status >= 400))
        faults.push(`${method} ${path}: shows ${JSON.stringify(body).slice(0, 200)}`);
      const namesVictim = inPath && path.includes(':');
      if (namesVictim && status < 400) faults.push(`${method} ${path}: ${status}`);
    }
    expect(faults).toEqual([]);
    expect(await dumpVictim()).toBe(before);
  });
});

describe('headers', () => {
  test('that override the method, the actor, or the address of the server change nothing', async () => {
    const path = `${ADMIN}/projects`;
    for (const headers of [
      { 'x-http-method-override': 'POST' },
      { 'x-original-url': `${ADMIN}/settings`, 'x-rewrite-url': `${ADMIN}/settings` },
      { 'x-galley-actor': 'Root', 'x-forwarded-user': 'root', 'x-remote-user': 'root' },
    ]) {
      const { status, body } = await attacker.send('GET', path, { headers: headers as never });
      expect({ status, kind: typeof body.data.length }).toEqual({ status: 200, kind: 'number' });
    }
    for (const headers of [
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin, cross-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example', 'x-http-method-override': 'GET' },
    ]) {
      const { status } = await attacker.send('POST', path, { body: { name: 'Forged' }, headers });
      expect({ headers, status }).toEqual({ headers, status: 403 });
    }
  });

  test('a session does not help a token that may do less, nor a token a session', async () => {
    const { admin_token } = await perform(createAdminToken, app.deps, adminScope, {
      ...{ name: 'Reader', team_id: victim.team_id, role: 'viewer' },
    });
    const headers = { authorization: `Bearer ${admin_token}` };
    const rename = `${ADMIN}/projects/${own.project_id}`;
    expect((await attacker.send('PATCH', rename, { body: { name: 'X' }, headers })).status).toBe(403);
    expect((await attacker.send('GET', `${rename}/brand`, { headers })).status).toBe(404);
    expect((await attacker.send('GET', `${ADMIN}/me`, { headers })).body.data.account).toBeNull();
  });

  test('a large body without credentials is refused unread', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        if (pulled > 1_000) return controller.close();
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const request = new Request(`${app.deps.baseUrl}${ADMIN}/projects`, {
      ...{ method: 'POST', body, headers: { 'content-type': 'application/json', origin: app.deps.baseUrl } },
    });
    expect((await app.http.handle(request)).status).toBeGreaterThanOrEqual(401);
    expect(pulled).toBeLessThan(100);
  });
});
