import { afterAll, beforeAll, expect, test } from 'bun:test';
import { resolve } from 'node:path';
import { createApiKey } from '../../../src/features/access/index.ts';
import { getOverview } from '../../../src/features/instance/operations/get-overview.ts';
import { createProject, createTeam } from '../../../src/features/projects/index.ts';
import { DAY_MS, toIsoTime } from '../../../src/platform/clock.ts';
import { perform } from '../../../src/platform/operation.ts';
import { connect, tenantAccessOf, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { signUser } from '../../support/signed-user.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../../support/test-app.ts';

const FIXTURES = resolve(import.meta.dir, '../../fixtures/tls');
const TLS = { tls_cert: `${FIXTURES}/first.crt`, tls_key: `${FIXTURES}/first.key` };
/** Nothing listens there. */
const NO_DIRECTORY = { acme: ['mail.example.test'], acme_directory: 'https://127.0.0.1:1/dir' };

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ ...UNLIMITED_CALLS, cors_origins: ['*'] });
});
afterAll(() => app.stop());

const read = (scope = adminScope) => perform(getOverview, app.deps, scope, {});

test('it counts what is stored and used, of the last 12 months', async () => {
  const tenant = await app.openTenant('acme');
  const { body } = await tenant.request('POST', '/templates', {
    body: { name: 'a', content: smallContent() },
  });
  await tenant.request('POST', `/templates/${body.data.id}/export`, { body: {} });
  await app.deps.services.projects.usage.flush();
  const overview = await read();
  expect(overview).toMatchObject({ projects: 1, templates: 1 });
  expect(overview.months.map(({ month }) => month)).toEqual([
    ...['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06', '2026-07'],
    ...['2026-08', '2026-09', '2026-10', '2026-11'],
  ]);
  expect(overview.months.at(-1)).toEqual({ month: '2026-11', exports: 1, tool_calls: 0, ai_tokens: 0 });
});

test('proposals that wait for a decision need attention, until they are decided', async () => {
  const input = { name: 'Proposer', mode: 'propose', project_ids: [app.first.project_id] } as const;
  const { api_key } = await perform(createApiKey, app.deps, adminScope, input);
  const tenant = await app.openTenant('proposed');
  const agent = connect(app, 'modern', { ...tenantAccessOf(app), key: api_key, tenant: 'proposed' });
  await agent.get('create-template', { content: smallContent(), name: 'New' });
  const { proposal_id } = await agent.get('create-template', { content: smallContent(), name: 'Newer' });
  const find = async () => (await read()).attention.filter(({ what }) => what === 'proposals_open');
  const place = { project_id: app.first.project_id, tenant: 'proposed' };
  expect(await find()).toEqual([expect.objectContaining({ ...place, name: 'proposed', count: 2 })]);
  const roles = new Map();
  const stranger = await read({ ...adminScope, access: { isOperator: false, roles } });
  expect(stranger.attention).toEqual([]);
  const person = signUser(app.first.signing_key);
  await tenant.request('POST', `/proposals/${proposal_id}/refuse`, { body: person });
  expect(await find()).toEqual([expect.objectContaining({ count: 1 })]);
  const rest = (await agent.get('list-proposals')).items[1].id;
  await tenant.request('POST', `/proposals/${rest}/refuse`, { body: person });
  expect(await find()).toEqual([]);
});

test('people see the numbers of their own teams, and operators what concerns the installation', async () => {
  const team = await perform(createTeam, app.deps, adminScope, { name: 'Other' });
  await perform(createProject, app.deps, adminScope, { name: 'Other', team_id: team.id });
  const expires_at = toIsoTime(app.clock.now() + 3 * DAY_MS);
  await perform(createApiKey, app.deps, adminScope, { name: 'CI', team_id: team.id, expires_at });
  const roles = new Map([[team.id, 'viewer' as const]]);
  const own = await read({ ...adminScope, access: { isOperator: false, roles } });
  expect(own).toMatchObject({ projects: 1, templates: 0, tenants: 0 });
  expect(own.attention).toEqual([
    expect.objectContaining({ what: 'key_expires', name: 'CI', at: expires_at }),
  ]);
  const none = await read({ ...adminScope, access: { isOperator: false, roles: new Map() } });
  expect([none.projects, none.attention]).toEqual([0, []]);
  const all = await read();
  expect(all.projects).toBe(2);
  expect(all.attention.map(({ what }) => what)).toEqual([
    'no_backup',
    'cors_open',
    'mail_not_set',
    'key_expires',
  ]);
});

test.each([
  ['one that is valid for long', TLS, 1, []],
  ['one that expires soon', TLS, 36_490, [expect.objectContaining({ what: 'certificate_expires' })]],
  ['one that cannot be obtained', NO_DIRECTORY, 0, [{ what: 'certificate_failing' }]],
])('a certificate: %s', async (_name, settings, days, expected) => {
  const other = await createTestApp(settings);
  try {
    other.clock.advance(days * DAY_MS);
    await other.deps.services.certificates.renewal?.renewIfDue(new AbortController().signal);
    const { attention } = await perform(getOverview, other.deps, adminScope, {});
    expect(attention.filter(({ what }) => what.startsWith('certificate'))).toEqual(expected);
  } finally {
    await other.stop();
  }
});
