import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { DomainError } from '../../src/platform/errors.ts';
import { readJsonBody } from '../../src/platform/json/request-body.ts';
import { dumpDatabase } from '../support/database-dump.ts';
import { expectError } from '../support/expect-error.ts';
import { streamOf } from '../support/raw-http.ts';
import { createTestApp, readAnswer, smallContent, type TestApp } from '../support/test-app.ts';

const MIB = 1024 * 1024;

let app: TestApp;
let tenant: Awaited<ReturnType<TestApp['openTenant']>>;
let port: number;
beforeAll(async () => {
  app = await createTestApp();
  tenant = await app.openTenant('acme');
  app.http.listen({ port: 0, hostname: '127.0.0.1', idleTimeout: 30, maxRequestBodySize: 1024 ** 4 });
  port = app.http.server?.port as number;
});
afterAll(() => app.stop());

async function expectWell(): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/health`);
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"status":"ok"')]);
}

const send = async (body: ReadableStream<Uint8Array> | string) => {
  const response = await fetch(`http://127.0.0.1:${port}${tenant.base}/templates`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tenant.token}` },
    body,
  });
  return readAnswer(response);
};

describe('over a socket', () => {
  test('5 MB with an announced length are refused with 413', async () => {
    const dump = await dumpDatabase(app);
    const body = JSON.stringify({ content: smallContent('x'.repeat(5 * MIB)) });
    expectError(await send(body), 413, 'too_large');
    expect(await dumpDatabase(app)).toBe(dump);
    await expectWell();
  });

  test('5 MB in chunks, without a length, are refused with 413', async () => {
    const dump = await dumpDatabase(app);
    const chunk = new TextEncoder().encode(' '.repeat(64 * 1024));
    expectError(await send(streamOf(chunk, (5 * MIB) / chunk.length)), 413, 'too_large');
    expect(await dumpDatabase(app)).toBe(dump);
    await expectWell();
  });

  test('chunks below the limit are put together, wherever they were cut', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ content: smallContent('🙂 Ünï'.repeat(500)) }));
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let i = 0; i < bytes.length; i += 7) controller.enqueue(bytes.subarray(i, i + 7));
        controller.close();
      },
    });
    const answer = await send(stream);
    expect(answer.status).toBe(201);
    expect(answer.body.data.content.blocks[0].content).toBe(`<p>${'🙂 Ünï'.repeat(500)}</p>`);
  });

  test('a flood that never ends is cut off with 413, with and without a token', async () => {
    for (const [path, status] of [
      ['/api/v1/auth/token', 413],
      [`${tenant.base}/templates`, 413],
    ] as const) {
      const outcome = await flood(path, tenant.token);
      expect(outcome.status).toBe(status);
      expect(JSON.parse(outcome.text)).toMatchObject({ code: 'too_large', message: expect.any(String) });
    }
    const stranger = await flood(`${tenant.base}/templates`, 'nobody');
    expect(stranger.status).toBe(401);
    await expectWell();
  });

  test('a broken chunked body, and a connection dropped half-way, change nothing', async () => {
    const dump = await dumpDatabase(app);
    for (const rest of ['5\r\nhel', 'zz\r\nhello\r\n0\r\n\r\n', '']) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`${headOf(`${tenant.base}/templates`, tenant.token)}${rest}`, () => socket.destroy());
        });
        socket.on('close', () => resolve());
        socket.on('error', () => {});
      });
    }
    await expectWell();
    expect(await dumpDatabase(app)).toBe(dump);
  });
});

const headOf = (path: string, token: string) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    `Authorization: Bearer ${token}`,
    '\r\n',
  ].join('\r\n');

/** Sends chunks of 64 KB for as long as the server lets it, and no answer has come. */
function flood(path: string, token: string): Promise<{ status: number; text: string }> {
  const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  let received = '';
  let isOver = false;
  const socket = connect(port, '127.0.0.1');
  const pump = () => {
    while (!isOver && socket.write(chunk));
  };
  const finish = () => {
    if (isOver) return;
    isOver = true;
    socket.destroy();
    const [head = '', text = ''] = received.split('\r\n\r\n');
    resolve({ status: Number(head.split(' ')[1]), text });
  };
  socket.on('connect', () => {
    socket.write(headOf(path, token));
    pump();
  });
  socket.on('drain', pump);
  socket.on('data', (data) => {
    received += data.toString();
    if (received.endsWith('}')) finish();
  });
  socket.on('error', finish);
  socket.on('close', finish);
  return promise;
}

describe('readJsonBody', () => {
  const requestWith = (body: ReadableStream<Uint8Array> | string, headers = {}) =>
    new Request('http://localhost/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  const failureOf = async (request: Request, timeoutMs?: number): Promise<string> => {
    try {
      await readJsonBody(request, { timeoutMs });
    } catch (error) {
      if (error instanceof DomainError) return error.code;
      throw error;
    }
    return 'none';
  };
  const stalled = () =>
    new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')),
    });

  test('gives up on a body that stalls', async () => {
    expect(await failureOf(requestWith(stalled()), 20)).toBe('request_timeout');
    expect(await failureOf(requestWith(stalled(), { 'content-length': '100' }), 20)).toBe('request_timeout');
  });

  test('names the end of the connection, as the runtime reports it', async () => {
    const hungUp = () =>
      new ReadableStream<Uint8Array>({
        start: (controller) => controller.error(new DOMException('The connection was closed.', 'AbortError')),
      });
    expect(await failureOf(requestWith(hungUp()))).toBe('request_timeout');
    expect(await failureOf(requestWith(hungUp(), { 'content-length': '100' }))).toBe('request_timeout');
  });

  test('gives up on one that drips for longer than allowed', async () => {
    const timers: Timer[] = [];
    const dripping = new ReadableStream<Uint8Array>({
      start(controller) {
        timers.push(setInterval(() => controller.enqueue(new Uint8Array([0x20])), 5));
      },
      cancel: () => timers.forEach(clearInterval),
    });
    expect(await failureOf(requestWith(dripping), 60)).toBe('request_timeout');
    timers.forEach(clearInterval);
  });

  test('believes an announced length that is too large without reading', async () => {
    expect(await failureOf(requestWith(stalled(), { 'content-length': String(4 * MIB + 1) }))).toBe(
      'too_large',
    );
  });

  test('takes exactly 4 MiB and not a byte more', async () => {
    const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
    expect(await readJsonBody(requestWith(text(4 * MIB)))).toHaveLength(4 * MIB - 2);
    expect(await failureOf(requestWith(streamOf(new TextEncoder().encode(text(4 * MIB + 1)), 1)))).toBe(
      'too_large',
    );
  });

  test('takes no body, and an empty one, as none', async () => {
    expect(await readJsonBody(new Request('http://localhost/', { method: 'POST' }))).toBeUndefined();
    expect(await readJsonBody(requestWith(''))).toBeUndefined();
    expect(await readJsonBody(requestWith(streamOf(new Uint8Array(), 1)))).toBeUndefined();
  });
});
