import { isIP } from 'node:net';
import type { Clock } from '../platform/clock.ts';
import { DomainError, notFound } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { IDLE_TIMEOUT_SECONDS } from '../platform/request-body.ts';
import { type Certificate, type CertificateFiles, readCertificate } from './certificate.ts';
import { toErrorResponse } from './errors.ts';
import type { createHttpServer } from './server.ts';
import { type AnyServer, TlsListener } from './tls-listener.ts';
import { type Routes, redirectToTls, routesWithStrictTransport, withStrictTransport } from './tls-only.ts';

// biome-ignore lint/suspicious/noExplicitAny: only the handler of the websockets knows what they carry
type AnySockets = Bun.WebSocketHandler<any>;

interface ListenOptions {
  host: string;
  port: number;
  tls?: {
    files: CertificateFiles;
    port: number;
    /** The plain listener only redirects; `baseUrl`: to this address, or to the host of the request if it is empty. */
    only?: { baseUrl: string };
  };
  /** The same for all listeners. Each listener has separate topics: publish a broadcast on every server. */
  websocket: AnySockets;
  clock: Clock;
  log: Logger;
}

export interface Listeners {
  port: number;
  /** Undefined without a certificate. */
  tlsPort: number | undefined;
  /** Whether the certificate is for this host; true without one. */
  isCertifiedFor(host: string): boolean;
  /** Every server that may have connections. They change when a certificate does. */
  servers(): AnyServer[];
  /** Reads the certificate's files again if they have changed. */
  reloadCertificate(): void;
  /** Takes no more connections and waits for the requests under way; `force` ends them. */
  stop(force?: boolean): Promise<void>;
}

/**
 * Opens the plain listener and, with a certificate, the one for TLS. Throws `conflict` for a port that cannot be opened
 * and `validation_failed` for a certificate that cannot be used.
 */
export function listen(http: ReturnType<typeof createHttpServer>, options: ListenOptions): Listeners {
  const { host, port, websocket, log } = options;
  // Checked before a port is opened.
  const certificate = options.tls && readCertificate(options.tls.files);
  let tls: TlsListener | undefined;
  const listener = { hostname: host, port, ...listenerOptions(log) };
  const only = options.tls?.only;
  bind(host, port, '--port', () => {
    if (only === undefined) return http.listen({ ...listener, websocket });
    const toTlsUrl = (name: string) => only.baseUrl || `https://${name}:${tls?.port}`;
    // Elysia asks its server for the addresses of clients, also those of the TLS listener.
    http.server = Bun.serve({ ...listener, fetch: redirectToTls({ toTlsUrl, fetch: http.fetch, log }) });
  });
  if (options.tls && certificate) tls = listenWithTls(http, { ...options, tls: options.tls }, certificate);
  return {
    port: http.server?.port ?? port,
    tlsPort: tls?.port,
    isCertifiedFor: (name) => tls?.isCertifiedFor(name) ?? true,
    servers: () => [...(http.server ? [http.server] : []), ...(tls?.servers() ?? [])],
    reloadCertificate: () => tls?.reload(),
    async stop(force = false) {
      await Promise.all([http.server?.stop(force), tls?.stop(force)]);
    },
  };
}

function listenWithTls(
  http: ReturnType<typeof createHttpServer>,
  options: ListenOptions & Required<Pick<ListenOptions, 'tls'>>,
  certificate: Certificate,
): TlsListener {
  const { host, tls, websocket, clock, log } = options;
  // Elysia gives its own server to the runtime's router as well.
  const routes = http.config.serve?.routes ?? {};
  const served = tls.only
    ? { routes: routesWithStrictTransport(routes as Routes), fetch: withStrictTransport(http.fetch) }
    : { routes, fetch: http.fetch };
  const open = ({ cert, key }: Certificate, port: number): AnyServer => {
    const listener = { hostname: host, port, tls: { cert, key }, ...served, websocket };
    return bind(host, port, '--tls-port', () => Bun.serve({ ...listener, ...listenerOptions(log) }));
  };
  return new TlsListener({ files: tls.files, port: tls.port, open, clock, log }, certificate);
}

/** A terabyte, above every other limit: those answer in JSON, while the runtime only closes the connection. */
const MAX_BODY_BYTES = 1024 ** 4;

/** Options of all listeners. */
function listenerOptions(log: Logger) {
  return {
    // Elysia's default lets a second server share the port, and half of the requests reach the wrong data.
    reusePort: false,
    development: false,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: MAX_BODY_BYTES,
    error: (fault: Error) => answerLateFault(fault, log),
  } as const;
}

/**
 * Answers a fault after a handler has answered: usually a file that is gone when it is to be sent. The runtime does not
 * say which request it was for, so the answer has a new request id, and every page may read it: it holds no data.
 */
function answerLateFault(fault: Error & { code?: string }, log: Logger): Response {
  const headers = { 'x-request-id': createId(), 'access-control-allow-origin': '*' };
  if (fault.code !== 'ENOENT') return toErrorResponse(fault, headers, log);
  log.error({ err: fault, request_id: headers['x-request-id'] }, 'a file that was to be sent is missing');
  return toErrorResponse(notFound('File'), headers, log);
}

/** Opens a listener; throws `conflict` naming the address and the flag to change if that fails. */
function bind<Result>(host: string, port: number, flag: string, open: () => Result): Result {
  try {
    return open();
  } catch (error) {
    const reason = describeFailure(error, host, flag);
    throw new DomainError('conflict', `Cannot listen on ${host}:${port}: ${reason}`);
  }
}

function describeFailure(error: unknown, host: string, flag: string): string {
  const { code, message } = error as Error & { code?: string };
  if (code === 'EADDRINUSE') return `something else is listening there. Choose another port with ${flag}.`;
  if (code === 'EACCES') return `this user may not. Choose a port above 1023 with ${flag}.`;
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address. Choose another with --host.';
  // For an unknown host name the runtime gives an unrelated code, such as ENOENT.
  if (isIP(host) === 0) return 'there is no such host name. Choose another with --host.';
  return message;
}
