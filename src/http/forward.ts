import type { Deps } from '../platform/deps.ts';
import { DomainError } from '../platform/errors.ts';
import type { Homes, OtherServer } from '../platform/ports/homes.ts';
import { IDLE_TIMEOUT_SECONDS } from '../platform/request-body.ts';
import { isForServer, MISDIRECTED, PASS } from '../platform/server-pass.ts';
import { unmapIpv4 } from './proxies.ts';
import type { AnyServer } from './tls-listener.ts';

/** Header with the address of the client's connection. */
const PEER = 'x-galley-peer';

/**
 * Header that tells the load balancer which of its servers is the home of the request's tenant: see
 * packaging/haproxy.cfg.
 */
const HOME = 'x-galley-home';

/** Larger bodies are streamed and not buffered, so such requests cannot be repeated. */
const MAX_KEPT_BYTES = 1024 * 1024;

const MAX_TRIES = 5;

/** Headers that belong to one connection. */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'expect'];

/** Errors before anything was sent. */
const NOT_SENT = /ConnectionRefused|ECONNREFUSED|FailedToOpenSocket|ENOTFOUND|EHOSTUNREACH/;

type Body = ArrayBuffer | ReadableStream | undefined;

interface ForwardedRequest {
  request: Request;
  /** See `peerOf`. */
  readPeer: () => string | undefined;
  /** The listener with the connection. */
  server?: AnyServer | null;
  /** Headers of the answer. */
  headers: Record<string, string>;
}

interface ForwarderOptions {
  /** The number of this server in the load balancer; 0: the balancer is not told. */
  serverNumber: number;
  /** Called for each request that is forwarded, for metrics. */
  onSend?: (() => void) | undefined;
}

/** Forwards requests to the home of their tenant, and recognizes requests that other servers have forwarded. */
export class Forwarder {
  readonly #homes: Homes;
  readonly #options: ForwarderOptions;
  readonly #log: Deps['log'];
  /** Addresses that could not be reached. Each is logged once, until it answers. */
  readonly #unreachable = new Set<string>();
  /** Answers a request in this process. */
  #answerHere: (request: Request) => Promise<Response> = () => Promise.reject(new Error('not ready'));

  constructor({ homes, log }: Pick<Deps, 'homes' | 'log'>, options: ForwarderOptions) {
    this.#homes = homes;
    this.#log = log;
    this.#options = options;
  }

  setAnswer(answer: (request: Request) => Promise<Response>): void {
    this.#answerHere = answer;
  }

  /** The address of the client's connection, also if another server has forwarded the request. */
  peerOf(request: Request, server: AnyServer | null): string | undefined {
    if (this.#homes.isShared && this.#isForwarded(request)) return request.headers.get(PEER) ?? undefined;
    return server?.requestIP(request)?.address;
  }

  /**
   * Answers a request about a tenant: by `answer` if this server is its home, otherwise by forwarding it. A forwarded
   * request is not forwarded again; its answer names this server, so that the load balancer can send the next request
   * here directly.
   */
  async atHome<Answer>(
    { request, readPeer, server = null, headers }: ForwardedRequest,
    tenantId: number,
    answer: () => Promise<Answer>,
  ): Promise<Answer | Response> {
    const homes = this.#homes;
    const other = homes.has(tenantId) ? undefined : await homes.find(tenantId);
    if (other === undefined) {
      const { serverNumber } = this.#options;
      if (serverNumber > 0 && this.#isForwarded(request)) headers[HOME] = String(serverNumber);
      return homes.during(tenantId, answer);
    }
    if (this.#isForSomeServer(request)) return new Response(null, { status: MISDIRECTED });
    const peer = readPeer();
    // The home server enforces the time limit.
    server?.timeout(request, 0);
    try {
      return await this.#forward(request, { tenantId, other, peer: peer && unmapIpv4(peer) });
    } finally {
      server?.timeout(request, IDLE_TIMEOUT_SECONDS);
    }
  }

  /**
   * Asks the other servers for something that is stored only on one of them, after this server has failed. Undefined if
   * none has it.
   */
  async askOthers(request: Request, readPeer: () => string | undefined): Promise<Response | undefined> {
    if (request.method !== 'GET' || this.#isForSomeServer(request)) return undefined;
    for (const home of this.#homes.others()) {
      const sent = this.#send(request, { body: undefined, home, peer: readPeer() });
      const response = await sent.catch(() => undefined);
      if (response?.ok) return response;
      await response?.body?.cancel();
    }
    return undefined;
  }

  #isForwarded = (request: Request): boolean => isForServer(request, this.#homes.id, this.#homes);

  /** Also if it is for another server, whose address leads here: forwarded to it, the request would come back. */
  #isForSomeServer(request: Request): boolean {
    const isFor = ({ id }: OtherServer) => isForServer(request, id, this.#homes);
    return this.#isForwarded(request) || (request.headers.has(PASS) && this.#homes.others().some(isFor));
  }

  async #forward(
    request: Request,
    { tenantId, other, peer }: { tenantId: number; other: OtherServer; peer: string | undefined },
  ): Promise<Response> {
    this.#options.onSend?.();
    const body = await readBody(request);
    for (let tries = 1, home: OtherServer | undefined = other; ; tries += 1) {
      const isLast = tries === MAX_TRIES || body instanceof ReadableStream;
      const response = await this.#send(request, { body, home, peer }).catch((error) => {
        if (request.signal.aborted) throw error;
        this.#noteUnreachable(home, error);
        if (isLast || !mayRepeat(request, error)) throw homeGone(error);
        return undefined;
      });
      if (response !== undefined && response.status !== MISDIRECTED) {
        if (home !== undefined) this.#unreachable.delete(home.address);
        return response;
      }
      if (isLast) {
        this.#noteUnreachable(home, new Error('another server answers there'));
        throw homeGone(undefined);
      }
      this.#homes.refresh();
      await Bun.sleep(50 * tries);
      home = await this.#homes.find(tenantId);
    }
  }

  #noteUnreachable(home: OtherServer | undefined, error: unknown): void {
    if (home === undefined || this.#unreachable.has(home.address)) return;
    this.#unreachable.add(home.address);
    this.#log.warn(
      { address: home.address, err: error },
      'a server cannot be reached at its address. If it runs, correct its GALLEY_SERVER_ADDRESS, or open the network between the servers',
    );
  }

  #send(
    request: Request,
    { body, home, peer }: { body: Body; home: OtherServer | undefined; peer: string | undefined },
  ): Promise<Response> {
    const { method, signal } = request;
    const headers = new Headers(request.headers);
    for (const name of CONNECTION_HEADERS) headers.delete(name);
    if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
    const target = home?.id ?? this.#homes.id;
    if (target !== undefined) headers.set(PASS, this.#homes.passFor(target));
    headers.delete(PEER);
    if (peer !== undefined) headers.set(PEER, peer);
    const init = { method, headers, body: body ?? null, redirect: 'manual', signal } as const;
    // The tenant has moved here meanwhile.
    if (home === undefined) return this.#answerHere(new Request(request.url, init));
    const { pathname, search } = new URL(request.url);
    const options = { ...init, decompress: false, timeout: false } as RequestInit;
    return fetch(home.address + pathname + search, options).then(copyAnswer);
  }
}

/** The body of a small request, which can be sent again, or the stream of a large one. */
async function readBody(request: Request): Promise<Body> {
  if (request.body === null) return undefined;
  const length = Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY);
  return length <= MAX_KEPT_BYTES ? request.arrayBuffer() : request.body;
}

/** Whether a request can be repeated: it was not received, or its method is safe. */
function mayRepeat({ method }: Request, error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return method === 'GET' || method === 'HEAD' || NOT_SENT.test(`${code} ${message}`);
}

/** Copies an answer, because the headers of a fetched one cannot be changed. */
function copyAnswer(answer: Response): Response {
  const headers = new Headers(answer.headers);
  for (const name of CONNECTION_HEADERS) headers.delete(name);
  return new Response(answer.body, { status: answer.status, headers });
}

const homeGone = (cause: unknown) =>
  new DomainError(
    'unavailable',
    'The server that works on this cannot be reached. A change may have been made. Try again in a few seconds.',
    { retryAfterSeconds: 2 },
    { cause },
  );
