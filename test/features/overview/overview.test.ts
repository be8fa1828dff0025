import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTeam } from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import type { Browser } from '../accounts/browser.ts';
import { signInMember, signInOperator } from '../members/people.ts';

const SECRET = 'passphrase-that-nobody-may-read';

let app: TestApp;
let viewer: Browser;
let stranger: Browser;
let operator: Browser;
beforeAll(async () => {
  app = await createTestApp({ backup_passphrase: SECRET, cors_origins: ['*'] });
  for (const [slug, count] of [
    ['acme', 53],
    ['globex', 2],
  ] as const) {
    const tenant = await app.openTenant(slug);
    for (let index = 0; index < count; index += 1) {
      const body = { name: `${slug} ${index}`, content: smallContent() };
      await tenant.request('POST', '/templates', { body });
    }
  }
  viewer = await signInMember(app, app.first.team_id as string, 'viewer');
  const { id } = await perform(createTeam, app.deps, adminScope, { name: 'Others' });
  stranger = await signInMember(app, id, 'owner');
  operator = await signInOperator(app);
});
afterAll(() => app.stop());

const get = async (browser: Browser, path: string) => {
  const { status, body } = await browser.send('GET', `/api/v1/admin${path}`);
  expect(status).toBe(200);
  return body;
};

describe('templates of all tenants', () => {
  test('come by pages, the newest first, with their project and tenant', async () => {
    const first = await get(viewer, '/templates');
    expect(first.data).toHaveLength(50);
    expect(first.data[0]).toMatchObject({ tenant: 'globex', name: 'globex 1', version: 1, score: null });
    const second = await get(viewer, `/templates?cursor=${encodeURIComponent(first.meta.next_cursor)}`);
    expect(second.data).toHaveLength(5);
    expect(second.meta.next_cursor).toBeNull();
    expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(55);
  });

  test('are found by name, tenant and project', async () => {
    const names = async (query: string) =>
      (await get(viewer, `/templates?${query}`)).data.map(({ name }: { name: string }) => name);
    expect(await names('search=GLOBEX')).toEqual(['globex 1', 'globex 0']);
    expect(await names('tenant=globex')).toEqual(['globex 1', 'globex 0']);
    expect(await names(`project_id=${app.first.project_id}&search=acme%2050`)).toEqual(['acme 50']);
    expect(await names('archived=true')).toEqual([]);
  });

  test('of another team are not found', async () => {
    expect((await get(stranger, '/templates')).data).toEqual([]);
    const path = `/api/v1/admin/templates?project_id=${app.first.project_id}`;
    expect((await stranger.send('GET', path)).status).toBe(404);
  });

  test('a cursor is for its own list alone', async () => {
    const { next_cursor } = (await get(viewer, '/templates')).meta;
    const path = `/api/v1/admin/templates?search=x&cursor=${encodeURIComponent(next_cursor)}`;
    expect((await viewer.send('GET', path)).status).toBe(422);
  });
});

test('counts by project are those of the own teams', async () => {
  const { project_id } = app.first;
  const { data } = await get(viewer, '/project-counts');
  expect(data).toEqual([{ project_id, tenants: 3, templates: 55, storage_bytes: 0 }]);
  expect((await get(stranger, '/project-counts')).data).toEqual([]);
});

describe('settings', () => {
  test('are for operators, without secrets', async () => {
    const { data } = await get(operator, '/settings');
    const named = (name: string) => data.find((setting: { name: string }) => setting.name === name);
    expect(named('backup_passphrase')).toMatchObject({ value: null, is_secret: true, is_changed: true });
    expect(named('cors_origins')).toMatchObject({ value: ['*'], variable: 'GALLEY_CORS_ORIGINS' });
    expect(JSON.stringify(data)).not.toContain(SECRET);
    expect((await viewer.send('GET', '/api/v1/admin/settings')).status).toBe(403);
  });
});

test('logs of the last hour are for operators, filtered by level and text, without secrets', async () => {
  app.deps.log.warn({ token: SECRET, disk: 'slow' }, 'the disk is slow');
  app.deps.log.info('hello');
  const { data } = await get(operator, '/logs?level=warn&search=DISK');
  expect(data).toMatchObject([{ level: 'warn', message: 'the disk is slow', facts: { disk: 'slow' } }]);
  const all = await get(operator, '/logs');
  expect(all.data.map(({ message }: { message: string }) => message)).toContain('hello');
  expect(JSON.stringify(all)).not.toContain(SECRET);
  expect((await viewer.send('GET', '/api/v1/admin/logs')).status).toBe(403);
});

describe('activity, tool calls and changes by people', () => {
  test('are those of a team, and of no other', async () => {
    const team = `team_id=${app.first.team_id}`;
    expect((await get(viewer, `/activity?${team}`)).data.length).toBeGreaterThan(0);
    expect((await get(viewer, `/tool-calls?${team}`)).data).toEqual([]);
    const actions = (await get(viewer, `/actions?${team}`)).data;
    expect(actions.map(({ action }: { action: string }) => action)).toContain('account.invitation_accepted');
    for (const path of ['/activity', '/tool-calls', '/actions']) {
      const own = (await stranger.send('GET', '/api/v1/admin/me')).body.data.teams[0].id;
      expect(JSON.stringify((await get(stranger, `${path}?team_id=${own}`)).data)).not.toContain('acme');
      const mixed = `project_id=${app.first.project_id}&team_id=${own}`;
      for (const query of ['', team, mixed, `project_id=${app.first.project_id}`]) {
        const { status } = await stranger.send('GET', `/api/v1/admin${path}?${query}`);
        expect({ path, query, status }).toEqual({ path, query, status: 404 });
      }
    }
  });
});
