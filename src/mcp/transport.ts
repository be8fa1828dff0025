import type { McpServerFactory, Transport } from '@modelcontextprotocol/server';
import { clientClosedRequest } from '../platform/network/http-status.ts';
import type { Bus } from '../platform/ports/bus.ts';
import { carriesEnvelope } from './message.ts';
import type { CreateMcpServer, McpSdk } from './server.ts';
import type { McpSession } from './session.ts';

/** Answers one message of an authenticated caller; `message` is the request's parsed body. */
export type ServeMessage = (request: Request, message: unknown, session: McpSession) => Promise<Response>;

/** Interval of the comments that keep a stream open: this server closes connections after 30 s without a byte. */
const KEEP_ALIVE_MS = 10_000;

/** Topic of the message that cancels a request. Longer ids cannot be cancelled, because messages are small. */
const CANCELLED = 'mcp.cancelled';
const MAX_ID_LENGTH = 200;

/**
 * Running requests of older revisions, so that `notifications/cancelled` can cancel them. The library cannot find them,
 * because each request has a protocol server of its own.
 */
class RunningRequests {
  readonly #cancels = new Map<string, Set<() => void>>();
  readonly #bus: Bus;

  /** The message that cancels a request may come to another server than the request. */
  constructor(bus: Bus) {
    this.#bus = bus;
    bus.subscribe(CANCELLED, ({ caller, id }) => this.#cancelHere(String(caller), id));
  }

  /** Returns a function to call when the request has been answered. */
  add(caller: string, id: unknown, cancel: () => void): () => void {
    if (!isRequestId(id)) return () => {};
    const key = keyOf(caller, id);
    const cancels = this.#cancels.get(key) ?? new Set();
    this.#cancels.set(key, cancels.add(cancel));
    return () => {
      cancels.delete(cancel);
      if (cancels.size === 0 && this.#cancels.get(key) === cancels) this.#cancels.delete(key);
    };
  }

  /**
   * Cancels the request with this id. If several have it, none is cancelled: clients that share a key may use the same
   * ids.
   */
  cancel(caller: string, id: unknown): void {
    if (isRequestId(id) && String(id).length <= MAX_ID_LENGTH) this.#bus.publish(CANCELLED, { caller, id });
  }

  #cancelHere(caller: string, id: unknown): void {
    const cancels = isRequestId(id) ? this.#cancels.get(keyOf(caller, id)) : undefined;
    if (cancels?.size === 1) for (const cancel of cancels) cancel();
  }
}

const keyOf = (caller: string, id: string | number) => JSON.stringify([caller, id]);

function isRequestId(id: unknown): id is string | number {
  return typeof id === 'string' || typeof id === 'number';
}

/** The key of the session in `authInfo.extra`, through which the protocol library passes it to the factory. */
const SESSION = 'session';

/**
 * Serves every revision of the protocol from one endpoint: 2026-07-28, and the earlier ones that start with
 * `initialize`. There is no state between requests.
 */
export function createTransport(
  sdk: McpSdk,
  createServer: CreateMcpServer,
  serverFactory: McpServerFactory | undefined,
  { bus, reportError }: { bus: Bus; reportError: (error: Error) => void },
): ServeMessage {
  const factory: McpServerFactory =
    serverFactory ?? ((context) => createServer(context.authInfo?.extra?.[SESSION] as McpSession));
  const options = { legacy: 'reject', onerror: reportError, keepAliveMs: KEEP_ALIVE_MS } as const;
  const modern = sdk.createMcpHandler(factory, options);
  const streaming = sdk.createMcpHandler(factory, { ...options, responseMode: 'sse' });
  const running = new RunningRequests(bus);

  return async (request, message, session) => {
    // The endpoint has already checked the key. The library only passes this on.
    const authInfo = { token: '', clientId: '', scopes: [], extra: { [SESSION]: session } };
    const received = { authInfo, parsedBody: message };
    // Placeholders are replaced only in complete answers.
    const isStreamed = session.placeholders === undefined;
    const isModern = carriesEnvelope(message) || !(await sdk.isLegacyRequest(request, message));
    if (isModern) return (isStreamed ? streaming : modern).fetch(request, received);
    const { id, method, params } = Object(message);
    if (method === 'notifications/cancelled') running.cancel(session.caller, Object(params).requestId);
    const server = await factory({ era: 'legacy', authInfo, requestInfo: request });
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: !isStreamed,
      keepAliveMs: KEEP_ALIVE_MS,
    });
    transport.onerror = reportError;
    await server.connect(transport);
    return answerCancellable(server, transport, {
      request,
      answer: () => transport.handleRequest(withBothTypesAccepted(request), received),
      track: (cancel) => running.add(session.caller, id, cancel),
    });
  };
}

interface Cancellable {
  request: Request;
  answer(): Promise<Response>;
  /** Makes the request known to `notifications/cancelled`; returns a function to call when it is answered. */
  track(cancel: () => void): () => void;
}

/** Answers a request of older revisions, unless its client cancels it. The server is closed when it is answered. */
async function answerCancellable(
  server: { close(): Promise<void> },
  transport: Transport,
  { request, answer, track }: Cancellable,
): Promise<Response> {
  const cancelled = Promise.withResolvers<Response>();
  const remove = track(() => {
    void server.close();
    cancelled.resolve(clientClosedRequest());
  });
  whenAnswered(transport, remove);
  request.signal.addEventListener('abort', () => void server.close().finally(remove), { once: true });
  const response = await Promise.race([answer(), cancelled.promise]);
  if (!isStream(response)) await server.close().finally(remove);
  return response;
}

/** Calls `finish` when the transport sends the answer to its request, perhaps in the middle of a stream. */
function whenAnswered(transport: Transport, finish: () => void): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!('method' in message)) finish();
    return send(message, options);
  };
}

function isStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/**
 * Adds JSON and event streams to an `Accept` header that allows JSON: the library refuses requests that do not name both,
 * such as those of curl.
 */
function withBothTypesAccepted(request: Request): Request {
  const accept = request.headers.get('accept') ?? '*/*';
  if (accept.includes('application/json') && accept.includes('text/event-stream')) return request;
  if (!/\*\/\*|application\/(\*|json)/.test(accept)) return request;
  const headers = new Headers(request.headers);
  headers.set('accept', 'application/json, text/event-stream');
  return new Request(request.url, { method: request.method, headers });
}
