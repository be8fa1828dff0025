import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { createTestApp, readAnswer, smallContent, type TestApp } from '../support/test-app.ts';
import {
  connect,
  dumpData,
  ENDPOINT,
  ERAS,
  type Era,
  headersOf,
  makeRequest,
  postText,
  tenantAccessOf,
  UNLIMITED_CALLS,
} from './tool-client.ts';

let app: TestApp;
let id: string;
let before: string;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  id = (await connect(app).get('create-template', { name: 'Letter', content: smallContent() })).id;
});
afterAll(() => app.stop());
beforeEach(async () => {
  before = await dumpData(app);
});

const post = (era: Era, body: string | undefined, headers: Record<string, string> = {}) =>
  postText(app, era, body, headers);

/** A complete request of that era as an object that can be spoilt. */
const whole = (era: Era, changed: object = {}) => ({ ...makeRequest(era, 'tools/list').body, ...changed });
const call = (era: Era, params: object) => ({
  ...makeRequest(era, 'tools/call', params as Record<string, unknown>).body,
});

describe.each(ERAS)('a body that is no request, %s client', (era) => {
  test.each([
    ['an empty batch', () => '[]'],
    ['a batch of one', () => JSON.stringify([whole(era)])],
    [
      'a batch of a hundred calls',
      () =>
        JSON.stringify(
          Array(100).fill(call(era, { name: 'delete-template', arguments: { template_id: id } })),
        ),
    ],
  ])('%s is refused as such', async (_name, make) => {
    const { status, body } = await post(era, make());
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      -32600,
      'Batches are not supported: send one JSON-RPC request at a time.',
    ]);
  });

  test.each([
    ['nothing', undefined, -32700],
    ['an empty text', '', -32700],
    ['white space', '  \n ', -32700],
    ['half of it', '{"jsonrpc":"2.0","id":1,', -32700],
    ['XML', '<x/>', -32700],
    ['a form', 'a=1&b=2', -32700],
    ['a number', '5', -32600],
    ['null', 'null', -32600],
    ['a text', '"tools/list"', -32600],
    ['an empty object', '{}', -32600],
  ] as [string, string | undefined, number][])('%s', async (_name, text, code) => {
    const { status, body, headers } = await post(era, text);
    expect([status, body.jsonrpc, body.error.code, body.id ?? null]).toEqual([400, '2.0', code, null]);
    expect(headers.get('content-type')).toStartWith('application/json');
  });

  test('bytes that are no UTF-8', async () => {
    const { headers } = makeRequest(era, 'tools/list');
    const bytes = Buffer.from(
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"a":"\xff\xfe"}}',
      'latin1',
    );
    const all = { 'content-type': 'application/json', ...headersOf(tenantAccessOf(app)), ...headers };
    const request = new Request(`http://localhost${ENDPOINT}`, { method: 'POST', headers: all, body: bytes });
    const response = await app.handle(request);
    const { status, body } = await readAnswer(response);
    expect([status, body.error.code]).toEqual([400, -32700]);
  });

  test.each([
    ['another version', { jsonrpc: '1.0' }],
    ['a version as a number', { jsonrpc: 2 }],
    ['no version', { jsonrpc: undefined }],
    ['no method', { method: undefined }],
    ['a method as a number', { method: 5 }],
    ['parameters as a list', { params: [] }],
    ['parameters as a text', { params: 'x' }],
    ['an object as id', { id: {} }],
    ['a list as id', { id: [] }],
    ['true as id', { id: true }],
    ['null as id', { id: null }],
    ['a fraction as id', { id: 1.5 }],
  ])('%s', async (_name, changed) => {
    const { status, body } = await post(era, JSON.stringify(whole(era, changed)));
    expect([status, body.jsonrpc, body.error.code]).toEqual([400, '2.0', expect.any(Number)]);
    expect([-32600, -32601, -32602, -32020]).toContain(body.error.code);
  });

  test.each([
    ['tools/call', {}, 'params.name is required.'],
    ['tools/call', { name: 'list-templates', arguments: [] }, 'params.arguments must be an object.'],
    ['tools/list', { cursor: 5 }, 'params.cursor must be a string.'],
    ['resources/read', {}, 'params.uri is required.'],
    ['prompts/get', {}, 'params.name is required.'],
    ['prompts/get', { name: 'review-template', arguments: { a: 1 } }, 'params.arguments.a must be a string.'],
    ['completion/complete', {}, 'params.ref is required. (and 1 more)'],
    [
      'completion/complete',
      { ref: { type: 'x' }, argument: { name: 'a', value: 'b' } },
      'params.ref.type must be one of: "ref/prompt", "ref/resource".',
    ],
  ])('%s with the parameters %j', async (method, params, message) => {
    const { status, body } = await connect(app, era).rpc(method, params);
    expect([status, body.id, body.error.code, body.error.message]).toEqual([400, 1, -32602, message]);
  });

  test('ids of every allowed kind come back as they were', async () => {
    for (const given of [0, -1, 2 ** 53 - 1, '', 'a', '7', 'ü🙂', 'x'.repeat(10_000), '"\\\n<script>']) {
      const { status, body } = await post(era, JSON.stringify(whole(era, { id: given })));
      expect([status, body.id]).toEqual([200, given]);
    }
  });

  test('an unknown method is one', async () => {
    for (const method of [
      'no/such',
      'tools/call2',
      'constructor',
      '__proto__',
      'tools/CALL',
      'x'.repeat(1000),
    ]) {
      const { status, body } = await connect(app, era).rpc(method);
      expect([method, status, body.error.code]).toEqual([method, era === 'modern' ? 404 : 200, -32601]);
    }
  });

  test('without an id nothing is done, and nothing is answered', async () => {
    for (const [method, params] of [
      ['tools/call', { name: 'delete-template', arguments: { template_id: id } }],
      ['notifications/initialized', {}],
      ['notifications/cancelled', { requestId: 1 }],
      ['no/such', {}],
    ] as const) {
      const { status, text } = await connect(app, era).rpc(method, params, { id: undefined });
      expect([method, status, text]).toEqual([method, 202, '']);
    }
    expect(await dumpData(app)).toBe(before);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/jsonx',
    '',
  ])('the content type "%s" is not JSON', async (type) => {
    const { status, body } = await post(era, JSON.stringify(whole(era)), { 'content-type': type });
    expect([status, body.error.data]).toEqual([415, { code: 'unsupported_media_type' }]);
    expect(body.error.message).toContain('application/json');
  });

  test.each(['application/json; charset=utf-8', 'APPLICATION/JSON'])(
    'the content type "%s" is',
    async (type) => {
      expect((await post(era, JSON.stringify(whole(era)), { 'content-type': type })).status).toBe(200);
    },
  );
});
