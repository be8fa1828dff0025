import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createBackendKey } from '../../src/features/access/index.ts';
import { createProject } from '../../src/features/projects/index.ts';
import type { Route } from '../../src/http/route.ts';
import { perform } from '../../src/platform/operation.ts';
import { EFFECTS } from '../../src/platform/scope.ts';
import { hmacSha256Hex } from '../../src/platform/security/crypto.ts';
import { GUARD_MS } from '../features/media/library.ts';
import { dumpDatabase, findChanges } from '../support/database-dump.ts';
import { processCount } from '../support/engine.ts';
import { expectServerError } from '../support/expect-error.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { readRows } from '../support/read-rows.ts';
import { signUser } from '../support/signed-user.ts';
import { type Answer, adminScope, createTestApp, type TestApp } from '../support/test-app.ts';
import { untilIdle } from '../support/test-database.ts';
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

/** Of any server. */
async function untilJobsAreDone(): Promise<void> {
  const open = "SELECT id FROM data_jobs WHERE state IN ('waiting', 'running')";
  while ((await readRows(app, open)).length > 0) await Bun.sleep(5);
  await untilIdle(app.data);
}

/** Walks every route of the backend API, as tenancy-matrix.test.ts walks those of pages. */
let provider: FakeProvider;
let server: MailServer;
let app: TestApp;
/** As a page sees the victim, to store what backends look for. */
let page: TenantAccess;
const backends = {} as Record<'own' | 'otherProject' | 'otherTenant', TenantAccess>;

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
  const { project_id, signing_key } = app.first;
  const other = await perform(createProject, app.deps, adminScope, { name: 'Other', plan: 'scale' });
  const { token } = await app.exchangeToken('victim', { test_email: { allowed_emails: ALLOWED_EMAILS } });
  await app.exchangeToken('neighbour');
  const user = {
    ...signUser(signing_key),
    signature: hmacSha256Hex(signing_key, JSON.stringify(ALLOWED_EMAILS)),
  };
  const base = `/api/v1/projects/${project_id}/tenants/victim`;
  page = { base, token, user, conversation: await talkToModel(app, base, token) };
  const open = async (project: string, more: object = {}): Promise<TenantAccess> => {
    const key = await perform(createBackendKey, app.deps, adminScope, {
      ...{ project_id: project, name: 'K', effects: [...EFFECTS], ...more },
    });
    return { ...page, base: '/api/v1/server/tenants/victim', token: key.server_key };
  };
  backends.own = await open(project_id);
  backends.otherProject = await open(other.id);
  backends.otherTenant = await open(project_id, { tenants: ['neighbour'] });
});
afterAll(async () => {
  await app.stop();
  await provider.stop();
  await server.stop();
});

const tenantRoutes = (): Route[] => app.serverRoutes.filter(({ operation }) => operation.scope === 'tenant');

async function propose({ base, token }: TenantAccess, { template_id }: Victim): Promise<string> {
  const operations = [{ op: 'update_settings', fields: { width: 670 } }];
  const path = `${base}/templates/${template_id}/proposals`;
  return (await app.request('POST', path, { token, body: { operations } })).body.data.proposal_id;
}

/** Calls every route; the database must not change. */
async function expectEverywhere(
  from: TenantAccess | undefined,
  check: (answer: Answer) => void,
): Promise<void> {
  const victim = await storeForVictim(app, page);
  // The first use of a key is stored.
  if (from !== undefined) await app.request('GET', `${from.base}/config`, { token: from.token });
  for (const route of tenantRoutes()) {
    await storeCounts(app);
    const before = await dumpDatabase(app);
    const answer = await call(app, route, backends.own, victim, from);
    expect([nameOf(route), answer.text.includes(CANARY)]).toEqual([nameOf(route), false]);
    check(answer);
    expect([nameOf(route), await findChanges(app, before)]).toEqual([nameOf(route), []]);
  }
}

test('the backend API has every tenant route but the one for websockets', () => {
  const below = (prefix: string, routes: readonly Route[]) =>
    routes
      .filter(({ path }) => path.startsWith(prefix))
      .map(({ method, path }) => `${method} ${path.slice(prefix.length)}`);
  const ofPages = below('/api/v1/projects/:project/tenants/:tenant/', app.routes);
  const ofBackends = below(
    '/api/v1/server/tenants/:tenant/',
    app.serverRoutes.filter(({ operation }) => operation.scope === 'tenant'),
  );
  expect(ofPages.filter((route) => !ofBackends.includes(route))).toEqual(['POST broadcasting/auth']);
});

describe('every route of the backend API', () => {
  test('answers the tenant’s own backend', async () => {
    for (const route of tenantRoutes()) {
      const victim = await storeForVictim(app, page);
      // Only its author may change a comment or withdraw a proposal.
      const comments = `${backends.own.base}/templates/${victim.template_id}/comments`;
      const own = await app.request('POST', comments, { token: backends.own.token, body: { body: CANARY } });
      victim.comment_id = own.body.data.id;
      if (route.operation.name === 'withdrawProposal')
        victim.proposal_id = await propose(backends.own, victim);
      const answer = await call(app, route, backends.own, victim, backends.own);
      const seen = [nameOf(route), Math.floor(answer.status / 100), answer.text.slice(0, 300)];
      expect(seen).toEqual([nameOf(route), 2, answer.text.slice(0, 300)]);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('wants credentials', async () => {
    await expectEverywhere(undefined, (answer) => expectServerError(answer, 401, 'unauthorized'));
  });

  test('does not take the token of a page', async () => {
    await expectEverywhere({ ...backends.own, token: page.token }, (answer) =>
      expectServerError(answer, 401, 'unauthorized'),
    );
  });

  test('is not found by a backend of another project', async () => {
    await expectEverywhere(backends.otherProject, (answer) => expectServerError(answer, 404, 'not_found'));
  });

  test('is refused for a key of another tenant', async () => {
    await expectEverywhere(backends.otherTenant, (answer) => expectServerError(answer, 403, 'forbidden'));
  });

  test('finds nothing of the victim in another tenant of the project', async () => {
    const victim = await storeForVictim(app, page);
    const neighbour = { ...backends.own, base: '/api/v1/server/tenants/neighbour' };
    for (const route of tenantRoutes()) {
      const answer = await call(app, route, neighbour, victim, backends.own);
      expect([nameOf(route), answer.text.includes(CANARY)]).toEqual([nameOf(route), false]);
      const named = Object.values(fillInput(route, victim, page.user)).some((value) =>
        Object.values(victim).includes(String(value)),
      );
      const isNamed = named || /:\w+/.test(route.path.split('/:tenant')[1] ?? '');
      if (isNamed) expect([nameOf(route), answer.status]).toEqual([nameOf(route), 404]);
    }
  });
});

describe('every route about tenants', () => {
  const routes = () => app.serverRoutes.filter(({ operation }) => operation.scope === 'project');

  test('needs credentials, and finds the tenants of its own project only', async () => {
    expect(routes().length).toBeGreaterThanOrEqual(9);
    // The first use of a key is stored behind the answer; an empty transaction waits for it.
    for (const { token } of [backends.otherProject, backends.otherTenant])
      await app.request('GET', '/api/v1/server/tenants/victim', { token });
    await app.deps.db.transaction(async () => {});
    await untilIdle(app.data);
    for (const { method, path } of routes()) {
      const at = path.replace(':tenant', 'victim');
      const before = await dumpDatabase(app);
      const request = (token?: string) =>
        app.request(method, at, {
          ...(token !== undefined && { token }),
          ...(method !== 'GET' && { body: {} }),
        });
      expectServerError(await request(), 401, 'unauthorized');
      expectServerError(await request(page.token), 401, 'unauthorized');
      const foreign = await request(backends.otherProject.token);
      expect([at, foreign.text.includes('victim')]).toEqual([at, false]);
      if (path.includes(':tenant')) expect([at, foreign.status]).toEqual([at, 404]);
      const limited = await request(backends.otherTenant.token);
      // It may follow the jobs of its own tenants.
      if (path.endsWith('/data-jobs')) expect([at, limited.body]).toEqual([at, { data: [] }]);
      else if (path.includes('/data-jobs/')) expect([at, limited.status]).toEqual([at, 404]);
      else expectServerError(limited, 403, 'forbidden');
      // Users are those of the caller's project, so there it may start a job about any id.
      if (path.includes('/users/')) {
        expect([at, foreign.status]).toEqual([at, 201]);
        await untilJobsAreDone();
      } else expect([at, await findChanges(app, before)]).toEqual([at, []]);
    }
  });
});
