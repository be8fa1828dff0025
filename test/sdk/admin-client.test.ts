import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createAdminToken } from '../../src/features/members/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { GalleyAdmin, GalleyError } from '../../src/sdk/admin/index.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let galley: GalleyAdmin;
beforeAll(async () => {
  app = await createTestApp();
  const effects = ['read', 'write', 'delete', 'admin'];
  const { admin_token } = await perform(createAdminToken, app.deps, adminScope, { name: 'T', effects });
  const send = async (url: string, init: RequestInit) => app.http.handle(new Request(url, init));
  galley = new GalleyAdmin({ baseUrl: app.deps.baseUrl, adminToken: admin_token, fetch: send });
});
afterAll(() => app.stop());

test('works on projects, tenants and their templates', async () => {
  const project = await galley.api.createProject({ name: 'Shop' });
  expect(project.client_secret).toMatch(/^gly_cs_/);
  await galley.api.createTenant({ project_id: project.id, tenant: 'a/b', name: 'AB' });
  const { items, next_cursor } = await galley.api.listTenants({ project_id: project.id, search: 'ab' });
  expect({ names: items.map(({ name }) => name), next_cursor }).toEqual({ names: ['AB'], next_cursor: null });
  await galley.tenant(project.id, 'a/b').createTemplate({ name: 'N', content: smallContent() });
  const all = await galley.api.listAllTemplates({ project_id: project.id });
  expect(all.items).toMatchObject([{ name: 'N', tenant: 'a/b' }]);
  const { origins } = await galley.api.addProjectOrigin({
    project_id: project.id,
    origin: 'https://a.example',
  });
  expect(origins).toEqual(['https://a.example']);
  expect(await galley.api.listProjectOrigins({ project_id: project.id })).toMatchObject({ origins });
  expect((await galley.api.getMe()).admin_token?.name).toBe('T');
});

test('rejects with what the service says', async () => {
  const failed = galley.api.renameProject({ project_id: 'none', name: 'X' });
  await expect(failed).rejects.toBeInstanceOf(GalleyError);
  await expect(failed).rejects.toMatchObject({ statusCode: 404, code: 'not_found' });
});

test('on a page uses the session and no token', async () => {
  const sent: { url: string; init: RequestInit }[] = [];
  const page = new GalleyAdmin({
    fetch: async (url, init) => {
      sent.push({ url, init });
      return Response.json({ data: [] });
    },
  });
  await page.api.listTeams();
  expect(sent).toMatchObject([{ url: '/api/v1/admin/teams', init: { credentials: 'same-origin' } }]);
  expect(new Headers(sent[0]?.init.headers).has('authorization')).toBe(false);
});
