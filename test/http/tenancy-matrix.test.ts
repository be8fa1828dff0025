import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createProject } from '../../src/features/projects/index.ts';
import { shareModules } from '../../src/features/saved-modules/index.ts';
import type { Route } from '../../src/http/route.ts';
import { perform } from '../../src/platform/operation.ts';
import { hmacSha256Hex } from '../../src/platform/security/crypto.ts';
import { GUARD_MS } from '../features/media/library.ts';
import { dumpDatabase, findChanges } from '../support/database-dump.ts';
import { processCount } from '../support/engine.ts';
import { expectError } from '../support/expect-error.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { signUser } from '../support/signed-user.ts';
import { type Answer, adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import { ALLOWED_EMAILS } from './harmless-input.ts';
import {
  answerOfModel,
  CANARY,
  call,
  fillInput,
  nameOf,
  storeCounts,
  storeForVictim,
  type TenantAccess,
  talkToModel,
  type Victim,
} from './tenancy-victim.ts';

setDefaultTimeout(processCount > 0 ? 5 * GUARD_MS : GUARD_MS);

/**
 * Walks the application's own route table, so a new route is covered, or fails here, without anybody thinking of it:
 * a path parameter or a field that names something stored has to be in `Victim`, another field in `HARMLESS_FIELDS`.
 */

/** Routes that need no token. Adding one here is a decision. */
const PUBLIC_ROUTES = ['GET /api/v1/health', 'GET /api/v1/ready', 'POST /api/v1/auth/token'];

/** Paths mounted beside the table: the start page, documentation, endpoints, preflight requests. */
const MOUNTED_BESIDE = [
  'ALL /',
  'ALL /api/v1/account/*',
  'ALL /docs',
  'ALL /docs/*',
  'ALL /llms.txt',
  'ALL /dashboard',
  'ALL /dashboard/*',
  'ALL /dashboard/files/*',
  'ALL /dashboard/editor',
  'ALL /dashboard/mail-frame',
  'ALL /openapi',
  'ALL /openapi/*',
  'ALL /openapi/json',
  'OPTIONS /api/*',
  'ALL /api/v1/images/*',
  'ALL /api/v1/mcp',
  // What opens them, and how tokens are refused, is tested in the tests of features/grants.
  'ALL /health/live',
  'ALL /health/proxy',
  'ALL /health/ready',
  'ALL /mcp/:project/:tenant',
  'ALL /oauth/token',
  'ALL /oauth/register',
  'ALL /oauth/revoke',
  'ALL /.well-known/oauth-protected-resource/mcp/:project/:tenant',
  'ALL /.well-known/oauth-authorization-server/oauth',
  'ALL /media/*',
  'ALL /sdk/*',
  'GET /app/:key',
];

let provider: FakeProvider;
let server: MailServer;
let app: TestApp;
const places = {} as Record<'victim' | 'neighbour' | 'stranger' | 'namesake', TenantAccess>;

beforeAll(async () => {
  provider = await startFakeProvider(answerOfModel);
  server = await startMailServer();
  app = await createTestApp({
    smtp_host: '127.0.0.1',
    smtp_port: server.port,
    smtp_from: 'mail@galley.example',
    fetch_private: ['127.0.0.1'],
    ai_provider: 'openai-compatible',
    ai_base_url: provider.url,
    ai_model: 'test-model',
  });
  const other = await perform(createProject, app.deps, adminScope, { name: 'Other', plan: 'scale' });
  const open = async (tenant: string, credentials = {}): Promise<TenantAccess> => {
    const test_email = { allowed_emails: ALLOWED_EMAILS };
    const { token, project_id } = await app.exchangeToken(tenant, { ...credentials, test_email });
    const key = 'client_id' in credentials ? other.signing_key : app.first.signing_key;
    const user = { ...signUser(key), signature: hmacSha256Hex(key, JSON.stringify(ALLOWED_EMAILS)) };
    const base = `/api/v1/projects/${project_id}/tenants/${encodeURIComponent(tenant)}`;
    return { token, user, base, conversation: await talkToModel(app, base, token) };
  };
  const { client_id, client_secret } = other;
  places.victim = await open('victim');
  places.neighbour = await open('neighbour');
  places.stranger = await open('stranger', { client_id, client_secret });
  places.namesake = await open('victim', { client_id, client_secret });
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
  await server.stop();
});

const tenantRoutes = (): Route[] => app.routes.filter((route) => route.operation.scope === 'tenant');
/** Every route in turn against a database that must not change. */
async function expectEverywhere(
  from: TenantAccess | undefined,
  at: TenantAccess,
  check: (answer: Answer, route: Route) => void,
): Promise<void> {
  const victim = await storeForVictim(app, places.victim);
  for (const route of tenantRoutes()) {
    await storeCounts(app);
    const before = await dumpDatabase(app);
    const events = app.events.length;
    const answer = await call(app, route, at, victim, from);
    expect([nameOf(route), answer.text.includes(CANARY)]).toEqual([nameOf(route), false]);
    check(answer, route);
    expect([nameOf(route), await findChanges(app, before)]).toEqual([nameOf(route), []]);
    expect(app.events.length).toBe(events);
  }
}

describe('the route table', () => {
  test('is all there is: nothing is mounted beside it unnoticed', () => {
    const mounted = app.http.routes.map((route) => `${route.method} ${route.path}`);
    const declared = [...app.routes, ...app.serverRoutes, ...app.adminRoutes];
    const known = [...declared.map(nameOf), ...MOUNTED_BESIDE];
    expect(mounted.sort()).toEqual(known.sort());
  });

  test('opens without a token only what is meant to be open', () => {
    const open = app.routes.filter((route) => route.operation.scope !== 'tenant').map(nameOf);
    expect(open.sort()).toEqual([...PUBLIC_ROUTES].sort());
  });

  test('has every other route below project and tenant', () => {
    const routes = tenantRoutes();
    expect(routes.length).toBeGreaterThanOrEqual(14);
    const prefix = '/api/v1/projects/:project/tenants/:tenant/';
    expect(routes.filter((route) => !route.path.startsWith(prefix)).map(nameOf)).toEqual([]);
  });
});

describe('every tenant route', () => {
  test('answers its own tenant: what follows is refused for whose it is, not for how it is asked', async () => {
    const isReading = ({ method }: Route) => method === 'GET';
    const routes = tenantRoutes();
    let victim = await storeForVictim(app, places.victim);
    for (const route of [...routes.filter(isReading), ...routes.filter((one) => !isReading(one))]) {
      if (!isReading(route)) victim = await storeForVictim(app, places.victim);
      const answer = await call(app, route, places.victim, victim, places.victim);
      expect([nameOf(route), Math.floor(answer.status / 100), answer.text.slice(0, 300)]).toEqual([
        nameOf(route),
        2,
        answer.text.slice(0, 300),
      ]);
    }
  });

  test('wants a token', async () => {
    await expectEverywhere(undefined, places.victim, (answer) => expectError(answer, 401, 'unauthorized'));
  });

  test.each(['neighbour', 'stranger', 'namesake'] as const)(
    'is not found with the token of %s',
    async (who) => {
      await expectEverywhere(places[who], places.victim, (answer) => {
        expectError(answer, 404, 'not_found');
        expect(answer.body.message).toStartWith('Tenant not found.');
      });
    },
  );

  test('answers the same at a tenant or project that does not exist', async () => {
    const nowhere = { ...places.victim, base: places.victim.base.replace('/victim', '/nobody') };
    const noProject = {
      ...places.victim,
      base: '/api/v1/projects/00000000-0000-7000-8000-000000000000/tenants/victim',
    };
    for (const place of [nowhere, noProject]) {
      await expectEverywhere(places.victim, place, (answer) => {
        expectError(answer, 404, 'not_found');
        expect(answer.body.message).toStartWith('Tenant not found.');
      });
    }
  });

  test.each(['neighbour', 'stranger', 'namesake'] as const)(
    'finds nothing of the victim in the own tenant of %s',
    async (who) => {
      const victim = await storeForVictim(app, places.victim);
      for (const route of tenantRoutes()) {
        const namesVictim =
          /:\w+/.test(route.path.split('/:tenant')[1] ?? '') ||
          Object.values(fillInput(route, victim, places[who].user)).some((value) =>
            Object.values(victim).includes(String(value)),
          );
        const ofVictim = await readVictim(victim);
        // The counts of the routes before are stored later.
        await storeCounts(app);
        const before = await dumpDatabase(app);
        const answer = await call(app, route, places[who], victim, places[who]);
        expect([nameOf(route), answer.text.includes(CANARY)]).toEqual([nameOf(route), false]);
        if (namesVictim) {
          expect([nameOf(route), answer.status]).toEqual([nameOf(route), 404]);
          expectError(answer, 404, 'not_found');
          expect([nameOf(route), await findChanges(app, before)]).toEqual([nameOf(route), []]);
        } else {
          expect([nameOf(route), Math.floor(answer.status / 100)]).toEqual([nameOf(route), 2]);
        }
        expect(await readVictim(victim)).toEqual(ofVictim);
      }
    },
  );

  test('shows a neighbour the modules that the operator has shared, and lets it change none', async () => {
    const victim = await storeForVictim(app, places.victim);
    const { project_id } = app.first;
    const share = (shared: boolean) =>
      perform(shareModules, app.deps, adminScope, { project_id, module_ids: [victim.module_id], shared });
    expect((await share(true)).changed).toBe(1);
    const routes = tenantRoutes().filter((route) => route.path.includes(':module_id'));
    expect(routes.length).toBeGreaterThanOrEqual(2);
    for (const route of routes) {
      const before = await dumpDatabase(app);
      const answer = await call(app, route, places.neighbour, victim, places.neighbour);
      expectError(answer, 403, 'forbidden');
      expect([answer.text.includes(CANARY), await findChanges(app, before)]).toEqual([false, []]);
    }
    const { base, token } = places.neighbour;
    const { data } = (await app.request('GET', `${base}/saved-modules`, { token })).body;
    const shared = data.find((one: { id: string }) => one.id === victim.module_id);
    expect(shared).toMatchObject({ name: CANARY, canUpdate: false, canDelete: false });
    expect(JSON.stringify(shared)).not.toContain('victim');
    await share(false);
  });

  test('keeps a template’s history and comments apart from those of the tenant’s other templates', async () => {
    const victim = await storeForVictim(app, places.victim);
    const other = await storeForVictim(app, places.victim);
    const mixed = {
      ...victim,
      snapshot_id: other.snapshot_id as string,
      comment_id: other.comment_id as string,
    };
    const routes = tenantRoutes().filter((route) => /:(snapshot|comment)_id/.test(route.path));
    expect(routes.length).toBeGreaterThanOrEqual(7);
    for (const route of routes) {
      const before = await dumpDatabase(app);
      expectError(await call(app, route, places.victim, mixed, places.victim), 404, 'not_found');
      expect(await dumpDatabase(app)).toBe(before);
    }
  });
});

test('the token decides whose data it is: fields of the body cannot point elsewhere', async () => {
  const { token, base } = places.neighbour;
  const smuggled = { project: 'x', tenant: 'victim', tenant_id: 1, tenantId: 1, projectId: 'x', id: 'x' };
  const body = { content: smallContent('smuggled') };
  const refused = await app.request('POST', `${base}/templates`, { token, body: { ...body, ...smuggled } });
  expectError(refused, 422, 'validation_failed');
  expect(Object.keys(refused.body.errors)).toEqual(Object.keys(smuggled));
  const created = await app.request('POST', `${base}/templates`, { token, body });
  const { id } = created.body.data;
  expect((await app.request('GET', `${base}/templates/${id}`, { token })).status).toBe(200);
  const victim = places.victim;
  expect((await app.request('GET', `${victim.base}/templates/${id}`, { token: victim.token })).status).toBe(
    404,
  );
  // A field of the operation that the path decides.
  const update = {
    name: 'moved',
    template_id: (await storeForVictim(app, places.victim)).template_id,
  };
  const updated = await app.request('PUT', `${base}/templates/${id}`, { token, body: update });
  expect([updated.status, updated.body.data.id, updated.body.data.name]).toEqual([200, id, 'moved']);
});

/** The victim's template with its history and comments, and the library, as the victim sees them. */
async function readVictim({ template_id }: Victim): Promise<string[]> {
  const { base, token } = places.victim;
  const template = `/templates/${template_id}`;
  const paths = [
    template,
    `${template}/snapshots`,
    `${template}/comments`,
    `${template}/activity`,
    '/media/browse',
    '/media/folders',
    '/config',
  ];
  const answers = await Promise.all(paths.map((path) => app.request('GET', base + path, { token })));
  expect(answers.map((answer) => answer.status)).toEqual(paths.map(() => 200));
  return answers.map((answer) => answer.text);
}
