import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { introduction, startToolProcess, toolCall } from './mcp-process.ts';
import {
  askGalley,
  type Credentials,
  createInitializedDirectory,
  GUARD_MS,
  openTenant,
  runGalley,
  startServer,
  type TestDirectory,
  waitFor,
} from './support.ts';

setDefaultTimeout(GUARD_MS);

/** Kills in the middle of writing. */
const ROUNDS = 5;

let place: TestDirectory;
let first: Credentials & { project_id: string };

beforeEach(async () => {
  ({ place, first } = await createInitializedDirectory());
});
afterEach(() => place.remove());

const content = { blocks: [{ type: 'title', content: 'Hello' }] };

describe('faults of the operator', () => {
  test.each([
    ['an unknown project', () => ['--project', 'nobody', '--tenant', 'default'], 'Project not found'],
    ['an unknown tenant', () => ['--project', first.project_id, '--tenant', 'nobody'], 'Tenant not found'],
    [
      'no data',
      () => ['--project', first.project_id, '--tenant', 'default', '--data', 'nowhere'],
      'There is no Galley data in',
    ],
  ])('%s → one line on standard error, nothing on standard output', async (_what, args, says) => {
    for (const isServed of [false, true]) {
      const server = isServed ? await startServer(place) : undefined;
      const { status, stdout, stderr } = await runGalley(place, ['mcp', ...args()]);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(/^galley: [^\n]+\n$/);
      expect(stderr).toContain(says);
      await server?.stop();
    }
  });

  test.each(['--project', '--tenant'])('%s is required', async (flag) => {
    const args = ['--project', first.project_id, '--tenant', 'default'];
    args.splice(args.indexOf(flag), 2);
    const { status, stdout, stderr } = await runGalley(place, ['mcp', ...args]);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`'${flag}`);
  });
});

describe('the end of the input', () => {
  const listFiles = () => readdirSync(place.data).sort();

  test('ends the process, which leaves the data as it found it', async () => {
    const files = listFiles();
    const process = startToolProcess(place, first.project_id);
    await process.introduce();
    process.send(toolCall(1, 'create-template', { content }));
    expect((await process.answerTo(1)).result.structuredContent.version).toBe(1);
    process.end();
    expect(await process.outcome()).toEqual({ status: 0, stderr: '' });
    expect(listFiles()).toEqual(files);
    const server = await startServer(place);
    expect(await server.stop()).toBe(0);
  });

  test('before anything was said is an end too', async () => {
    const process = startToolProcess(place, first.project_id);
    process.end();
    expect(await process.outcome()).toEqual({ status: 0, stderr: '' });
    expect(process.messages()).toEqual([]);
  });

  test.each([false, true])('answers what was asked before it (beside a server: %p)', async (isServed) => {
    const server = isServed ? await startServer(place) : undefined;
    const process = startToolProcess(place, first.project_id);
    const ids = Array.from({ length: 20 }, (_, n) => n + 1);
    process.send(introduction(0));
    process.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    for (const id of ids) process.send(toolCall(id, 'create-template', { content }));
    process.end();
    expect(await process.outcome()).toEqual({ status: 0, stderr: '' });
    const answered = process.messages().map(({ id }) => id as number);
    expect(answered.sort((a, b) => a - b)).toEqual([0, ...ids]);
    await server?.stop();
  });

  test('beside a server touches nothing of it', async () => {
    const server = await startServer(place);
    const files = listFiles();
    const process = startToolProcess(place, first.project_id);
    await process.introduce();
    process.send(toolCall(1, 'create-template', { content }));
    await process.answerTo(1);
    process.end();
    expect(await process.outcome()).toEqual({ status: 0, stderr: '' });
    expect(listFiles()).toEqual(files);
    expect((await runGalley(place, ['team', 'list'])).status).toBe(0);
    expect(await server.stop()).toBe(0);
  });
});

describe('an input that makes no sense', () => {
  test.each([
    ['no JSON', 'hello\n'],
    ['an empty line', '\n'],
    ['half a message', '{"jsonrpc":"2.0","id":1,\n'],
    ['an object', '{}\n'],
    ['a number', '5\n'],
    ['null', 'null\n'],
    ['control characters', '\u0000\u0001\u001b[2J\n'],
    ['a batch', `[${JSON.stringify(toolCall(9, 'list-templates'))}]\n`],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":9,"method":"tools/list"}\n'],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"tools/list"}\n'],
    ['a method that is a number', '{"jsonrpc":"2.0","id":9,"method":5}\n'],
    ['a response without a request', '{"jsonrpc":"2.0","id":9,"result":{}}\n'],
    ['a prototype', '{"jsonrpc":"2.0","id":9,"method":"tools/list","__proto__":{"a":1}}\n'],
    ['a long line', `${'x'.repeat(2_000_000)}\n`],
  ])('%s is refused or passed over, and the next request is answered', async (_what, text) => {
    const process = startToolProcess(place, first.project_id);
    process.send(text);
    await process.introduce();
    process.send(text);
    process.send(toolCall(1, 'list-templates'));
    expect((await process.answerTo(1)).result.structuredContent.items).toEqual([]);
    process.end();
    expect((await process.outcome()).status).toBe(0);
    for (const message of process.messages()) expect(message.jsonrpc).toBe('2.0');
    expect(await askGalley(place, 'audit')).toMatchObject({ items: [{ tool: 'list-templates' }] });
  });

  test.each(['__proto__', '\\u005f_proto__'])('an argument %s is refused', async (name) => {
    const process = startToolProcess(place, first.project_id);
    await process.introduce();
    const params = `{"name":"list-templates","arguments":{"${name}":{"a":1}}}`;
    const line = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}\n`;
    for (const part of [line.slice(0, 40), line.slice(40)]) process.send(part);
    expect((await process.answerTo(1)).error?.message).toBe('__proto__ is not an argument.');
    process.send(toolCall(2, 'list-templates'));
    expect((await process.answerTo(2)).result.structuredContent.items).toEqual([]);
    process.end();
    expect(await process.outcome()).toEqual({ status: 0, stderr: '' });
  });

  test('requests that ask for the impossible get errors of the protocol', async () => {
    const process = startToolProcess(place, first.project_id);
    await process.introduce();
    process.send({ jsonrpc: '2.0', id: 1, method: 'no/such/method' });
    process.send(toolCall(2, 'no-such-tool'));
    process.send({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 5 } });
    process.send({ jsonrpc: '2.0', id: 4, method: 'resources/read', params: { uri: 'service://nothing' } });
    process.send(introduction(5));
    process.send(toolCall(6, 'create-template', { content: { blocks: [{ type: 'titel' }] } }));
    process.send({ jsonrpc: '2.0', id: 7, method: 'tools/list', params: { cursor: 5 } });
    process.send({ jsonrpc: '2.0', id: 8, method: 'resources/read', params: {} });
    expect((await process.answerTo(1)).error?.code).toBe(-32601);
    expect((await process.answerTo(2)).error?.code).toBe(-32602);
    const wrong = [
      [3, 'params.name must be a string.'],
      [7, 'params.cursor must be a string.'],
      [8, 'params.uri is required.'],
    ] as const;
    for (const [id, message] of wrong)
      expect((await process.answerTo(id)).error).toMatchObject({ code: -32602, message });
    expect((await process.answerTo(4)).error).toBeDefined();
    await process.answerTo(5);
    expect((await process.answerTo(6)).result).toMatchObject({ isError: true });
    process.end();
    expect(await process.outcome()).toEqual({ status: 0, stderr: '' });
  });
});

test(`${ROUNDS} kills in the middle of writing lose nothing that was acknowledged`, async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const process = startToolProcess(place, first.project_id);
    await process.introduce();
    const isMade = () => process.messages().filter(({ result }) => result?.structuredContent?.id);
    for (let id = 1; id <= 200; id += 1) process.send(toolCall(id, 'create-template', { content }));
    await waitFor('some to be created', () => isMade().length >= 10);
    process.child.kill('SIGKILL');
    await process.outcome();
    for (const { result } of isMade()) acknowledged.push(result.structuredContent.id);
  }
  const server = await startServer(place);
  const tenant = await openTenant(server.url, first);
  const statuses = await Promise.all(
    acknowledged.map(async (id) => (await tenant.call('GET', `/templates/${id}`)).status),
  );
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * 10);
  expect(await server.stop()).toBe(0);
  expect(await askGalley(place, 'check')).toMatchObject({ ok: true });
});
