import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { DomainError, isDiskFull, storageFull } from '../errors.ts';
import { noAnswer, tooLarge, unreadable } from './errors.ts';

/** `Image/PNG; charset=x` → `image/png`; undefined for what is no content type. */
export function mediaTypeOf(header: string | undefined): string | undefined {
  const type = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(type) ? type : undefined;
}

/** `accept`: types such as `image/png`, or `image/*` for all of a kind. */
export function isAccepted(type: string | undefined, accept: readonly string[]): boolean {
  if (type === undefined) return false;
  return accept.some((pattern) =>
    pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}

export interface BodyLimits {
  maxBytes: number;
  field: string;
  /** For messages. */
  host: string;
}

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Codes of the decompressors, zlib's and brotli's. */
const DAMAGED = /^(Z_|ERR__ERROR_|ERR_BROTLI_)/;

/** What makes plain bytes of the body, or undefined if they are plain. One layer only: nobody honest sends two. */
function createDecoder(response: IncomingMessage, { field, host }: BodyLimits): Transform | undefined {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return undefined;
  const create = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (create === undefined) throw unreadable(field, host);
  return create();
}

/**
 * The body's plain bytes as they arrive. Stops at `maxBytes`, counted both on the wire and decompressed; a body that
 * ends before its stated length is an error. Throws `validation_failed` or `unavailable`.
 */
export async function* readBody(response: IncomingMessage, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > limits.maxBytes) {
    throw tooLarge(limits.field, limits.maxBytes);
  }
  const decoder = createDecoder(response, limits);
  const wire = count(response, limits);
  if (decoder === undefined) return yield* wire;
  // Its callback has to be there, but errors also reach whoever reads the decoder.
  pipeline(wire, decoder, () => {});
  yield* count(decoder, limits);
}

async function* count(source: Readable, { maxBytes, field, host }: BodyLimits): AsyncGenerator<Uint8Array> {
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(field, maxBytes);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw DAMAGED.test((error as NodeJS.ErrnoException).code ?? '')
      ? unreadable(field, host)
      : noAnswer(host, error);
  }
}

/**
 * Writes chunks to a new file and returns its size in bytes. Nothing is left behind on failure; a file that is there
 * already is an error and stays. Not synced: whoever makes the file part of the data does that.
 */
export async function saveChunks(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  let size = 0;
  try {
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      size += chunk.byteLength;
    }
    await file.close();
    return size;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(path, { force: true });
    throw isDiskFull(error) ? storageFull(error) : error;
  }
}
