import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createProject, deleteTenant, setProjectPlan } from '../../../src/features/projects/index.ts';
import { listProjectModules, shareModules } from '../../../src/features/saved-modules/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { dumpDatabase } from '../../support/database-dump.ts';
import { expectError } from '../../support/expect-error.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import { BLOCKS, moduleRequests, type Tenant } from './modules.ts';

let app: TestApp;
let tenant: Tenant;
beforeEach(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
});
afterEach(() => app.stop());

const { post, put, remove, list, namesOf, save } = moduleRequests(() => tenant);

/** A session that the backend lets share modules. */
const openTrusted = (slug: string) => app.openTenant(slug, { share_modules: true });

describe('who has what', () => {
  test('a module belongs to its tenant: the others of the project neither see nor change it', async () => {
    const other = await app.openTenant('other');
    const trusted = await openTrusted('other');
    const id = await save('Mine');
    await save('Theirs', {}, other);
    expect((await list('', other)).map(({ name }: { name: string }) => name)).toEqual(['Theirs']);
    expect((await list('?search=mine', trusted)).map(({ name }: { name: string }) => name)).toEqual([]);
    expect(await namesOf()).toEqual(['Mine']);
    const dump = await dumpDatabase(app);
    for (const by of [other, trusted]) {
      for (const answer of [
        await put(id, { name: 'x' }, by),
        await put(id, { shared: true }, by),
        await remove(id, by),
      ]) {
        expectError(answer, 404, 'not_found');
        expect(answer.body.message).toBe('Saved module not found.');
      }
    }
    expect(await dumpDatabase(app)).toBe(dump);
  });

  test('a module that the backend has shared is used by all tenants, and changed by the backend only', async () => {
    const other = await app.openTenant('other');
    const trusted = await openTrusted('acme');
    const id = await save('Footer');
    const shared = await put(id, { shared: true }, trusted);
    expect(shared.body.data).toMatchObject({
      name: 'Footer',
      shared: true,
      canUpdate: true,
      canDelete: true,
    });
    await save('Theirs', {}, other);
    await save('Zebra', { shared: true }, trusted);
    const seen = (await list('', other)).map((one: Record<string, unknown>) => [
      one.name,
      one.shared,
      one.canUpdate,
      one.canDelete,
    ]);
    expect(seen).toEqual([
      ['Footer', true, false, false],
      ['Theirs', false, true, true],
      ['Zebra', true, false, false],
    ]);
    const dump = await dumpDatabase(app);
    // Not even by the editors of the tenant that saved it: a change would reach all others.
    for (const by of [tenant, other]) {
      for (const answer of [
        await put(id, { name: 'x' }, by),
        await put(id, { content: [{ type: 'divider' }] }, by),
        await put(id, { shared: false }, by),
        await remove(id, by),
      ]) {
        expectError(answer, 403, 'forbidden');
        expect(answer.body.message).toBe(
          'This module is shared with the whole project: you can use it, but not change or delete it.',
        );
      }
    }
    expect(await dumpDatabase(app)).toBe(dump);
    // Of whatever tenant its token is.
    const elsewhere = await openTrusted('third');
    expect((await put(id, { name: 'Footer 2' }, elsewhere)).body.data).toMatchObject({ name: 'Footer 2' });
    expect((await put(id, { shared: false }, elsewhere)).body.data).toMatchObject({
      shared: false,
      canUpdate: false,
      canDelete: false,
    });
    expectError(await put(id, { name: 'x' }, elsewhere), 404, 'not_found');
    expect((await list('', other)).map(({ name }: { name: string }) => name)).toEqual(['Theirs', 'Zebra']);
    expect(await namesOf()).toEqual(['Footer 2', 'Zebra']);
    expect((await put(id, { name: 'Footer 3' })).status).toBe(200);
  });

  test('an editor cannot share: not when it saves, nor when it changes', async () => {
    const id = await save('Mine');
    const dump = await dumpDatabase(app);
    for (const answer of [
      await post({ name: 'x', content: BLOCKS, shared: true }),
      await put(id, { shared: true }),
      await put(id, { name: 'y', shared: true }),
    ]) {
      expectError(answer, 403, 'forbidden');
      expect(answer.body.message).toStartWith('This session may not share saved modules.');
    }
    expect(await dumpDatabase(app)).toBe(dump);
    expect((await put(id, { name: 'y', shared: false })).body.data.name).toBe('y');
    for (const shared of ['true', 1, null]) {
      expectError(await post({ name: 'x', content: BLOCKS, shared }), 422, 'validation_failed');
    }
  });

  test('the token says who may share, and it cannot be forged or asked for by the page', async () => {
    const { token } = await app.exchangeToken('acme', { share_modules: false });
    const base = `/api/v1/projects/${app.first.project_id}/tenants/acme/saved-modules`;
    const body = { name: 'x', content: BLOCKS, shared: true };
    expectError(await app.request('POST', base, { token, body }), 403, 'forbidden');
    expectError(
      await app.request('POST', base, { token, body: { ...body, share_modules: true } }),
      422,
      'validation_failed',
    );
  });

  test('the operator lists, shares and unshares modules of a project, some or all', async () => {
    const { project_id } = app.first;
    const ids = [await save('One'), await save('Two', {}, await app.openTenant('other'))];
    const run = (shared: boolean, module_ids?: string[]) =>
      perform(shareModules, app.deps, adminScope, { project_id, shared, ...(module_ids && { module_ids }) });
    const sharedNames = async () =>
      (await perform(listProjectModules, app.deps, adminScope, { project_id })).items
        .filter(({ shared }) => shared)
        .map(({ tenant, name }) => `${tenant}: ${name}`);
    expect((await run(true, [ids[1] as string])).changed).toBe(1);
    expect(await sharedNames()).toEqual(['other: Two']);
    expect(await namesOf()).toEqual(['One', 'Two']);
    expect([(await run(true)).changed, (await run(true)).changed]).toEqual([1, 0]);
    expect(await sharedNames()).toEqual(['acme: One', 'other: Two']);
    expect((await run(false)).changed).toBe(2);
    expect(await namesOf()).toEqual(['One']);
    const dump = await dumpDatabase(app);
    await expect(run(true, [ids[0] as string, 'gone'])).rejects.toThrow('Saved module not found.');
    const nowhere = { project_id: 'gone', shared: true };
    await expect(perform(shareModules, app.deps, adminScope, nowhere)).rejects.toThrow('Project not found.');
    expect(await dumpDatabase(app)).toBe(dump);
  });

  test('the list of the operator has pages', async () => {
    for (let i = 0; i < 101; i += 1) await save(`${i}`);
    const read = (cursor?: string) =>
      perform(listProjectModules, app.deps, adminScope, {
        project_id: app.first.project_id,
        ...(cursor !== undefined && { cursor }),
      });
    const first = await read();
    const second = await read(first.next_cursor as string);
    const all = [...first.items, ...second.items].map(({ name }) => name);
    expect([first.items.length, second.items.length, second.next_cursor, new Set(all).size]).toEqual([
      100,
      1,
      null,
      101,
    ]);
  });

  test('no more can be shared at once than a project can have', async () => {
    for (const slug of ['a', 'b']) {
      const by = await app.openTenant(slug);
      for (let i = 0; i < 251; i += 1) await save(`${i}`, {}, by);
    }
    const input = { project_id: app.first.project_id, shared: true };
    await expect(perform(shareModules, app.deps, adminScope, input)).rejects.toThrow(
      'The project has 500 shared modules, the most it can have.',
    );
    expect(await namesOf()).toEqual([]);
  });

  test('another project sees nothing of them', async () => {
    const project = await perform(createProject, app.deps, adminScope, { name: 'Other', plan: 'scale' });
    const { client_id, client_secret } = project;
    const { token } = await app.exchangeToken('acme', { client_id, client_secret });
    const id = await save('Mine');
    const base = `/api/v1/projects/${project.id}/tenants/acme/saved-modules`;
    expect((await app.request('GET', base, { token })).body).toEqual({ data: [] });
    for (const [method, body] of [
      ['PUT', { name: 'x' }],
      ['DELETE', {}],
    ] as const) {
      const answer = await app.request(method, `${base}/${id}`, { token, body });
      expectError(answer, 404, 'not_found');
    }
  });

  test('a deleted tenant takes its modules along', async () => {
    const other = await app.openTenant('other');
    await save('Mine');
    await save('Theirs', {}, other);
    await perform(deleteTenant, app.deps, adminScope, { project_id: app.first.project_id, tenant: 'other' });
    expect(await namesOf()).toEqual(['Mine']);
  });

  test('without the feature nothing of it is there', async () => {
    const id = await save('Mine');
    const plan = { project_id: app.first.project_id, plan: 'starter' };
    await perform(setProjectPlan, app.deps, adminScope, plan);
    const reading = await tenant.request('GET', '/saved-modules');
    for (const answer of [
      reading,
      await post({ name: 'x', content: BLOCKS }),
      await put(id, { name: 'x' }),
      await remove(id),
    ]) {
      expectError(answer, 403, 'feature_unavailable');
      expect(answer.body.message).toBe("Feature 'saved_modules' is not available on your current plan.");
    }
  });
});
