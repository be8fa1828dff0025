import { afterEach, describe, expect, test } from 'bun:test';
import { ENDPOINT, headersOf, tenantAccessOf, UNLIMITED_CALLS } from '../../mcp/tool-client.ts';
import { shortenTimers } from '../../support/short-timers.ts';
import { smallContent } from '../../support/test-app.ts';
import { drawPng } from '../media/library.ts';
import { type Editor, emptyCanvas, openEditor, readEvents, says } from './editor.ts';

let editor: Editor;
afterEach(() => editor?.stop());

/** The application on a socket of its own, as clients that come and go meet it. */
function listen(): string {
  editor.app.http.listen({ port: 0, hostname: '127.0.0.1' });
  return `http://127.0.0.1:${editor.app.http.server?.port}`;
}

function post(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const { tenant, templateId } = editor;
  return fetch(`${listen()}${tenant.base}/templates/${templateId}/ai/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
}

function callTool(base: string, name: string, args: object, signal?: AbortSignal): Promise<Response> {
  return fetch(base + ENDPOINT, {
    method: 'POST',
    headers: { ...headersOf(tenantAccessOf(editor.app)), 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    ...(signal && { signal }),
  });
}

/** The provider's side must be hung up on; this long is only waited when it is not. */
async function expectHungUp(): Promise<void> {
  const { provider } = editor;
  for (let turn = 0; turn < 2000 && provider.openRequests() > 0; turn += 1) await Bun.sleep(5);
  expect([provider.openRequests(), provider.requests[0]?.wasLeft]).toEqual([0, true]);
}

async function untilAsked(): Promise<void> {
  for (let turn = 0; turn < 2000 && editor.provider.requests.length === 0; turn += 1) await Bun.sleep(5);
}

const faults = () => editor.app.logLines.filter((line) => line.includes('"level":50'));

const never = new Promise(() => {});
const rewrite = { content: 'Hello', instruction: 'Shorter' };
const generate = { prompt: 'A mail', current_content: emptyCanvas };

describe('a client that leaves ends the provider’s work', () => {
  test('in the middle of a stream', async () => {
    editor = await openEditor({ pieces: ['{"reply":"I be', 'gin', ' and', ' end'], pauseMs: 60_000 });
    const leaving = new AbortController();
    const reader = (await post('generate', generate, leaving.signal)).body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    expect(Buffer.from(value ?? []).toString()).toBe('data: {"type":"text","text":"I be"}\n\n');
    leaving.abort();
    await reader?.read().catch(() => {});
    await expectHungUp();
    expect(faults()).toEqual([]);
  });

  test.each([
    ['generate', generate],
    ['rewrite-text', rewrite],
    ['suggestions', { current_content: emptyCanvas }],
    ['fix-finding', { content: '<p>Hello</p>', finding: { id: 'elsewhere', message: 'Too stiff' } }],
    ['generate', { prompt: 'Shorter', current_content: smallContent() }],
  ])('before it has answered %s', async (path, body) => {
    editor = await openEditor({ before: never });
    const leaving = new AbortController();
    const asked = post(path, body, leaving.signal).catch(() => {});
    await untilAsked();
    leaving.abort();
    await asked;
    await expectHungUp();
    expect(faults()).toEqual([]);
  });

  test('before it has answered a design', async () => {
    editor = await openEditor({ before: never }, { settings: { ai_vision_model: 'sees' } });
    const { tenant, templateId } = editor;
    const leaving = new AbortController();
    const body = new FormData();
    body.set('image_upload', new File([drawPng(1)], 'design.png'));
    const asked = fetch(`${listen()}${tenant.base}/templates/${templateId}/ai/generate-from-design`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.token}` },
      body,
      signal: leaving.signal,
    }).catch(() => {});
    await untilAsked();
    leaving.abort();
    await asked;
    await expectHungUp();
    expect(faults()).toEqual([]);
  });

  test('while a tool rewrites a text', async () => {
    editor = await openEditor({ before: never }, { settings: UNLIMITED_CALLS });
    const leaving = new AbortController();
    const args = { text: 'Hello', instruction: 'Shorter' };
    const asked = callTool(listen(), 'rewrite-text', args, leaving.signal).catch(() => {});
    await untilAsked();
    leaving.abort();
    await asked;
    await expectHungUp();
    expect(faults()).toEqual([]);
  });

  test('while a tool is called, and nothing is stored', async () => {
    editor = await openEditor({ before: never }, { settings: UNLIMITED_CALLS });
    const leaving = new AbortController();
    const asked = callTool(listen(), 'generate-template', { prompt: 'A mail' }, leaving.signal).catch(
      () => {},
    );
    await untilAsked();
    leaving.abort();
    await asked;
    await expectHungUp();
    expect((await editor.tenant.request('GET', '/templates')).body.data).toHaveLength(1);
    expect(faults()).toEqual([]);
  });
});

describe('a provider that takes its time', () => {
  test('is waited for: the answer begins, and says later how it went', async () => {
    // After 5 s the answer begins, and after 10 s more a keep-alive is sent.
    const restoreTimers = shortenTimers(5000, 10_000);
    const { promise: hold, resolve } = Promise.withResolvers<void>();
    editor = await openEditor({ ...says({ text: '<b>x</b>' }), before: hold });
    const response = await post('rewrite-text', rewrite).finally(restoreTimers);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    resolve();
    const events = readEvents(await response.text());
    expect(events).toEqual([
      {
        type: 'error',
        code: 'validation_failed',
        message: expect.stringContaining('<b>'),
        errors: undefined,
      },
    ]);
  });
});
