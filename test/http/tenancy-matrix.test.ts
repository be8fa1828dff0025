import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { TSchema } from '@sinclair/typebox';
import { createProject } from '../../src/features/projects/index.ts';
import type { Route } from '../../src/http/route.ts';
import { hmacSha256Hex } from '../../src/platform/crypto.ts';
import { perform } from '../../src/platform/operation.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type SignedUser, signUser } from '../support/signed-user.ts';
import { type Answer, adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import { dumpDatabase } from './database-dump.ts';
import { expectError } from './expect-error.ts';

/**
 * Walks the application's own route table, so a new route is covered, or fails here, without anybody thinking of it:
 * a path parameter or a field that names something stored has to be in `Victim`, another field in `HARMLESS_FIELDS`.
 */

/** Stands in everything the victim stores; must never be seen by anybody else. */
const CANARY = 'CANARY-7f3a';

/** Routes that need no token. Adding one here is a decision. */
const PUBLIC_ROUTES = ['GET /api/v1/health', 'POST /api/v1/auth/token'];

/** Paths mounted beside the table: documentation and the browser's preflight question. */
const MOUNTED_BESIDE = [
  'GET /openapi',
  'GET /openapi/json',
  'OPTIONS /api/*',
  'ALL /api/v1/images/*',
  'ALL /api/v1/mcp',
  'ALL /sdk/*',
  'GET /app/:key',
];

/** Input that names nothing stored, with a value that is accepted. */
const HARMLESS_FIELDS: Record<string, unknown> = {
  content: smallContent('changed'),
  name: 'changed',
  label: 'changed',
  is_autosave: false,
  expected_version: undefined,
  search: undefined,
  sort: undefined,
  cursor: undefined,
  answer: undefined,
  format: undefined,
  block_ids: undefined,
  if_version: undefined,
  operations: undefined,
  dry_run: undefined,
  includes: undefined,
  title: undefined,
  plain_text: undefined,
  data: undefined,
  custom_fonts: undefined,
  default_fallback: undefined,
  body: 'changed',
  block_id: 'b1',
  parent_id: undefined,
  status: undefined,
  resolved: undefined,
  category: undefined,
  actor: undefined,
  type: undefined,
  since: undefined,
  socket_id: '12.34',
  recipient: 'ada@example.com',
  html: '<p>changed</p>',
  allowed_emails: ['ada@example.com'],
};

/** Modules belong to a project: its other tenants may use them, and change nothing. */
const SHARED_IN_PROJECT = '/saved-modules';

/** What each import takes, by the last step of its path. */
const SOURCES: Record<string, unknown> = {
  'from-beefree': { page: { rows: [] } },
  'from-unlayer': { body: { rows: [] } },
  'from-mjml': '<mjml><mj-body></mj-body></mjml>',
  'from-html': '<p>changed</p>',
};

/** What one tenant has stored, by the name under which routes ask for it. */
type Victim = Record<string, string>;

interface Place {
  base: string;
  token: string;
  /** A user of the place’s project, whose signature is right there, as is that of the list of recipients. */
  user: SignedUser & { signature: string };
}

let app: TestApp;
let server: MailServer;
const places = {} as Record<'victim' | 'neighbour' | 'stranger' | 'namesake', Place>;

beforeAll(async () => {
  server = await startMailServer();
  const smtp = { smtp_host: '127.0.0.1', smtp_port: server.port, smtp_from: 'mail@galley.example' };
  app = await createTestApp(smtp);
  const other = await perform(createProject, app.deps, adminScope, { name: 'Other', plan: 'scale' });
  const open = async (tenant: string, credentials = {}): Promise<Place> => {
    const { token, project_id } = await app.exchangeToken(tenant, credentials);
    const key = 'client_id' in credentials ? other.signing_key : app.first.signing_key;
    const signature = hmacSha256Hex(key, JSON.stringify(HARMLESS_FIELDS.allowed_emails));
    const user = { ...signUser(key), signature };
    return { token, user, base: `/api/v1/projects/${project_id}/tenants/${encodeURIComponent(tenant)}` };
  };
  const { client_id, client_secret } = other;
  places.victim = await open('victim');
  places.neighbour = await open('neighbour');
  places.stranger = await open('stranger', { client_id, client_secret });
  places.namesake = await open('victim', { client_id, client_secret });
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});

/** Fresh things of the victim, so that a route that deletes cannot spoil the next. */
async function storeForVictim(): Promise<Victim> {
  const send = (path: string, body: unknown) =>
    app.request('POST', places.victim.base + path, { token: places.victim.token, body });
  const template = await send('/templates', { name: CANARY, content: smallContent(CANARY) });
  const template_id = template.body.data.id;
  const snapshot = await send(`/templates/${template_id}/snapshots`, { label: CANARY });
  const said = { body: CANARY, block_id: 'b1', ...places.victim.user };
  const comment = await send(`/templates/${template_id}/comments`, said);
  const module = await send('/saved-modules', { name: CANARY, content: smallContent(CANARY).blocks });
  const snapshot_id = snapshot.body.data.id;
  return {
    template_id,
    snapshot_id,
    from: snapshot_id,
    to: snapshot_id,
    diff_with: snapshot_id,
    channel_name: `presence-template.${template_id}`,
    comment_id: comment.body.data.id,
    module_id: module.body.data.id,
  };
}

/** Everything but the cache of renderings, which is written some time after the answer. */
const dumpStored = (): string =>
  dumpDatabase(app)
    .split(/^(?=# )/m)
    .filter((table) => !table.startsWith('# renderings\n'))
    .join('');

const tenantRoutes = (): Route[] => app.routes.filter((route) => route.operation.scope === 'tenant');
const nameOf = (route: Route) => `${route.method} ${route.path}`;
const readProperties = (route: Route): Record<string, TSchema> => route.operation.input.properties ?? {};

/** The path below a tenant with its parameters filled in. */
function fillPath(route: Route, base: string, victim: Victim): string {
  const below = route.path.split('/:tenant')[1] ?? '';
  return (
    base +
    below.replace(/:(\w+)/g, (_, name: string) => {
      const id = victim[name];
      if (id === undefined) throw new Error(`${nameOf(route)}: say in storeForVictim what :${name} is`);
      return encodeURIComponent(id);
    })
  );
}

/** Acceptable input beside the path; whatever can name something stored names the victim's. */
function fillInput(route: Route, victim: Victim, user: Place['user']): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(readProperties(route))) {
    if (route.path.includes(`/:${name}`)) continue;
    if (name in user) input[name] = user[name as keyof Place['user']];
    else if (name === 'content' && route.path.endsWith('s/:module_id')) input[name] = undefined;
    else if (name === 'content' && route.path.includes('/saved-modules')) input[name] = smallContent().blocks;
    else if (name === 'source') input[name] = SOURCES[route.path.split('/').at(-1) ?? ''];
    else if (name in victim) input[name] = victim[name];
    else if (name in HARMLESS_FIELDS) input[name] = HARMLESS_FIELDS[name];
    else if (schema.type === 'array' && name.endsWith('ids')) input[name] = Object.values(victim);
    else
      throw new Error(`${nameOf(route)}: is the field "${name}" harmless, or does it name something stored?`);
  }
  return input;
}

/** `from`: whose token and signature it comes with; undefined: without a token. */
function call(route: Route, at: Place, victim: Victim, from: Place | undefined): Promise<Answer> {
  const { base } = at;
  const token = from?.token;
  const input = fillInput(route, victim, (from ?? at).user);
  const authorization = token === undefined ? {} : { token };
  const path = fillPath(route, base, victim);
  if (route.method !== 'GET') return app.request(route.method, path, { ...authorization, body: input });
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return app.request('GET', `${path}?${query}`, authorization);
}

/** Every route in turn against a database that must not change. */
async function expectEverywhere(
  from: Place | undefined,
  at: Place,
  check: (answer: Answer, route: Route) => void,
): Promise<void> {
  const victim = await storeForVictim();
  for (const route of tenantRoutes()) {
    const before = dumpStored();
    const events = app.events.length;
    const answer = await call(route, at, victim, from);
    expect([nameOf(route), answer.text.includes(CANARY)]).toEqual([nameOf(route), false]);
    check(answer, route);
    expect([nameOf(route), dumpStored() === before]).toEqual([nameOf(route), true]);
    expect(app.events.length).toBe(events);
  }
}

describe('the route table', () => {
  test('is all there is: nothing is mounted beside it unnoticed', () => {
    const mounted = app.http.routes.map((route) => `${route.method} ${route.path}`);
    const known = [...app.routes.map(nameOf), ...MOUNTED_BESIDE];
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
    for (const route of tenantRoutes()) {
      const answer = await call(route, places.victim, await storeForVictim(), places.victim);
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
        expect(answer.body.message).toBe('Tenant not found.');
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
        expect(answer.body.message).toBe('Tenant not found.');
      });
    }
  });

  test.each(['neighbour', 'stranger', 'namesake'] as const)(
    'finds nothing of the victim in the own tenant of %s',
    async (who) => {
      const victim = await storeForVictim();
      for (const route of tenantRoutes()) {
        const namesVictim =
          /:\w+/.test(route.path.split('/:tenant')[1] ?? '') ||
          Object.values(fillInput(route, victim, places[who].user)).some((value) =>
            Object.values(victim).includes(String(value)),
          );
        if (who === 'neighbour' && route.path.includes(SHARED_IN_PROJECT)) continue;
        const ofVictim = await readVictim(victim);
        const before = dumpStored();
        const answer = await call(route, places[who], victim, places[who]);
        expect([nameOf(route), answer.text.includes(CANARY)]).toEqual([nameOf(route), false]);
        if (namesVictim) {
          expect([nameOf(route), answer.status]).toEqual([nameOf(route), 404]);
          expectError(answer, 404, 'not_found');
          expect([nameOf(route), dumpStored() === before]).toEqual([nameOf(route), true]);
        } else {
          expect([nameOf(route), Math.floor(answer.status / 100)]).toEqual([nameOf(route), 2]);
        }
        expect(await readVictim(victim)).toEqual(ofVictim);
      }
    },
  );

  test('shows a neighbour the modules of the project, and lets it change none', async () => {
    const victim = await storeForVictim();
    const routes = tenantRoutes().filter((route) => route.path.includes(SHARED_IN_PROJECT));
    expect(routes.length).toBeGreaterThanOrEqual(4);
    for (const route of routes.filter((one) => one.path.includes(':module_id'))) {
      const before = dumpStored();
      const answer = await call(route, places.neighbour, victim, places.neighbour);
      expectError(answer, 403, 'forbidden');
      expect([answer.text.includes(CANARY), dumpStored() === before]).toEqual([false, true]);
    }
    const { base, token } = places.neighbour;
    const { data } = (await app.request('GET', `${base}/saved-modules`, { token })).body;
    const shared = data.find((one: { id: string }) => one.id === victim.module_id);
    expect(shared).toMatchObject({ name: CANARY, canUpdate: false, canDelete: false });
    expect(JSON.stringify(shared)).not.toContain('victim');
  });

  test('keeps a template’s history and comments apart from those of the tenant’s other templates', async () => {
    const victim = await storeForVictim();
    const other = await storeForVictim();
    const mixed = {
      ...victim,
      snapshot_id: other.snapshot_id as string,
      comment_id: other.comment_id as string,
    };
    const routes = tenantRoutes().filter((route) => /:(snapshot|comment)_id/.test(route.path));
    expect(routes.length).toBeGreaterThanOrEqual(7);
    for (const route of routes) {
      const before = dumpStored();
      expectError(await call(route, places.victim, mixed, places.victim), 404, 'not_found');
      expect(dumpStored()).toBe(before);
    }
  });
});

test('the token decides whose data it is: fields of the body cannot point elsewhere', async () => {
  const { token, base } = places.neighbour;
  const smuggled = { project: 'x', tenant: 'victim', tenant_id: 1, tenantId: 1, projectId: 'x', id: 'x' };
  const body = { content: smallContent('smuggled'), ...smuggled };
  const created = await app.request('POST', `${base}/templates`, { token, body });
  expect(created.status).toBe(201);
  const { id } = created.body.data;
  expect(id).not.toBe('x');
  expect((await app.request('GET', `${base}/templates/${id}`, { token })).status).toBe(200);
  const victim = places.victim;
  expect((await app.request('GET', `${victim.base}/templates/${id}`, { token: victim.token })).status).toBe(
    404,
  );
  const update = { name: 'moved', template_id: (await storeForVictim()).template_id, ...smuggled };
  const updated = await app.request('PUT', `${base}/templates/${id}`, { token, body: update });
  expect([updated.status, updated.body.data.id, updated.body.data.name]).toEqual([200, id, 'moved']);
});

/** The victim's template with its history and comments as the victim sees them. */
async function readVictim({ template_id }: Victim): Promise<string[]> {
  const { base, token } = places.victim;
  const template = `/templates/${template_id}`;
  const paths = [template, `${template}/snapshots`, `${template}/comments`, `${template}/activity`];
  const answers = await Promise.all(paths.map((path) => app.request('GET', base + path, { token })));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  return answers.map((answer) => answer.text);
}
