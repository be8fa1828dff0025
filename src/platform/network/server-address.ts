/** The address under which a client sent a request. */
export interface RequestAddress {
  isSecure: boolean;
  /** As in a URL: IPv6 addresses in brackets. */
  host: string;
  port: number;
  /** A trusted proxy reported it, so the port is the proxy's and not one of this server. */
  isProxied: boolean;
}

/** Ports this server listens on. */
export interface Listening {
  port: number;
  /** Undefined without a certificate. */
  tlsPort: number | undefined;
  /** The plain port only redirects. */
  isTlsOnly: boolean;
  /** The operator has set the base URL. */
  isBaseUrlSet: boolean;
}

/** The addresses of this server. */
interface ServerAddresses {
  /** Without a trailing slash. */
  baseUrl: string;
  listening: Listening;
}

interface SocketAddress {
  host: string;
  port: number;
}

/** Where editors open websockets, which use TLS on any port. */
export function findSocketAddress(
  server: ServerAddresses,
  requestAddress: RequestAddress | undefined,
): SocketAddress {
  const { tlsPort } = server.listening;
  const { isSecure, host, port, isDirect } = findAddress(server, requestAddress);
  return { host, port: !isSecure && isDirect && tlsPort !== undefined ? tlsPort : port };
}

/**
 * Where the editor's connection check opens a websocket, which uses TLS on port 443 only. Undefined if there is no such
 * address: behind a proxy with TLS on another port, and without plain HTTP.
 */
export function findProbeAddress(
  server: ServerAddresses,
  requestAddress: RequestAddress | undefined,
): SocketAddress | undefined {
  const sockets = findSocketAddress(server, requestAddress);
  if (sockets.port === 443) return sockets;
  const { isSecure, host, port, isDirect } = findAddress(server, requestAddress);
  const { port: plainPort, isTlsOnly } = server.listening;
  if (isDirect) return isTlsOnly ? undefined : { host, port: plainPort };
  return isSecure ? undefined : { host, port };
}

/** A configured base URL takes precedence over the address of the request. */
function findAddress(server: ServerAddresses, requestAddress: RequestAddress | undefined) {
  const { port, tlsPort, isBaseUrlSet } = server.listening;
  const address =
    isBaseUrlSet || requestAddress === undefined ? parseRequestAddress(server.baseUrl) : requestAddress;
  const ownPort = address.isSecure ? tlsPort : port;
  return { ...address, isDirect: !address.isProxied && address.port === ownPort };
}

/** Host and port of a URL as a client sees them. */
export function parseRequestAddress(url: string): RequestAddress {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'https:';
  return {
    isSecure,
    host: hostname,
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    isProxied: false,
  };
}
