import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createBackendKey } from '../../../src/features/access/index.ts';
import { listAdminActions } from '../../../src/features/audit/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import type { Effect } from '../../../src/platform/scope.ts';
import { expectServerError } from '../../support/expect-error.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
let keys: Record<'admin' | 'read' | 'write', string>;
beforeAll(async () => {
  app = await createTestApp();
  const { project_id } = app.first;
  const make = async (effects: Effect[]) =>
    (await perform(createBackendKey, app.deps, adminScope, { project_id, name: 'Billing', effects }))
      .server_key;
  keys = {
    admin: await make(['read', 'admin']),
    read: await make(['read']),
    write: await make(['read', 'comment', 'write', 'delete']),
  };
});
afterAll(() => app.stop());

const call = (
  method: string,
  path: string,
  body?: unknown,
  who: keyof typeof keys = 'admin',
  actor?: string,
) =>
  app.request(method, `/api/v1/server${path}`, {
    token: keys[who],
    ...(body !== undefined && { body }),
    ...(actor !== undefined && { headers: { 'x-galley-actor': actor } }),
  });

describe('tenants over the backend API', () => {
  test('are not found by a change that began before their deletion', async () => {
    await call('POST', '/tenants', { tenant: 'racing' });
    let creating: ReturnType<typeof call> | undefined;
    const remove = app.deps.events.onTransaction(async () => {
      creating ??= call('POST', '/tenants/racing/templates', { content: { blocks: [] } }, 'write');
      for (let turn = 0; turn < 20; turn += 1) await Bun.sleep(0);
    });
    expect((await call('DELETE', '/tenants/racing')).status).toBe(200);
    remove();
    expectServerError((await creating) as never, 404, 'not_found');
  });

  test('are created with a plan and a name, read, changed, deleted and restored', async () => {
    const body = { tenant: 'acme', name: 'Acme Ltd', plan: 'growth', brand: { font: 'Georgia' } };
    const created = await call('POST', '/tenants', body);
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      tenant: 'acme',
      name: 'Acme Ltd',
      plan: 'growth',
      suspended: null,
    });
    expectServerError(await call('POST', '/tenants', body), 409, 'conflict');
    const changed = await call('PATCH', '/tenants/acme', { name: 'Acme Inc', plan: 'scale' });
    expect(changed.body.data).toMatchObject({ name: 'Acme Inc', plan: 'scale' });
    const plan = await call('GET', '/tenants/acme/plan');
    expect(plan.body.data.effective.name).toBe('scale');
    const untouched = await call('PUT', '/tenants/acme/plan', {});
    expect([untouched.status, untouched.body]).toEqual([200, plan.body]);
    expect((await call('DELETE', '/tenants/acme')).status).toBe(200);
    expectServerError(await call('GET', '/tenants/acme'), 404, 'not_found');
    const missing = await call('GET', '/tenants/acme/templates');
    expectServerError(missing, 404, 'not_found');
    expect((await call('GET', '/tenants/acme')).body.message).toBe(missing.body.message);
    const twice = await call('PATCH', '/tenants/acme', { tenant: 'other', name: 'Twice' });
    expectServerError(twice, 422, 'validation_failed');
    expect(twice.body.message).toBe('tenant is in the path of this request. Leave it out of the body.');
    expect((await call('POST', '/deleted-tenants/acme/restore', {})).status).toBe(200);
    expect((await call('GET', '/tenants/acme')).body.data.name).toBe('Acme Inc');
    expect((await call('GET', '/tenants/acme/templates')).status).toBe(200);
  });

  test('are restored by a key of some tenants under identifiers of these only', async () => {
    const limited = await perform(createBackendKey, app.deps, adminScope, {
      project_id: app.first.project_id,
      ...{ name: 'Some', effects: ['admin', 'read'], tenants: ['some', 'some-more'] },
    });
    const restore = (body: object) =>
      app.request('POST', '/api/v1/server/deleted-tenants/some/restore', { token: limited.server_key, body });
    await call('POST', '/tenants', { tenant: 'some' });
    await call('DELETE', '/tenants/some');
    expectServerError(await restore({ as: 'foreign' }), 403, 'forbidden');
    expectServerError(await call('GET', '/tenants/foreign'), 404, 'not_found');
    expect((await restore({ as: 'some-more' })).body.data.tenant).toBe('some-more');
  });

  test('are suspended at once, for pages and for the backend', async () => {
    await call('POST', '/tenants', { tenant: 'late' });
    const page = await app.openTenant('late');
    const read = async () => [
      (await page.request('GET', '/templates')).status,
      (await call('GET', '/tenants/late/templates', undefined, 'write')).status,
    ];
    expect(await read()).toEqual([200, 200]);
    await call('PATCH', '/tenants/late', { suspended: 'blocked' });
    expect(await read()).toEqual([403, 403]);
    await call('PATCH', '/tenants/late', { suspended: null });
    expect(await read()).toEqual([200, 200]);
  });

  test('are listed in pages, and found by a part of identifier or shown name', async () => {
    for (let i = 0; i < 101; i += 1) await app.exchangeToken(`page-${String(i).padStart(3, '0')}`);
    await call('POST', '/tenants', { tenant: 'x1', name: 'Bäckerei 100% "Süß"' });
    const find = async (search: string, cursor = '') => {
      const query = new URLSearchParams({ search, ...(cursor !== '' && { cursor }) });
      const { data, meta } = (await call('GET', `/tenants?${query}`)).body;
      return { names: data.map(({ tenant }: { tenant: string }) => tenant), cursor: meta.next_cursor };
    };
    const first = await find('PAGE-');
    expect([first.names.length, first.names[0], first.names[99]]).toEqual([100, 'page-000', 'page-099']);
    expect(await find('PAGE-', first.cursor)).toEqual({ names: ['page-100'], cursor: null });
    for (const text of ['x1', 'bäck', '100%', '"S', 'Süß']) expect((await find(text)).names).toEqual(['x1']);
    for (const text of ['%', '_', '*', 'NEAR(', '😀', 'y'.repeat(255)])
      expect([text, (await find(text)).names]).toEqual([text, text === '%' ? ['x1'] : []]);
    const foreign = await call('GET', `/tenants?search=x1&cursor=${encodeURIComponent(first.cursor)}`);
    expectServerError(foreign, 422, 'validation_failed');
    expectServerError(await call('GET', `/tenants?search=${'y'.repeat(256)}`), 422, 'validation_failed');
  });

  test('need the effect admin for every change', async () => {
    await call('POST', '/tenants', { tenant: 'kept' });
    const changes = [
      ['POST', '/tenants', { tenant: 'new' }],
      ['PATCH', '/tenants/kept', { plan: 'scale' }],
      ['PUT', '/tenants/kept/plan', { plan: 'scale' }],
      ['DELETE', '/tenants/kept', {}],
      ['POST', '/deleted-tenants/kept/restore', {}],
    ] as const;
    for (const [method, path, body] of changes)
      for (const who of ['read', 'write'] as const)
        expectServerError(await call(method, path, body, who), 403, 'forbidden');
    expect((await call('GET', '/tenants/kept', undefined, 'read')).body.data.plan).toBeUndefined();
  });

  test('are changed in the name of the backend, as the audit of operators shows', async () => {
    await call('POST', '/tenants', { tenant: 'audited' }, 'admin', 'Sign-up%20form');
    const { items } = await perform(listAdminActions, app.deps, adminScope, {});
    const [action] = items.filter(({ tenant }) => tenant === 'audited');
    expect(action).toMatchObject({
      action: 'tenant.created',
      actor: { kind: 'system', name: 'Sign-up form' },
    });
  });

  test.each([
    ['no identifier', {}],
    ['a plan that does not exist', { tenant: 'a', plan: 'gold' }],
    ['an identifier that no path can have', { tenant: '..' }],
    ['a long identifier', { tenant: 'x'.repeat(129) }],
    ['a control character', { tenant: 'a\u0000' }],
    ['an unknown field', { tenant: 'a', paln: 'scale' }],
    ['another project', { tenant: 'a', project_id: 'x' }],
    ['an empty name', { tenant: 'a', name: '' }],
    ['an invisible name', { tenant: 'a', name: ' \u200b' }],
    ['a brand that is none', { tenant: 'a', brand: { font: 5 } }],
  ])('are not created with %s', async (_, body) => {
    expectServerError(await call('POST', '/tenants', body), 422, 'validation_failed');
    expectServerError(await call('GET', '/tenants/a'), 404, 'not_found');
  });
});
