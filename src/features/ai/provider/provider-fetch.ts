import { ModelFailure } from './failure.ts';

/** Of one answer: some ten times what the longest text of a model takes with everything around it. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** Of the explanation of an error: only its first sentences are of use. */
const MAX_ERROR_BYTES = 64 * 1024;

export type ProviderFetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * `fetch` for providers: one host, no redirects, which could carry the key elsewhere, and no answer without end.
 * `onActivity` is called with each piece that arrives. Throws a `ModelFailure` for an answer that is no stream although
 * `expectStream` was said.
 */
export function createProviderFetch({
  onActivity,
  expectStream,
}: {
  onActivity: () => void;
  expectStream: boolean;
}): ProviderFetch {
  return async (url, init) => {
    // Bun ends a request after five minutes without a byte; here the operator's setting does.
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

/** Lets go of the connection of an answer nobody reads. */
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

/** The answer with the beginning of its body, as one that has none of its own to wait for. */
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
