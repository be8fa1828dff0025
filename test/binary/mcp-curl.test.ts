import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
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
function headerFlags(leftOut?: string): string[] {
  const headers = {
    Authorization: `Bearer ${installation.first.api_key}`,
    'X-Project-Id': installation.first.project_id,
    'X-Tenant': 'default',
  };
  return Object.entries(headers).flatMap(([name, value]) =>
    name === leftOut ? [] : ['-H', `${name}: ${value}`],
  );
}

const JSON_FLAGS = ['-H', 'Content-Type: application/json'];

/** Runs curl, which sends `Accept: *\/*` and nothing of the protocol's headers. */
function curl(...args: string[]) {
  const { place, url } = installation;
  const format = '\n%{http_code} %{content_type}';
  const command = ['curl', '-sS', '-w', format, ...args, `${url}/api/v1/mcp`];
  const child = Bun.spawnSync(command, { cwd: place.dir, env: place.env });
  const lines = child.stdout.toString().split('\n');
  const [status, type] = (lines.pop() as string).split(' ');
  const text = lines.join('\n');
  return { status: Number(status), type, text, body: text === '' ? undefined : JSON.parse(text) };
}

function ask(message: object, ...flags: string[]) {
  const data = JSON.stringify({ jsonrpc: '2.0', ...message });
  return curl(...headerFlags(), ...JSON_FLAGS, ...flags, '-d', data);
}

const callTool = (name: string, args?: object) =>
  ask({ id: '7', method: 'tools/call', params: { name, ...(args && { arguments: args }) } });

describe('curl', () => {
  test('lists the tools', () => {
    const { status, type, body } = ask({ id: '1', method: 'tools/list' });
    expect({ status, type }).toEqual({ status: 200, type: 'application/json' });
    expect(body).toMatchObject({ jsonrpc: '2.0', id: '1' });
    expect(body.result.tools.map(({ name }: { name: string }) => name)).toEqual(TOOL_NAMES);
  });

  test('calls tools: creates, changes, reads and deletes', () => {
    const content = { blocks: [{ type: 'title', content: 'Grüße, 世界 👋' }] };
    const created = callTool('create-template', { name: 'By curl', content });
    expect(created).toMatchObject({ status: 200, type: 'application/json' });
    expect(created.body).toMatchObject({ jsonrpc: '2.0', id: '7' });
    const { result } = created.body;
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    const { id: template_id } = result.structuredContent;
    const operations = [{ op: 'add', block: { type: 'button', text: 'Go', url: 'https://go.example' } }];
    const changed = callTool('update-template', { template_id, operations });
    expect(changed.body.result.structuredContent).toMatchObject({ version: 2 });
    const read = callTool('get-template', { template_id }).body.result;
    expect(read.structuredContent.content.blocks).toMatchObject([content.blocks[0], { text: 'Go' }]);
    expect(JSON.parse(read.content[0].text)).toEqual(read.structuredContent);
    callTool('delete-template', { template_id });
    expect(callTool('get-template', { template_id }).body).toEqual({
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

  test('calls a tool without arguments', () => {
    const { status, body } = callTool('list-templates');
    expect(status).toBe(200);
    expect(body.result.structuredContent).toMatchObject({ items: [], per_page: 25, next_cursor: null });
  });

  test('reads the resource and a prompt', () => {
    const read = ask({ id: '2', method: 'resources/read', params: { uri: 'service://schema/blocks' } });
    expect(read.body.result.contents[0].text).toContain('interface TemplateContent');
    const params = { name: 'design-template', arguments: { purpose: 'say thanks' } };
    const got = ask({ id: '3', method: 'prompts/get', params });
    expect(got.body.result.messages[0].content.text).toContain('say thanks');
  });

  test.each([['*/*'], ['application/json'], ['application/json, text/event-stream'], ['']])(
    'is answered in JSON whatever it accepts: %p',
    (accept) => {
      const { status, type, body } = ask({ id: '4', method: 'tools/list' }, '-H', `Accept: ${accept}`);
      expect({ status, type }).toEqual({ status: 200, type: 'application/json' });
      expect(body.result.tools).toHaveLength(TOOL_NAMES.length);
    },
  );

  test('is told what to add when it sends no JSON type', () => {
    const { status, body } = curl(...headerFlags(), '-d', '{"jsonrpc":"2.0","id":"1","method":"tools/list"}');
    expect(status).toBe(415);
    expect(body.error.message).toContain('Content-Type: application/json');
  });

  test.each([
    ['Authorization', 401, 'The API key is missing'],
    ['X-Project-Id', 400, 'X-Project-Id'],
    ['X-Tenant', 400, 'X-Tenant'],
  ])('without %s is told so with %p', (name, expected, says) => {
    const message = '{"jsonrpc":"2.0","id":"5","method":"tools/list"}';
    const { status, type, body } = curl(...headerFlags(name), ...JSON_FLAGS, '-d', message);
    expect({ status, type }).toEqual({ status: expected, type: 'application/json' });
    // The body of a request without a key is not read, so its id is not known.
    expect([body.jsonrpc, body.id]).toEqual(['2.0', expected === 401 ? undefined : '5']);
    expect(body.error.message).toContain(says);
  });

  test.each([
    ['GET', ['-X', 'GET'], 405, undefined],
    ['DELETE', ['-X', 'DELETE'], 405, undefined],
    ['half a message', ['-d', '{"jsonrpc":'], 400, -32700],
    ['a batch', ['-d', '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]'], 400, -32600],
    ['nothing', ['-X', 'POST'], 400, -32700],
  ])('%s is refused in JSON-RPC', (_what, flags, expected, code) => {
    const { status, body } = curl(...headerFlags(), ...JSON_FLAGS, ...flags);
    expect(status).toBe(expected);
    expect(body).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } });
    if (code !== undefined) expect(body.error.code).toBe(code);
  });
});
