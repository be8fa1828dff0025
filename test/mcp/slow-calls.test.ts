import { afterEach, describe, expect, test } from 'bun:test';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type FakeProvider, type FakeScript, startFakeProvider } from '../support/fake-provider.ts';
import { readFence, withoutFence } from '../support/read-fence.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { ENDPOINT, headersOf, readCalls, tenantAccessOf, UNLIMITED_CALLS } from './tool-client.ts';

let app: TestApp;
let provider: FakeProvider;
let client: Client;
afterEach(async () => {
  await client?.close();
  await app.stop();
  await provider.stop();
});

const ERAS: [revision: string, options: ClientOptions][] = [
  ['2025-11-25', {}],
  ['2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
];

/** The real client library, connected to an app whose AI provider answers with `reply`. */
async function open(options: ClientOptions, reply: FakeScript): Promise<void> {
  provider = await startFakeProvider(reply);
  const settings = { ai_provider: 'openai-compatible', ai_base_url: provider.url, ai_model: 'm' } as const;
  app = await createTestApp({ ...UNLIMITED_CALLS, ...settings, fetch_private: ['127.0.0.1'] });
  app.http.listen({ port: 0, hostname: '127.0.0.1' });
  const url = new URL(`http://127.0.0.1:${app.http.server?.port}${ENDPOINT}`);
  client = new Client({ name: 'slow', version: '1' }, options);
  await client.connect(
    new StreamableHTTPClientTransport(url, { requestInit: { headers: headersOf(tenantAccessOf(app)) } }),
  );
}

const rewrite = { name: 'rewrite-text', arguments: { text: 'Hello', instruction: 'Shorter' } };

describe.each(ERAS)('a slow call in revision %s', (_revision, options) => {
  test('reports progress while the provider works, and then its result', async () => {
    const { promise: hold, resolve } = Promise.withResolvers<void>();
    await open(options, { text: '{"text":"Hi"}', before: hold });
    const progress: number[] = [];
    const onprogress = (update: { progress: number }) => void progress.push(update.progress);
    const called = client.callTool(rewrite, { onprogress, resetTimeoutOnProgress: true });
    await until(() => provider.requests.length === 1 && progress.length >= 1);
    expect(progress).toEqual([...new Set(progress)].sort((a, b) => a - b));
    resolve();
    expect(withoutFence((await called).structuredContent as object)).toEqual({ content: 'Hi' });
  }, 60_000);

  test('reports progress while an address is fetched', async () => {
    await open(options, {});
    const { promise: hold, resolve } = Promise.withResolvers<void>();
    const web = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch() {
        await hold;
        return new Response('<p>Hello</p>', { headers: { 'content-type': 'text/html' } });
      },
    });
    try {
      const progress: number[] = [];
      const onprogress = (update: { progress: number }) => void progress.push(update.progress);
      const params = {
        name: 'create-template',
        arguments: { source: { url: `http://127.0.0.1:${web.port}/` } },
      };
      const called = client.callTool(params, { onprogress });
      await until(() => progress.length >= 1);
      resolve();
      expect((await called).isError ?? false).toBe(false);
    } finally {
      await web.stop(true);
    }
  }, 60_000);

  test('is answered without progress when the caller gives no token', async () => {
    await open(options, { text: '{"text":"Hi"}' });
    const { structuredContent, content } = await client.callTool(rewrite);
    expect(withoutFence(structuredContent as object)).toEqual({ content: 'Hi' });
    const texts = (content as { text: string }[]).map(({ text }) => readFence(text).json);
    expect(texts).toEqual(['{"content":"Hi"}']);
    expect((await readCalls(app)).map(({ tool, outcome }) => [tool, outcome])).toEqual([
      ['rewrite-text', 'ok'],
    ]);
  });

  test('that fails is told like any other', async () => {
    await open(options, { status: 401, message: 'no' });
    const { isError, content } = await client.callTool(rewrite);
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).not.toContain('GALLEY_');
  });

  test('stops the provider when the caller closes the connection', async () => {
    await open(options, { before: new Promise(() => {}) });
    const called = client.callTool(rewrite, { onprogress: () => {} }).catch(() => 'gone');
    await until(() => provider.requests.length === 1);
    await client.close();
    expect(await called).toBe('gone');
    await until(() => provider.openRequests() === 0);
    expect(provider.requests[0]?.wasLeft).toBe(true);
    expect(app.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

describe.each(ERAS)('a slow call that its caller cancels, in revision %s', (_revision, options) => {
  test('stops the provider, and the connection goes on', async () => {
    await open(options, { before: new Promise(() => {}) });
    const controller = new AbortController();
    const called = client.callTool(rewrite, { signal: controller.signal }).catch(() => 'cancelled');
    await until(() => provider.requests.length === 1);
    controller.abort();
    expect(await called).toBe('cancelled');
    await until(() => provider.openRequests() === 0);
    expect(provider.requests[0]?.wasLeft).toBe(true);
    expect((await client.listTools()).tools.length).toBeGreaterThan(0);
    expect(app.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

test.each(['application/json, text/event-stream', 'application/json'])(
  'notifications/cancelled stops the one call with this id of its own caller; Accept: %s',
  async (accept) => {
    await open({}, { before: new Promise(() => {}) });
    const send = (body: object, tenant = 'default') => {
      const headers = { ...headersOf(tenantAccessOf(app)), 'x-tenant': tenant, accept };
      return app.request('POST', ENDPOINT, { headers, body: { jsonrpc: '2.0', ...body } });
    };
    const call = (id: number, tenant?: string) =>
      send({ id, method: 'tools/call', params: rewrite }, tenant).catch(() => undefined);
    const cancel = (requestId: number, tenant?: string) =>
      send({ method: 'notifications/cancelled', params: { requestId } }, tenant);
    await app.exchangeToken('other');
    void call(1);
    void call(2, 'other');
    void call(3);
    void call(3);
    await until(() => provider.openRequests() === 4);
    for (const [id, tenant] of [[2], [1, 'other'], [3], [9]] as [number, string?][]) {
      expect((await cancel(id, tenant)).status).toBe(202);
    }
    expect(provider.openRequests()).toBe(4);
    await cancel(1);
    await until(() => provider.openRequests() === 3);
    await cancel(2, 'other');
    await until(() => provider.openRequests() === 2);
  },
);

describe('the form of a slow call’s answer', () => {
  test.each([
    ['application/json, text/event-stream', 'text/event-stream'],
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
  ])('Accept: %s → %s', async (accept, type) => {
    await open({}, { text: '{"text":"Hi"}' });
    const answer = await app.request('POST', ENDPOINT, {
      headers: { ...headersOf(tenantAccessOf(app)), accept },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: rewrite },
    });
    expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
    expect(answer.text).toMatch(/"structuredContent":\{"untrusted":\d{6},"content":"Hi","end":\d{6}\}/);
  });
});
