import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { DomainError } from '../../errors.ts';
import { toDiskError } from '../../files/disk-errors.ts';
import { noAnswer, tooLarge, unreadable } from './errors.ts';

/** `Image/PNG; charset=x` → `image/png`; undefined if the header is not a content type. */
export function mediaTypeOf(header: string | undefined): string | undefined {
  const type = (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(type) ? type : undefined;
}

/** `accept`: types such as `image/png` or `image/*`. */
export function isAccepted(type: string | undefined, accept: readonly string[]): boolean {
  if (type === undefined) return false;
  return accept.some((pattern) =>
    pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}

interface BodyLimits {
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

/** Error codes of zlib and brotli. */
const DAMAGED = /^(Z_|ERR__ERROR_|ERR_BROTLI_)/;

/** The decompressor of the body; undefined if it is not compressed. Several encodings at once are refused. */
function createDecoder(response: IncomingMessage, { field, host }: BodyLimits): Transform | undefined {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return undefined;
  const create = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (create === undefined) throw unreadable(field, host);
  return create();
}

/**
 * The decompressed body as it arrives. Throws `validation_failed` for a body over `maxBytes`, on the wire or decompressed,
 * and `unavailable` for one that ends before its stated length.
 */
export async function* readBody(response: IncomingMessage, limits: BodyLimits): AsyncGenerator<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > limits.maxBytes) {
    throw tooLarge(limits.field, limits.maxBytes);
  }
  const decoder = createDecoder(response, limits);
  const wire = count(response, limits);
  if (decoder === undefined) return yield* wire;
  // `pipeline` needs a callback. The reader of the decoder gets its errors too.
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
 * Writes chunks to a new file and returns its size in bytes. The file is removed on failure. Throws if it exists
 * already. The file is not synced.
 */
export async function saveChunks(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600).catch((error) => {
    throw toDiskError(error);
  });
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
    throw toDiskError(error);
  }
}
