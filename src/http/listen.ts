import { isIP } from 'node:net';
import type { Clock } from '../platform/clock.ts';
import { DomainError, notFound } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { IDLE_TIMEOUT_SECONDS } from '../platform/request-body.ts';
import type { TlsChallenges } from '../platform/tls-challenges.ts';
import { type Certificate, type CertificateFiles, readCertificate } from './certificate.ts';
import { toErrorResponse } from './errors.ts';
import { type AnySockets, HeldPort, type SocketRefusal } from './held-port.ts';
import type { createHttpServer } from './server.ts';
import { type AnyServer, TlsListener } from './tls-listener.ts';
import { type Handlers, type Routes, redirectToTls, STRICT_TRANSPORT, withHeader } from './tls-only.ts';

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
  /** Ports that are open already. */
  held?: HeldPorts | undefined;
  /** Certificates to show to an authority. */
  tlsChallenges?: TlsChallenges;
  clock: Clock;
  log: Logger;
}

export interface HeldPorts {
  plain: HeldPort;
  tls: HeldPort | undefined;
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
  /** Requests that have not been answered completely. */
  countPendingRequests(): number;
  /** From now on every answer ends its connection, so that clients open the next one with whichever server listens then. */
  endConnections(): void;
  /** Takes no more connections and waits for the requests under way; `force` ends them. */
  stop(force?: boolean): Promise<void>;
}

/**
 * Opens the plain listener and, with a certificate, the one for TLS. Throws `conflict` for a port that cannot be opened
 * and `validation_failed` for a certificate that cannot be used.
 */
export function listen(http: ReturnType<typeof createHttpServer>, options: ListenOptions): Listeners {
  const { host, port, websocket, held, log } = options;
  // Checked before a port is opened.
  const certificate = options.tls && readCertificate(options.tls.files);
  let tls: TlsListener | undefined;
  const listener = { hostname: host, port, ...listenerOptions(port, log) };
  const only = options.tls?.only;
  const toTlsUrl = (name: string) => only?.baseUrl || `https://${name}:${tls?.port}`;
  // Elysia gives its own server to the runtime's router as well.
  const handlers: Handlers = { routes: (http.config.serve?.routes ?? {}) as Routes, fetch: http.fetch };
  const plain: Handlers = only
    ? { routes: {}, fetch: redirectToTls({ toTlsUrl, fetch: http.fetch, log }) }
    : handlers;
  // Elysia asks its server for the addresses of clients, also those of the TLS listener.
  if (held !== undefined) http.server = held.plain.serve({ ...listener, ...plain, websocket });
  else
    bind(host, port, '--port', () => {
      if (only === undefined) http.listen({ ...listener, websocket });
      else http.server = Bun.serve({ ...listener, ...plain, websocket });
    });
  const secure = only ? withHeader(handlers, STRICT_TRANSPORT) : handlers;
  if (options.tls && certificate) tls = listenWithTls({ ...options, tls: options.tls }, certificate, secure);
  const tlsServers = () => tls?.servers() ?? [];
  return {
    port: http.server?.port ?? port,
    tlsPort: tls?.port,
    isCertifiedFor: (name) => tls?.isCertifiedFor(name) ?? true,
    servers: () => [...(http.server ? [http.server] : []), ...tlsServers()],
    reloadCertificate: () => tls?.reload(),
    countPendingRequests: () =>
      tlsServers().reduce((sum, server) => sum + server.pendingRequests, http.server?.pendingRequests ?? 0),
    endConnections() {
      http.server?.reload({ ...listener, ...withHeader(plain, END_CONNECTION), websocket } as AnyOptions);
      for (const server of tlsServers())
        server.reload({ ...listener, ...withHeader(secure, END_CONNECTION), websocket } as AnyOptions);
    },
    async stop(force = false) {
      await Promise.all([http.server?.stop(force), tls?.stop(force)]);
    },
  };
}

/**
 * Opens the ports of a server before the service is there. Another server of the same user may listen on them until it
 * stops: the system gives each new connection to one of both.
 */
export function holdPorts(
  { host, port, tls, log }: Pick<ListenOptions, 'host' | 'port' | 'tls' | 'log'>,
  refusal: SocketRefusal,
): HeldPorts {
  const certificate = tls && readCertificate(tls.files);
  const hold = (at: number, flag: string, secrets: object) =>
    bind(
      host,
      at,
      flag,
      () => {
        const options = { hostname: host, port: at, ...secrets, ...listenerOptions(at, log) };
        return new HeldPort((handlers) => Bun.serve({ ...options, ...handlers }), refusal);
      },
      true,
    );
  const plain = hold(port, '--port', {});
  if (tls === undefined || certificate === undefined) return { plain, tls: undefined };
  const { cert, key } = certificate;
  return { plain, tls: hold(tls.port, '--tls-port', { tls: { cert, key } }) };
}

const END_CONNECTION = ['connection', 'close'] as const;

// biome-ignore lint/suspicious/noExplicitAny: the types of the runtime do not know options that are put together
type AnyOptions = Bun.Serve.Options<any, string>;

function listenWithTls(
  options: ListenOptions & Required<Pick<ListenOptions, 'tls'>>,
  certificate: Certificate,
  handlers: Handlers,
): TlsListener {
  const { host, tls, websocket, tlsChallenges: challenges, clock, log } = options;
  let held = options.held?.tls;
  const open = ({ cert, key }: Certificate, hostname: string, port: number): AnyServer => {
    const listener = { hostname, port, tls: { cert, key }, ...handlers, websocket };
    const complete = { ...listener, ...listenerOptions(port, log) };
    const server = held?.serve(complete) ?? bind(hostname, port, '--tls-port', () => Bun.serve(complete));
    held = undefined;
    return server;
  };
  const where = { host, port: tls.port, canSharePort: CAN_SHARE_PORTS && tls.port !== 0 };
  return new TlsListener({ ...where, files: tls.files, open, challenges, clock, log }, certificate);
}

/** A terabyte, above every other limit: those answer in JSON, while the runtime only closes the connection. */
const MAX_BODY_BYTES = 1024 ** 4;

/** Only Linux spreads the connections to a shared port, and gives none to a server that has closed it. */
const CAN_SHARE_PORTS = process.platform === 'linux';

/** Options of all listeners. */
function listenerOptions(port: number, log: Logger) {
  return {
    // For `--replace`. See `bind` for servers of other data. A port that the system chooses is for one server.
    reusePort: CAN_SHARE_PORTS && port !== 0,
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

/**
 * Opens a listener; throws `conflict` naming the address and the flag to change if that fails. Unless the port is to be
 * shared it must be free: of two servers with different data each would get half of the requests.
 */
function bind<Result>(
  host: string,
  port: number,
  flag: string,
  open: () => Result,
  isShared = false,
): Result {
  try {
    if (CAN_SHARE_PORTS && port !== 0 && !isShared) requireFree(host, port);
    return open();
  } catch (error) {
    const reason = describeFailure(error, host, flag);
    throw new DomainError('conflict', `Cannot listen on ${host}:${port}: ${reason}`);
  }
}

/** Throws the runtime's error if something listens there, even a server that shares its port. */
function requireFree(hostname: string, port: number): void {
  void Bun.serve({ hostname, port, reusePort: false, fetch: () => new Response() }).stop(true);
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
