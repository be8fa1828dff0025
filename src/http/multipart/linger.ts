import type { RequestBody } from './body.ts';

/** What is still read of a body nobody wants: most clients send a few megabytes before they look for an answer. */
const LINGER_BYTES = 16 * 1024 * 1024;

const LINGER_MS = 3000;

/**
 * Answers at once and goes on reading for a while, then ends the connection. A server that hangs up on a client still
 * sending makes it report a broken connection instead of what the answer says; reading to the end would cost gigabytes.
 */
export async function answerLingering(response: Response, body: RequestBody): Promise<Response> {
  const text = await response.bytes();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(text),
    async pull(controller) {
      await body.drain(LINGER_BYTES, LINGER_MS);
      controller.close();
    },
  });
  const headers = new Headers(response.headers);
  headers.set('connection', 'close');
  return new Response(stream, { status: response.status, headers });
}
