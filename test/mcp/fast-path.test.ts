import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Answer, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import { type Client, connect } from './tool-client.ts';

/**
 * A plain call is answered without the protocol library; one more field in its envelope, and the library answers. Both
 * have to say the same.
 */
const UNUSUAL = { _meta: { 'com.example/trace': 'x' } };

let app: TestApp;
let client: Client;
let id: string;
beforeAll(async () => {
  app = await createTestApp({ mcp_requests_per_minute: 100_000, mcp_requests_per_hour: 100_000 });
  client = connect(app, 'modern');
  const created = await client.get('create-template', { name: 'Letter', content: smallContent('“Hello”') });
  id = created.id;
});
afterAll(() => app.stop());

/** An answer without the random number of the fence. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the answer holds
const withoutKeys = ({ body }: Answer): any =>
  JSON.parse(
    JSON.stringify(body).replace(/("(?:untrusted|end)\\?":)\d{6}/g, (_found, member) => `${member}0`),
  );

const calls: [what: string, name: string, args: () => object][] = [
  ['the configuration', 'get-project-config', () => ({})],
  ['a list', 'list-templates', () => ({ search: 'let' })],
  ['a stored template', 'get-template', () => ({ template_id: id })],
  ['an outline', 'get-template', () => ({ template_id: id, format: 'outline' })],
  ['a refusal', 'get-template', () => ({ template_id: 'none' })],
  ['a refusal with more to say', 'list-templates', () => ({ sort: 1, cursor: 2, search: 3 })],
  ['an unknown argument', 'list-snapshots', () => ({ template: id })],
  ['a trial', 'update-template', () => ({ template_id: id, name: 'Other', dry_run: true })],
];

test.each(calls)('%s is answered alike', async (_what, name, args) => {
  for (const requestId of [7, 'seven', -1, '']) {
    const params = { name, arguments: args() };
    const plain = await client.rpc('tools/call', params, { id: requestId });
    const whole = await client.rpc('tools/call', { ...params, ...UNUSUAL }, { id: requestId });
    expect([plain.status, withoutKeys(plain)]).toEqual([whole.status, withoutKeys(whole)]);
    expect(plain.body.id).toBe(requestId);
    const [ofPlain, ofWhole] = [plain, whole].map(({ headers }) => [...headers.keys()].sort());
    expect(ofPlain).toEqual(ofWhole);
    expect(plain.headers.get('content-type')).toBe(whole.headers.get('content-type'));
  }
});

test('arguments may be left out', async () => {
  const plain = await client.rpc('tools/call', { name: 'get-project-config' });
  const whole = await client.rpc('tools/call', { name: 'get-project-config', ...UNUSUAL });
  expect(withoutKeys(plain)).toEqual(withoutKeys(whole));
});

test.each<[what: string, headers: Record<string, string>, code: number]>([
  ['another tool', { 'mcp-name': 'list-templates' }, -32020],
  ['another method', { 'mcp-method': 'tools/list' }, -32020],
  ['another revision', { 'mcp-protocol-version': '2025-11-25' }, -32020],
])('headers that name %s are refused as ever', async (_what, headers, code) => {
  const answer = await client.rpc('tools/call', { name: 'get-project-config', arguments: {} }, { headers });
  expect([answer.status, answer.body.error.code]).toEqual([400, code]);
});

test.each<[what: string, params: object]>([
  ['an unknown tool', { name: 'no-such-tool', arguments: {} }],
  ['arguments that are a list', { name: 'list-templates', arguments: [] }],
  [
    'an unknown revision',
    { name: 'list-templates', _meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } },
  ],
  [
    'capabilities that are none',
    { name: 'list-templates', _meta: { 'io.modelcontextprotocol/clientCapabilities': 1 } },
  ],
  [
    'a client without a name',
    { name: 'list-templates', _meta: { 'io.modelcontextprotocol/clientInfo': {} } },
  ],
])('%s is left to the library to refuse', async (_what, params) => {
  const answer = await client.rpc('tools/call', { ...params });
  expect(answer.body.error.code).toBeLessThan(-32000);
});
