import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { sendRaw } from '../support/raw-http.ts';
import { type Installation, openInstallation } from './installation.ts';
import { TOOL_NAMES } from './mcp-newsletter.ts';
import { GUARD_MS } from './support.ts';

setDefaultTimeout(GUARD_MS);

let installation: Installation;

beforeAll(async () => {
  installation = await openInstallation();
});
afterAll(() => installation?.stop());

/** The three headers every request needs, but the one that is left out. */
function headersWithout(leftOut?: string): Record<string, string> {
  const headers = {
    Authorization: `Bearer ${installation.first.api_key}`,
    'X-Project-Id': installation.first.project_id,
    'X-Tenant': 'default',
  };
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== leftOut));
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Sends what curl sends: `Accept: *\/*` and nothing of the protocol's headers. */
async function send(init: RequestInit) {
  const answer = await fetch(`${installation.url}/api/v1/mcp`, { method: 'POST', ...init });
  const text = await answer.text();
  const type = answer.headers.get('content-type');
  return { status: answer.status, type, text, body: text === '' ? undefined : JSON.parse(text) };
}

const ask = (message: object, headers: Record<string, string> = {}) =>
  send({
    headers: { ...headersWithout(), ...JSON_TYPE, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });

const callTool = (name: string, args?: object) =>
  ask({ id: '7', method: 'tools/call', params: { name, ...(args && { arguments: args }) } });

describe('a client like curl', () => {
  test('lists the tools', async () => {
    const { status, type, body } = await ask({ id: '1', method: 'tools/list' });
    expect({ status, type }).toEqual({ status: 200, type: 'application/json' });
    expect(body).toMatchObject({ jsonrpc: '2.0', id: '1' });
    expect(body.result.tools.map(({ name }: { name: string }) => name)).toEqual(TOOL_NAMES);
  });

  test('calls tools: creates, changes, reads and deletes', async () => {
    const content = { blocks: [{ type: 'title', content: 'Grüße, 世界 👋' }] };
    const created = await callTool('create-template', { name: 'By curl', content });
    expect(created).toMatchObject({ status: 200, type: 'application/json' });
    expect(created.body).toMatchObject({ jsonrpc: '2.0', id: '7' });
    const { result } = created.body;
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    const { id: template_id } = result.structuredContent;
    const operations = [{ op: 'add', block: { type: 'button', text: 'Go', url: 'https://go.example' } }];
    const changed = await callTool('update-template', { template_id, operations });
    expect(changed.body.result.structuredContent).toMatchObject({ version: 2 });
    const read = (await callTool('get-template', { template_id })).body.result;
    expect(read.structuredContent.content.blocks).toMatchObject([content.blocks[0], { text: 'Go' }]);
    expect(JSON.parse(read.content[0].text)).toEqual(read.structuredContent);
    await callTool('delete-template', { template_id });
    expect((await callTool('get-template', { template_id })).body).toEqual({
      jsonrpc: '2.0',
      id: '7',
      result: {
        content: [
          { type: 'text', text: 'Template not found.' },
          { type: 'text', text: 'To see what exists, call list-templates.' },
        ],
        isError: true,
      },
    });
  });

  test('calls a tool without arguments', async () => {
    const { status, body } = await callTool('list-templates');
    expect(status).toBe(200);
    expect(body.result.structuredContent).toMatchObject({ items: [], per_page: 25, next_cursor: null });
  });

  test('reads the resource and a prompt', async () => {
    const read = await ask({ id: '2', method: 'resources/read', params: { uri: 'service://schema/blocks' } });
    expect(read.body.result.contents[0].text).toContain('interface TemplateContent');
    const params = { name: 'design-template', arguments: { purpose: 'say thanks' } };
    const got = await ask({ id: '3', method: 'prompts/get', params });
    expect(got.body.result.messages[0].content.text).toContain('say thanks');
  });

  test.each([['*/*'], ['application/json'], ['application/json, text/event-stream']])(
    'is answered in JSON whatever it accepts: %p',
    async (accept) => {
      const { status, type, body } = await ask({ id: '4', method: 'tools/list' }, { Accept: accept });
      expect({ status, type }).toEqual({ status: 200, type: 'application/json' });
      expect(body.result.tools).toHaveLength(TOOL_NAMES.length);
    },
  );

  // `fetch` always sends what it accepts.
  test('is answered in JSON if it says nothing of what it accepts', async () => {
    const { host, port } = new URL(installation.url);
    const body = '{"jsonrpc":"2.0","id":"4","method":"tools/list"}';
    const headers = { Host: host, ...headersWithout(), ...JSON_TYPE, 'Content-Length': String(body.length) };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const answer = await sendRaw(Number(port), `POST /api/v1/mcp HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\ncontent-type: application\/json\r\n[\s\S]*"tools":\[/i);
  });

  test('is told what to add when it sends no JSON type', async () => {
    const { status, body } = await send({
      headers: { ...headersWithout(), 'Content-Type': 'application/x-www-form-urlencoded' },
      body: '{"jsonrpc":"2.0","id":"1","method":"tools/list"}',
    });
    expect(status).toBe(415);
    expect(body.error.message).toContain('Content-Type: application/json');
  });

  test.each([
    ['Authorization', 401, 'The API key is missing'],
    ['X-Project-Id', 400, 'X-Project-Id'],
    ['X-Tenant', 400, 'X-Tenant'],
  ])('without %s is told so with %p', async (name, expected, says) => {
    const { status, type, body } = await send({
      headers: { ...headersWithout(name), ...JSON_TYPE },
      body: '{"jsonrpc":"2.0","id":"5","method":"tools/list"}',
    });
    expect({ status, type }).toEqual({ status: expected, type: 'application/json' });
    // The body of a request without a key is not read, so its id is not known.
    expect([body.jsonrpc, body.id]).toEqual(['2.0', expected === 401 ? undefined : '5']);
    expect(body.error.message).toContain(says);
  });

  test.each([
    ['GET', { method: 'GET' }, 405, undefined],
    ['DELETE', { method: 'DELETE' }, 405, undefined],
    ['half a message', { body: '{"jsonrpc":' }, 400, -32700],
    ['a batch', { body: '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]' }, 400, -32600],
    ['nothing', {}, 400, -32700],
  ])('%s is refused in JSON-RPC', async (_what, init, expected, code) => {
    const { status, body } = await send({ headers: { ...headersWithout(), ...JSON_TYPE }, ...init });
    expect(status).toBe(expected);
    expect(body).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } });
    if (code !== undefined) expect(body.error.code).toBe(code);
  });
});
