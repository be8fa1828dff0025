import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { deleteProject } from '../../../src/features/instance/index.ts';
import {
  createProject,
  createTenant,
  deleteTenant,
  getTenant,
  listDeletedTenants,
  listTenants,
  moveTenant,
  restoreTenant,
  sweepDeletedTenants,
  updateTenant,
} from '../../../src/features/projects/index.ts';
import { type AnyOperation, perform } from '../../../src/platform/operation.ts';
import type { ScopeOf } from '../../../src/platform/scope.ts';
import { connect, tenantAccessOf } from '../../mcp/tool-client.ts';
import { type Answer, adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import { codeOf, createTemplate } from './tenants.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const DAY_MS = 86_400_000;
const ask = (operation: AnyOperation, more: object = {}) =>
  perform(operation, app.deps, adminScope, { project_id: app.first.project_id, ...more });

describe('a tenant', () => {
  test('is created with a plan and a name, renamed and listed', async () => {
    const made = await ask(createTenant, { tenant: 'made', name: 'Made Inc.', plan: 'growth' });
    expect(made).toMatchObject({ tenant: 'made', name: 'Made Inc.', plan: 'growth', suspended: null });
    expect(await codeOf(ask(createTenant, { tenant: 'made' }))).toBe('conflict');
    expect(await codeOf(ask(createTenant, { tenant: 'wrong', plan: 'gold' }))).toBe('validation_failed');
    expect(await codeOf(ask(createTenant, { tenant: '..' }))).toBe('validation_failed');
    expect(await ask(updateTenant, { tenant: 'made', name: 'Renamed' })).toMatchObject({ name: 'Renamed' });
    expect(await codeOf(ask(updateTenant, { tenant: 'made', name: '  ' }))).toBe('validation_failed');
    const { items } = await ask(listTenants);
    expect(items).toContainEqual(expect.objectContaining({ tenant: 'made', name: 'Renamed' }));
  });

  test('is managed by its project’s backend, and by no other', async () => {
    const { project_id, team_id } = app.first;
    const actor = { kind: 'system' as const, id: 'backend', name: 'Backend' };
    const scopeOf = (projectId: string, more: object = {}): ScopeOf<'project'> => ({
      kind: 'project',
      actor,
      teamId: team_id,
      projectId,
      ...more,
    });
    const input = { project_id, tenant: 'by-backend' };
    await perform(createTenant, app.deps, scopeOf(project_id), input);
    const foreign = scopeOf('00000000-0000-4000-8000-000000000000');
    for (const operation of [getTenant, createTenant, updateTenant, deleteTenant, restoreTenant])
      expect(await codeOf(perform(operation as AnyOperation, app.deps, foreign, input))).toBe('not_found');
    const reading = scopeOf(project_id, { restrictions: [{ effects: ['read'], message: 'Reads only.' }] });
    expect(await codeOf(perform(deleteTenant, app.deps, reading, input))).toBe('forbidden');
    expect(await perform(getTenant, app.deps, reading, input)).toMatchObject({ tenant: 'by-backend' });
  });
});

describe('a deleted tenant', () => {
  test('is not found until it is restored with everything it had', async () => {
    const session = await app.openTenant('restorable');
    const templateId = await createTemplate(session);
    const shared = { name: 'Footer', content: [{ type: 'divider' }], shared: true };
    const sharing = await app.openTenant('restorable', { share_modules: true });
    expect((await sharing.request('POST', '/saved-modules', { body: shared })).status).toBe(201);
    const beside = await app.openTenant('beside');
    const modulesBeside = async () => (await beside.request('GET', '/saved-modules')).body.data.length;
    expect(await modulesBeside()).toBe(1);

    const { purge_at } = await ask(deleteTenant, { tenant: 'restorable' });
    expect(Date.parse(purge_at)).toBe(app.clock.now() + 7 * DAY_MS);
    expect((await session.request('GET', '/templates')).status).toBe(401);
    const agent = connect(app, 'modern', { ...tenantAccessOf(app), tenant: 'restorable' });
    expect((await agent.rpc('tools/list')).status).toBe(404);
    for (const operation of [getTenant, updateTenant, deleteTenant])
      expect(await codeOf(ask(operation, { tenant: 'restorable' }))).toBe('not_found');
    expect((await ask(listTenants)).items).not.toContainEqual(
      expect.objectContaining({ tenant: 'restorable' }),
    );
    expect(await modulesBeside()).toBe(0);
    expect((await ask(listDeletedTenants)).items).toContainEqual(
      expect.objectContaining({ tenant: 'restorable', template_count: 1, purge_at }),
    );

    await ask(restoreTenant, { tenant: 'restorable' });
    expect((await session.request('GET', `/templates/${templateId}`)).status).toBe(200);
    expect(await modulesBeside()).toBe(1);
    expect(await codeOf(ask(restoreTenant, { tenant: 'restorable' }))).toBe('not_found');
    await ask(deleteTenant, { tenant: 'restorable', now: true });
    expect(await modulesBeside()).toBe(0);
  });

  test('leaves its identifier to a new one, and comes back under another', async () => {
    const first = await app.openTenant('taken');
    const templateId = await createTemplate(first);
    await ask(deleteTenant, { tenant: 'taken' });
    const second = await app.openTenant('taken');
    expect((await second.request('GET', '/templates')).body.data).toEqual([]);
    expect((await second.request('GET', `/templates/${templateId}`)).status).toBe(404);
    expect((await first.request('GET', '/templates')).status).toBe(401);
    expect(await codeOf(ask(restoreTenant, { tenant: 'taken' }))).toBe('conflict');
    expect(await ask(restoreTenant, { tenant: 'taken', as: 'taken-before' })).toMatchObject({
      tenant: 'taken-before',
      template_count: 1,
    });
    const back = await app.openTenant('taken-before');
    expect((await back.request('GET', `/templates/${templateId}`)).status).toBe(200);
  });

  test('is told from others of its identifier by an id, the last one first', async () => {
    for (const name of ['one', 'two']) {
      await createTemplate(await app.openTenant('again'), name);
      app.clock.advance(1000);
      await ask(deleteTenant, { tenant: 'again' });
    }
    const { items } = await ask(listDeletedTenants);
    const [last, before] = items.filter(({ tenant }: { tenant: string }) => tenant === 'again');
    expect(last.id).toBeGreaterThan(before.id);
    await ask(restoreTenant, { tenant: 'again', id: before.id });
    const session = await app.openTenant('again');
    expect((await session.request('GET', '/templates')).body.data[0].name).toBe('one');
    expect(await codeOf(ask(restoreTenant, { tenant: 'again', id: 999_999 }))).toBe('not_found');
  });

  test('is listed by pages, each once', async () => {
    for (let n = 0; n < 120; n += 1) {
      await ask(createTenant, { tenant: `many-${n}` });
      await ask(deleteTenant, { tenant: `many-${n}` });
    }
    const listed: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await ask(listDeletedTenants, cursor === undefined ? {} : { cursor });
      sizes.push(page.items.length);
      listed.push(...page.items.map((item: { tenant: string }) => item.tenant));
      cursor = page.next_cursor;
    }
    expect(sizes[0]).toBe(100);
    const many = listed.filter((name) => name.startsWith('many-'));
    expect(many).toHaveLength(120);
    expect(new Set(many).size).toBe(120);
    expect(await codeOf(ask(listDeletedTenants, { cursor: 'forged' }))).toBe('validation_failed');
  });

  test('stays in the trash while its plan is not defined', async () => {
    await ask(createTenant, { tenant: 'planless', plan: 'growth' });
    await ask(deleteTenant, { tenant: 'planless' });
    await app.deps.db.transaction(async (db) => {
      await db.run(`UPDATE tenants SET plan = 'gone' WHERE slug = 'planless'`);
    });
    expect(await codeOf(ask(restoreTenant, { tenant: 'planless' }))).toBe('validation_failed');
  });

  test('stays if it is restored while the sweep deletes others', async () => {
    for (const tenant of ['overdue', 'saved']) {
      await createTemplate(await app.openTenant(tenant));
      await ask(deleteTenant, { tenant });
    }
    app.clock.advance(7 * DAY_MS);
    let restoring: Promise<unknown> | undefined;
    const unsubscribe = app.deps.events.subscribe(({ type }) => {
      if (type === 'tenant.purged') restoring ??= ask(restoreTenant, { tenant: 'saved' });
    });
    await sweepDeletedTenants(app.deps, () => false);
    unsubscribe();
    expect(await restoring).toMatchObject({ tenant: 'saved', template_count: 1 });
    expect(await ask(getTenant, { tenant: 'saved' })).toMatchObject({ template_count: 1 });
  });

  test('is deleted for good after 7 days, at once with `now`, and with its project', async () => {
    const rows = async (slug: string) =>
      (await app.deps.db.reader.all(`SELECT id FROM tenants WHERE slug = '${slug}'`)).length;
    await createTemplate(await app.openTenant('swept'));
    await ask(deleteTenant, { tenant: 'swept' });
    app.clock.advance(7 * DAY_MS - 1);
    const sweep = () => sweepDeletedTenants(app.deps, () => false);
    await sweep();
    expect(await rows('swept')).toBe(1);
    app.clock.advance(1);
    expect(await sweep()).toBeGreaterThan(0);
    expect(await rows('swept')).toBe(0);
    expect(app.events).toContainEqual(expect.objectContaining({ type: 'tenant.purged' }));

    await app.openTenant('at-once');
    expect(await ask(deleteTenant, { tenant: 'at-once', now: true })).toMatchObject({ purge_at: null });
    expect(await rows('at-once')).toBe(0);

    await app.openTenant('trashed-first');
    await ask(deleteTenant, { tenant: 'trashed-first' });
    await ask(deleteTenant, { tenant: 'trashed-first', now: true });
    expect(await rows('trashed-first')).toBe(0);
    expect(await codeOf(ask(deleteTenant, { tenant: 'trashed-first', now: true }))).toBe('not_found');

    const project = await perform(createProject, app.deps, adminScope, { name: 'With a trash' });
    await ask(createTenant, { project_id: project.id, tenant: 'of-project' });
    await ask(deleteTenant, { project_id: project.id, tenant: 'of-project' });
    await perform(deleteProject, app.deps, adminScope, { project_id: project.id });
    expect(await rows('of-project')).toBe(0);
  });
});

describe('a tenant that moves to another project', () => {
  test('takes everything along, and its sessions end', async () => {
    const session = await app.openTenant('mover', { share_modules: true });
    const templateId = await createTemplate(session);
    const own = { name: 'Header', content: [{ type: 'divider' }], shared: true };
    expect((await session.request('POST', '/saved-modules', { body: own })).status).toBe(201);
    const target = await perform(createProject, app.deps, adminScope, { name: 'Target' });
    await ask(moveTenant, { tenant: 'mover', to_project_id: target.id });
    expect((await session.request('GET', '/templates')).status).toBe(401);
    expect(await codeOf(ask(getTenant, { tenant: 'mover' }))).toBe('not_found');
    const { client_id, client_secret } = target;
    const { token } = await app.exchangeToken('mover', { client_id, client_secret });
    const base = `/api/v1/projects/${target.id}/tenants/mover`;
    expect((await app.request('GET', `${base}/templates/${templateId}`, { token })).status).toBe(200);
    const modules = await app.request('GET', `${base}/saved-modules`, { token });
    expect(modules.body.data).toMatchObject([{ name: 'Header', shared: false }]);
    const agent = connect(app, 'modern', { ...tenantAccessOf(app), project: target.id, tenant: 'mover' });
    expect((await agent.get('list-templates')).items).toHaveLength(1);
  });

  test('takes along what is created and shared while it moves', async () => {
    const { request } = await app.openTenant('busy', { share_modules: true });
    const target = await perform(createProject, app.deps, adminScope, { name: 'Busy' });
    const module = (name: string) => ({ name, content: [{ type: 'divider' }], shared: true });
    // The hook runs in the transaction of the move, so the module is created right after it.
    let creating: Promise<Answer> | undefined;
    const remove = app.deps.events.onTransaction(async ({ type }) => {
      if (type !== 'tenant.moved') return;
      creating = request('POST', '/saved-modules', { body: module('Late') });
      for (let turn = 0; turn < 20; turn += 1) await Bun.sleep(0);
    });
    await ask(moveTenant, { tenant: 'busy', to_project_id: target.id });
    remove();
    expect((await creating)?.status).toBe(401);
    const left = await app.deps.db.reader.all(
      `SELECT saved_modules.name FROM saved_modules JOIN tenants ON tenants.id = tenant_id
       WHERE saved_modules.project_id <> tenants.project_id`,
    );
    expect(left).toEqual([]);
  });

  test('stays where another has its identifier, within its team, and in no project that does not exist', async () => {
    await app.openTenant('stayer');
    const target = await perform(createProject, app.deps, adminScope, { name: 'Occupied' });
    await ask(createTenant, { project_id: target.id, tenant: 'stayer' });
    const move = (to_project_id: string) => codeOf(ask(moveTenant, { tenant: 'stayer', to_project_id }));
    expect(await move(target.id)).toBe('conflict');
    expect(await move(app.first.project_id)).toBe('conflict');
    expect(await move('nowhere')).toBe('not_found');
  });
});
