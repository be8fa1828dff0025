import { stopwatch } from '../../platform/clock.ts';
import type { Release } from '../../platform/fair-use/quota.ts';
import { uploadAborted, uploadStalled } from './errors.ts';

/** An upload is aborted if less than `PROGRESS_BYTES` arrive within this time. */
const STALL_MS = 30_000;

/** With `STALL_MS` this is 2 KB a second: a limit against clients that send single bytes to occupy a connection. */
const PROGRESS_BYTES = 64 * 1024;

/** A request's body as a stream with back-pressure: nothing is read in advance. */
export interface RequestBody {
  /** Throws `request_timeout` if the client stops sending or closes the connection. */
  chunks(): AsyncIterable<Uint8Array>;
  /**
   * Reads and discards the rest, at most `maxBytes` and for at most `maxMs`: most clients read an answer only after
   * they have sent everything.
   */
  drain(maxBytes: number, maxMs: number): Promise<void>;
  /** Whether the whole body has been read. */
  readonly hasEnded: boolean;
}

/** Opens the body of a request. No other code may read it. */
export function openBody(request: Request, { stallMs = STALL_MS } = {}): RequestBody {
  // Opened late, because reading the property `body` makes it a stream.
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
        // The client has closed the connection.
      }
      clearTimeout(timer);
      cancel();
    },
    get hasEnded() {
      return hasEnded;
    },
  };
}

/** The next chunk, if it arrives within `leftMs`. Errors name `stallMs` as the time limit. */
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

/** A client that sends nothing for this long is slower than the disk. */
const PAUSE_MS = 100;

/**
 * Passes chunks on while it holds a permit, and releases the permit while the sender pauses: slow connections need
 * little memory and must not hold up fast ones. Throws what `acquire` throws.
 */
export async function* readWithPermit<Chunk>(
  chunks: AsyncIterable<Chunk>,
  acquire: () => Promise<Release>,
  { pauseMs = PAUSE_MS } = {},
): AsyncGenerator<Chunk> {
  const iterator = chunks[Symbol.asyncIterator]();
  let release = await acquire();
  try {
    for (;;) {
      const next = iterator.next();
      if (await isLate(next, pauseMs)) {
        release();
        await next;
        release = await acquire();
      }
      const { done, value } = await next;
      if (done) return;
      yield value;
    }
  } finally {
    release();
    await iterator.return?.();
  }
}

async function isLate(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(true), milliseconds);
  const isDone = work.then(() => false);
  return Promise.race([isDone, promise]).finally(() => clearTimeout(timer));
}

/** Bytes of a refused body that are still read: most clients send a few megabytes before they read an answer. */
const DRAIN_BYTES = 16 * 1024 * 1024;

const DRAIN_MS = 3000;

/**
 * Answers at once, keeps reading for a while, then closes the connection. If the server closed it while the client is
 * still sending, the client would report a broken connection instead of the answer. Reading to the end could take
 * gigabytes.
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
