/** The address a client has reached the server under. */
export interface Reach {
  isSecure: boolean;
  /** As in a URL: IPv6 addresses stand in brackets. */
  host: string;
  port: number;
  /** A proxy has said so: what the client sees is the proxy's port and not one of ours. */
  isProxied: boolean;
}

/** Ports this server listens on. */
export interface Listening {
  port: number;
  /** Undefined without a certificate. */
  tlsPort: number | undefined;
  /** The operator has said under which address clients come. */
  isBaseUrlSet: boolean;
}

/** What the server knows of its own addresses. */
export interface Whereabouts {
  /** Without a trailing slash. */
  baseUrl: string;
  listening: Listening;
}

export interface SocketAddress {
  host: string;
  port: number;
}

/** Where websockets go that speak TLS whatever the port, as those of editors do. */
export function findSocketAddress(server: Whereabouts, reach: Reach | undefined): SocketAddress {
  const { tlsPort } = server.listening;
  const { isSecure, host, port, isDirect } = findAddress(server, reach);
  return { host, port: !isSecure && isDirect && tlsPort !== undefined ? tlsPort : port };
}

/**
 * Where websockets go that speak TLS on port 443 alone, as the editor's check of the connection does. Undefined if
 * there is no such place: behind a proxy that speaks TLS on another port.
 */
export function findProbeAddress(server: Whereabouts, reach: Reach | undefined): SocketAddress | undefined {
  const sockets = findSocketAddress(server, reach);
  if (sockets.port === 443) return sockets;
  const { isSecure, host, port, isDirect } = findAddress(server, reach);
  if (isDirect) return { host, port: server.listening.port };
  return isSecure ? undefined : { host, port };
}

/** The operator's word counts more than that of a request. */
function findAddress(server: Whereabouts, reach: Reach | undefined) {
  const { port, tlsPort, isBaseUrlSet } = server.listening;
  const address = isBaseUrlSet || reach === undefined ? readReach(server.baseUrl) : reach;
  const ownPort = address.isSecure ? tlsPort : port;
  return { ...address, isDirect: !address.isProxied && address.port === ownPort };
}

/** A URL's host and port as a client sees them. */
export function readReach(url: string): Reach {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === 'https:';
  return {
    isSecure,
    host: hostname,
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    isProxied: false,
  };
}
