import { type Answer, unpack } from '../answer.ts';
import { fillPath, toForm, toQuery } from '../encode.ts';
import { readEvents, type StreamEvent } from '../stream.ts';
import { PROJECT_OPERATIONS, type ProjectApi, TENANT_OPERATIONS, type TenantApi } from './api.generated.ts';
import type { CallOptions } from './call.ts';
import { GalleyError, readGalleyError, toGalleyError } from './error.ts';

export type { StreamEvent } from '../stream.ts';
export type * from './api.generated.ts';
export type { CallOptions } from './call.ts';
export { GalleyError } from './error.ts';

export interface GalleyServerOptions {
  /** Address of Galley, such as `https://mail.example.com`. */
  baseUrl: string;
  /** Client ID and secret of the project, or a server key (`galley server-key create`). */
  credentials: { clientId: string; clientSecret: string } | { serverKey: string };
  /** Who acts, for the activity feed, unless a call says otherwise. Default: the name of the key, or "Backend". */
  actor?: string;
  /** Milliseconds that one attempt may take. Default: 30,000. */
  timeoutMs?: number;
  /** Further attempts after 429 and 503, of calls that may be sent twice. Default: 2. */
  maxRetries?: number;
  /** Instead of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

const TIMEOUT_MS = 30_000;
const MAX_RETRIES = 2;

/** A call that Galley asks to repeat later than this fails. */
const MAX_WAIT_SECONDS = 60;

/** The client of a backend. It works wherever there is `fetch`: Node, Bun, Deno and edge runtimes. */
export class GalleyServer {
  /** Functions for the operations on the project, such as `createTenant`. */
  readonly project: ProjectApi;
  readonly #options: GalleyServerOptions;
  readonly #baseUrl: string;
  readonly #authorization: string;

  constructor(options: GalleyServerOptions) {
    this.#options = options;
    this.#baseUrl = `${options.baseUrl.replace(/\/$/, '')}/api/v1/server/`;
    this.#authorization = authorizationOf(options.credentials);
    this.project = this.#createApi(PROJECT_OPERATIONS, {}) as unknown as ProjectApi;
  }

  /** Functions for the operations on a tenant, such as `renderTemplate`. Sends nothing. */
  tenant(tenant: string): TenantApi {
    return this.#createApi(TENANT_OPERATIONS, { tenant }) as unknown as TenantApi;
  }

  #createApi(operations: Record<string, string>, fixed: { tenant?: string }): Record<string, unknown> {
    const functions = Object.entries(operations).map(([name, line]) => {
      const [method, answer, path, ...marks] = line.split(' ') as [string, Answer, string, ...string[]];
      const open: Open = (input = {}, options = {}, accept = 'application/json') =>
        this.#send({ method, path, marks, fields: { ...input, ...fixed }, accept }, options);
      return [name, answer === 'events' ? streamOf(open) : callOf(open, answer)];
    });
    return Object.fromEntries(functions);
  }

  /** Resolves to the successful answer. Rejects with a GalleyError, or with the reason of the caller's signal. */
  async #send(call: Call, options: CallOptions): Promise<Response> {
    const request = this.#buildRequest(call, options);
    const { maxRetries = this.#options.maxRetries ?? MAX_RETRIES, signal } = options;
    const attempts = call.marks.includes('retry') ? maxRetries : 0;
    for (let attempt = 0; ; attempt += 1) {
      const response = await this.#attempt(request, options);
      if (response.ok) return response;
      const error = await readGalleyError(response);
      const isTemporary = response.status === 429 || response.status === 503;
      const seconds = error.retryAfterSeconds ?? 2 ** attempt / 2;
      if (!isTemporary || attempt >= attempts || seconds > MAX_WAIT_SECONDS) throw error;
      await wait(seconds * 1000, signal);
    }
  }

  async #attempt({ url, init }: BuiltRequest, { signal, timeoutMs }: CallOptions): Promise<Response> {
    const limit = timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS;
    const timeout = AbortSignal.timeout(limit);
    const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    try {
      const send = this.#options.fetch ?? fetch;
      return await send(url, { ...init, signal: either });
    } catch (fault) {
      signal?.throwIfAborted();
      const reason = timeout.aborted ? `no answer within ${limit} ms` : (fault as Error).message;
      throw new GalleyError(
        `Galley could not be reached at ${this.#options.baseUrl} (${reason}).`,
        undefined,
        fault,
      );
    }
  }

  #buildRequest({ method, path, marks, fields, accept }: Call, { actor }: CallOptions): BuiltRequest {
    const rest = new Map(Object.entries(fields).filter(([, value]) => value !== undefined));
    const url = this.#baseUrl + fillPath(path, rest);
    const headers: Record<string, string> = { accept, authorization: this.#authorization };
    const name = actor ?? this.#options.actor;
    if (name !== undefined) headers['x-galley-actor'] = encodeURIComponent(name.toWellFormed());
    if (method === 'GET') return { url: url + toQuery(rest), init: { method, headers } };
    if (marks.includes('form')) return { url, init: { method, headers, body: toForm(rest) } };
    if (rest.size === 0) return { url, init: { method, headers } };
    headers['content-type'] = 'application/json';
    return { url, init: { method, headers, body: JSON.stringify(Object.fromEntries(rest)) } };
  }
}

interface Call {
  method: string;
  /** Below the server API; `fields` fill in `:name`. */
  path: string;
  marks: readonly string[];
  fields: Record<string, unknown>;
  accept: string;
}

interface BuiltRequest {
  url: string;
  init: RequestInit;
}

type Open = (input?: object, options?: CallOptions, accept?: string) => Promise<Response>;

/** The base64 of `id:secret`, which are ASCII. */
function authorizationOf(credentials: GalleyServerOptions['credentials']): string {
  if ('serverKey' in credentials) return `Bearer ${credentials.serverKey}`;
  return `Basic ${btoa(`${credentials.clientId}:${credentials.clientSecret}`)}`;
}

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
