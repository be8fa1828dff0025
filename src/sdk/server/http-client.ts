import { type Answer, unpack } from '../answer.ts';
import { encodeRequest } from '../encode.ts';
import type { OperationRequest } from '../operations.ts';
import { readEvents, type StreamEvent } from '../stream.ts';
import type { CallOptions } from './call.ts';
import { GalleyError, readGalleyError, toGalleyError } from './error.ts';

/** What an API of Galley for programs needs for its requests. */
interface HttpOptions {
  /** Address of Galley, for messages. */
  origin: string;
  /** Address of the API, with a slash at its end. */
  baseUrl: string;
  /** Headers of a call. */
  headersOf(options: CallOptions): Record<string, string>;
  /** Whether cookies are sent. */
  credentials?: 'same-origin';
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

const TIMEOUT_MS = 30_000;
const MAX_RETRIES = 2;

/** A call that Galley asks to repeat later than this fails. */
const MAX_WAIT_SECONDS = 60;

/** Calls operations over HTTP, with a time limit and repetitions. It works wherever there is `fetch`. */
export class HttpClient {
  readonly #options: HttpOptions;

  constructor(options: HttpOptions) {
    this.#options = options;
  }

  /** A function for each operation. `fixed`: fields that every call has. */
  createApi<Api>(
    operations: readonly (readonly [string, OperationRequest])[],
    fixed: Record<string, string> = {},
  ): Api {
    const functions = operations.map(([name, { answer, ...request }]) => {
      const open: Open = (input = {}, options = {}, accept = 'application/json') =>
        this.#send(request, encodeRequest(request, { ...input, ...fixed }, accept), options);
      return [name, answer === 'events' ? streamOf(open) : callOf(open, answer)];
    });
    return Object.fromEntries(functions) as Api;
  }

  /** Resolves to the successful answer. Rejects with a GalleyError, or with the reason of the caller's signal. */
  async #send(request: Request, encoded: Encoded, options: CallOptions): Promise<Response> {
    const { maxRetries = this.#options.maxRetries ?? MAX_RETRIES, signal } = options;
    const attempts = isRepeatable(request) ? maxRetries : 0;
    for (let attempt = 0; ; attempt += 1) {
      const response = await this.#attempt(encoded, options);
      if (response.ok) return response;
      const error = await readGalleyError(response);
      const isTemporary = response.status === 429 || response.status === 503;
      const seconds = error.retryAfterSeconds ?? 2 ** attempt / 2;
      if (!isTemporary || attempt >= attempts || seconds > MAX_WAIT_SECONDS) throw error;
      await wait(seconds * 1000, signal);
    }
  }

  async #attempt({ path, init }: Encoded, options: CallOptions): Promise<Response> {
    const { signal, timeoutMs } = options;
    const { baseUrl, credentials, headersOf } = this.#options;
    const limit = timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS;
    const timeout = AbortSignal.timeout(limit);
    const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    try {
      const send = this.#options.fetch ?? fetch;
      const headers = { ...init.headers, ...headersOf(options) };
      return await send(baseUrl + path, {
        ...init,
        headers,
        ...(credentials && { credentials }),
        signal: either,
      });
    } catch (fault) {
      signal?.throwIfAborted();
      const reason = timeout.aborted ? `no answer within ${limit} ms` : (fault as Error).message;
      throw new GalleyError(
        `Galley could not be reached at ${this.#options.origin} (${reason}).`,
        undefined,
        fault,
      );
    }
  }
}

/** Whether sending it twice has the same effect as once. */
const isRepeatable = ({ method, marks }: Request): boolean =>
  ['GET', 'PUT', 'DELETE'].includes(method) || marks.includes('read');

type Request = Omit<OperationRequest, 'answer'>;
type Encoded = ReturnType<typeof encodeRequest>;

type Open = (input?: object, options?: CallOptions, accept?: string) => Promise<Response>;

function callOf(open: Open, answer: Answer) {
  return async (input?: object, options?: CallOptions): Promise<unknown> => {
    try {
      return await unpack(answer, await open(input, options));
    } catch (thrown) {
      options?.signal?.throwIfAborted();
      throw toGalleyError(thrown);
    }
  };
}

/** The time limit of a streamed answer is that of its whole length. */
function streamOf(open: Open) {
  return async function* stream(input?: object, options?: CallOptions): AsyncGenerator<StreamEvent> {
    try {
      const response = await open(input, options, 'text/event-stream');
      yield* readEvents(response.body as ReadableStream<Uint8Array>);
    } catch (thrown) {
      options?.signal?.throwIfAborted();
      throw toGalleyError(thrown);
    }
  };
}

/** Rejects with the signal's reason when it aborts. */
function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
  });
}
