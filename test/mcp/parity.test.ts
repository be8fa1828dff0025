import { afterEach, beforeEach, expect, test } from 'bun:test';
import { CATALOGUE } from '../../src/app.ts';
import type { Route } from '../../src/http/route.ts';
import type { Tool } from '../../src/mcp/tool.ts';
import { signUser } from '../support/signed-user.ts';
import { type Answer, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import { type Client, connect, PLENTY, readCalls, type ToolAnswer } from './tool-client.ts';

/**
 * Every operation that is a route and a tool, found from the tables of both, runs through both against equal states
 * and must answer the same: the same output, or the same code. A new one has to say here with what input.
 */

/** A state, and the input that is given in it: ids stand for what the state holds. */
interface Ids {
  template_id: string;
  snapshot_id: string;
  /** A thread of whoever calls, and a reply to it. */
  comment_id: string;
  reply_id: string;
}
type Sample = (ids: Ids) => Record<string, unknown>;

/** Every operation through both takes a while where other work goes on. */
const GUARD_MS = 60_000;

const gone = '00000000-0000-7000-8000-000000000000';
const ofSnapshot: Sample = ({ template_id, snapshot_id }) => ({ template_id, snapshot_id });
const noTemplate: Sample = (ids) => ({ ...ofSnapshot(ids), template_id: gone });

/** By operation: inputs that are accepted, and inputs that are refused with a code. */
const SAMPLES: Record<string, { accepted: Sample[]; refused: [code: string, sample: Sample][] }> = {
  getProjectConfig: { accepted: [() => ({})], refused: [] },
  listTemplates: {
    accepted: [() => ({}), () => ({ search: 'LET', sort: 'name_asc' }), () => ({ search: 'nothing' })],
    refused: [
      ['validation_failed', () => ({ sort: 'sideways' })],
      ['validation_failed', () => ({ cursor: 'forged' })],
    ],
  },
  exportTemplate: {
    accepted: [
      ({ template_id }) => ({ template_id, format: 'html' }),
      ({ template_id }) => ({ template_id, format: 'both', plain_text: true }),
      ({ template_id }) => ({ template_id, format: 'mjml', data: { name: 'Ada' } }),
    ],
    refused: [
      ['not_found', () => ({ template_id: gone })],
      ['validation_failed', ({ template_id }) => ({ template_id, format: 'pdf' })],
    ],
  },
  getTemplate: {
    accepted: [
      ({ template_id }) => ({ template_id }),
      ({ template_id }) => ({ template_id, format: 'outline' }),
      ({ template_id }) => ({ template_id, block_ids: ['b1', 'none'] }),
      ({ template_id }) => ({ template_id, if_version: 2 }),
    ],
    refused: [
      ['not_found', () => ({ template_id: gone })],
      ['validation_failed', ({ template_id }) => ({ template_id, format: 'x' })],
      ['validation_failed', ({ template_id }) => ({ template_id, format: 'outline', block_ids: ['b1'] })],
    ],
  },
  createTemplate: {
    accepted: [
      () => ({ content: smallContent() }),
      () => ({ content: { blocks: [{ type: 'title', content: 'x' }] }, name: 'N' }),
    ],
    refused: [
      ['validation_failed', () => ({})],
      ['validation_failed', () => ({ content: smallContent(), name: 'x'.repeat(256) })],
      ['too_large', () => ({ content: { blocks: [{ type: 'html', content: 'x'.repeat(3_000_000) }] } })],
    ],
  },
  updateTemplate: {
    accepted: [
      ({ template_id }) => ({ template_id, name: 'N', content: smallContent('new') }),
      ({ template_id }) => ({ template_id, operations: [{ op: 'delete', id: 'b1' }], expected_version: 2 }),
      ({ template_id }) => ({ template_id, name: null, dry_run: true }),
    ],
    refused: [
      ['not_found', () => ({ template_id: gone, name: 'N' })],
      ['version_conflict', ({ template_id }) => ({ template_id, name: 'N', expected_version: 1 })],
      ['validation_failed', ({ template_id }) => ({ template_id })],
      ['validation_failed', ({ template_id }) => ({ template_id, operations: [{ op: 'delete', id: 'x' }] })],
    ],
  },
  deleteTemplate: {
    accepted: [({ template_id }) => ({ template_id })],
    refused: [
      ['not_found', () => ({ template_id: gone })],
      ['version_conflict', ({ template_id }) => ({ template_id, expected_version: 1 })],
      ['validation_failed', ({ template_id }) => ({ template_id, expected_version: 'x' })],
    ],
  },
  listSnapshots: {
    accepted: [({ template_id }) => ({ template_id })],
    refused: [['not_found', () => ({ template_id: gone })]],
  },
  getSnapshot: {
    accepted: [
      ofSnapshot,
      (ids) => ({ ...ofSnapshot(ids), format: 'outline' }),
      (ids) => ({ ...ofSnapshot(ids), diff_with: 'now' }),
      (ids) => ({ ...ofSnapshot(ids), diff_with: ids.snapshot_id, format: 'blocks' }),
    ],
    refused: [
      ['not_found', noTemplate],
      ['not_found', (ids) => ({ ...ofSnapshot(ids), diff_with: gone })],
      ['not_found', (ids) => ({ ...ofSnapshot(ids), snapshot_id: gone })],
      ['validation_failed', (ids) => ({ ...ofSnapshot(ids), block_ids: [] })],
    ],
  },
  listComments: {
    accepted: [
      ({ template_id }) => ({ template_id }),
      ({ template_id }) => ({ template_id, status: 'resolved' }),
      ({ template_id }) => ({ template_id, block_id: 'b1' }),
    ],
    refused: [
      ['not_found', () => ({ template_id: gone })],
      ['validation_failed', ({ template_id }) => ({ template_id, status: 'x' })],
      ['validation_failed', ({ template_id }) => ({ template_id, cursor: 'forged' })],
    ],
  },
  createComment: {
    accepted: [
      ({ template_id }) => ({ template_id, body: 'New' }),
      ({ template_id }) => ({ template_id, body: 'New', block_id: 'b1' }),
      ({ template_id, comment_id }) => ({ template_id, body: 'New', parent_id: comment_id }),
    ],
    refused: [
      ['not_found', () => ({ template_id: gone, body: 'New' })],
      ['not_found', ({ template_id }) => ({ template_id, body: 'New', parent_id: gone })],
      ['validation_failed', ({ template_id }) => ({ template_id, body: ' ' })],
      ['validation_failed', ({ template_id }) => ({ template_id, body: 'x'.repeat(10_001) })],
      ['validation_failed', ({ template_id, reply_id }) => ({ template_id, body: 'x', parent_id: reply_id })],
    ],
  },
  updateComment: {
    accepted: [
      ({ template_id, comment_id }) => ({ template_id, comment_id, body: 'Changed' }),
      ({ template_id, comment_id }) => ({ template_id, comment_id, body: 'Thread' }),
    ],
    refused: [
      ['not_found', ({ comment_id }) => ({ template_id: gone, comment_id, body: 'x' })],
      ['not_found', ({ template_id }) => ({ template_id, comment_id: gone, body: 'x' })],
      ['forbidden', ({ template_id, reply_id }) => ({ template_id, comment_id: reply_id, body: 'x' })],
      ['validation_failed', ({ template_id, comment_id }) => ({ template_id, comment_id })],
    ],
  },
  deleteComment: {
    accepted: [({ template_id, comment_id }) => ({ template_id, comment_id })],
    refused: [
      ['not_found', ({ template_id }) => ({ template_id, comment_id: gone })],
      ['forbidden', ({ template_id, reply_id }) => ({ template_id, comment_id: reply_id })],
    ],
  },
  resolveComment: {
    accepted: [
      ({ template_id, comment_id }) => ({ template_id, comment_id }),
      ({ template_id, comment_id }) => ({ template_id, comment_id, resolved: false }),
    ],
    refused: [
      ['not_found', ({ template_id }) => ({ template_id, comment_id: gone })],
      ['validation_failed', ({ template_id, reply_id }) => ({ template_id, comment_id: reply_id })],
      ['validation_failed', ({ template_id, comment_id }) => ({ template_id, comment_id, resolved: 'x' })],
    ],
  },
  createSnapshot: {
    accepted: [({ template_id }) => ({ template_id }), ({ template_id }) => ({ template_id, label: 'L' })],
    refused: [
      ['not_found', () => ({ template_id: gone })],
      ['validation_failed', ({ template_id }) => ({ template_id, label: 5 })],
    ],
  },
  restoreSnapshot: {
    accepted: [ofSnapshot, (ids) => ({ ...ofSnapshot(ids), expected_version: 2 })],
    refused: [
      ['not_found', noTemplate],
      ['not_found', (ids) => ({ ...ofSnapshot(ids), snapshot_id: gone })],
      ['version_conflict', (ids) => ({ ...ofSnapshot(ids), expected_version: 1 })],
    ],
  },
};

/** Refusals only one of the two can give: a repeated parameter of an address is never an empty list. */
const ADDRESS_CANNOT_SAY = (route: Route, input: Record<string, unknown>) =>
  route.method === 'GET' && Object.values(input).some((value) => Array.isArray(value) && value.length === 0);

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeEach(async () => {
  app = await createTestApp({ ...PLENTY, base_url: 'https://galley.example' });
  tenant = await app.openTenant();
});
afterEach(() => app.stop());

const operationsOfRoutes = (routes: readonly Route[]) => new Set(routes.map((route) => route.operation));
const inBoth = (): Tool[] => {
  const routes = operationsOfRoutes(app.routes);
  return CATALOGUE.tools.filter((entry) => routes.has(entry.operation));
};
const samplesOf = ({ operation, definition }: Tool) => {
  const samples = SAMPLES[operation.name];
  if (samples !== undefined) return samples;
  throw new Error(
    `${operation.name} is a route and the tool ${definition.name}: say in SAMPLES with what input both are to be called.`,
  );
};
const routesOf = (entry: Tool) => app.routes.filter((route) => route.operation === entry.operation);

/** Who calls a route, and by its fields of the input what that changes: an agent has its key instead. */
const signedUser = () => signUser(app.first.signing_key);
const signedIfAsked = ({ operation }: Route) =>
  'user_signature' in operation.input.properties ? signedUser() : {};

/** A template with a history of one and a thread, the same each time but for its ids. */
async function prepare(agent?: Client): Promise<Ids> {
  const body = { name: 'Letter', content: smallContent('First') };
  const template_id = (await tenant.request('POST', '/templates', { body })).body.data.id;
  const snapshot = await tenant.request('POST', `/templates/${template_id}/snapshots`, {
    body: { label: 'One' },
  });
  await tenant.request('PUT', `/templates/${template_id}`, { body: { content: smallContent('Second') } });
  const comments = `/templates/${template_id}/comments`;
  const sayAsPerson = async (said: object, user = signedUser()): Promise<string> =>
    (await tenant.request('POST', comments, { body: { ...said, ...user } })).body.data.id;
  const thread = { body: 'Thread', block_id: 'b1' };
  const comment_id =
    agent === undefined
      ? await sayAsPerson(thread)
      : (await agent.get('create-comment', { template_id, ...thread })).id;
  const bob = signUser(app.first.signing_key, 'u-bob', 'Bob');
  const reply_id = await sayAsPerson({ body: 'Reply', parent_id: comment_id }, bob);
  return { template_id, snapshot_id: snapshot.body.data.id, comment_id, reply_id };
}

const clear = async () => {
  for (const { id } of (await tenant.request('GET', '/templates')).body.data) {
    await tenant.request('DELETE', `/templates/${id}`);
  }
};

function callRoute(route: Route, input: Record<string, unknown>): Promise<Answer> {
  const rest = { ...input };
  const path = (route.path.split('/:tenant')[1] ?? '').replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  if (route.method !== 'GET') return tenant.request(route.method, path, { body: rest });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    for (const one of [value].flat()) query.append(name, String(one));
  }
  return tenant.request('GET', `${path}?${query}`);
}

/** Ids and times are new each time, and who acts is another. */
function normalise(value: unknown, { template_id, snapshot_id, comment_id, reply_id }: Ids): unknown {
  const known = (JSON.stringify(value) ?? 'null')
    .replaceAll(template_id, 'TEMPLATE')
    .replaceAll(snapshot_id, 'SNAPSHOT')
    .replaceAll(comment_id, 'COMMENT')
    .replaceAll(reply_id, 'REPLY')
    // Over REST only the calls that write say who somebody is.
    .replaceAll('"mine":true,', '')
    .replaceAll(
      '"author_name":"First key","author_type":"agent"',
      '"author_name":"Ada","author_type":"user"',
    );
  const text = known
    .replace(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, 'ID')
    .replace(/\b[\da-f]{6}(?= \w+ \\")/g, 'SHORT')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
  return JSON.parse(text);
}

function expectSameOutput(route: Route, ofRoute: Answer, ofTool: ToolAnswer, ids: [Ids, Ids]): void {
  const facts = [route.method, route.path];
  expect([...facts, ofRoute.text, ofTool.isError]).toEqual([...facts, ofRoute.text, false]);
  expect([...facts, ofRoute.status]).toEqual([...facts, route.answer === 'nothing' ? 204 : route.status]);
  if (route.answer === 'nothing') return;
  const { data, meta } = ofRoute.body;
  const output =
    route.answer === 'page' ? { items: data, ...meta } : route.answer === 'items' ? { items: data } : data;
  expect([...facts, normalise(ofTool.data, ids[1])]).toEqual([...facts, normalise(output, ids[0])]);
}

test('there are operations that are both', () => {
  expect(inBoth().length).toBeGreaterThanOrEqual(10);
  for (const entry of inBoth()) samplesOf(entry);
});

test('no sample is left of an operation that is no longer both', () => {
  const names = new Set(inBoth().map((entry) => entry.operation.name));
  expect(Object.keys(SAMPLES).filter((name) => !names.has(name))).toEqual([]);
});

test(
  'both answer the same',
  async () => {
    const client = connect(app, 'modern');
    for (const entry of inBoth()) {
      for (const route of routesOf(entry)) {
        for (const sample of samplesOf(entry).accepted) {
          const first = await prepare();
          const ofRoute = await callRoute(route, {
            ...sample(first),
            ...entry.preset,
            ...signedIfAsked(route),
          });
          await clear();
          const second = await prepare(client);
          const ofTool = await client.call(entry.definition.name, sample(second));
          await clear();
          expectSameOutput(route, ofRoute, ofTool, [first, second]);
        }
      }
    }
  },
  GUARD_MS,
);

test(
  'both refuse with the same code and the same words',
  async () => {
    const client = connect(app, 'legacy');
    for (const entry of inBoth()) {
      for (const route of routesOf(entry)) {
        for (const [code, sample] of samplesOf(entry).refused) {
          const ids = await prepare(client);
          const { name } = entry.definition;
          const ofTool = await client.call(name, sample(ids));
          const outcome = (await readCalls(app)).at(-1)?.outcome;
          expect([name, ofTool.isError, outcome, ofTool.text]).toEqual([name, true, code, ofTool.text]);
          if (ADDRESS_CANNOT_SAY(route, sample(ids))) continue;
          const own = await prepare();
          const input = { ...sample(own), ...entry.preset, ...signedIfAsked(route) };
          const { body } = await callRoute(route, input);
          const refused = { code: body.code, message: body.message };
          expect([name, route.path, normalise(refused, own)]).toEqual([
            name,
            route.path,
            normalise({ code, message: ofTool.text }, ids),
          ]);
        }
      }
      await clear();
    }
  },
  GUARD_MS,
);
