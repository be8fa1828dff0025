import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { listBackendKeys, revokeBackendKey } from '../../../src/features/access/index.ts';
import { DomainError } from '../../../src/platform/errors.ts';
import { perform } from '../../../src/platform/operation.ts';
import { countRows, dumpDatabase } from '../../support/database-dump.ts';
import { expectServerError } from '../../support/expect-error.ts';
import { adminScope, createTestApp, type TestApp } from '../../support/test-app.ts';
import { serverClient, toBasic } from './server-client.ts';

let app: TestApp;
let basic: string;
let call: ReturnType<typeof serverClient>['call'];
let createKey: ReturnType<typeof serverClient>['createKey'];
let openPlace: ReturnType<typeof serverClient>['openPlace'];
beforeAll(async () => {
  app = await createTestApp();
  ({ basic, call, createKey, openPlace } = serverClient(app));
});
afterAll(() => app.stop());

describe('a backend key', () => {
  const EFFECTS = ['read', 'comment', 'write', 'delete'] as const;
  test.each(EFFECTS)(
    'with the effect %s performs operations of that effect, and no others',
    async (effect) => {
      const { path, id } = await openPlace(`may-${effect}`);
      const key = await createKey({ effects: [effect] });
      const authorization = `Bearer ${key.server_key}`;
      const template = `${path}/templates/${id}`;
      const requests = {
        read: ['GET', template, {}],
        comment: ['POST', `${template}/comments`, { body: { body: 'Hello' } }],
        write: ['PATCH', template, { body: { name: 'New' } }],
        delete: ['DELETE', template, {}],
      } as const;
      for (const name of EFFECTS) {
        const [method, at, sent] = requests[name];
        const answer = await call(method, at, { authorization, ...sent });
        if (name === effect) expect([name, Math.floor(answer.status / 100)]).toEqual([name, 2]);
        else {
          expectServerError(answer, 403, 'forbidden');
          expect(answer.body.message).toContain(`its effects are ${effect}`);
        }
      }
    },
  );

  test('limited to operations or tenants performs no other, nowhere else', async () => {
    const { path, id } = await openPlace('limited');
    await openPlace('elsewhere');
    const key = await createKey({ operations: ['getTemplate'], tenants: ['limited', 'later'] });
    const authorization = `Bearer ${key.server_key}`;
    const statusOf = async (at: string) => (await call('GET', at, { authorization })).status;
    expect(await statusOf(`${path}/templates/${id}`)).toBe(200);
    expect(await statusOf(`${path}/templates`)).toBe(403);
    // Whether it exists or not.
    expect(await statusOf(`/tenants/elsewhere/templates/${id}`)).toBe(403);
    expect(await statusOf(`/tenants/nobody/templates/${id}`)).toBe(403);
    expect(await statusOf(`/tenants/later/templates/${id}`)).toBe(404);
    expect(await statusOf('/tenants')).toBe(403);
    const all = await createKey({ tenants: ['limited'] });
    expectServerError(
      await call('GET', '/tenants', { authorization: `Bearer ${all.server_key}` }),
      403,
      'forbidden',
    );
  });

  test('ends at its time, and at once when it is revoked', async () => {
    const { path } = await openPlace('ending');
    const ending = await createKey({ expires_at: new Date(app.clock.now() + 60_000).toISOString() });
    const revoked = await createKey();
    const statusOf = async (key: { server_key: string }) =>
      (await call('GET', `${path}/templates`, { authorization: `Bearer ${key.server_key}` })).status;
    expect([await statusOf(ending), await statusOf(revoked)]).toEqual([200, 200]);
    await perform(revokeBackendKey, app.deps, adminScope, { id: revoked.id });
    expect([await statusOf(ending), await statusOf(revoked)]).toEqual([200, 401]);
    app.clock.advance(60_000);
    expect(await statusOf(ending)).toBe(401);
    const listed = (await perform(listBackendKeys, app.deps, adminScope, {})).items;
    expect(listed.find(({ id }) => id === revoked.id)).toBeUndefined();
    expect(listed.find(({ id }) => id === ending.id)?.last_used_at).not.toBeNull();
  });

  test('is stored hashed, shown once, and in no log', async () => {
    const key = await createKey({ effects: ['read', 'admin'] });
    await call('GET', '/tenants', { authorization: `Bearer ${key.server_key}` });
    await call('GET', '/tenants');
    await call('GET', '/tenants', { authorization: toBasic('nobody', 'a-secret-guess') });
    const listed = JSON.stringify(await perform(listBackendKeys, app.deps, adminScope, {}));
    const log = app.logLines.join('\n');
    const stored = await dumpDatabase(app);
    for (const secret of [key.server_key, app.first.client_secret, 'a-secret-guess', basic.slice(6)]) {
      expect(log.includes(secret)).toBe(false);
      expect(listed.includes(secret)).toBe(false);
      expect(stored.includes(secret)).toBe(false);
    }
    expect(key.server_key).toMatch(/^gly_srv_[\w-]{43}$/);
  });

  test.each([
    ['no effect', { effects: [] }],
    ['an unknown effect', { effects: ['everything'] }],
    ['an unknown operation', { operations: ['getTemplates'] }],
    ['an operation of the operator', { operations: ['createApiKey'] }],
    ['a tenant that cannot be', { tenants: ['..'] }],
    ['a past end', { expires_at: '2020-01-01' }],
    ['an unknown project', { project_id: 'nope' }],
  ])('is not made with %s', async (_, input) => {
    const keys = await countRows(app, 'server_keys');
    await expect(createKey(input)).rejects.toBeInstanceOf(DomainError);
    expect(await countRows(app, 'server_keys')).toBe(keys);
  });

  test('opens neither the API of pages nor the tool server, nor do their credentials open this one', async () => {
    const page = await app.openTenant('apart');
    const { server_key } = await createKey({ effects: ['read', 'write', 'delete', 'admin', 'comment'] });
    expect((await page.request('GET', '/templates', { token: server_key })).status).toBe(401);
    expect((await app.request('POST', '/api/v1/mcp', { token: server_key, body: {} })).status).toBe(401);
    const answer = await call('GET', '/tenants/apart/templates', { authorization: `Bearer ${page.token}` });
    expectServerError(answer, 401, 'unauthorized');
  });
});
