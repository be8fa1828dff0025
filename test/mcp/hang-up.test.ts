import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect as openSocket, type Socket } from 'node:net';
import { checkIntegrity } from '../../src/features/instance/index.ts';
import { perform } from '../../src/platform/operation.ts';
import { adminScope, createTestApp, smallContent, type TestApp } from '../support/test-app.ts';
import {
  connect,
  dumpData,
  ENDPOINT,
  ERAS,
  type Era,
  fetchRpc,
  headersOf,
  makeRequest,
  type Sending,
  tenantAccessOf,
  UNLIMITED_CALLS,
} from './tool-client.ts';

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await createTestApp(UNLIMITED_CALLS);
  app.http.listen({ port: 0, hostname: '127.0.0.1' });
  port = app.http.server?.port as number;
});
afterAll(() => app.stop());

const send = (era: Era, method: string, params: Record<string, unknown>, sending: Sending = {}) =>
  fetchRpc(app, port, era, method, params, sending);

async function expectSound(): Promise<void> {
  expect((await perform(checkIntegrity, app.deps, adminScope, {})).faults).toEqual([]);
  expect((await send('modern', 'tools/call', { name: 'list-templates', arguments: {} })).status).toBe(200);
}

/** Opens a connection, writes and leaves. */
function hangUp(text: string, wait: 'at once' | 'for an answer'): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = openSocket(port, '127.0.0.1', () => {
      socket.write(text, () => {
        if (wait === 'at once') socket.destroy();
      });
    });
    socket.on('data', () => socket.destroy());
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
}

const rawRequest = (body: string, headers: Record<string, string> = {}) => {
  const all = {
    host: 'localhost',
    'content-type': 'application/json',
    ...headersOf(tenantAccessOf(app)),
    ...headers,
  };
  const lines = Object.entries({ 'content-length': String(body.length), ...all }).map((line) =>
    line.join(': '),
  );
  return `POST ${ENDPOINT} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
};

describe('headers', () => {
  test('cannot be injected into the answer', async () => {
    const evil = 'x\r\nset-cookie: a=1\r\n\r\n<html>';
    for (const era of ERAS) {
      for (const [method, params] of [
        ['tools/call', { name: evil, arguments: {} }],
        ['resources/read', { uri: evil }],
        ['prompts/get', { name: evil }],
      ] as const) {
        const encoded = `=?base64?${Buffer.from(evil).toString('base64')}?=`;
        const request = makeRequest(era, method, params, { id: evil });
        const extra = era === 'modern' ? { 'mcp-name': encoded } : {};
        const answer = await send(
          era,
          method,
          {},
          { body: JSON.stringify(request.body), headers: { ...extra, 'x-request-id': 'a b' } },
        );
        expect([answer.headers.get('set-cookie'), answer.body.id]).toEqual([null, evil]);
        expect(answer.headers.get('x-request-id')).not.toContain(' ');
        expect(answer.headers.get('content-type')).toStartWith('application/json');
      }
    }
  });

  test('that do not fit the body, or repeat themselves, open nothing', async () => {
    const before = await dumpData(app);
    const params = { name: 'create-template', arguments: { content: smallContent() } };
    for (const headers of [
      { 'mcp-method': 'tools/list' },
      { 'mcp-name': 'list-templates' },
      { 'mcp-protocol-version': '2025-06-18' },
      { 'mcp-protocol-version': '9999-01-01' },
      { 'mcp-protocol-version': 'x' },
    ]) {
      const answer = await send('modern', 'tools/call', params, { headers });
      expect([headers, answer.status, answer.body.error.code < 0]).toEqual([headers, 400, true]);
    }
    for (const name of ['x-tenant', 'x-project-id', 'authorization']) {
      const body = JSON.stringify(makeRequest('legacy', 'tools/call', params).body);
      const twice = rawRequest(body).replace(/^(POST.*\r\n)/, `$1${name}: other\r\n`);
      await hangUp(twice, 'for an answer');
    }
    expect(await dumpData(app)).toBe(before);
  });
});

// Last, because a call whose client is gone may still be running on PostgreSQL and change the data.
describe('a client that hangs up', () => {
  const create = JSON.stringify(
    makeRequest('legacy', 'tools/call', {
      name: 'create-template',
      arguments: { content: smallContent('x'.repeat(200_000)) },
    }).body,
  );

  test('in the middle of its body has done nothing', async () => {
    const before = await dumpData(app);
    await Promise.all(
      Array.from({ length: 20 }, () => hangUp(rawRequest(create).slice(0, -1000), 'at once')),
    );
    await expectSound();
    expect(await dumpData(app)).toBe(before);
  });

  test('in the middle of the answer does no harm', async () => {
    const { id } = await connect(app).get('create-template', { content: smallContent('x'.repeat(400_000)) });
    const get = JSON.stringify(
      makeRequest('legacy', 'tools/call', { name: 'get-template', arguments: { template_id: id } }).body,
    );
    await Promise.all(Array.from({ length: 20 }, () => hangUp(rawRequest(get), 'for an answer')));
    await Promise.all(Array.from({ length: 20 }, () => hangUp(rawRequest(get), 'at once')));
    await expectSound();
  });

  test('before the answer has either changed everything or nothing', async () => {
    const logged = app.logLines.length;
    await Promise.all(Array.from({ length: 20 }, () => hangUp(rawRequest(create), 'at once')));
    await expectSound();
    for (const era of ERAS) {
      const controller = new AbortController();
      const params = { name: 'create-template', arguments: { name: 'Left', content: smallContent() } };
      const answer = send(era, 'tools/call', params, { signal: controller.signal });
      controller.abort();
      await answer.catch(() => {});
    }
    await expectSound();
    expect(app.logLines.slice(logged).join('\n')).not.toMatch(/unhandled|Error:/i);
  });
});
