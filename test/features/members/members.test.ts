import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { createTeam } from '../../../src/features/projects/index.ts';
import { DAY_MS, toIsoTime } from '../../../src/platform/clock.ts';
import { perform } from '../../../src/platform/operation.ts';
import type { Role } from '../../../src/platform/security/roles.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import { Browser, PASSWORD, tokenOf } from '../accounts/browser.ts';
import { makeSignInsOld, signInMember, signInOperator } from './people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const ADMIN = '/api/v1/admin';

/** A team with one owner. */
async function openTeam(name: string) {
  const { id } = await perform(createTeam, app.deps, adminScope, { name });
  return { id, path: `${ADMIN}/teams/${id}`, owner: await signInMember(app, id, 'owner') };
}

const accountOf = async (browser: Browser): Promise<string> =>
  (await browser.send('GET', `${ADMIN}/me`)).body.data.account.id;

const rolesIn = async (browser: Browser, path: string): Promise<Role[]> =>
  (await browser.send('GET', `${path}/members`)).body.data.map(({ role }: { role: Role }) => role);

describe('who I am', () => {
  test('a member sees the own teams and roles, an operator all teams', async () => {
    const team = await openTeam('Me');
    const viewer = await signInMember(app, team.id, 'viewer');
    const me = (await viewer.send('GET', `${ADMIN}/me`)).body.data;
    expect(me).toMatchObject({ is_operator: false, admin_token: null });
    expect(me.teams).toEqual([{ id: team.id, name: 'Me', role: 'viewer' }]);
    expect(me.account.email).toContain('@example.com');
    const operator = await signInOperator(app);
    const all = (await operator.send('GET', `${ADMIN}/me`)).body.data;
    expect(all.is_operator).toBe(true);
    expect(all.teams.length).toBeGreaterThan(1);
    expect((await app.request('GET', `${ADMIN}/me`)).status).toBe(401);
  });
});

describe('members', () => {
  test('an owner changes roles and removes members, who lose everything at once', async () => {
    const { id, path, owner } = await openTeam('Roles');
    const other = await signInMember(app, id, 'viewer');
    const member = `${path}/members/${await accountOf(other)}`;
    expect((await owner.send('PUT', `${member}/role`, { body: { role: 'editor' } })).body.data).toMatchObject(
      {
        role: 'editor',
      },
    );
    expect((await rolesIn(owner, path)).sort()).toEqual(['editor', 'owner']);
    expect((await other.send('PUT', `${member}/role`, { body: { role: 'owner' } })).status).toBe(403);
    expect((await owner.send('DELETE', member)).status).toBe(200);
    expect((await other.send('GET', `${path}/members`)).status).toBe(404);
    expect((await owner.send('DELETE', member)).status).toBe(404);
  });

  test('the last owner stays: not removed, not lowered, not leaving', async () => {
    const { id, path, owner } = await openTeam('Last');
    const self = await accountOf(owner);
    const operator = await signInOperator(app);
    for (const browser of [owner, operator]) {
      const lowered = await browser.send('PUT', `${path}/members/${self}/role`, { body: { role: 'admin' } });
      expect(lowered).toMatchObject({ status: 409, body: { reason: 'last_owner' } });
      expect((await browser.send('DELETE', `${path}/members/${self}`)).status).toBe(409);
    }
    expect((await owner.send('POST', `${path}/leave`)).status).toBe(409);
    await signInMember(app, id, 'owner');
    expect((await owner.send('POST', `${path}/leave`)).status).toBe(200);
    expect((await owner.send('GET', `${path}/members`)).status).toBe(404);
  });

  test('of two owners who remove each other at the same time, one stays', async () => {
    const { id, path, owner } = await openTeam('Race');
    const second = await signInMember(app, id, 'owner');
    const [one, two] = [await accountOf(owner), await accountOf(second)];
    await Promise.all([
      owner.send('DELETE', `${path}/members/${two}`),
      second.send('DELETE', `${path}/members/${one}`),
    ]);
    const operator = await signInOperator(app);
    expect(await rolesIn(operator, path)).toEqual(['owner']);
  });

  test('members of another team are not found under the own team', async () => {
    const mine = await openTeam('Mine');
    const theirs = await openTeam('Theirs');
    const victim = await accountOf(theirs.owner);
    expect((await mine.owner.send('DELETE', `${mine.path}/members/${victim}`)).status).toBe(404);
    expect((await mine.owner.send('DELETE', `${theirs.path}/members/${victim}`)).status).toBe(404);
    const { status } = await mine.owner.send('PATCH', theirs.path, { body: { name: 'Taken' } });
    expect(status).toBe(404);
  });

  test('lists pages', async () => {
    const { path, owner } = await openTeam('Pages');
    const { body } = await owner.send('GET', `${path}/members`);
    expect(body.meta).toMatchObject({ next_cursor: null });
  });

  test('an owner renames the team', async () => {
    const { path, owner } = await openTeam('Old name');
    expect((await owner.send('PATCH', path, { body: { name: 'New name' } })).body.data.name).toBe('New name');
  });
});

describe('invitations', () => {
  test('are listed and revoked, work once, and expire after 7 days', async () => {
    const { path, owner } = await openTeam('Invited');
    const invite = async () =>
      (await owner.send('POST', `${path}/invitations`, { body: { role: 'editor' } })).body.data;
    const [revoked, used, expired] = [await invite(), await invite(), await invite()];
    expect(revoked.is_mailed).toBe(false);
    const listed = await owner.send('GET', `${path}/invitations`);
    expect(listed.body.data.map(({ id }: { id: string }) => id).sort()).toEqual(
      [revoked.id, used.id, expired.id].sort(),
    );
    expect(JSON.stringify(listed.body)).not.toContain(tokenOf(used.url));
    expect((await owner.send('DELETE', `${path}/invitations/${revoked.id}`)).status).toBe(200);
    const guest = await signInMember(app, app.first.team_id, 'viewer');
    const join = ({ url }: { url: string }) => guest.post('/link/join', { token: tokenOf(url) });
    expect((await join(revoked)).status).toBe(404);
    expect((await join(used)).status).toBe(200);
    expect((await join(used)).status).toBe(404);
    expect(await rolesIn(guest, path)).toContain('editor');
    await app.deps.db.transaction((db) =>
      db.run(sql`UPDATE account_links SET expires_at = ${app.clock.now()}`),
    );
    expect((await join(expired)).status).toBe(404);
    expect(expired.expires_at).toBe(toIsoTime(app.clock.now() + 7 * DAY_MS));
  });

  test('take no role away', async () => {
    const { path, owner } = await openTeam('Kept');
    const invited = await owner.send('POST', `${path}/invitations`, { body: { role: 'viewer' } });
    expect(invited.body).toMatchObject({ data: { role: 'viewer' } });
    const { url } = invited.body.data;
    expect((await owner.post('/link/join', { token: tokenOf(url) })).status).toBe(200);
    expect(await rolesIn(owner, path)).toEqual(['owner']);
  });

  /** Each: how an owner loses the right to invite. */
  test.each([
    [
      'is removed',
      (path: string, owner: Browser, id: string) => owner.send('DELETE', `${path}/members/${id}`),
    ],
    [
      'is lowered to admin',
      (path: string, owner: Browser, id: string) =>
        owner.send('PUT', `${path}/members/${id}/role`, { body: { role: 'admin' } }),
    ],
  ])('of an owner who %s do not work any more', async (how, end) => {
    const { id, path, owner } = await openTeam(`Inviter ${how}`);
    const former = await signInMember(app, id, 'owner');
    const invite = () => former.send('POST', `${path}/invitations`, { body: { role: 'owner' } });
    const [kept, early] = [(await invite()).body.data, (await invite()).body.data];
    const guest = await signInMember(app, app.first.team_id, 'viewer');
    expect((await guest.post('/link/join', { token: tokenOf(early.url) })).status).toBe(200);
    expect((await end(path, owner, await accountOf(former))).status).toBe(200);
    expect((await former.post('/link/join', { token: tokenOf(kept.url) })).status).toBe(404);
    const newcomer = {
      token: tokenOf(kept.url),
      name: 'X',
      email: `x-${id}@example.com`,
      password: PASSWORD,
    };
    expect((await new Browser(app).post('/link/password', newcomer)).status).toBe(404);
    expect((await rolesIn(owner, path)).filter((role) => role === 'owner')).toHaveLength(2);
  });

  test('need a sign-in of the last 15 minutes', async () => {
    const { path, owner } = await openTeam('Fresh');
    await makeSignInsOld(app);
    const { status, body } = await owner.send('POST', `${path}/invitations`, { body: { role: 'viewer' } });
    expect({ status, reason: body.reason }).toEqual({ status: 403, reason: 'sign_in_too_old' });
  });
});
