import { DomainError } from '../platform/errors.ts';
import type { Logger } from '../platform/logging/log.ts';
import { urlOf } from '../platform/network/request-url.ts';
import { withRequestId } from './answer.ts';
import { toErrorResponse } from './errors.ts';
import type { AnyServer } from './tls-listener.ts';

/** Undefined once the request has become a websocket. */
type Answered = Response | undefined;
export type Handler<Result extends Answered> = (
  request: Request,
  server: AnyServer,
) => Result | Promise<Result>;
/** Routes of the runtime's router: a handler, or one for each method. */
export type Routes = Record<string, Handler<Answered> | Record<string, Handler<Answered>>>;

/** Probes of containers and load balancers use plain HTTP, and do not follow a redirect to a public name. */
const PROBE_PATHS = new Set(['/api/v1/health', '/api/v1/ready', '/health/live', '/health/ready']);

/**
 * Where certificate authorities check that a name belongs to this server, usually before there is a valid certificate.
 */
const ACME_CHALLENGES = '/.well-known/acme-challenge/';

const isForPlain = (path: string) => PROBE_PATHS.has(path) || path.startsWith(ACME_CHALLENGES);

interface RedirectOptions {
  /** The address of the TLS listener for a host name. */
  toTlsUrl(hostname: string): string;
  /** Answers probes and certificate authorities. */
  fetch: Handler<Response>;
  log: Logger;
}

/**
 * The handler of the plain listener if the service is for TLS only. It redirects requests without credentials and
 * refuses others, because their credentials could be read on the way.
 */
export function redirectToTls({ toTlsUrl, fetch, log }: RedirectOptions): Handler<Response> {
  return (request, server) => {
    const { method, headers, url } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead && isForPlain(urlOf(request).pathname)) return fetch(request, server);
    // Null without a valid host.
    const target = URL.parse(url);
    const base = toTlsUrl(target?.hostname || 'localhost');
    if (!isRead || target === null || headers.has('authorization') || headers.has('upgrade')) {
      return toErrorResponse(plainRefused(base), withRequestId({ ...READABLE }, request), log);
    }
    const location = base + target.pathname + target.search;
    return new Response(null, { status: 308, headers: { location, 'cache-control': 'no-store' } });
  };
}

/** Pages of every origin may read the refusal, because it holds no data. */
const READABLE = { 'access-control-allow-origin': '*' };

const plainRefused = (base: string) =>
  new DomainError(
    'forbidden',
    `Use HTTPS: ${base}. This request came unencrypted, so replace the credentials it had, if any.`,
  );

/** 180 days. Without `includeSubDomains`, because other hosts of the domain may be without TLS. */
const STRICT_TRANSPORT_SECURITY = 'max-age=15552000';

/** The header that makes browsers use only TLS for this host. */
export const STRICT_TRANSPORT = ['strict-transport-security', STRICT_TRANSPORT_SECURITY] as const;

/** The handlers of a listener. */
export interface Handlers {
  /** For the runtime's own router, which runs first. */
  routes: Routes;
  fetch: Handler<Response>;
}

/** The same handlers with a header on every answer. */
export function withHeader({ routes, fetch }: Handlers, [name, value]: readonly [string, string]): Handlers {
  const add = <Result extends Answered>(handler: Handler<Result>): Handler<Result> => {
    const addTo = (response: Result) => {
      response?.headers.set(name, value);
      return response;
    };
    return (request, server) => {
      const response = handler(request, server);
      return response instanceof Promise ? response.then(addTo) : addTo(response);
    };
  };
  const wrap = (route: Routes[string]): Routes[string] =>
    typeof route === 'function'
      ? add(route)
      : Object.fromEntries(Object.entries(route).map(([method, handler]) => [method, add(handler)]));
  return {
    routes: Object.fromEntries(Object.entries(routes).map(([path, route]) => [path, wrap(route)])),
    fetch: add(fetch),
  };
}
