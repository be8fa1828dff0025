import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { chmodSync, writeFileSync } from 'node:fs';
import { openService } from '../../src/app.ts';
import { loadSettings } from '../../src/config/index.ts';
import { askModel } from '../../src/features/ai/model/index.ts';
import { selectProject, selectTenant } from '../../src/features/projects/index.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import {
  askGalley,
  createTestDirectory,
  GUARD_MS,
  openTenant,
  runGalley,
  startServer,
  type TestDirectory,
  waitFor,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

const KEY = 'sk-binary-0123456789abcdef';

let place: TestDirectory;
let provider: FakeProvider;
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
let first: any;

beforeAll(async () => {
  place = createTestDirectory();
  provider = await startFakeProvider();
  first = await askGalley(place, 'init');
});
afterAll(async () => {
  await provider.stop();
  place.remove();
});

const settings = (wire = 'openai-compatible') => ({
  GALLEY_AI_PROVIDER: wire,
  GALLEY_AI_BASE_URL: provider.url,
  GALLEY_AI_MODEL: 'test-model',
  GALLEY_AI_API_KEY: KEY,
});

/** Answers as a good model does: the word, or the object with it. */
const wellBehaved = () =>
  provider.answer(({ text }) => ({ text: text.includes('field') ? '{"word": "galley"}' : 'galley' }));

describe('galley ai check', () => {
  test.each(['openai', 'anthropic', 'openai-compatible'])('%s: all is well', async (wire) => {
    wellBehaved();
    const { status, stdout, stderr } = await runGalley(place, ['ai', 'check'], settings(wire));
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`${wire} at ${provider.url}, with a key`);
    for (const line of [
      /answers +yes, as test-model/,
      /streams +yes/,
      /structured output +yes, by a schema/,
    ]) {
      expect(stdout).toMatch(line);
    }
    expect(stdout).toEndWith('The provider works.\n');
    expect(stdout).not.toContain(KEY);
  });

  test('the key can come from a file, and the server is asked where one runs', async () => {
    wellBehaved();
    const file = `${place.dir}/key`;
    writeFileSync(file, `${KEY}\n`);
    chmodSync(file, 0o600);
    const { GALLEY_AI_API_KEY: _, ...others } = settings();
    const server = await startServer(place, [], { ...others, GALLEY_AI_API_KEY_FILE: file });
    // The command itself is told nothing of a provider.
    const report = await askGalley(place, 'ai', 'check');
    expect(report).toMatchObject({
      ok: true,
      provider: 'openai-compatible',
      base_url: provider.url,
      has_key: true,
      models: [
        { model: 'test-model', answers: true, streams: true, structured_output: 'schema', problem: null },
      ],
    });
    expect(provider.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(await server.stop()).toBe(0);
    expect(server.stderr() + server.stdout()).not.toContain(KEY);
  });

  test.each([
    ['a wrong key', { status: 401, message: `Incorrect API key provided: ${KEY}` }, 'GALLEY_AI_API_KEY'],
    [
      'a model there is not',
      { status: 404, code: 'model_not_found', message: 'The model does not exist' },
      'no model "test-model"',
    ],
    ['no JSON', { text: 'I like prose.' }, 'not in JSON'],
  ])('%s: exit status 1 and what to do', async (_, reply, says) => {
    provider.answer(reply);
    const { status, stdout, stderr } = await runGalley(place, ['ai', 'check'], settings());
    expect(status).toBe(1);
    expect(stdout).toContain(says);
    expect(stdout).toEndWith('The provider does not work yet.\n');
    expect(stdout + stderr).not.toContain(KEY);
  });

  test('without a provider it says what to set', async () => {
    const { status, stdout, stderr } = await runGalley(place, ['ai', 'check']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^galley: AI provider not configured\. .*GALLEY_AI_PROVIDER/);
  });

  test.each([
    [{ GALLEY_AI_PROVIDER: 'openai', GALLEY_AI_MODEL: 'm' }, 'GALLEY_AI_API_KEY'],
    [{ GALLEY_AI_PROVIDER: 'openai-compatible', GALLEY_AI_MODEL: 'm' }, 'GALLEY_AI_BASE_URL'],
    [{ GALLEY_AI_PROVIDER: 'anthropic', GALLEY_AI_API_KEY: KEY }, 'GALLEY_AI_MODEL'],
    [{ GALLEY_AI_PROVIDER: 'skynet' }, 'GALLEY_AI_PROVIDER'],
    [{ GALLEY_AI_BASE_URL: `http://user:${KEY}@host/v1` }, 'GALLEY_AI_BASE_URL'],
    [{ GALLEY_AI_API_KEY: `${KEY} with spaces` }, 'GALLEY_AI_API_KEY'],
    [{ GALLEY_AI_API_KEY_FILE: '/nowhere/key' }, 'GALLEY_AI_API_KEY_FILE'],
  ] as [Record<string, string>, string][])(
    '%p is refused, naming %s and never the key',
    async (env, names) => {
      const { status, stdout, stderr } = await runGalley(place, ['ai', 'check'], env);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^galley: [^\n]+\n$/);
      expect(stderr).toContain(names);
      expect(stderr).not.toContain(KEY);
    },
  );
});

test('50 editors at once each get their answer; those that leave take the provider’s connection along', async () => {
  const server = await startServer(place, [], settings());
  const tenant = await openTenant(server.url, first);
  const content = { blocks: [{ id: 'b1', type: 'paragraph', content: '<p>Hello</p>' }], settings: {} };
  const created = await tenant.call('POST', '/templates', { body: { content } });
  const over = Promise.withResolvers<void>();
  provider.answer(({ text }) => ({
    async *pieces() {
      yield `{"reply":"You are editor ${/editor (\d+)/.exec(text)?.[1]}, `;
      await over.promise;
      yield 'I am done.","touches":[],"operations":[]}';
    },
  }));
  const leaving = new AbortController();
  const texts = Array.from({ length: 50 }, () => '');
  const streams = texts.map(async (_, number) => {
    const response = await fetch(
      `${server.url}${tenant.base}/templates/${created.body.data.id}/ai/generate`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          prompt: `I am editor ${number}`,
          current_content: content,
          merge_tags: [],
          conversation_id: null,
        }),
        ...(number % 2 === 1 && { signal: leaving.signal }),
      },
    );
    for await (const piece of response.body ?? []) texts[number] += new TextDecoder().decode(piece);
  });
  const ended = Promise.allSettled(streams);
  await waitFor('all to begin', () => texts.every((text, number) => text.includes(`editor ${number}`)));
  expect(provider.openRequests()).toBe(50);
  leaving.abort();
  await waitFor('half of the connections to be closed', () => provider.openRequests() === 25);
  over.resolve();
  for (const [number, { status }] of (await ended).entries()) {
    expect(status).toBe(number % 2 === 1 ? 'rejected' : 'fulfilled');
    expect(texts[number]?.includes('"type":"done"')).toBe(number % 2 === 0);
  }
  expect(await server.stop()).toBe(0);
  expect(server.stderr()).not.toContain(KEY);
});

describe('galley ai usage', () => {
  beforeAll(async () => {
    provider.answer({ text: 'Yes.', usage: { input: 100, output: 23 } });
    const flags = { data: place.data, allow_ephemeral: true, log_level: 'silent' };
    const { deps, close } = await openService({
      ...loadSettings(flags, {}),
      ai_provider: 'openai-compatible',
      ai_base_url: provider.url,
      ai_model: 'test-model',
    });
    const project = await selectProject(deps.db.reader, first.project_id);
    const tenant = await selectTenant(deps.db.reader, first.project_id, first.tenant);
    const plan = deps.plans.get('scale');
    if (project === undefined || tenant === undefined || plan === undefined)
      throw new Error('nothing was set up');
    const place_ = { kind: 'tenant' as const, teamId: project.teamId, projectId: project.id, tenant, plan };
    const scope = {
      ...place_,
      surface: 'mcp' as const,
      actor: { kind: 'agent' as const, id: 'key-1', name: 'Claude' },
    };
    await askModel(
      { deps, scope },
      { operation: 'rewrite', system: '', messages: [{ role: 'user', content: 'Hi' }] },
    );
    await close();
  });

  test.each(['ai usage', 'audit usage'])('%s shows a table, and narrows', async (name) => {
    const command = name.split(' ');
    const { status, stdout } = await runGalley(place, command);
    expect(status).toBe(0);
    const [heading, ...rows] = stdout.trim().split('\n');
    const row = rows.find((line) => line.includes('key-1'));
    expect(heading).toMatch(/^DAY +PROJECT +TENANT +KIND +NAME +ID +OPERATION +CALLS +READ +WRITTEN$/);
    expect(row).toMatch(/^\d{4}-\d\d-\d\d .* default +agent +Claude +key-1 +rewrite +1 +100 +23$/);
    const found = await askGalley(place, ...command, '--project', first.project_id, '--key', 'key-1');
    expect(found.items).toMatchObject([
      { operation: 'rewrite', calls: 1, input_tokens: 100, output_tokens: 23 },
    ]);
    const none = await runGalley(place, [...command, '--key', 'nobody']);
    expect(none.stdout).toBe('No tokens have been used.\n');
  });

  test('--since yesterday → one line that says how', async () => {
    const { status, stderr } = await runGalley(place, ['ai', 'usage', '--since', 'yesterday']);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^galley: [^\n]*2027-12-31[^\n]*\n$/);
  });
});
