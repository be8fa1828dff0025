import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTeam, suspendProject } from '../../../src/features/projects/index.ts';
import { MINUTE_MS } from '../../../src/platform/clock.ts';
import { perform } from '../../../src/platform/operation.ts';
import { channelOf, openSocket, type Rig, startRig, stopRig } from '../../realtime/rig.ts';
import { adminScope, smallContent } from '../../support/test-app.ts';
import type { Browser } from '../accounts/browser.ts';
import { signInMember, signInOperator } from '../members/people.ts';

let rig: Rig;
let owner: Browser;
let templateId = '';
let base = '';

beforeAll(async () => {
  rig = await startRig();
  owner = await signInMember(rig, rig.first.team_id, 'owner');
  const acme = await rig.openTenant('acme');
  templateId = (await acme.request('POST', '/templates', { body: { content: smallContent() } })).body.data.id;
  base = `/api/v1/projects/${rig.first.project_id}/tenants/acme`;
});
afterAll(() => stopRig(rig));

const open = (browser: Pick<Browser, 'send'>, tenant = 'acme', headers: Record<string, string> = {}) =>
  browser.send('POST', `/api/v1/admin/projects/${rig.first.project_id}/tenants/${tenant}/editor-token`, {
    headers,
  });

const accountOf = async (browser: Browser): Promise<string> =>
  (await browser.send('GET', '/api/v1/admin/me')).body.data.account.id;

const rename = (token: string, name: string) =>
  rig.request('PUT', `${base}/templates/${templateId}`, { token, body: { name } });

const setRole = async (browser: Browser, role: string) => {
  const path = `/api/v1/admin/teams/${rig.first.team_id}/members/${await accountOf(browser)}/role`;
  expect((await owner.send('PUT', path, { body: { role } })).status).toBe(200);
};

test.each(['editor', 'admin', 'owner'] as const)(
  'a person with the role %s edits under the own name',
  async (role) => {
    const browser = await signInMember(rig, rig.first.team_id, role);
    const { status, body } = await open(browser);
    const { name, id } = (await browser.send('GET', '/api/v1/admin/me')).body.data.account;
    expect([status, body.tenant, body.project_id, body.user]).toEqual([
      ...[200, 'acme', rig.first.project_id],
      { id, name, signature: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
    expect((await rename(body.token, `By ${role}`)).status).toBe(200);
    const activity = await rig.request('GET', `${base}/activity`, { token: body.token });
    expect(JSON.stringify(activity.body.data)).toContain(name);
    rig.clock.advance(10 * MINUTE_MS);
    expect((await rename(body.token, 'Late')).status).toBe(401);
  },
);

test.each([
  ['a viewer', () => signInMember(rig, rig.first.team_id, 'viewer'), 403],
  ['a reviewer', () => signInMember(rig, rig.first.team_id, 'reviewer'), 403],
  [
    'an owner of another team',
    async () => {
      const { id } = await perform(createTeam, rig.deps, adminScope, { name: 'Others' });
      return signInMember(rig, id, 'owner');
    },
    404,
  ],
])('%s gets no token', async (_who, signIn, expected) => {
  const { status, body } = await open(await signIn());
  expect([status, body.token]).toEqual([expected, undefined]);
});

test('an operator of the installation gets a token of every tenant that exists', async () => {
  const operator = await signInOperator(rig);
  expect((await rename((await open(operator)).body.token, 'By the operator')).status).toBe(200);
  expect((await open(operator, 'nowhere')).status).toBe(404);
});

test('programs and pages of other origins get none', async () => {
  const fresh = await signInMember(rig, rig.first.team_id, 'owner');
  const made = await fresh.send('POST', '/api/v1/admin/admin-tokens', {
    body: { name: 'Script', effects: ['read', 'write'] },
  });
  const token = made.body.data.admin_token as string;
  const byToken = await rig.request(
    'POST',
    `/api/v1/admin/projects/${rig.first.project_id}/tenants/acme/editor-token`,
    { token },
  );
  expect([byToken.status, byToken.body.message]).toEqual([403, expect.stringContaining('have signed in')]);
  expect((await open(owner, 'acme', { origin: 'https://elsewhere.example' })).status).toBe(403);
});

test('a suspended project is only read, a blocked one gives no token', async () => {
  const { project_id } = rig.first;
  try {
    await perform(suspendProject, rig.deps, adminScope, { project_id, suspended: 'read_only' });
    expect((await rename((await open(owner)).body.token, 'Refused')).status).toBe(403);
    await perform(suspendProject, rig.deps, adminScope, { project_id, suspended: 'blocked' });
    expect((await open(owner)).status).toBe(403);
  } finally {
    await perform(suspendProject, rig.deps, adminScope, { project_id, suspended: null });
  }
});

test('a lower role holds at once for tokens and sockets that are open, and without a role they end', async () => {
  owner = await signInMember(rig, rig.first.team_id, 'owner');
  const browser = await signInMember(rig, rig.first.team_id, 'editor');
  const { token, user } = (await open(browser)).body;
  const other = (await open(owner)).body;
  const join = async (of: { token: string; user: { id: string; name: string; signature: string } }) => {
    const socket = await openSocket(rig, rig.first.project_id);
    const channel = channelOf(templateId);
    const { id, name, signature } = of.user;
    const signed = { user_id: id, user_name: name, user_signature: signature };
    const body = { socket_id: socket.id, channel_name: channel, ...signed };
    const pass = await rig.request('POST', `${base}/broadcasting/auth`, { token: of.token, body });
    expect(pass.status).toBe(200);
    socket.send({ event: 'pusher:subscribe', data: { channel, ...pass.body } });
    await socket.next('pusher_internal:subscription_succeeded');
    return socket;
  };
  const socket = await join({ token, user });
  const owners = await join(other);
  await setRole(browser, 'reviewer');
  expect((await socket.closed).code).toBe(4200);
  const refused = await rename(token, 'Refused');
  expect([refused.status, refused.body.message]).toEqual([
    403,
    expect.stringContaining('Your role in this team'),
  ]);
  expect((await rig.request('GET', `${base}/templates/${templateId}`, { token })).status).toBe(200);
  const member = `/api/v1/admin/teams/${rig.first.team_id}/members/${await accountOf(browser)}`;
  expect((await owner.send('DELETE', member)).status).toBe(200);
  expect((await rig.request('GET', `${base}/templates/${templateId}`, { token })).status).toBe(401);
  expect(owners.isOpen()).toBe(true);
});
