import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { loadSettings, type Settings } from '../../src/config/index.ts';
import { listTeams } from '../../src/features/projects/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { settingsFor } from '../features/ai/asking.ts';
import { says } from '../features/ai/editor.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { shortenTimers } from '../support/short-timers.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import { TraceCollector } from '../support/trace-collector.ts';

/** Of a caller with a trace of its own. */
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

/** Which gives each transaction a commit of its own. */
const isPostgres = process.env.GALLEY_TEST_ENGINE === 'postgres';

const WORDS = 'Words for nobody else';
const ALLOWED = ['ada@example.com'];

const tracingTo = (url: string, env: Record<string, string> = {}): Partial<Settings> => {
  const all = Object.entries(loadSettings({}, { OTEL_EXPORTER_OTLP_ENDPOINT: url, ...env }));
  return Object.fromEntries(all.filter(([name]) => name.startsWith('otel_')));
};

/** Batches are sent after this time. */
const restoreTimers = shortenTimers(2_000);

let collector: TraceCollector;
let provider: FakeProvider;
let mailServer: MailServer;
let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;

beforeAll(async () => {
  collector = new TraceCollector();
  provider = await startFakeProvider(says({ text: '<p>Hello</p>' }));
  mailServer = await startMailServer();
  app = await createTestApp({
    log_requests: true,
    smtp_host: '127.0.0.1',
    smtp_port: mailServer.port,
    smtp_from: 'mail@galley.example',
    ...settingsFor('openai-compatible', provider.url),
    ...tracingTo(collector.url, {
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20key',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    }),
  });
  tenant = await app.openTenant('acme', { test_email: { allowed_emails: ALLOWED } });
});

afterAll(async () => {
  await app.stop();
  restoreTimers();
  await Promise.all([collector.stop(), provider.stop(), mailServer.stop()]);
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  tenant.request('POST', path, { body, headers });

const accessLog = () => app.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');

/** What a request has done, by the names of its spans. */
async function treeOf(request: () => Promise<unknown>): Promise<Record<string, object>> {
  await request();
  const { trace_id, operation } = accessLog().at(-1);
  await collector.waitFor(`perform ${operation}`, trace_id);
  await collector.waitForRoot(trace_id);
  return collector.tree(trace_id);
}

const P = '/api/v1/projects/:project/tenants/:tenant';

describe('traces', () => {
  test('continue that of the caller, and show requests, operations and the database', async () => {
    const body = { name: WORDS, content: smallContent(WORDS) };
    await post('/templates', body, { traceparent: `00-${TRACE}-${CALLER}-01` });
    await collector.waitFor(`POST ${P}/templates`, TRACE);
    expect(collector.tree(TRACE, CALLER)).toMatchObject({
      [`POST ${P}/templates`]: {
        'SELECT tenants': {},
        'perform createTemplate': { transaction: { 'INSERT contents': {}, 'INSERT templates': {} } },
      },
    });
    expect(accessLog().at(-1)).toMatchObject({ operation: 'createTemplate', trace_id: TRACE });
  });

  test('keep transactions apart that share a commit', async () => {
    const before = app.deps.db.stats();
    const traceIds = Array.from({ length: 8 }, (_, i) => `${i}`.padStart(32, 'a'));
    const body = { content: smallContent('Several at once') };
    await Promise.all(
      traceIds.map((id) => post('/templates', body, { traceparent: `00-${id}-${CALLER}-01` })),
    );
    const after = app.deps.db.stats();
    if (!isPostgres)
      expect(after.commits - before.commits).toBeLessThan(after.transactions - before.transactions);
    for (const id of traceIds) {
      await collector.waitFor(`POST ${P}/templates`, id);
      const names = collector.spans.filter(({ traceId }) => traceId === id).map(({ name }) => name);
      expect(names.filter((name) => name === 'INSERT templates')).toHaveLength(1);
    }
  });

  test('show rendering, mails, the language model and fetched files', async () => {
    const content = smallContent(WORDS);
    expect(await treeOf(() => post('/render', { content }))).toMatchObject({
      [`POST ${P}/render`]: { 'perform renderContent': { 'worker Rendering': {} } },
    });
    const signature = createHmac('sha256', app.first.signing_key)
      .update(JSON.stringify(ALLOWED))
      .digest('hex');
    const mail = { recipient: ALLOWED[0], content, allowed_emails: ALLOWED, signature };
    const sent = await treeOf(() => post('/send-test-email', mail));
    expect(mailServer.mails).toHaveLength(1);
    expect(JSON.stringify(sent)).toContain('"send mail":{}');
    const { id } = (await post('/templates', { content })).body.data;
    const text = `<p>${WORDS}</p>`;
    const asked = await treeOf(() =>
      post(`/templates/${id}/ai/rewrite-text`, { content: text, instruction: WORDS }),
    );
    expect(JSON.stringify(asked)).toContain('"perform rewriteText":{"');
    const chat = await collector.waitFor('chat');
    expect(chat.attributes).toMatchObject({ 'gen_ai.provider.name': 'openai-compatible' });
    expect(Number(chat.attributes['gen_ai.usage.output_tokens'])).toBeGreaterThan(0);
    const url = `${provider.url}/private.png`;
    const refused = await treeOf(() => post('/media/import-from-url', { url }));
    expect(JSON.stringify(refused)).toContain('"fetch public file":{}');
    expect((await collector.waitFor('fetch public file')).attributes['error.type']).toBe('validation_failed');
  });

  test('show tool calls of agents below the request to the tool server', async () => {
    const traceId = 'b'.repeat(32);
    await app.request('POST', '/api/v1/mcp', {
      token: app.first.api_key,
      headers: {
        accept: 'application/json, text/event-stream',
        traceparent: `00-${traceId}-${CALLER}-01`,
        'x-project-id': app.first.project_id,
        'x-tenant': 'acme',
      },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list-templates', arguments: {} },
      },
    });
    await collector.waitFor('POST /api/v1/mcp', traceId);
    expect(JSON.stringify(collector.tree(traceId, CALLER))).toContain(
      '"perform listTemplates":{"SELECT templates',
    );
  });

  test('name errors by their code, and only those of the server as errors', async () => {
    await treeOf(() => tenant.request('GET', '/templates/unknown'));
    const { attributes, status } = await collector.waitFor('perform getTemplate');
    expect([attributes['error.type'], status.code]).toEqual(['not_found', 0]);
    const failing = Promise.reject(new Error(WORDS));
    const work = () => failing;
    await app.deps.tracing?.trace('a fault', { mayBegin: true }, work).catch(() => {});
    const fault = await collector.waitFor('a fault');
    expect([fault.attributes['error.type'], fault.status]).toEqual(['internal', { code: 2 }]);
  });

  test('do not begin with queries of nobody’s request, but with operations of commands', async () => {
    await app.deps.db.reader.all('SELECT 1 AS of_no_trace');
    await perform(listTeams, app.deps, adminScope, {});
    await collector.waitFor('perform listTeams');
    expect(JSON.stringify(collector.spans)).not.toContain('of_no_trace');
  });

  test('hold no contents, names, addresses or secrets', async () => {
    const all = collector.requests.map(({ text }) => text).join('');
    expect(all).toContain('insert into');
    const secrets = [app.first.client_secret, app.first.signing_key, app.first.api_key, tenant.token];
    const { port } = new URL(provider.url);
    for (const secret of [...secrets, WORDS, ALLOWED[0], 'acme', `:${port}`, 'private.png'])
      expect(all).not.toContain(secret as string);
    expect(collector.requests[0]).toMatchObject({
      path: '/v1/traces',
      resource: { 'service.name': 'galley', 'deployment.environment.name': 'test' },
    });
    expect(collector.requests[0]?.headers.get('api-key')).toBe('a key');
  });
});

describe('a collector', () => {
  test('that answers with errors is logged once, and again when it works', async () => {
    const broken = new TraceCollector();
    broken.status = 400;
    const other = await createTestApp(tracingTo(broken.url));
    const logged = (text: string) => other.logLines.filter((line) => line.includes(text)).length;
    try {
      for (let round = 1; round <= 2; round += 1) {
        await other.request('GET', '/api/v1/health');
        const refused = broken.refused;
        while (broken.refused === refused) await Bun.sleep(20);
      }
      while (logged('takes none') === 0) await Bun.sleep(20);
      expect(logged('takes none')).toBe(1);
      broken.status = 200;
      await other.request('GET', '/api/v1/health');
      while (logged('takes traces again') === 0) await Bun.sleep(20);
    } finally {
      await other.stop();
      await broken.stop();
    }
  }, 120_000);

  test.each([
    ['no traces of callers that want none', 'parentbased_always_on', '1', '00', 0],
    ['only those of callers that want them', 'parentbased_always_off', '1', '01', 1],
    ['none at all', 'traceidratio', '0', '01', 0],
  ])('gets %s', async (_name, sampler, ratio, flags, count) => {
    const own = new TraceCollector();
    const env = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio };
    const other = await createTestApp(tracingTo(own.url, env));
    const headers = { traceparent: `00-${TRACE}-${CALLER}-${flags}` };
    await other.request('GET', '/api/v1/health', { headers });
    await other.stop();
    expect(own.spans.filter(({ traceId }) => traceId === TRACE).length > 0 ? 1 : 0).toBe(count);
    await own.stop();
  });

  test('is not looked for without an address, or when traces are switched off', async () => {
    expect(tracingTo('')).toMatchObject({ otel_endpoint: '' });
    const other = await createTestApp(tracingTo(collector.url, { OTEL_SDK_DISABLED: 'true' }));
    expect(other.deps.tracing).toBeUndefined();
    await other.stop();
  });
});
