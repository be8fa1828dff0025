import { ModelFailure } from './failure.ts';

/** Largest answer: about ten times the bytes of the longest text with its envelope. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Bytes that are read of an error's body. Only its first sentences are used. */
const MAX_ERROR_BYTES = 64 * 1024;

export type ProviderFetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` for providers. Follows no redirects, which could send the key to another host, and limits the size of the
 * answer. Calls `onActivity` with each piece that arrives. Throws a `ModelFailure` if `expectStream` is set and the
 * answer is no stream.
 */
export function createProviderFetch({
  onActivity,
  expectStream,
}: {
  onActivity: () => void;
  expectStream: boolean;
}): ProviderFetch {
  return async (url, init) => {
    // Without Bun's own time limit of five minutes: the operator's setting applies.
    const response = await fetch(
      url as string,
      { ...init, redirect: 'manual', timeout: false } as RequestInit,
    );
    onActivity();
    if (!response.ok) return readError(response);
    const type = response.headers.get('content-type') ?? '';
    if (/\bhtml\b/.test(type))
      throw await leave(response, new ModelFailure('wrong_address', { status: 200 }));
    if (expectStream && /\bjson\b/.test(type)) throw await leave(response, new ModelFailure('not_streamed'));
    return new Response(
      response.body?.pipeThrough(limitBytes(MAX_ANSWER_BYTES, onActivity)) ?? null,
      response,
    );
  };
}

/** Closes the connection without reading the answer, and returns the failure. */
async function leave(response: Response, failure: ModelFailure): Promise<ModelFailure> {
  await response.body?.cancel().catch(() => {});
  return failure;
}

function limitBytes(limit: number, onActivity: () => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(piece, controller) {
      onActivity();
      bytes += piece.byteLength;
      if (bytes > limit) controller.error(new ModelFailure('too_big'));
      else controller.enqueue(piece);
    },
  });
}

/** The response with at most the beginning of its body, fully received. */
async function readError(response: Response): Promise<Response> {
  const { status, headers } = response;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    bytes += piece.byteLength;
    if (bytes >= MAX_ERROR_BYTES) break;
  }
  const kept = new Headers(headers);
  kept.delete('content-encoding');
  kept.delete('content-length');
  return new Response(Buffer.concat(pieces).subarray(0, MAX_ERROR_BYTES), { status, headers: kept });
}
