import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { getTenant, suspendProject, updateTenant } from '../../../src/features/projects/index.ts';
import { type AnyOperation, perform } from '../../../src/platform/operation.ts';
import { connect, tenantAccessOf } from '../../mcp/tool-client.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';
import { codeOf, createTemplate, type Session } from './tenants.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

const ask = (operation: AnyOperation, more: object = {}) =>
  perform(operation, app.deps, adminScope, { project_id: app.first.project_id, ...more });

const exchange = (tenant: string, more: object = {}) => {
  const { client_id, client_secret } = app.first;
  return app.request('POST', '/api/v1/auth/token', { body: { client_id, client_secret, tenant, ...more } });
};

function pngForm(): FormData {
  const form = new FormData();
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  form.append('file', new File([Buffer.from(pixel, 'base64')], 'dot.png', { type: 'image/png' }));
  return form;
}

/** What a session and an agent of a tenant try, and the codes they get; 'ok' for success. */
async function tryEverything(session: Session, tenant: string, templateId: string) {
  const code = async (method: string, path: string, body?: unknown) => {
    const answer = await session.request(method, path, { body });
    return answer.status < 300 ? 'ok' : `${answer.status} ${answer.body.code}`;
  };
  const agent = connect(app, 'modern', { ...tenantAccessOf(app), tenant });
  const callTool = async (name: string, args: object = {}) => {
    const { status, body } = await agent.rpc('tools/call', { name, arguments: args });
    if (status !== 200) return status;
    return body.result.isError ? 'tool error' : 'ok';
  };
  return {
    config: await code('GET', '/config'),
    list: await code('GET', '/templates'),
    read: await code('GET', `/templates/${templateId}`),
    export: await code('POST', `/templates/${templateId}/export`),
    create: await code('POST', '/templates', { content: smallContent() }),
    update: await code('PUT', `/templates/${templateId}`, { name: 'Other' }),
    delete: await code('DELETE', '/templates/00000000-0000-7000-8000-000000000000'),
    comment: await code('POST', `/templates/${templateId}/comments`, { body: 'Hi' }),
    upload: await code('POST', '/media/upload', pngForm()),
    exchange: (await exchange(tenant)).status,
    toolRead: await callTool('list-templates'),
    toolWrite: await callTool('create-template', { content: smallContent() }),
  };
}

const WHEN_READ_ONLY = {
  config: 'ok',
  list: 'ok',
  read: 'ok',
  export: 'ok',
  create: '403 forbidden',
  update: '403 forbidden',
  delete: '403 forbidden',
  comment: '403 forbidden',
  upload: '403 forbidden',
  exchange: 200,
  toolRead: 'ok',
  toolWrite: 'tool error',
};
const WHEN_BLOCKED = {
  ...Object.fromEntries(Object.keys(WHEN_READ_ONLY).map((name) => [name, '403 forbidden'])),
  exchange: 403,
  toolRead: 403,
  toolWrite: 403,
};

describe('a suspension', () => {
  const suspendTenant = (tenant: string, suspended: string | null) =>
    ask(updateTenant, { tenant, suspended });
  const suspendAll = (_tenant: string, suspended: string | null) => ask(suspendProject, { suspended });

  test.each([
    ['of a tenant, reads only', suspendTenant, 'read_only', WHEN_READ_ONLY],
    ['of a tenant, from everything', suspendTenant, 'blocked', WHEN_BLOCKED],
    ['of a project, reads only', suspendAll, 'read_only', WHEN_READ_ONLY],
    ['of a project, from everything', suspendAll, 'blocked', WHEN_BLOCKED],
  ])('%s, works at once on open sessions, and ends', async (what, suspend, mode, expected) => {
    const session = await app.openTenant(what);
    const templateId = await createTemplate(session);
    const uploaded = await session.request('POST', '/media/upload', { body: pngForm() });
    const picture = new URL(uploaded.body.data.url).pathname;
    await suspend(what, mode);
    try {
      expect(await tryEverything(session, what, templateId)).toEqual(expected as never);
      expect((await app.request('GET', picture)).status).toBe(200);
      const refused = await session.request('POST', '/templates', { body: { content: smallContent() } });
      expect(refused.body.message).toMatch(/^This account is suspended/);
    } finally {
      await suspend(what, null);
    }
    await createTemplate(session, 'Afterwards');
    expect((await exchange(what)).status).toBe(200);
  });

  test('of a project to reads lets no new tenant in, and no other plan', async () => {
    await app.openTenant('older');
    await ask(suspendProject, { suspended: 'read_only' });
    try {
      expect((await exchange('newer')).status).toBe(403);
      expect((await exchange('older', { plan: null })).status).toBe(200);
      expect((await exchange('older', { plan: 'growth' })).status).toBe(403);
      expect((await exchange('older', { brand: { font: 'Georgia' } })).status).toBe(403);
    } finally {
      await ask(suspendProject, { suspended: null });
    }
    expect(await codeOf(ask(getTenant, { tenant: 'newer' }))).toBe('not_found');
    expect(await ask(getTenant, { tenant: 'older' })).not.toHaveProperty('plan');
  });

  test.each(['paused', '', 1])('%p is refused', async (suspended) => {
    await app.openTenant('odd');
    expect(await codeOf(ask(updateTenant, { tenant: 'odd', suspended }))).toBe('validation_failed');
  });
});
