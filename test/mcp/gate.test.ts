import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createApiKey, regenerateApiKey, revokeApiKey } from '../../src/features/access/index.ts';
import { createProject, createTeam } from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { type Answer, adminScope, createTestApp, type TestApp } from '../support/test-app.ts';
import {
  dumpData,
  ENDPOINT,
  ERAS,
  type Era,
  headersOf,
  type Seat,
  sendRpc,
  tenantAccessOf,
  UNLIMITED_CALLS,
} from './tool-client.ts';

const UNKNOWN_PROJECT = '00000000-0000-7000-8000-000000000000';
const MISSING_KEY =
  'The API key is missing: send the header "Authorization: Bearer <api key>". The operator makes keys with "galley key create".';
const WRONG_KEY =
  'The API key is invalid, expired or revoked. The operator makes keys with "galley key create".';

type Name = 'good' | 'chosen' | 'stranger' | 'expired' | 'revoked' | 'replaced';

let app: TestApp;
let keys: Record<Name, string>;
let starter: string;
let bearer: string;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  const small = await perform(createProject, app.deps, adminScope, { name: 'Small', plan: 'starter' });
  await app.exchangeToken('small', { client_id: small.client_id, client_secret: small.client_secret });
  starter = small.id;
  bearer = (await app.exchangeToken('default')).token;
  keys = await makeKeys();
});
afterAll(() => app.stop());

async function makeKeys(): Promise<Record<Name, string>> {
  const add = (input: object) => perform(createApiKey, app.deps, adminScope, { name: 'A key', ...input });
  const team = await perform(createTeam, app.deps, adminScope, { name: 'Strangers' });
  const other = await perform(createProject, app.deps, adminScope, { name: 'Other', plan: 'growth' });
  const chosen = await add({ project_ids: [other.id] });
  const stranger = await add({ team_id: team.id });
  const expired = await add({ expires_at: new Date(app.clock.now() + 1000).toISOString() });
  const revoked = await add({});
  const replaced = await add({});
  await perform(revokeApiKey, app.deps, adminScope, { id: revoked.id });
  await perform(regenerateApiKey, app.deps, adminScope, { id: replaced.id });
  app.clock.advance(1000);
  return {
    good: app.first.api_key,
    chosen: chosen.api_key,
    stranger: stranger.api_key,
    expired: expired.api_key,
    revoked: revoked.api_key,
    replaced: replaced.api_key,
  };
}

interface Row {
  seat: () => Seat;
  headers?: () => Record<string, string>;
  status: number;
  code: string;
  message: string;
  challenge?: string;
}

const withKey = (name: Name) => () => ({ ...tenantAccessOf(app), key: keys[name] });
const refusal = (
  seat: Row['seat'],
  status: number,
  code: string,
  message: string,
  more: Partial<Row> = {},
): Row => ({ seat, status, code, message, ...more });
const missing = (header: string, what: string, seat: Row['seat']): Row =>
  refusal(seat, 400, 'validation_failed', `${header}: the header is missing; send the ${what}.`);
const wrongKey = (seat: Row['seat']): Row =>
  refusal(seat, 401, 'unauthorized', WRONG_KEY, { challenge: 'Bearer error="invalid_token"' });
const noProject = (project: string) =>
  refusal(() => ({ ...tenantAccessOf(app), project }), 404, 'not_found', 'Project not found.');
const noTenant = (tenant: string, more: Partial<Row> = {}): Row =>
  refusal(() => ({ ...tenantAccessOf(app), tenant }), 404, 'not_found', NO_TENANT, more);
const NO_TENANT =
  'Tenant not found. A tenant is created with its first token, by its backend (POST /api/v1/server/tenants), or by the operator ("galley tenant create").';
const NO_ACCESS = 'The API key has no access to this project.';

/** Each reason for which the endpoint refuses a request, with its answer. rate-limit.test.ts has 429. */
const ROWS: Record<string, Row> = {
  'no project': missing('X-Project-Id', 'project’s UUID', () => ({
    ...tenantAccessOf(app),
    project: undefined,
  })),
  'an empty project': missing('X-Project-Id', 'project’s UUID', () => ({
    ...tenantAccessOf(app),
    project: '',
  })),
  'no tenant': missing('X-Tenant', 'tenant’s identifier', () => ({
    ...tenantAccessOf(app),
    tenant: undefined,
  })),
  'an empty tenant': missing('X-Tenant', 'tenant’s identifier', () => ({
    ...tenantAccessOf(app),
    tenant: '',
  })),
  'neither header': missing('X-Project-Id', 'project’s UUID', () => ({ key: keys.good })),
  'no key': refusal(() => ({ ...tenantAccessOf(app), key: undefined }), 401, 'unauthorized', MISSING_KEY, {
    challenge: 'Bearer',
  }),
  'a key that does not exist': wrongKey(() => ({ ...tenantAccessOf(app), key: 'gly_key_nobody' })),
  'a key with something behind it': wrongKey(() => ({ ...tenantAccessOf(app), key: `${keys.good}x` })),
  'an expired key': wrongKey(withKey('expired')),
  'a revoked key': wrongKey(withKey('revoked')),
  'the old value of a regenerated key': wrongKey(withKey('replaced')),
  'an editor’s access token': wrongKey(() => ({ ...tenantAccessOf(app), key: bearer })),
  'a client secret': wrongKey(() => ({ ...tenantAccessOf(app), key: app.first.client_secret })),
  'another scheme': refusal(
    () => ({ ...tenantAccessOf(app), key: undefined }),
    401,
    'unauthorized',
    MISSING_KEY,
    {
      headers: () => ({ authorization: `Basic ${keys.good}` }),
      challenge: 'Bearer',
    },
  ),
  'a plan without the tool server': refusal(
    () => ({ ...tenantAccessOf(app), project: starter, tenant: 'small' }),
    403,
    'feature_unavailable',
    'MCP Server is not available on your current plan.',
  ),
  'a key for other projects': refusal(withKey('chosen'), 403, 'forbidden', NO_ACCESS),
  'a key of another team': refusal(withKey('stranger'), 403, 'forbidden', NO_ACCESS),
  'a malformed project': noProject('first-project'),
  'a project of SQL': noProject("' OR 1=1 --"),
  'an unknown project': noProject(UNKNOWN_PROJECT),
  'an unknown tenant': noTenant('nobody'),
  'a tenant of another project': noTenant('small'),
  'a tenant in another case': noTenant('DEFAULT'),
  'a tenant no path can carry': noTenant('..'),
  'a tenant that is too long': noTenant('x'.repeat(5000)),
  'a tenant with half an escape': noTenant('nobody', { headers: () => ({ 'x-tenant': '%E4%' }) }),
};

const cases = Object.entries(ROWS).flatMap(([name, row]) =>
  ERAS.flatMap((era) => [7, 'seven'].map((id): [string, Era, string | number, Row] => [name, era, id, row])),
);

describe('refused at the gate', () => {
  test.each(cases)('%s, %s client, id %p', async (_name, era, id, row) => {
    const before = await dumpData(app);
    const headers = row.headers?.() ?? {};
    const answer = await sendRpc(app, row.seat(), era, 'tools/list', {}, { id, headers });
    const { status, code, message } = row;
    // Without a valid key the body is not read, so the answer has no id.
    const named = status === 401 ? {} : { id };
    expect(answer.body).toEqual({
      jsonrpc: '2.0',
      ...named,
      error: { code: status, message, data: { code } },
    });
    expectHeaders(answer, status, row.challenge ?? null);
    expect(await dumpData(app)).toBe(before);
  });

  test.each(ERAS)('a valid request is answered, %s client', async (era) => {
    const answer = await sendRpc(app, tenantAccessOf(app), era, 'tools/list');
    expect([answer.status, answer.body.result.tools.length > 0]).toEqual([200, true]);
  });

  test('an invalid id is left out', async () => {
    const seat = { ...tenantAccessOf(app), project: undefined };
    for (const id of [null, {}, [], true]) {
      const answer = await sendRpc(app, seat, 'legacy', 'tools/list', {}, { id });
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['jsonrpc', 'error']]);
    }
  });
});

function expectHeaders({ status, headers }: Answer, expected: number, challenge: string | null): void {
  expect([status, headers.get('www-authenticate')]).toEqual([expected, challenge]);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('retry-after')).toBeNull();
  expect(headers.get('ratelimit-policy')).toBe('"minute";q=1000000;w=60, "hour";q=1000000;w=3600');
  expect(headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+, "hour";r=\d+;t=\d+$/);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  const readable = headers.get('access-control-expose-headers')?.split(', ');
  expect(readable).toEqual(
    expect.arrayContaining(['retry-after', 'ratelimit', 'ratelimit-policy', 'www-authenticate']),
  );
  expect(headers.get('x-request-id')).toMatch(/^[\w.:-]{1,64}$/);
}

describe('the order of the checks', () => {
  const send = async (seat: Seat, headers = {}, method = 'POST', body: unknown = undefined) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const options = {
      headers: { ...headersOf(seat), ...headers },
      ...(method !== 'GET' && { body: body ?? message }),
    };
    const answer = await app.request(method, ENDPOINT, options);
    return [answer.status, answer.body.error.code];
  };
  const foreign = { host: 'evil.example' };

  test('host, method, key, body, place, access', async () => {
    const good = tenantAccessOf(app);
    expect(await send({}, foreign, 'GET')).toEqual([403, 403]);
    expect(await send({}, {}, 'GET')).toEqual([405, 405]);
    expect(await send({})).toEqual([401, 401]);
    expect(await send({}, {}, 'POST', '[')).toEqual([401, 401]);
    expect(await send({}, { 'content-type': 'text/plain' })).toEqual([401, 401]);
    expect(await send({ key: good.key }, {}, 'POST', '[')).toEqual([400, -32700]);
    expect(await send({ key: good.key })).toEqual([400, 400]);
    expect(await send({ ...good, project: UNKNOWN_PROJECT, tenant: 'nobody' })).toEqual([404, 404]);
  });

  test('who has no access learns nothing of tenants and plans', async () => {
    for (const project of [tenantAccessOf(app).project, starter]) {
      for (const tenant of ['default', 'small', 'nobody']) {
        const seat = { key: keys.stranger, project, tenant };
        const answer = await sendRpc(app, seat, 'modern', 'tools/list');
        expect([answer.status, answer.body.error.message]).toEqual([403, NO_ACCESS]);
      }
    }
  });

  test('a project’s UUID may be written in capitals', async () => {
    const seat = { ...tenantAccessOf(app), project: tenantAccessOf(app).project.toUpperCase() };
    expect((await sendRpc(app, seat, 'modern', 'tools/list')).status).toBe(200);
  });

  test('a scheme may be written in any case, with any number of spaces', async () => {
    for (const scheme of ['bearer ', 'BEARER ', 'Bearer    ']) {
      const headers = { authorization: scheme + keys.good };
      expect((await sendRpc(app, tenantAccessOf(app), 'legacy', 'ping', {}, { headers })).status).toBe(200);
    }
  });
});
