import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/log.ts';
import { type AnyServer, type AnySockets, bind, listenerOptions } from './bind.ts';
import { type CertificateFiles, readCertificate } from './certificate.ts';
import type { createHttpServer } from './server.ts';
import { listenWithTls } from './tls-listener.ts';

export interface ListenOptions {
  host: string;
  port: number;
  tls?: { files: CertificateFiles; port: number };
  /** The same for all listeners. Each has topics of its own: what all sockets should get goes to every server. */
  websocket?: AnySockets;
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
  /** Looks at the certificate's files now. */
  reloadCertificate(): void;
  /** Takes no more connections and waits for the requests under way; `force` ends them. */
  stop(force?: boolean): Promise<void>;
}

const tlsServers = new WeakMap<Request, AnyServer>();

/**
 * The server a request came in by, which alone can make a websocket of it. Undefined if it came over plain HTTP, to the
 * application's own server.
 */
export function findTlsServer(request: Request): AnyServer | undefined {
  return tlsServers.get(request);
}

/**
 * Opens the plain listener and, with a certificate, the one for TLS. Throws `conflict` for a port that cannot be had and
 * `validation_failed` for a certificate that cannot be used.
 */
export function listen(http: ReturnType<typeof createHttpServer>, options: ListenOptions): Listeners {
  const { host, port } = options;
  // Before a port is taken: a wrong file is the likelier mistake.
  const certificate = options.tls && readCertificate(options.tls.files);
  bind(host, port, '--port', () => http.listen({ hostname: host, port, ...listenerOptions(options) }));
  const fetch = (request: Request, server: AnyServer) => {
    tlsServers.set(request, server);
    return http.fetch(request);
  };
  const tls = options.tls && certificate && listenWithTls({ ...options, ...options.tls, fetch }, certificate);
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
