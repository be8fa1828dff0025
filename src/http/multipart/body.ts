import { stopwatch } from '../../platform/clock.ts';
import { uploadAborted, uploadStalled } from './errors.ts';

/** Longest time in which less than `PROGRESS_BYTES` may come in. */
const STALL_MS = 30_000;

/** Progress: 2 KB a second, far below the slowest line, so that a drip does not hold a place for ever. */
const PROGRESS_BYTES = 64 * 1024;

/** A request's body as it comes in: nothing is read before it is asked for, so the sender is slowed down with us. */
export interface RequestBody {
  /** Throws `request_timeout` if the sender stands still or is gone. */
  chunks(): AsyncIterable<Uint8Array>;
  /**
   * Reads and throws away what is left, up to `maxBytes` and for `maxMs` at most: most clients look at an answer only
   * when they have sent everything.
   */
  drain(maxBytes: number, maxMs: number): Promise<void>;
  /** Everything there is has been read. */
  readonly hasEnded: boolean;
}

/** Opens the body of a request; nobody else may read it. */
export function openBody(request: Request, { stallMs = STALL_MS } = {}): RequestBody {
  // To look at `body` makes it a stream, which a request without one does not need.
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let hasEnded = false;
  const open = () => {
    reader ??= request.body?.getReader() as typeof reader;
    if (reader === undefined) hasEnded = true;
    return reader;
  };
  const read = async (): Promise<Uint8Array | undefined> => {
    if (hasEnded) return undefined;
    const { done, value } = (await open()?.read()) ?? { done: true, value: undefined };
    hasEnded = done;
    return value;
  };
  return {
    async *chunks() {
      let leftMs = stallMs;
      let progress = 0;
      for (;;) {
        const elapsed = stopwatch();
        const chunk = await readWithin(read, leftMs, stallMs);
        if (chunk === undefined) return;
        progress += chunk.byteLength;
        leftMs -= elapsed();
        if (progress >= PROGRESS_BYTES) {
          leftMs = stallMs;
          progress = 0;
        }
        yield chunk;
      }
    },
    async drain(maxBytes, maxMs) {
      const cancel = () => void reader?.cancel().catch(() => {});
      const timer = setTimeout(cancel, maxMs);
      try {
        for (let left = maxBytes; !hasEnded && left > 0; ) left -= (await read())?.byteLength ?? 0;
      } catch {
        // The sender is gone: nobody is left to be answered.
      }
      clearTimeout(timer);
      cancel();
    },
    get hasEnded() {
      return hasEnded;
    },
  };
}

/** The next chunk, if it comes within `leftMs`; the wait that is reported is `stallMs`. */
async function readWithin(
  read: () => Promise<Uint8Array | undefined>,
  leftMs: number,
  stallMs: number,
): Promise<Uint8Array | undefined> {
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(uploadStalled(stallMs / 1000)), Math.max(leftMs, 0));
  const next = read().catch((error) => {
    throw uploadAborted(error);
  });
  try {
    return await Promise.race([next, stalled]);
  } finally {
    clearTimeout(timer);
  }
}

/** What is still read of a body nobody wants: most clients send a few megabytes before they look for an answer. */
const DRAIN_BYTES = 16 * 1024 * 1024;

const DRAIN_MS = 3000;

/**
 * Answers at once and goes on reading for a while, then ends the connection. A server that hangs up on a client still
 * sending makes it report a broken connection instead of what the answer says; reading to the end would cost gigabytes.
 */
export async function answerBeforeEnd(response: Response, body: RequestBody): Promise<Response> {
  const text = await response.bytes();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(text),
    async pull(controller) {
      await body.drain(DRAIN_BYTES, DRAIN_MS);
      controller.close();
    },
  });
  const headers = new Headers(response.headers);
  headers.set('connection', 'close');
  return new Response(stream, { status: response.status, headers });
}
