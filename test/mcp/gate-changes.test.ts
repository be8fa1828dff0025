import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { connect as openSocket } from 'node:net';
import {
  createApiKey,
  listApiKeys,
  regenerateApiKey,
  revokeApiKey,
} from '../../src/features/access/index.ts';
import { createProject, deleteTenant, setProjectPlan } from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import {
  connect,
  dumpData,
  ENDPOINT,
  ERAS,
  envelopeOf,
  headersOf,
  type Seat,
  sendRpc,
  tenantAccessOf,
  UNLIMITED_CALLS,
} from './tool-client.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
});
afterEach(() => app.stop());

const statusOf = async (seat: Seat = tenantAccessOf(app)) =>
  (await sendRpc(app, seat, 'modern', 'tools/list')).status;

describe('what the operator changes holds from the next request on', () => {
  test('the plan', async () => {
    const { project_id } = app.first;
    expect(await statusOf()).toBe(200);
    await perform(setProjectPlan, app.deps, adminScope, { project_id, plan: 'starter' });
    expect(await statusOf()).toBe(403);
    await perform(setProjectPlan, app.deps, adminScope, { project_id, plan: 'growth' });
    expect(await statusOf()).toBe(200);
    expect((await connect(app).get('get-project-config')).plan).toBe('growth');
  });

  test('a key that is revoked', async () => {
    const { id, api_key } = await perform(createApiKey, app.deps, adminScope, { name: 'Short' });
    const seat = { ...tenantAccessOf(app), key: api_key };
    expect([await statusOf(seat), await statusOf()]).toEqual([200, 200]);
    await perform(revokeApiKey, app.deps, adminScope, { id });
    expect([await statusOf(seat), await statusOf()]).toEqual([401, 200]);
  });

  test('a key that is regenerated', async () => {
    expect(await statusOf()).toBe(200);
    const [key] = (await perform(listApiKeys, app.deps, adminScope, {})).items;
    const { api_key } = await perform(regenerateApiKey, app.deps, adminScope, { id: key?.id as string });
    expect(await statusOf()).toBe(401);
    expect(await statusOf({ ...tenantAccessOf(app), key: api_key })).toBe(200);
  });

  test('a key that expires, to the millisecond', async () => {
    const expires_at = new Date(app.clock.now() + 5000).toISOString();
    const { api_key } = await perform(createApiKey, app.deps, adminScope, { name: 'Short', expires_at });
    const seat = { ...tenantAccessOf(app), key: api_key };
    expect(await statusOf(seat)).toBe(200);
    app.clock.advance(4999);
    expect(await statusOf(seat)).toBe(200);
    app.clock.advance(1);
    expect(await statusOf(seat)).toBe(401);
  });

  test('a tenant that is deleted, and one that comes back under its name', async () => {
    const { project_id } = app.first;
    await connect(app).get('create-template', { name: 'Old', content: smallContent() });
    await perform(deleteTenant, app.deps, adminScope, { project_id, tenant: 'default' });
    expect(await statusOf()).toBe(404);
    await app.exchangeToken('default');
    expect((await connect(app).get('list-templates')).items).toEqual([]);
  });

  test('a tenant that was not there a moment ago', async () => {
    const seat = { ...tenantAccessOf(app), tenant: 'new' };
    expect(await statusOf(seat)).toBe(404);
    await app.exchangeToken('new');
    expect(await statusOf(seat)).toBe(200);
  });

  test('when a key was last used', async () => {
    await statusOf();
    const lastUse = async () => {
      await app.deps.db.transaction(async () => {});
      return (await perform(listApiKeys, app.deps, adminScope, {})).items[0]?.last_used_at;
    };
    expect(await lastUse()).toBe(new Date(app.clock.now()).toISOString());
    app.clock.advance(59_999);
    await statusOf();
    expect(await lastUse()).not.toBe(new Date(app.clock.now()).toISOString());
    app.clock.advance(1);
    await statusOf();
    expect(await lastUse()).toBe(new Date(app.clock.now()).toISOString());
  });
});

describe('X-Tenant', () => {
  const SLUGS = [
    '抹茶 カフェ',
    'Müller & Söhne',
    'a/b',
    'per%cent',
    '100%',
    '%41',
    ' leading',
    'ünï\u{1f600}',
  ];

  test.each(SLUGS)('"%s" is found percent-encoded, and only that tenant', async (tenant) => {
    await app.exchangeToken(tenant);
    const seat = { ...tenantAccessOf(app), tenant };
    await connect(app, 'legacy', seat).get('create-template', { name: 'Mine', content: smallContent() });
    expect((await connect(app, 'modern', seat).get('list-templates')).items).toHaveLength(1);
    expect((await connect(app).get('list-templates')).items).toHaveLength(0);
  });

  test.each(['Müller', 'plain', '100%', 'a/b'])('"%s" is found as it is', async (tenant) => {
    await app.exchangeToken(tenant);
    const seat = { ...tenantAccessOf(app), tenant: undefined };
    const answer = await sendRpc(app, seat, 'legacy', 'ping', {}, { headers: { 'x-tenant': tenant } });
    expect(answer.status).toBe(200);
  });

  test.each(['Müller 抹茶', '100% Müller'])(
    'in the bytes of UTF-8, as curl sends what is typed into a terminal: %s',
    async (tenant) => {
      await app.exchangeToken(tenant);
      if (app.http.server === null) app.http.listen({ port: 0, hostname: '127.0.0.1' });
      const { 'x-tenant': _, ...headers } = headersOf(tenantAccessOf(app));
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
      const lines = Object.entries({ ...headers, 'content-type': 'application/json', connection: 'close' });
      const head = `POST ${ENDPOINT} HTTP/1.1\r\nhost: localhost\r\nx-tenant: ${tenant}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`;
      const answer = await exchange(`${head}content-length: ${body.length}\r\n\r\n${body}`);
      expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 200 OK');
    },
  );
});

function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(app.http.server?.port as number, '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('server/discover', () => {
  const discover = (seat: Seat) => sendRpc(app, seat, 'modern', 'server/discover');

  test('wants a key, but no project', async () => {
    const { key } = tenantAccessOf(app);
    const answer = await discover({ key });
    expect([answer.status, answer.body.result.supportedVersions]).toEqual([200, ['2026-07-28']]);
    expect(answer.headers.get('ratelimit')).toBeNull();
    expect((await discover({ key, project: 'nonsense', tenant: 'nobody' })).status).toBe(200);
    expect((await discover({})).status).toBe(401);
    expect((await discover({ key: 'gly_key_nobody' })).status).toBe(401);
  });

  test('in a body of older revisions is no method, and opens nothing', async () => {
    const before = await dumpData(app);
    const params = { name: 'create-template', arguments: { content: smallContent() } };
    for (const id of [1, undefined]) {
      const answer = await sendRpc(app, tenantAccessOf(app), 'legacy', 'server/discover', params, { id });
      expect([answer.status, answer.body?.error?.code]).toEqual(id === 1 ? [200, -32601] : [202, undefined]);
    }
    expect(await dumpData(app)).toBe(before);
  });

  test('in a header alone gives no access to project and tenant', async () => {
    const { key } = tenantAccessOf(app);
    const headers = { 'mcp-method': 'server/discover' };
    for (const era of ERAS) {
      const answer = await sendRpc(app, { key }, era, 'tools/list', {}, { headers });
      expect([answer.status, answer.body.error.code]).toEqual([400, 400]);
    }
  });

  test('with what belongs to a call is nothing but discovery', async () => {
    const params = { name: 'create-template', arguments: { content: smallContent() }, _meta: envelopeOf() };
    const before = await dumpData(app);
    const answer = await sendRpc(app, tenantAccessOf(app), 'modern', 'server/discover', params);
    expect(answer.body.error ?? answer.body.result.supportedVersions).toBeDefined();
    expect(await dumpData(app)).toBe(before);
  });
});

test('a key may work in every project of its team', async () => {
  const other = await perform(createProject, app.deps, adminScope, { name: 'Other', plan: 'growth' });
  await app.exchangeToken('acme', { client_id: other.client_id, client_secret: other.client_secret });
  expect(await statusOf({ ...tenantAccessOf(app), project: other.id, tenant: 'acme' })).toBe(200);
});
