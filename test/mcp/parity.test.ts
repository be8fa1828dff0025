import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Route } from '../../src/http/route.ts';
import type { Tool } from '../../src/mcp/tool.ts';
import { CATALOGUE } from '../../src/operations.ts';
import { drawPng, formOf, GUARD_MS } from '../features/media/library.ts';
import { processCount } from '../support/engine.ts';
import { type FakeProvider, type SeenRequest, startFakeProvider } from '../support/fake-provider.ts';
import { messageOf } from '../support/read-fence.ts';
import { signUser } from '../support/signed-user.ts';
import { type Answer, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import { type Ids, SAMPLES, web } from './parity-samples.ts';
import { type Client, connect, readCalls, type ToolAnswer, UNLIMITED_CALLS } from './tool-client.ts';

/**
 * Every operation that is a route and a tool, found from the tables of both, runs through both against equal states
 * and must answer the same: the same output, or the same code. A new one has to say here with what input.
 */

/** Refusals only one of the two can give: a repeated parameter of an address is never an empty list. */
const ADDRESS_CANNOT_SAY = (route: Route, input: Record<string, unknown>) =>
  route.method === 'GET' && Object.values(input).some((value) => Array.isArray(value) && value.length === 0);

setDefaultTimeout(processCount > 0 ? 5 * GUARD_MS : GUARD_MS);

const PICTURE = drawPng(1);

/** A model that rewrites texts. Of a text with the word "lost" it keeps no merge tag and no markup. */
const rewritten = ({ text }: SeenRequest) => {
  const kept = text.includes('lost') ? '' : text.includes('Friendlier') ? 'Hello {{ name }}' : '<b>y</b>';
  return { text: JSON.stringify({ text: kept === '' ? 'nothing' : kept }) };
};

let provider: FakeProvider;
let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
beforeAll(async () => {
  provider = await startFakeProvider(rewritten);
});
afterAll(async () => {
  await provider.stop();
  await web.stop(true);
});
beforeEach(async () => {
  const model = { ai_provider: 'openai-compatible', ai_base_url: provider.url, ai_model: 'm' } as const;
  const base_url = 'https://galley.example';
  app = await createTestApp({ ...UNLIMITED_CALLS, ...model, base_url, fetch_private: ['127.0.0.1'] });
  tenant = await app.openTenant();
});
afterEach(() => app.stop());

const operationsOfRoutes = (routes: readonly Route[]) => new Set(routes.map((route) => route.operation));
const inBoth = (): Tool[] => {
  const routes = operationsOfRoutes(app.routes);
  // Those for agents that only propose are tested in test/features/proposals.
  return CATALOGUE.tools.filter((entry) => routes.has(entry.operation) && !entry.isForProposers);
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

/** A template with a history of one, a thread, and a file that it shows, the same each time but for its ids. */
async function prepare(agent?: Client): Promise<Ids> {
  const folder = await tenant.request('POST', '/media/folders', { body: { name: 'Pictures' } });
  const folder_id = folder.body.data.id;
  const form = formOf(PICTURE, 'logo.png', { folder_id });
  const file = (await tenant.request('POST', '/media/upload', { body: form })).body.data;
  const body = { name: 'Letter', content: smallContent(`First <img src="${file.url}">`) };
  const template_id = (await tenant.request('POST', '/templates', { body })).body.data.id;
  const snapshot = await tenant.request('POST', `/templates/${template_id}/snapshots`, {
    body: { label: 'One' },
  });
  const second = smallContent(`Second <img src="${file.url}">`);
  await tenant.request('PUT', `/templates/${template_id}`, { body: { content: second } });
  const said = await prepareThread(template_id, agent);
  const old = { name: 'Old', content: smallContent('Old') };
  const trash_id = (await tenant.request('POST', '/templates', { body: old })).body.data.id;
  await tenant.request('DELETE', `/templates/${trash_id}`);
  return { template_id, snapshot_id: snapshot.body.data.id, folder_id, media_id: file.id, trash_id, ...said };
}

/** A thread of the caller, with a reply of another user. */
async function prepareThread(template_id: string, agent: Client | undefined) {
  const comments = `/templates/${template_id}/comments`;
  const sayAsPerson = async (said: object, user = signedUser()): Promise<string> =>
    (await tenant.request('POST', comments, { body: { ...said, ...user } })).body.data.id;
  const thread = { body: 'Thread', block_id: 'b1' };
  const comment_id: string =
    agent === undefined
      ? await sayAsPerson(thread)
      : (await agent.get('create-comment', { template_id, ...thread })).id;
  const bob = signUser(app.first.signing_key, 'u-bob', 'Bob');
  return { comment_id, reply_id: await sayAsPerson({ body: 'Reply', parent_id: comment_id }, bob) };
}

const clear = async () => {
  for (const { id } of (await tenant.request('GET', '/templates')).body.data) {
    await tenant.request('DELETE', `/templates/${id}`);
  }
  for (const { id } of (await tenant.request('GET', '/media/folders')).body.data) {
    await tenant.request('DELETE', `/media/folders/${id}`, { body: { files: 'delete' } });
  }
  const ids = (await tenant.request('GET', '/media/browse')).body.data.map((item: { id: string }) => item.id);
  if (ids.length > 0) await tenant.request('POST', '/media/delete', { body: { ids } });
  await tenant.request('POST', '/trash/empty');
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
function normalize(value: unknown, ids: Ids): unknown {
  let known = JSON.stringify(value) ?? 'null';
  for (const [name, id] of Object.entries(ids)) known = known.replaceAll(id, name.toUpperCase());
  const text = known
    // Over REST only calls that write name the user.
    .replaceAll('"mine":true,', '')
    // Over REST, `blockId` of a finding is for the editor's fix, and `location` is the block.
    .replace(/"blockId":(?:null|"[^"]*"),"location":/g, '"blockId":')
    .replaceAll(
      '"author_name":"Scenario via First key","author_type":"agent"',
      '"author_name":"Ada","author_type":"user"',
    )
    .replace(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g, 'ID')
    .replace(/\b[\da-f]{6}(?= \w+ \\")/g, 'SHORT')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    // It names the ids and versions of templates.
    .replace(/"plan":"[\da-f]{16}"/, '"plan":"PLAN"')
    .replace(/\/media\/[\w-]{22}\//g, '/media/TOKEN/');
  return JSON.parse(text);
}

/** An operation's output as its route sent it. */
function readOutput(route: Route, { text, body }: Answer): unknown {
  if (route.answer === 'events') {
    const { type, ...done } = JSON.parse(text.trim().split('\n').at(-1)?.slice('data: '.length) ?? '');
    expect(type).toBe('done');
    return route.outputName === undefined ? done : done[route.outputName];
  }
  const { data, meta } = body;
  if (route.answer === 'page') return { items: data, ...meta };
  return route.answer === 'items' ? { items: data } : data;
}

function expectSameOutput(route: Route, ofRoute: Answer, ofTool: ToolAnswer, ids: [Ids, Ids]): void {
  const facts = [route.method, route.path];
  expect([...facts, ofRoute.text, ofTool.isError]).toEqual([...facts, ofRoute.text, false]);
  expect([...facts, ofRoute.status]).toEqual([...facts, route.answer === 'nothing' ? 204 : route.status]);
  if (route.answer === 'nothing') return;
  const output = readOutput(route, ofRoute);
  expect([...facts, normalize(ofTool.data, ids[1])]).toEqual([...facts, normalize(output, ids[0])]);
}

test('there are operations that are both', () => {
  expect(inBoth().length).toBeGreaterThanOrEqual(10);
  for (const entry of inBoth()) samplesOf(entry);
});

test('no sample is left of an operation that is no longer both', () => {
  const names = new Set(inBoth().map((entry) => entry.operation.name));
  expect(Object.keys(SAMPLES).filter((name) => !names.has(name))).toEqual([]);
});

test('both answer the same', async () => {
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
});

/** A refusal of a tool with the field that it begins with, or that ends it, as the route calls it. */
function inWordsOf({ renamed }: Route, message: string): string {
  const [outer, inner] =
    Object.entries(renamed).find(([, name]) => message.match(/^\w+/)?.[0] === name) ?? [];
  if (inner !== undefined) return `${outer}${message.slice(inner.length)}`;
  return message.replace(/ \((\w+)(?=\.)/, (part, name) => {
    const [sent] = Object.entries(renamed).find(([, own]) => own === name) ?? [];
    return sent === undefined ? part : ` (${sent}`;
  });
}

test('both refuse with the same code and the same words', async () => {
  const client = connect(app, 'legacy');
  for (const entry of inBoth()) {
    for (const route of routesOf(entry)) {
      for (const [code, sample] of samplesOf(entry).refused) {
        const ids = await prepare(client);
        const { name } = entry.definition;
        const ofTool = await client.call(name, sample(ids));
        // Other servers write their record a moment later.
        const outcome = processCount > 0 ? code : (await readCalls(app)).at(-1)?.outcome;
        expect([name, ofTool.isError, outcome, ofTool.text]).toEqual([name, true, code, ofTool.text]);
        await clear();
        if (ADDRESS_CANNOT_SAY(route, sample(ids))) continue;
        const own = await prepare();
        const { body } = await callRoute(route, {
          ...sample(own),
          ...entry.preset,
          ...signedIfAsked(route),
        });
        expect([name, route.path, normalize({ code: body.code, message: body.message }, own)]).toEqual([
          name,
          route.path,
          normalize({ code, message: inWordsOf(route, messageOf(ofTool.text)) }, ids),
        ]);
        await clear();
      }
    }
  }
});
