import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Clock } from '../platform/clock.ts';
import { DomainError, notFound } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import { IDLE_TIMEOUT_SECONDS } from '../platform/json/request-body.ts';
import type { Logger } from '../platform/logging/log.ts';
import { type Certificate, type CertificateFiles, readCertificate } from './certificate.ts';
import { toErrorResponse } from './errors.ts';
import { type AnySockets, HeldPort, type SocketRefusal } from './held-port.ts';
import type { createHttpServer } from './server.ts';
import { type AnyServer, TlsListener } from './tls-listener.ts';
import { type Handlers, type Routes, redirectToTls, STRICT_TRANSPORT, withHeader } from './tls-only.ts';

interface ListenOptions {
  /** An address, or a name. `localhost`: both addresses of this machine, see `addressesOf`. */
  host: string;
  port: number;
  tls?: {
    files: CertificateFiles;
    port: number;
    /** The plain listener only redirects: to `baseUrl`, or, if that is empty, to the host of the request. */
    only?: { baseUrl: string };
  };
  /**
   * The handlers of websockets for all listeners. Each listener has topics of its own: publish a broadcast on every
   * server.
   */
  websocket: AnySockets;
  /** Ports that are open already. */
  held?: HeldPorts | undefined;
  clock: Clock;
  log: Logger;
}

/** The ports, open at each of the addresses. */
export interface HeldPorts {
  plain: HeldPort[];
  /** Empty without a certificate. */
  tls: HeldPort[];
}

export interface Listeners {
  port: number;
  /** Undefined without a certificate. */
  tlsPort: number | undefined;
  /** Whether the certificate is for this host; true without one. */
  isCertifiedFor(host: string): boolean;
  /** Every server that may have connections. The list changes together with the certificate. */
  servers(): AnyServer[];
  /** Reloads the certificate's files if they have changed. */
  reloadCertificate(): void;
  /** Requests that have not been answered completely. */
  countPendingRequests(): number;
  /**
   * From now on every answer closes its connection, so that clients open the next one to the server that listens then.
   */
  endConnections(): void;
  /** Accepts no more connections and waits for running requests; `force` aborts them. */
  stop(force?: boolean): Promise<void>;
}

/**
 * Opens the plain listener and, with a certificate, the TLS listener. Throws `conflict` for a port that cannot be
 * opened and `validation_failed` for a certificate that cannot be used.
 */
export function listen(http: ReturnType<typeof createHttpServer>, options: ListenOptions): Listeners {
  const { port, websocket, held, log } = options;
  // Checked before a port is opened.
  const certificate = options.tls && readCertificate(options.tls.files);
  let tls: TlsListener | undefined;
  const common = listenerOptions(port, log);
  const only = options.tls?.only;
  const toTlsUrl = (name: string) => only?.baseUrl || `https://${name}:${tls?.port}`;
  // Elysia passes its server to the runtime's router as well.
  const handlers: Handlers = { routes: (http.config.serve?.routes ?? {}) as Routes, fetch: http.fetch };
  const plain: Handlers = only
    ? { routes: {}, fetch: redirectToTls({ toTlsUrl, fetch: http.fetch, log }) }
    : handlers;
  // Elysia asks its server for the addresses of clients, including those of the other listeners.
  const [first, ...others] = addressesOf(options).map((hostname, index): AnyServer => {
    const listener = { hostname, port, ...common };
    const complete = { ...listener, ...plain, websocket };
    const server =
      held?.plain[index]?.serve(complete) ??
      bind(hostname, port, '--port', () => {
        if (index > 0 || only !== undefined) return Bun.serve(complete);
        http.listen({ ...listener, websocket });
        return http.server as AnyServer;
      });
    if (index === 0) http.server = server;
    return server;
  });
  const secure = only ? withHeader(handlers, STRICT_TRANSPORT) : handlers;
  if (options.tls && certificate) tls = listenWithTls({ ...options, tls: options.tls }, certificate, secure);
  const plainServers = () => (http.server ? [http.server, ...others] : []);
  const tlsServers = () => tls?.servers() ?? [];
  const servers = () => [...plainServers(), ...tlsServers()];
  return {
    port: first?.port ?? port,
    tlsPort: tls?.port,
    isCertifiedFor: (name) => tls?.isCertifiedFor(name) ?? true,
    servers,
    reloadCertificate: () => tls?.reload(),
    countPendingRequests: () => servers().reduce((sum, server) => sum + server.pendingRequests, 0),
    endConnections() {
      const end = (server: AnyServer, ended: Handlers) =>
        server.reload({ ...common, ...withHeader(ended, END_CONNECTION), websocket } as AnyOptions);
      for (const server of plainServers()) end(server, plain);
      for (const server of tlsServers()) end(server, secure);
    },
    async stop(force = false) {
      await Promise.all([...plainServers().map((server) => server.stop(force)), tls?.stop(force)]);
    },
  };
}

/**
 * Opens the ports of a server before the service is ready. Another server of the same user may still listen on them:
 * until it stops, the system gives each new connection to one of the two. With `answer` there must be none, and requests are
 * answered instead of waiting.
 */
export function holdPorts(
  options: Pick<ListenOptions, 'host' | 'port' | 'tls' | 'log'>,
  refusal: SocketRefusal,
  answer?: (request: Request) => Response,
): HeldPorts {
  const { port, tls, log } = options;
  const certificate = tls && readCertificate(tls.files);
  const hold = (at: number, flag: string, secrets: object) =>
    addressesOf(options).map((hostname) => {
      const listener = { hostname, port: at, ...secrets, ...listenerOptions(at, log) };
      const open = () => new HeldPort((handlers) => Bun.serve({ ...listener, ...handlers }), refusal, answer);
      return bind(hostname, at, flag, open, answer === undefined);
    });
  const plain = hold(port, '--port', {});
  if (tls === undefined || certificate === undefined) return { plain, tls: [] };
  const { cert, key } = certificate;
  return { plain, tls: hold(tls.port, '--tls-port', { tls: { cert, key } }) };
}

/**
 * The addresses of a host. Browsers and other clients try one address of `localhost` after the other, so both must lead here. A
 * port that the system chooses is free at one of them only.
 */
function addressesOf({ host, port, tls }: Pick<ListenOptions, 'host' | 'port' | 'tls'>): string[] {
  if (host !== 'localhost') return [host];
  const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
    all?.some(({ address }) => address === '::1'),
  );
  return hasIpv6 && port !== 0 && tls?.port !== 0 ? ['127.0.0.1', '::1'] : ['127.0.0.1'];
}

const END_CONNECTION = ['connection', 'close'] as const;

// biome-ignore lint/suspicious/noExplicitAny: the types of the runtime do not know options that are put together
type AnyOptions = Bun.Serve.Options<any, string>;

function listenWithTls(
  options: ListenOptions & Required<Pick<ListenOptions, 'tls'>>,
  certificate: Certificate,
  handlers: Handlers,
): TlsListener {
  const { tls, websocket, clock, log } = options;
  let held = options.held?.tls;
  const open = ({ cert, key }: Certificate, port: number): AnyServer[] => {
    const servers = addressesOf(options).map((hostname, index) => {
      const listener = { hostname, port, tls: { cert, key }, ...handlers, websocket };
      const complete = { ...listener, ...listenerOptions(port, log) };
      return held?.[index]?.serve(complete) ?? bind(hostname, port, '--tls-port', () => Bun.serve(complete));
    });
    held = undefined;
    return servers;
  };
  return new TlsListener({ port: tls.port, files: tls.files, open, clock, log }, certificate);
}

/** A terabyte, above every other limit. Our limits answer with JSON, while the runtime's only closes the connection. */
const MAX_BODY_BYTES = 1024 ** 4;

/**
 * Only Linux distributes connections among listeners on a shared port, and gives none to a listener that has closed.
 */
const CAN_SHARE_PORTS = process.platform === 'linux';

/** Options of all listeners. */
function listenerOptions(port: number, log: Logger) {
  return {
    // For `--replace`. `bind` refuses servers of other data. A port chosen by the system is never shared.
    reusePort: CAN_SHARE_PORTS && port !== 0,
    development: false,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: MAX_BODY_BYTES,
    error: (fault: Error) => answerLateFault(fault, log),
  } as const;
}

/**
 * Answers a fault after a handler has answered: usually a file that is gone before it is sent. The runtime does not
 * tell which request it belongs to, so the answer has a new request id, and pages of every origin may read it: it holds
 * no data.
 */
function answerLateFault(fault: Error & { code?: string }, log: Logger): Response {
  const headers = { 'x-request-id': createId(), 'access-control-allow-origin': '*' };
  if (fault.code !== 'ENOENT') return toErrorResponse(fault, headers, log);
  log.error({ err: fault, request_id: headers['x-request-id'] }, 'a file that was to be sent is missing');
  return toErrorResponse(notFound('File'), headers, log);
}

/**
 * Opens a listener. If that fails, it throws `conflict`, which names the address and the flag to change. Unless the
 * port is shared on purpose, it must be free: of two servers with different data each would receive half of the
 * requests.
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
    const name = host.includes(':') ? `[${host}]` : host;
    throw new DomainError('conflict', `Cannot listen on ${name}:${port}: ${reason}`);
  }
}

/** Throws the runtime's error if another process listens there, even one that shares its port. */
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
