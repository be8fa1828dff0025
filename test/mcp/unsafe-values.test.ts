import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import {
  type Client,
  connect,
  dumpData,
  ENDPOINT,
  ERAS,
  envelopeOf,
  headersOf,
  INSIDES,
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

const nest = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;
const DEEP = { lists: nest(20_000, '[', ']'), objects: nest(20_000, '{"a":', '}') };

describe.each(ERAS)('a request with unsafe values, %s client', (era) => {
  let client: Client;
  beforeEach(() => {
    client = connect(app, era);
  });
  const sendText = (params: string, method = 'tools/call', name?: string) => {
    const meta = JSON.stringify(envelopeOf()).slice(1, -1);
    const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{${era === 'modern' ? `"_meta":{${meta}},` : ''}${params}}}`;
    const { headers } = makeRequest(era, method, name === undefined ? {} : { name });
    return postText(app, era, body, headers);
  };

  test.each(Object.entries(DEEP))(
    '20,000 %s deep in the arguments are refused with the place',
    async (_kind, deep) => {
      const args = `"name":"create-template","arguments":{"content":{"blocks":[],"x":${deep}}}`;
      const { status, body } = await sendText(args, 'tools/call', 'create-template');
      expect([status, body.result.isError]).toEqual([200, true]);
      expect(body.result.content[0].text).toMatch(/^content\.x\..*nested more than 100 levels deep\.$/);
    },
  );

  test.each(Object.entries(DEEP))('20,000 %s deep elsewhere do no harm', async (_kind, deep) => {
    for (const params of [
      `"name":"list-templates","arguments":{},"extra":${deep}`,
      `"name":${deep},"arguments":{}`,
      `"name":"list-templates","arguments":${deep}`,
      `"name":"list-templates","arguments":{},"task":${deep}`,
    ]) {
      const { status, body } = await sendText(params, 'tools/call', 'list-templates');
      expect([status < 500, body.jsonrpc]).toEqual([true, '2.0']);
    }
    const top = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"x":${deep}}},"y":${deep}}`;
    expect((await postText(app, era, top)).status).toBeLessThan(500);
    for (const text of [
      `{"jsonrpc":"2.0","id":${deep},"method":"tools/list"}`,
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${deep}}}`,
    ]) {
      expect((await postText(app, era, text)).status).toBeLessThan(500);
    }
  });

  test.each([
    ['NUL', 'a\u0000b', /NUL character/],
    ['half a surrogate pair', 'a\ud800', /surrogate/],
    ['the other half', '\udc00b', /surrogate/],
  ])('%s in arguments is an error of the tool that names the place', async (_name, text, message) => {
    for (const [tool, args, path] of [
      ['create-template', { name: text, content: smallContent() }, 'name'],
      [
        'create-template',
        { content: { blocks: [{ type: 'title', content: text }] } },
        'content.blocks.0.content',
      ],
      ['create-template', { content: { blocks: [], [text]: 1 } }, 'content.'],
      ['update-template', { template_id: id, operations: [{ op: 'delete', id: text }] }, 'operations.0.id'],
      ['get-template', { template_id: text }, 'template_id'],
      ['list-templates', { search: text }, 'search'],
      ['create-snapshot', { template_id: id, label: text }, 'label'],
    ] as const) {
      const answer = await client.call(tool, args);
      expect([tool, answer.isError, answer.text.startsWith(path)]).toEqual([tool, true, true]);
      expect(answer.text).toMatch(message);
    }
    expect(await dumpData(app)).toBe(before);
  });

  test('the same elsewhere in a request does no harm', async () => {
    for (const text of ['a\0b', 'a\ud800', '\udc00b']) {
      const given: [string, Record<string, unknown>][] = [
        ['tools/call', { name: text, arguments: {} }],
        ['resources/read', { uri: text }],
        ['prompts/get', { name: text }],
        ['prompts/get', { name: 'design-template', arguments: { purpose: text } }],
        [
          'completion/complete',
          {
            ref: { type: 'ref/prompt', name: 'review-template' },
            argument: { name: 'template_id', value: text },
          },
        ],
        [text, {}],
      ];
      for (const [method, params] of given) {
        const headers =
          era === 'modern'
            ? { 'mcp-name': toHeader(params.name ?? params.uri ?? ''), 'mcp-method': toHeader(method) }
            : {};
        const { status, body } = await client.rpc(method, params, {
          headers,
          client: { name: text, version: text },
        });
        expect([method, status < 500, body.jsonrpc]).toEqual([method, true, '2.0']);
      }
    }
  });

  test('completion refuses what it cannot take with the reason', async () => {
    const params = (value: string) => ({
      ref: { type: 'ref/prompt', name: 'review-template' },
      argument: { name: 'template_id', value },
    });
    for (const [value, reason] of [
      ['x'.repeat(256), /at most 255/],
      ['a\0', /NUL/],
    ] as const) {
      const { body } = await client.rpc('completion/complete', params(value));
      expect([body.error.code, body.error.message]).toEqual([-32602, expect.stringMatching(reason)]);
    }
  });

  test.each([
    '{"__proto__":{"template_id":"ID","isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"__proto__":null}',
    '{"template_id":"ID","__proto__":{"format":"outline"}}',
  ])('arguments that reach for the prototype set nothing: %s', async (args) => {
    const { body } = await sendText(
      `"name":"get-template","arguments":${args.replace('ID', id)}`,
      'tools/call',
      'get-template',
    );
    if (args.includes('__proto__')) expect(body.error.message).toBe('__proto__ is not an argument.');
    else expect(body.result.isError).toBe(true);
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});

/** A value as a header carries it that is more than visible ASCII. */
const toHeader = (value: unknown): string =>
  /^[\x21-\x7e]*$/.test(String(value))
    ? String(value)
    : `=?base64?${Buffer.from(String(value)).toString('base64')}?=`;

describe('any JSON at all is answered with JSON-RPC, or not at all', () => {
  const words = fc.constantFrom(
    '2.0',
    'tools/list',
    'tools/call',
    'initialize',
    'list-templates',
    'server/discover',
    'x',
  );
  const keys = fc.constantFrom(
    'jsonrpc',
    'id',
    'method',
    'params',
    'name',
    'arguments',
    '_meta',
    'result',
    'error',
    'ref',
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 4 }, fc.jsonValue(), words, tie('object')),
    object: fc.dictionary(fc.oneof(keys, fc.string()), tie('any'), { maxKeys: 6 }),
  }));
  const almost = fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.integer(), fc.jsonValue()),
      method: words,
      params: value.any,
    },
    { requiredKeys: ['jsonrpc', 'method'] },
  );

  test.each(ERAS)('%s client', async (era) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(value.any, almost), async (json) => {
        const { headers } = makeRequest(era, 'tools/list');
        const all = { ...headersOf(tenantAccessOf(app)), ...headers };
        const answer = await app.request('POST', ENDPOINT, {
          headers: all,
          body: JSON.stringify(json) ?? 'null',
        });
        expect(answer.status).toBeLessThan(500);
        if (answer.status === 202) return expect(answer.text).toBe('');
        expect([answer.body?.jsonrpc, answer.text.match(INSIDES)]).toEqual(['2.0', null]);
      }),
    );
  });
});
