import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { testOfOneProcess } from '../support/engine.ts';
import { withoutFence } from '../support/read-fence.ts';
import { createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import {
  connect,
  dumpData,
  ENDPOINT,
  ERAS,
  headersOf,
  makeRequest,
  readCalls,
  tenantAccessOf,
  UNLIMITED_CALLS,
} from './tool-client.ts';

let app: TestApp;
let id: string;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  id = (await connect(app).get('create-template', { name: 'Letter', content: smallContent() })).id;
});
afterAll(() => app.stop());

describe('initialize', () => {
  const initialize = (protocolVersion: string) =>
    connect(app).rpc('initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 'c', version: '1' },
    });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('speaks %s', async (version) => {
    const { body, headers } = await initialize(version);
    expect(body.result.protocolVersion).toBe(version);
    expect(Object.keys(body.result.capabilities).sort()).toEqual([
      'completions',
      'prompts',
      'resources',
      'tools',
    ]);
    expect(body.result.serverInfo.name).toBe('galley');
    expect(body.result.instructions).toContain('get-project-config');
    expect(headers.get('mcp-session-id')).toBeNull();
  });

  test.each(['1999-01-01', 'x', ''])('offers the newest it knows to who asks for "%s"', async (version) => {
    expect((await initialize(version)).body.result.protocolVersion).toBe('2025-11-25');
  });

  test('is optional, and nothing of it is stored: sessions are ignored', async () => {
    for (const era of ERAS) {
      for (const headers of [{ 'mcp-session-id': 'old' }, { 'last-event-id': '7' }, {}] as Record<
        string,
        string
      >[]) {
        const { status, body } = await connect(app, era).rpc('tools/list', {}, { headers });
        expect([status, body.result.tools.length > 0]).toEqual([200, true]);
      }
    }
  });
});

describe.each(ERAS)('an answer, %s client', (era) => {
  const params = () => ({ name: 'get-template', arguments: { template_id: id } });

  test.each([
    undefined,
    '*/*',
    'application/json',
    'application/json, text/event-stream',
    'application/*;q=0.5',
  ])('is JSON for Accept %p', async (accept) => {
    const headers = accept === undefined ? undefined : { accept };
    const {
      status,
      headers: received,
      body,
    } = await connect(app, era).rpc('tools/call', params(), headers && { headers });
    expect([status, received.get('content-type')]).toEqual([200, 'application/json']);
    expect(body.result.structuredContent.id).toBe(id);
  });

  // Calls are stored soon, by the server that works for the tenant.
  testOfOneProcess('is JSON also for who asks for progress: no tool reports any', async () => {
    const before = (await readCalls(app)).length;
    const request = makeRequest(
      era,
      'tools/call',
      { ...params(), _meta: { progressToken: 'p' } },
      { id: 'x' },
    );
    const headers = {
      ...headersOf(tenantAccessOf(app)),
      accept: 'application/json, text/event-stream',
      ...request.headers,
    };
    const answer = await app.request('POST', ENDPOINT, { headers, body: request.body });
    expect(answer.headers.get('content-type')).toBe('application/json');
    const { status, body: message } = answer;
    expect([status, message.id]).toEqual([200, 'x']);
    const { content, structuredContent } = message.result;
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
    expect(withoutFence(structuredContent)).toEqual(
      await connect(app, era).get('get-template', params().arguments),
    );
    expect((await readCalls(app)).length).toBe(before + 2);
  });

  test('holds content of any characters as it was written', async () => {
    const text = `$& $1 \\" \\u0041 \u2028\u2029 {"a":1} "\u{1f600}" é </script> ${'{{ name }}'} \t\n`;
    const created = await connect(app, era).get('create-template', {
      name: text,
      content: smallContent(text),
    });
    const read = await connect(app, era).get('get-template', { template_id: created.id });
    expect([read.name, read.content.blocks[0].content]).toEqual([text, `<p>${text}</p>`]);
  });

  test('names who it comes from and how long it is good, in the newer revision', async () => {
    const { result } = (await connect(app, era).rpc('tools/call', params())).body;
    const modern = { resultType: 'complete', name: 'galley' };
    const seen = {
      resultType: result.resultType,
      name: result._meta?.['io.modelcontextprotocol/serverInfo']?.name,
    };
    expect(seen).toEqual(era === 'modern' ? modern : ({ resultType: undefined, name: undefined } as never));
  });
});

test('a request that accepts no known media type is refused', async () => {
  const before = await dumpData(app);
  const params = { name: 'create-template', arguments: { content: smallContent() } };
  const { status, body } = await connect(app).rpc('tools/call', params, { headers: { accept: 'text/html' } });
  expect([status, body.jsonrpc]).toEqual([406, '2.0']);
  expect(await dumpData(app)).toBe(before);
});

test('an envelope of a revision there is not is told which there are', async () => {
  const request = makeRequest('modern', 'tools/list');
  const text = JSON.stringify(request.body).replace('2026-07-28', '2031-01-01');
  const headers = {
    ...headersOf(tenantAccessOf(app)),
    ...request.headers,
    'mcp-protocol-version': '2031-01-01',
  };
  const { status, body } = await app.request('POST', ENDPOINT, { headers, body: text });
  expect([status, body.id, body.error.code]).toEqual([400, 1, -32022]);
  expect(body.error.data).toMatchObject({ supported: ['2026-07-28'], requested: '2031-01-01' });
});
