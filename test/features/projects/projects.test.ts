import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createApiKey } from '../../../src/features/access/index.ts';
import { deleteProject } from '../../../src/features/instance/index.ts';
import {
  createProject,
  createTeam,
  openDemoProject,
  renameProject,
  rotateSigningKey,
} from '../../../src/features/projects/index.ts';
import { perform } from '../../../src/platform/operation.ts';
import { hmacSha256Hex } from '../../../src/platform/security/crypto.ts';
import { connect, tenantAccessOf } from '../../mcp/tool-client.ts';
import { countRows } from '../../support/database-dump.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.stop());

const create = (name: string, team_id?: string) =>
  perform(createProject, app.deps, adminScope, { name, ...(team_id !== undefined && { team_id }) });
const rename = (project_id: string, name: string) =>
  perform(renameProject, app.deps, adminScope, { project_id, name });
const refusalOf = (job: Promise<unknown>) => job.then(() => undefined).catch((error) => error);

describe('names of projects', () => {
  test.each([['Shop'], ['shop'], ['SHOP'], ['Ｓhop']])(
    '%s is refused beside "Shop" in one team',
    async (name) => {
      await create('Shop');
      const refusal = await refusalOf(create(name));
      expect(refusal).toMatchObject({ code: 'conflict' });
      expect(refusal.message).toContain(`already has a project called "${name}"`);
      const { id } = await create('Other');
      expect(await refusalOf(rename(id, name))).toMatchObject({ code: 'conflict' });
      expect(await countRows(app, 'projects')).toBe(3);
    },
  );

  test('may be the same in two teams, and after a rename', async () => {
    const first = await create('Shop');
    const team = await perform(createTeam, app.deps, adminScope, { name: 'Other' });
    await create('Shop', team.id);
    expect((await rename(first.id, 'SHOP')).name).toBe('SHOP');
    await rename(first.id, 'Store');
    await create('Shop');
  });

  test('of many at once one is made', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => create('Shop')));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('do not keep the demo from starting', async () => {
    await create('Demo');
    const demo = await perform(openDemoProject, app.deps, adminScope, {});
    expect((await perform(openDemoProject, app.deps, adminScope, {})).project_id).toBe(demo.project_id);
  });
});

test('a new signing key holds at once, and the old one no longer', async () => {
  const tenant = await app.openTenant('acme');
  const { id } = (await tenant.request('POST', '/templates', { body: { content: smallContent() } })).body
    .data;
  const say = (key: string) => {
    const user = { user_id: 'u', user_name: 'U', user_signature: hmacSha256Hex(key, 'u') };
    return tenant.request('POST', `/templates/${id}/comments`, { body: { body: 'Hi', ...user } });
  };
  const { project_id, signing_key: old } = app.first;
  expect((await say(old)).status).toBe(201);
  const { signing_key } = await perform(rotateSigningKey, app.deps, adminScope, { project_id });
  // Tokens from before stay valid.
  expect([(await say(old)).status, (await say(signing_key)).status]).toEqual([403, 201]);
});

describe('deleting a project', () => {
  test('deletes its tenants, templates, secrets, origins and own keys, and nothing of others', async () => {
    const doomed = await create('Doomed');
    const { client_id, client_secret } = doomed;
    const exchange = (tenant: string) =>
      app.request('POST', '/api/v1/auth/token', { body: { client_id, client_secret, tenant } });
    const { token } = (await exchange('a')).body;
    await exchange('b');
    const path = `/api/v1/projects/${doomed.id}/tenants/a/templates`;
    const body = { content: smallContent() };
    expect((await app.request('POST', path, { token, body })).status).toBe(201);
    const key = (project_ids?: string[]) =>
      perform(createApiKey, app.deps, adminScope, { name: 'K', ...(project_ids && { project_ids }) });
    await key([doomed.id]);
    await key([doomed.id, app.first.project_id]);
    await key();
    const done = await perform(deleteProject, app.deps, adminScope, { project_id: doomed.id });
    expect(done).toEqual({ project_id: doomed.id, name: 'Doomed', tenants_deleted: 2, keys_deleted: 1 });
    expect((await exchange('a')).status).toBe(401);
    expect((await app.request('GET', path, { token })).status).toBe(401);
    expect([await countRows(app, 'templates'), await countRows(app, 'contents')]).toEqual([0, 0]);
    // The first key and two of the three.
    expect([await countRows(app, 'api_keys'), await countRows(app, 'projects')]).toEqual([3, 1]);
    expect((await app.openTenant('default')).token).toBeString();
    expect(app.events.filter((event) => event.type === 'tenant.deleted')).toHaveLength(2);
    await create('Doomed');
  });

  test('ends the access of its own keys at once', async () => {
    const { id } = await create('Doomed');
    const draft = { name: 'K', project_ids: [id] };
    const { api_key: key } = await perform(createApiKey, app.deps, adminScope, draft);
    const agent = connect(app, 'modern', { ...tenantAccessOf(app), project: id, key });
    const listTools = async () => (await agent.rpc('tools/list')).status;
    const before = await listTools();
    await perform(deleteProject, app.deps, adminScope, { project_id: id });
    expect([before === 401, await listTools()]).toEqual([false, 401]);
    expect(app.events.filter((event) => event.type === 'api_key.revoked')).toHaveLength(1);
  });

  test('is refused for one that does not exist', async () => {
    const refusal = await refusalOf(perform(deleteProject, app.deps, adminScope, { project_id: 'x' }));
    expect(refusal).toMatchObject({ code: 'not_found' });
  });
});
