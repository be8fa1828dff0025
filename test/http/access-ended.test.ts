import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createApiKey, regenerateApiKey, revokeApiKey } from '../../src/features/access/index.ts';
import { activities } from '../../src/features/activity/table.ts';
import { revokeGrant } from '../../src/features/grants/index.ts';
import { setMemberRole } from '../../src/features/members/index.ts';
import { deleteTenant, updateTenant } from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { says } from '../features/ai/editor.ts';
import { connectAgent, pathOf } from '../features/grants/agent.ts';
import { drawPng } from '../features/media/library.ts';
import { signInMember } from '../features/members/people.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { signUser } from '../support/signed-user.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

let provider: FakeProvider;
let app: TestApp;
let origin: string;
beforeAll(async () => {
  provider = await startFakeProvider();
  app = await createTestApp({
    ...{ ai_provider: 'openai-compatible', ai_base_url: provider.url, ai_model: 'm' },
    fetch_private: ['127.0.0.1'],
  });
  origin = `http://127.0.0.1:${app.listen()}`;
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
});

const end = (operation: typeof updateTenant | typeof deleteTenant, tenant: string, more: object) =>
  perform(operation as typeof updateTenant, app.deps, adminScope, {
    ...{ project_id: app.first.project_id, tenant },
    ...more,
  } as never);

/** Ways in which the access of a tenant ends. */
const ENDINGS: [string, (tenant: string) => Promise<unknown>, number][] = [
  ['is suspended', (tenant) => end(updateTenant, tenant, { suspended: 'blocked' }), 403],
  ['may only read', (tenant) => end(updateTenant, tenant, { suspended: 'read_only' }), 403],
  ['is deleted', (tenant) => end(deleteTenant, tenant, {}), 401],
];

describe.each(ENDINGS)('a tenant that %s meanwhile', (what, endAccess, status) => {
  test('stores nothing of an upload that had begun', async () => {
    const tenant = await app.openTenant(`upload ${what}`);
    const form = await new Response(formOf()).blob();
    const bytes = new Uint8Array(await form.arrayBuffer());
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.subarray(0, 200));
        await Bun.sleep(50);
        await endAccess(`upload ${what}`);
        controller.enqueue(bytes.subarray(200));
        controller.close();
      },
    });
    const answer = await fetch(`${origin}${tenant.base}/media/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.token}`, 'content-type': form.type },
      body,
    });
    expect(answer.status).toBe(status);
    expect(app.events.filter(({ type }) => type === 'media.uploaded')).toEqual([]);
  });

  test('gets no result of a stream that had begun', async () => {
    const tenant = await app.openTenant(`stream ${what}`);
    const template = await tenant.request('POST', '/templates', { body: { content: smallContent() } });
    provider.answer(async () => {
      await endAccess(`stream ${what}`);
      return says({ text: 'A friendlier text' });
    });
    const answer = await tenant.request('POST', `/templates/${template.body.data.id}/ai/rewrite-text`, {
      body: { content: 'A text', instruction: 'Friendlier' },
    });
    expect(answer.text).not.toContain('"done"');
    expect(answer.text).toContain(status === 403 ? 'suspended' : 'token');
  });
});

const signedUser = () => signUser(app.first.signing_key);

/** Writes of a tenant with this template, whose last transaction comes after other work. */
const WRITES: [what: string, method: string, path: (template: string) => string, body: () => unknown][] = [
  ['an upload', 'POST', () => '/media/upload', formOf],
  ['a new template', 'POST', () => '/templates', () => ({ name: 'Late', content: smallContent() })],
  ['a save', 'PUT', (id) => `/templates/${id}`, () => ({ name: 'Late' })],
  ['a comment', 'POST', (id) => `/templates/${id}/comments`, () => ({ body: 'Late', ...signedUser() })],
  ['a deletion', 'DELETE', (id) => `/templates/${id}`, () => undefined],
  ['a new module', 'POST', () => '/saved-modules', () => ({ name: 'M', content: smallContent().blocks })],
];

describe.each(ENDINGS)('a tenant that %s before the transaction of a write', (what, endAccess, status) => {
  test.each(WRITES)('stores nothing: %s', async (name, method, path, body) => {
    const tenant = await app.openTenant(`${name} ${what}`);
    const created = await tenant.request('POST', '/templates', { body: { content: smallContent() } });
    const countActivities = () => app.deps.db.reader.$count(activities);
    const before = await countActivities();
    const { db } = app.deps;
    const { transaction } = db;
    db.transaction = async (work, owner) => {
      db.transaction = transaction;
      await endAccess(`${name} ${what}`);
      return transaction.call(db, work, owner) as never;
    };
    const answer = await tenant.request(method, path(created.body.data.id), { body: body() });
    db.transaction = transaction;
    expect([answer.status, await countActivities()]).toEqual([status, before]);
  });
});

describe('a member whose role is lowered meanwhile', () => {
  /** The address of a tenant in the admin API, an admin token of an editor, and how the editor becomes a viewer. */
  async function openEditor(name: string) {
    const tenant = await app.openTenant(name);
    const { team_id, project_id } = app.first as { team_id: string; project_id: string };
    const editor = await signInMember(app, team_id, 'editor');
    const { account } = (await editor.send('GET', '/api/v1/admin/me')).body.data;
    const made = await editor.send('POST', '/api/v1/admin/admin-tokens', {
      body: { name, effects: ['read', 'write'] },
    });
    const lower = () =>
      perform(setMemberRole, app.deps, adminScope, { team_id, account_id: account.id, role: 'viewer' });
    const base = `/api/v1/admin/projects/${project_id}/tenants/${name}`;
    return { tenant, base, headers: { authorization: `Bearer ${made.body.data.admin_token}` }, lower };
  }

  test('stores nothing of an upload that had begun', async () => {
    const { base, headers, lower } = await openEditor('lowered-upload');
    const form = await new Response(formOf()).blob();
    const bytes = new Uint8Array(await form.arrayBuffer());
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.subarray(0, 200));
        await Bun.sleep(50);
        await lower();
        controller.enqueue(bytes.subarray(200));
        controller.close();
      },
    });
    const answer = await fetch(`${origin}${base}/media/upload`, {
      ...{ method: 'POST', body, headers: { ...headers, 'content-type': form.type } },
    });
    expect(answer.status).toBe(403);
    expect(app.events.filter(({ type }) => type === 'media.uploaded')).toEqual([]);
  });

  test('gets no result of a stream that had begun', async () => {
    const { tenant, base, headers, lower } = await openEditor('lowered-stream');
    const template = await tenant.request('POST', '/templates', { body: { content: smallContent() } });
    provider.answer(async () => {
      await lower();
      return says({ text: 'A friendlier text' });
    });
    const path = `${base}/templates/${template.body.data.id}/ai/rewrite-text`;
    const body = { content: 'A text', instruction: 'Friendlier' };
    const answer = await app.request('POST', path, { headers, body });
    expect(answer.text).not.toContain('"done"');
    expect(answer.text).toContain('Your role in this team');
  });
});

describe('an agent that is disconnected while it works', () => {
  const made = { name: 'N', subject: 'S', notes: [], settings: {}, blocks: smallContent().blocks };
  const rpc = (args: object) => ({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'generate-template', arguments: args },
  });

  test.each<[string, string, (id: string) => Promise<unknown>]>([
    ['whose key is revoked', 'key', (id) => perform(revokeApiKey, app.deps, adminScope, { id })],
    ['whose key gets another value', 'key', (id) => perform(regenerateApiKey, app.deps, adminScope, { id })],
    ['whose grant an admin ends', 'grant', (id) => perform(revokeGrant, app.deps, adminScope, { id })],
  ])('%s stores nothing any more', async (what, kind, endAccess) => {
    const tenant = await app.openTenant(what);
    const place = { project_id: app.first.project_id, tenant: what };
    const { url, headers, id } = await (kind === 'key' ? connectByKey(place) : connectByGrant(place));
    const call = async () =>
      (await app.request('POST', url, { headers, body: rpc({ prompt: 'A mail' }) })).body;
    provider.answer(says(made));
    expect((await call()).result.isError).toBeUndefined();
    provider.answer(async () => {
      await endAccess(id);
      return says(made);
    });
    const { isError, content } = (await call()).result;
    expect([isError, content[0].text]).toEqual([true, expect.stringContaining('you were disconnected')]);
    expect((await tenant.request('GET', '/templates')).body.data).toHaveLength(1);
  });

  async function connectByKey({ project_id, tenant }: { project_id: string; tenant: string }) {
    const { id, api_key } = await perform(createApiKey, app.deps, adminScope, { name: tenant });
    const headers = { authorization: `Bearer ${api_key}`, 'x-project-id': project_id, 'x-tenant': tenant };
    return { url: '/api/v1/mcp', headers, id };
  }

  async function connectByGrant({ project_id, tenant }: { project_id: string; tenant: string }) {
    const person = await signInMember(app, app.first.team_id, 'editor');
    const url = pathOf(project_id, tenant);
    const { tokens } = await connectAgent(app, person, { changes: { resource: app.deps.baseUrl + url } });
    const { data } = (await person.send('GET', '/api/v1/admin/grants')).body;
    return { url, headers: { authorization: `Bearer ${tokens.access_token}` }, id: data[0].id as string };
  }
});

test('a token may expire while a file is sent', async () => {
  const tenant = await app.openTenant('slow');
  const form = await new Response(formOf()).blob();
  const bytes = new Uint8Array(await form.arrayBuffer());
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(bytes.subarray(0, 200));
      await Bun.sleep(50);
      app.clock.advance(11 * 60_000);
      controller.enqueue(bytes.subarray(200));
      controller.close();
    },
  });
  const answer = await fetch(`${origin}${tenant.base}/media/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.token}`, 'content-type': form.type },
    body,
  });
  expect(answer.status).toBe(201);
});

function formOf(): FormData {
  const form = new FormData();
  form.set('file', new File([drawPng(1)], 'a.png', { type: 'image/png' }));
  return form;
}
