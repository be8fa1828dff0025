import type { Deps } from '../platform/deps.ts';
import type { Logger } from '../platform/logging/log.ts';
import { withRequestId } from './answer.ts';
import { answerPreflight, type CorsPolicy, corsHeadersOfEndpoint, type EndpointAudience } from './cors.ts';
import { toErrorResponse } from './errors.ts';
import { redirectToOwnName } from './own-name.ts';
import { type ReadClientAddress, unmapIpv4 } from './proxies.ts';
import type { RequestLog } from './request-log.ts';
import type { AnyServer } from './tls-listener.ts';

/** A protocol or a set of files under one path. It receives requests of all methods and creates the whole response. */
export interface Endpoint extends EndpointAudience {
  path: string;
  /**
   * @param readPeer returns the address of the connection; `readAddress` that of the client, perhaps from a trusted
   * proxy
   */
  handle(
    request: Request,
    readAddress: () => string,
    readPeer?: () => string | undefined,
  ): Response | Promise<Response>;
  /** A page to read: see `redirectToOwnName`. */
  isPage?: boolean;
  /** It sets all headers of its answers and answers preflight requests: see `nativeRoutes`. */
  isNative?: boolean;
}

/** Requests under one path that become websockets. */
export interface SocketEndpoint {
  path: string;
  /**
   * Upgrades a request to a websocket, or answers a request without an upgrade header. `server`: the listener of the
   * connection, because only that one can upgrade it; null for a request that was made in this process.
   */
  accept(
    request: Request,
    server: AnyServer | null,
    readAddress: () => string,
  ): Promise<Response | undefined>;
}

interface EndpointContext {
  deps: Deps;
  cors: CorsPolicy;
  readClientAddress: ReadClientAddress;
  log: Logger;
  requestLog: RequestLog;
}

type Answer = (request: Request, server: AnyServer | null) => Response | Promise<Response>;

/**
 * Makes the handler of an endpoint: it adds the common headers, answers preflight requests, and logs requests if they
 * are logged.
 */
export function answerEndpoint(context: EndpointContext, endpoint: Endpoint): Answer {
  const answer = endpoint.isNative ? answerNatively(context, endpoint) : answerCommonly(context, endpoint);
  const { requestLog } = context;
  if (!requestLog.isOn) return answer;
  return async (request, server) => {
    requestLog.start(request, addressReader(context, request, server));
    const response = await requestLog.within(request, () => answer(request, server));
    requestLog.writeOther(endpoint.path, request, response);
    return response;
  };
}

function answerCommonly(context: EndpointContext, endpoint: Endpoint): Answer {
  return async (request, server) => {
    const cors = corsHeadersOfEndpoint(context.cors, endpoint, request);
    if (request.method === 'OPTIONS') return answerPreflight(cors);
    const redirect = endpoint.isPage ? redirectToOwnName(context.deps, request) : undefined;
    const response =
      redirect ??
      (await endpoint.handle(request, addressReader(context, request, server), peerReader(request, server)));
    // The endpoint's own answer may vary by another header.
    for (const [name, value] of Object.entries(withRequestId(cors, request))) {
      if (name === 'vary') response.headers.append(name, value);
      else response.headers.set(name, value);
    }
    return response;
  };
}

/**
 * Routes for the runtime's own router, past Elysia: native endpoints, because `GET` of a picture must reach 90 % of the
 * runtime alone (`bun run bench -- media-get`), and websockets, because Elysia knows the plain listener only.
 */
export function nativeRoutes(
  context: EndpointContext,
  endpoints: readonly Endpoint[],
  sockets: SocketEndpoint,
) {
  const native = endpoints.filter(({ isNative }) => isNative);
  const acceptSocket = (request: Request, server: AnyServer) =>
    sockets
      .accept(request, server, addressReader(context, request, server))
      .catch((error) => toErrorResponse(error, withRequestId({}, request), context.log));
  return {
    ...Object.fromEntries(native.map((endpoint) => [endpoint.path, answerEndpoint(context, endpoint)])),
    [sockets.path]: { GET: acceptSocket },
  };
}

function answerNatively(context: EndpointContext, endpoint: Endpoint): Answer {
  const answerError = (error: unknown, request: Request) => {
    const cors = corsHeadersOfEndpoint(context.cors, endpoint, request);
    return toErrorResponse(error, withRequestId(cors, request), context.log);
  };
  // Immediate answers are returned without a promise, because pictures are requested thousands of times a second.
  return (request, server) => {
    try {
      const response = endpoint.handle(
        request,
        addressReader(context, request, server),
        peerReader(request, server),
      );
      return response instanceof Promise ? response.catch((error) => answerError(error, request)) : response;
    } catch (error) {
      return answerError(error, request);
    }
  };
}

/** The address of the client's connection. */
export const peerOf = (request: Request, server: AnyServer | null): string | undefined =>
  server?.requestIP(request)?.address;

function peerReader(request: Request, server: AnyServer | null) {
  return () => {
    const address = peerOf(request, server);
    return address === undefined ? undefined : unmapIpv4(address);
  };
}

/** Returns a function that reads the client's address, for rate limits. */
export function addressReader(
  { readClientAddress }: Pick<EndpointContext, 'readClientAddress'>,
  request: Request,
  server: AnyServer | null,
) {
  return () => readClientAddress(request, peerOf(request, server));
}
