import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { expectError } from '../support/expect-error.ts';
import { createTestApp, readAnswer, type TestApp } from '../support/test-app.ts';
import {
  BOUNDARY,
  createUploadServer,
  FORM_END,
  FORM_TYPE,
  formOf,
  formPart,
  openRawConnection,
} from './upload-server.ts';

const MB = 1_000_000;
const GUARD_MS = 60_000;

let app: TestApp;
let server: ReturnType<typeof createUploadServer>;
let port: number;
beforeAll(async () => {
  app = await createTestApp();
  server = createUploadServer(app);
  port = server.listen();
});
afterAll(async () => {
  await server.stop();
  await app.stop();
});

const incoming = () => readdirSync(app.deps.incomingDir);

async function waitFor(isThere: () => boolean): Promise<void> {
  const deadline = performance.now() + GUARD_MS;
  while (!isThere()) {
    if (performance.now() > deadline) throw new Error('waited in vain');
    await Bun.sleep(5);
  }
}

const post = async (body: NonNullable<RequestInit['body']>, token = 'good') => {
  const headers = { ...FORM_TYPE, authorization: `Bearer ${token}` };
  return readAnswer(
    await fetch(`http://127.0.0.1:${port}${server.base}/files`, { method: 'POST', headers, body }),
  );
};

const headOf = (length: string, path = '/files') => [
  `POST ${server.base}${path} HTTP/1.1`,
  'Host: localhost',
  'Authorization: Bearer good',
  `Content-Type: multipart/form-data; boundary=${BOUNDARY}`,
  length,
];

const fileStart = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
);

describe('over a socket', () => {
  test('a file in one piece, and in chunks without a length', async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(2 * MB)) as Uint8Array;
    for (let i = 0; i < bytes.length; i += 65_536) crypto.getRandomValues(bytes.subarray(i, i + 65_536));
    const form = formOf(formPart('name="file"; filename="a.png"', bytes));
    expect((await post(new Uint8Array(form))).status).toBe(201);
    let sent = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent >= form.length) return controller.close();
        controller.enqueue(new Uint8Array(form.subarray(sent, sent + 777)));
        sent += 777;
      },
    });
    expect((await post(stream)).status).toBe(201);
    for (const { content } of server.arrivals.slice(-2)) expect(content.equals(bytes)).toBe(true);
    expect(incoming()).toEqual([]);
  });

  for (const megabytes of [4, 10, 60]) {
    test(`a client that sends ${megabytes} MB sees why they are refused`, async () => {
      const before = server.arrivals.length;
      const form = formOf(formPart('name="file"; filename="a.png"', new Uint8Array(megabytes * MB)));
      const answer = await post(new Uint8Array(form));
      expectError(answer, 413, 'too_large');
      expect(answer.body.message).toContain('2.8 MB');
      expect(server.arrivals).toHaveLength(before);
      expect(incoming()).toEqual([]);
    });
  }

  test('an announced length beyond the limit is refused before a byte of it has come', async () => {
    const connection = await openRawConnection(port, headOf(`Content-Length: ${5000 * MB}`));
    await waitFor(() => connection.received().includes('too_large'));
    expect(connection.received()).toStartWith('HTTP/1.1 413 ');
    connection.socket.destroy();
  });

  test('gigabytes of a refused body are not read to the end', async () => {
    const connection = await openRawConnection(port, headOf(`Content-Length: ${50_000 * MB}`));
    const chunk = new Uint8Array(65_536);
    let sent = 0;
    const pump = () => {
      while (!connection.socket.destroyed) {
        sent += chunk.length;
        if (!connection.socket.write(chunk)) return;
      }
    };
    connection.socket.on('drain', pump);
    pump();
    await waitFor(connection.isClosed);
    expect(sent).toBeLessThan(200 * MB);
  });

  test('a connection dropped half-way leaves nothing', async () => {
    const before = server.arrivals.length;
    for (const length of [`Content-Length: ${2 * MB}`, 'Transfer-Encoding: chunked']) {
      const connection = await openRawConnection(port, headOf(length));
      const isChunked = length.startsWith('Transfer');
      const start = isChunked ? `${fileStart.length.toString(16)}\r\n${fileStart}\r\n` : fileStart;
      await connection.write(start);
      await waitFor(() => incoming().length === 1);
      connection.socket.destroy();
      await waitFor(() => incoming().length === 0);
    }
    expect(server.arrivals).toHaveLength(before);
    expect((await post(new Uint8Array(formOf(formPart('name="file"; filename="a"', 'x'))))).status).toBe(201);
  });

  test('more bytes than were announced are no part of the file', async () => {
    const form = Buffer.concat([fileStart, Buffer.from('PNG\r\n'), FORM_END]);
    const connection = await openRawConnection(port, headOf(`Content-Length: ${form.length - 4}`));
    await connection.write(form);
    await waitFor(() => connection.received() !== '');
    expect(connection.received()).toMatch(/^HTTP\/1\.1 4(00|22) /);
    connection.socket.destroy();
  });

  test('many at once wait for each other, and none is lost', async () => {
    const before = server.arrivals.length;
    const forms = Array.from({ length: 60 }, (_, i) =>
      formOf(formPart(`name="file"; filename="${i}"`, new Uint8Array(300_000).fill(i))),
    );
    const answers = await Promise.all(
      forms.map((form, i) => post(new Uint8Array(form), i % 2 ? 'good' : 'other')),
    );
    expect(answers.map(({ status }) => status)).toEqual(forms.map(() => 201));
    const arrived = server.arrivals.slice(before);
    expect(arrived.map(({ file }) => Number(file.filename)).toSorted((a, b) => a - b)).toEqual(
      forms.map((_, i) => i),
    );
    for (const { file, content } of arrived) {
      expect(content.every((byte) => byte === Number(file.filename))).toBe(true);
    }
    expect(incoming()).toEqual([]);
  });
});
