import type { Release } from '../fair-use/quota.ts';
import { joinBytes, type LazyJson } from '../json/stored-json.ts';

/**
 * Larger answers are sent as streams and counted, because the runtime holds them in memory until the client has read
 * them. Smaller ones fit the buffers of the connection.
 */
export const LARGE_ANSWER_BYTES = 256 * 1024;

/** Bytes passed to the connection at a time; more follow when the client has read them. */
const CHUNK_BYTES = 256 * 1024;

/** Longest time for sending one answer. The idle timeout of the listener ends answers without any progress. */
const MAX_ANSWER_MS = 10 * 60_000;

/**
 * A body in chunks with backpressure: `pull` is called when the connection has taken the previous chunk. `release` is
 * called when everything has been sent, the client has disconnected, or reading failed, which closes the connection.
 * `parts` are sent one after another; lazy parts are read chunk by chunk.
 */
export function streamParts(
  parts: readonly (Uint8Array | LazyJson)[],
  release: Release,
  { now = () => performance.now(), maxMs = MAX_ANSWER_MS } = {},
): ReadableStream<Uint8Array> {
  const chunks = readChunks(parts);
  const end = now() + maxMs;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next();
          if (now() > end) throw new Error('a client has read its answer too slowly');
          if (done !== true) return controller.enqueue(value);
        } catch (error) {
          release();
          throw error;
        }
        release();
        controller.close();
      },
      cancel: release,
    },
    // A chunk is read when it can be sent, not before.
    { highWaterMark: 0 },
  );
}

/** Splits the parts into chunks of `CHUNK_BYTES`; the last one may be shorter. */
async function* readChunks(
  parts: readonly (Uint8Array | LazyJson)[],
): AsyncGenerator<Uint8Array, void, undefined> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for (const part of parts) {
    for (let offset = 0; offset < part.byteLength; ) {
      const bytes = await readPart(part, offset, CHUNK_BYTES - length);
      offset += bytes.byteLength;
      pending.push(bytes);
      length += bytes.byteLength;
      if (length < CHUNK_BYTES) continue;
      yield joinBytes(pending);
      [pending, length] = [[], 0];
    }
  }
  if (length > 0) yield joinBytes(pending);
}

async function readPart(part: Uint8Array | LazyJson, offset: number, most: number): Promise<Uint8Array> {
  const length = Math.min(most, part.byteLength - offset);
  return part instanceof Uint8Array ? part.subarray(offset, offset + length) : part.read(offset, length);
}

/**
 * Bytes that a stream of parts holds in memory: its own parts, one chunk of the lazy parts, and the chunk being sent.
 */
export function countHeldBytes(parts: readonly (Uint8Array | LazyJson)[]): number {
  const isOwn = (part: Uint8Array | LazyJson) => part instanceof Uint8Array;
  const own = parts.reduce((sum, part) => sum + (isOwn(part) ? part.byteLength : 0), 0);
  return own + (parts.every(isOwn) ? 1 : 2) * CHUNK_BYTES;
}
