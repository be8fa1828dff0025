import { expect } from 'bun:test';
import { rmSync } from 'node:fs';
import { createApp } from '../../src/app.ts';
import { loadSettings, type Settings } from '../../src/config/index.ts';
import { listToolCalls } from '../../src/features/audit/index.ts';
import { createLogger } from '../../src/platform/logging/log.ts';
import { perform } from '../../src/platform/operation.ts';
import { dumpDatabase } from '../support/database-dump.ts';
import { messageOf, withoutFence } from '../support/read-fence.ts';
import {
  type Answer,
  adminScope,
  type RequestOptions,
  readAnswer,
  type TestApp,
} from '../support/test-app.ts';
import { openTestDatabase } from '../support/test-database.ts';

export const ENDPOINT = '/api/v1/mcp';

/** How a client speaks: revisions up to 2025 send plain bodies, 2026-07-28 repeats itself in an envelope and headers. */
export type Era = 'legacy' | 'modern';
export const ERAS: readonly Era[] = ['legacy', 'modern'];
const MODERN_VERSION = '2026-07-28';

/** Limits that no scenario reaches: the clock of a test stands still. */
export const UNLIMITED_CALLS = { mcp_requests_per_minute: 1_000_000, mcp_requests_per_hour: 1_000_000 };

/** The headers of an agent; undefined ones are not sent. */
export interface Seat {
  key?: string | undefined;
  project?: string | undefined;
  tenant?: string | undefined;
}

/** An application as far as a client needs it. */
export type Target = Pick<TestApp, 'request' | 'first' | 'deps'>;

/** What a request says beside method and parameters. */
interface Extras {
  /** `undefined` makes it a notification. */
  id?: unknown;
  headers?: Record<string, string>;
  /** What the client of 2026-07-28 says it is. */
  client?: unknown;
}

/** The first project's default tenant with the key of the first run. */
export const tenantAccessOf = ({
  first,
}: Pick<TestApp, 'first'>): Record<'key' | 'project' | 'tenant', string> => ({
  key: first.api_key,
  project: first.project_id,
  tenant: first.tenant,
});

const NAMESPACE = 'io.modelcontextprotocol/';

export function envelopeOf(client: unknown = { name: 'scenario', version: '1.0' }): Record<string, unknown> {
  return {
    [`${NAMESPACE}protocolVersion`]: MODERN_VERSION,
    [`${NAMESPACE}clientInfo`]: client,
    [`${NAMESPACE}clientCapabilities`]: {},
  };
}

export function headersOf({ key, project, tenant }: Seat): Record<string, string> {
  return {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(project !== undefined && { 'x-project-id': project }),
    ...(tenant !== undefined && { 'x-tenant': encodeURIComponent(tenant) }),
  };
}

/** A request as a client of that era sends it. */
export function makeRequest(
  era: Era,
  method: string,
  params: Record<string, unknown> = {},
  extras: Extras = {},
): { headers: Record<string, string>; body: Record<string, unknown> } {
  const id = 'id' in extras ? extras.id : 1;
  const body = { jsonrpc: '2.0', ...(id !== undefined && { id }), method, params };
  if (era === 'legacy') return { headers: { ...extras.headers }, body };
  const name = params.name ?? params.uri;
  const headers = {
    'mcp-protocol-version': MODERN_VERSION,
    'mcp-method': method,
    ...(typeof name === 'string' && /^[\x21-\x7e]+$/.test(name) && { 'mcp-name': name }),
    ...extras.headers,
  };
  const _meta = { ...envelopeOf(extras.client), ...(params._meta as object | undefined) };
  return { headers, body: { ...body, params: { ...params, _meta } } };
}

export function sendRpc(
  app: Target,
  seat: Seat,
  era: Era,
  method: string,
  params?: Record<string, unknown>,
  extras?: Extras,
): Promise<Answer> {
  const { headers, body } = makeRequest(era, method, params, extras);
  return app.request('POST', ENDPOINT, { headers: { ...headersOf(seat), ...headers }, body });
}

/** A result of `tools/call`. */
export interface ToolAnswer {
  isError: boolean;
  /** The first text: the whole result, or the message of an error. */
  text: string;
  texts: string[];
  /** In Base64. */
  pictures: { mimeType: string; data: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the result holds
  data: any;
  answer: Answer;
}

export type Client = ReturnType<typeof connect>;

/** An agent that speaks like a client of `era`. */
export function connect(app: Target, era: Era = 'legacy', seat: Seat = tenantAccessOf(app)) {
  const rpc = (method: string, params?: Record<string, unknown>, extras?: Extras): Promise<Answer> =>
    sendRpc(app, seat, era, method, params, extras);
  const call = async (name: string, args: unknown = {}, extras?: Extras): Promise<ToolAnswer> =>
    readToolAnswer(await rpc('tools/call', { name, arguments: args }, extras));
  /** A call that has to succeed; the object it answers with. */
  const get = async (name: string, args: unknown = {}, extras?: Extras) => {
    const { isError, text, data } = await call(name, args, extras);
    if (isError) throw new Error(`${name} failed: ${text}`);
    return data;
  };
  return { era, seat, rpc, call, get };
}

/**
 * Checks what every result has to be: text of the same JSON as the object, or texts alone if it is an error. `data` is the
 * object without its fence. Invisible characters are escaped in the text.
 */
export function readToolAnswer(answer: Answer): ToolAnswer {
  expect([answer.status, answer.body?.error]).toEqual([200, undefined]);
  const { content, structuredContent, isError = false } = answer.body.result;
  const pictures = content.filter((part: { type: string }) => part.type === 'image');
  const texts: string[] = content.flatMap((part: { text?: string }) => part.text ?? []);
  expect(content).toEqual([...texts.map((text) => ({ type: 'text', text })), ...pictures]);
  if (isError) expect(structuredContent).toBeUndefined();
  else
    expect(texts.map((text) => JSON.stringify(JSON.parse(text)))).toEqual([
      JSON.stringify(structuredContent),
    ]);
  const data = isError ? undefined : withoutFence(structuredContent);
  return { isError, text: texts[0] ?? '', texts, pictures, data, answer };
}

/** Tables that record each request, also a refused one. */
const NOTES = ['api_keys', 'rate_limits', 'tool_calls', 'sqlite_sequence'];

/** Everything customers have stored: equal dumps mean that no call has changed anything. */
export async function dumpData(app: Pick<TestApp, 'deps'>): Promise<string> {
  const tables = (await dumpDatabase(app)).split(/^(?=# )/m);
  return tables.filter((table) => !NOTES.some((name) => table.startsWith(`# ${name}\n`))).join('');
}

/** The record of calls, oldest first. */
export async function readCalls(app: Target) {
  const { items } = await perform(listToolCalls, app.deps, adminScope, {});
  return items.reverse();
}

/** The same data directory served anew: the old application is closed, the clock goes on. */
export async function restart(app: TestApp, settings: Partial<Settings> = UNLIMITED_CALLS) {
  await app.http.server?.stop(true);
  await app.close();
  const log = createLogger({ level: 'debug', format: 'json', write: (line) => app.logLines.push(line) });
  const database = await openTestDatabase(app.data, settings.database_url);
  const defaults = { ...loadSettings({}, {}), allow_ephemeral: true };
  const all = { ...defaults, ...settings, data: app.data, database_url: database.url };
  const again = await createApp(all, { clock: app.clock, log });
  const request = async (method: string, path: string, { headers, body }: RequestOptions = {}) => {
    const init = { method, headers: { 'content-type': 'application/json', ...headers } };
    const sent = body === undefined ? init : { ...init, body: JSON.stringify(body) };
    return readAnswer(await again.http.handle(new Request(`http://localhost${path}`, sent)));
  };
  return {
    ...again,
    first: app.first,
    clock: app.clock,
    request,
    async stop() {
      await again.close();
      await database.drop();
      rmSync(app.data, { recursive: true, force: true });
    },
  };
}

/** A call that must be refused with this message and leave everything as it was. Returns the texts of the refusal. */
export async function expectRefused(
  app: TestApp,
  client: Client,
  name: string,
  args: object,
  message: string | RegExp,
): Promise<string[]> {
  const before = await dumpData(app);
  const events = app.events.length;
  const { isError, text, texts } = await client.call(name, args);
  expect([name, isError]).toEqual([name, true]);
  if (typeof message === 'string') expect(messageOf(text)).toBe(message);
  else expect(messageOf(text)).toMatch(message);
  expect([(await dumpData(app)) === before, app.events.length]).toEqual([true, events]);
  return texts;
}

/** What no answer may show: stack traces, source files, statements and messages of the database. */
export const INSIDES =
  /\bat \S+ \(|\.ts\b|node_modules|\/src\/|sqlite|drizzle|bun:|TypeError|RangeError|no such table/i;

/** A body as it is, with the headers of that era; it must change nothing. */
export async function postText(
  app: TestApp,
  era: Era,
  body: string | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const before = await dumpData(app);
  const ofEra = makeRequest(era, 'tools/list').headers;
  const all = { 'content-type': 'application/json', ...headersOf(tenantAccessOf(app)), ...ofEra, ...headers };
  const answer = await app.request('POST', ENDPOINT, { headers: all, ...(body !== undefined && { body }) });
  expect(answer.text).not.toMatch(INSIDES);
  expect(await dumpData(app)).toBe(before);
  return answer;
}

export interface Sending {
  /** Instead of the request. */
  body?: string | ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A request over the socket of an application that listens on this port. */
export async function fetchRpc(
  app: Pick<TestApp, 'first'>,
  port: number,
  era: Era,
  method: string,
  params: Record<string, unknown>,
  { body, headers, signal }: Sending = {},
): Promise<Answer> {
  const request = makeRequest(era, method, params);
  const response = await fetch(`http://127.0.0.1:${port}${ENDPOINT}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...headersOf(tenantAccessOf(app)),
      ...request.headers,
      ...headers,
    },
    body: body ?? JSON.stringify(request.body),
    ...(signal && { signal }),
  });
  return readAnswer(response);
}

/** All tools, in the order of `tools/list`. */
export const TOOL_NAMES = [
  'get-project-config',
  ...['list', 'get', 'create', 'update', 'delete', 'export'].map((verb) => `${verb}-template`),
  'preview-template',
  ...['list', 'get', 'create', 'restore'].map((verb) => `${verb}-snapshot`),
  ...['list', 'create', 'update', 'delete', 'resolve'].map((verb) => `${verb}-comment`),
  ...['browse-media', 'import-media-from-url', 'change-media', 'delete-media'],
  ...['list', 'create', 'update', 'delete'].map((verb) => `${verb}-media-folder`),
  // Beside those of the specification.
  'list-library',
  'restore-from-trash',
  ...['generate-template', 'score-template', 'rewrite-text'],
  'change-templates',
  'replace-in-templates',
  'save-module',
].map((name) => (name.startsWith('list-') && name !== 'list-library' ? `${name}s` : name));
