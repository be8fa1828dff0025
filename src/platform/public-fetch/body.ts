import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { DomainError } from '../errors.ts';
import { noAnswer, tooLarge, unreadable } from './errors.ts';

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
