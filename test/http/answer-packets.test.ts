import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, smallContent, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

/** Sends a request and returns what the first read of its answer brings, and the whole answer. */
async function readAnswer(port: number, request: string): Promise<{ first: string; whole: string }> {
  const reads: Buffer[] = [];
  const ended = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data: (_, bytes) => void reads.push(Buffer.from(bytes)),
      close: () => ended.resolve(),
      error: (_, error) => ended.reject(error),
    },
  });
  socket.write(request);
  await ended.promise;
  return { first: (reads[0] ?? Buffer.alloc(0)).toString(), whole: Buffer.concat(reads).toString() };
}

// The runtime writes each name and value of the head by itself when an answer of 15 KB is made after the event of its request.
test('the answers to a change and to reading it are sent together with their heads, and with their lengths', async () => {
  const port = app.listen();
  const { base, token } = await app.openTenant('acme');
  for (const bytes of [100, 14_000, 16_000, 100_000, 250_000]) {
    const text = `Grüße 🙂 ${'x'.repeat(bytes)}`;
    const body = JSON.stringify({ content: smallContent(text) });
    const ask = async (requestLine: string, sent = ''): Promise<string> => {
      const head = [
        `${requestLine} HTTP/1.1`,
        'Host: localhost',
        'Connection: close',
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(sent)}`,
      ];
      const { first, whole } = await readAnswer(port, `${head.join('\r\n')}\r\n\r\n${sent}`);
      expect(first.split('\r\n\r\n')).toHaveLength(2);
      const [answerHead = '', answer = ''] = whole.split('\r\n\r\n');
      expect(answerHead).toMatch(/^HTTP\/1.1 20[01] /);
      expect(answerHead.split('\r\n')).toContain(`Content-Length: ${Buffer.byteLength(answer)}`);
      const { data } = JSON.parse(answer);
      expect(data.content.blocks[0].content).toContain(text);
      return data.id;
    };
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const id = await ask(`POST ${base}/templates`, body);
      // Read from the database, and from the cache.
      for (let reads = 0; reads < 2; reads += 1) await ask(`GET ${base}/templates/${id}`);
    }
  }
});
