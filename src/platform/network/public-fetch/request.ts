import { type IncomingMessage, request } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { VERSION } from '../../version.ts';
import { noAnswer, notSecure } from './errors.ts';
import { portOf } from './urls.ts';

/** More addresses of one name are not tried, so that a name cannot keep this server busy. */
const MAX_TRIED_ADDRESSES = 3;

/** Per address; then the next one is tried. */
const CONNECT_TIMEOUT_MS = 5000;

/** Error codes of a failed connection. With https, all other errors are about TLS. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EAFNOSUPPORT',
  'EINVAL',
  'EACCES',
  'EPERM',
  'EPIPE',
  'ETIMEDOUT',
]);

interface ConnectOptions {
  field: string;
  signal: AbortSignal;
  /** Certificates to trust, for tests; default: the well-known ones. */
  ca?: string | undefined;
}

export interface Connection {
  socket: Socket;
  /** The address it goes to. */
  address: string;
}

/**
 * Connects to one of `addresses`, without another lookup. With https the certificate must be valid for the URL's host.
 * Throws `unavailable` (no connection) or `validation_failed` (TLS).
 */
export async function connectTo(
  url: URL,
  addresses: readonly string[],
  options: ConnectOptions,
): Promise<Connection> {
  let lastError: unknown;
  for (const address of addresses.slice(0, MAX_TRIED_ADDRESSES)) {
    options.signal.throwIfAborted();
    try {
      return { socket: await dial(url, address, options), address };
    } catch (error) {
      options.signal.throwIfAborted();
      if (isTlsError(url, error)) throw notSecure(options.field, url.hostname);
      lastError = error;
    }
  }
  throw noAnswer(url.hostname, lastError);
}

function isTlsError(url: URL, error: unknown): boolean {
  return url.protocol === 'https:' && !NETWORK_CODES.has((error as NodeJS.ErrnoException).code ?? '');
}

function dial(url: URL, address: string, options: ConnectOptions): Promise<Socket> {
  const isSecure = url.protocol === 'https:';
  const socket = isSecure
    ? openSecure(url, address, options.ca)
    : connectTcp({ host: address, port: portOf(url) });
  // Never removed: a destroyed socket can still emit errors, and one without a listener would end the process.
  socket.on('error', () => {});
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      settle();
      socket.destroy();
      reject(error);
    };
    const failWith = (code: string) => () => fail(Object.assign(new Error(code), { code }));
    const giveUp = failWith('ETIMEDOUT');
    const hangUp = failWith('ECONNRESET');
    const timer = setTimeout(giveUp, CONNECT_TIMEOUT_MS);
    const succeed = () => {
      settle();
      resolve(socket);
    };
    const settle = () => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', giveUp);
      socket.removeListener('error', fail).removeListener('close', hangUp);
    };
    options.signal.addEventListener('abort', giveUp, { once: true });
    socket
      .once(isSecure ? 'secureConnect' : 'connect', succeed)
      .once('error', fail)
      .once('close', hangUp);
  });
}

function openSecure(url: URL, address: string, ca: string | undefined): Socket {
  const isName = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
  return connectTls({
    host: address,
    port: portOf(url),
    // The certificate is checked against it. For an IP address that is `host`, and TLS forbids a server name.
    ...(isName && { servername: url.hostname }),
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED in the environment changes the default.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(ca !== undefined && { ca }),
  });
}

/** Most informational (1xx) responses; servers send one or two. */
const MAX_INFORMATIONAL = 5;

export interface RequestOptions {
  accept: readonly string[] | undefined;
  signal: AbortSignal;
}

/**
 * Sends a GET request over an open connection, without cookies, credentials or referrer. Resolves with the head of the
 * response, before its body is read. Throws `unavailable` if the response is not HTTP.
 */
export function sendRequest(
  url: URL,
  { socket, address }: Connection,
  options: RequestOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const fail = (cause?: unknown) => {
      sent.destroy();
      socket.destroy();
      reject(options.signal.aborted ? options.signal.reason : noAnswer(url.hostname, cause));
    };
    // Without `agent`, even `false`: with it the client ignores `createConnection` and connects by itself.
    const sent = request({
      host: address,
      path: `${url.pathname}${url.search}`,
      setHost: false,
      headers: headersFor(url, options.accept),
      createConnection: () => socket,
    });
    let informational = 0;
    sent.on('information', () => ++informational > MAX_INFORMATIONAL && fail());
    sent.on('upgrade', () => fail());
    // Never removed: bytes after the end of the body are reported here.
    sent.on('error', fail);
    sent.on('response', (response) => {
      // The body of a redirect is never read, so it has no other listener for errors.
      response.on('error', () => {});
      if (response.socket === socket) resolve(response);
      else fail(new Error('The HTTP client did not use the checked connection.'));
    });
    options.signal.addEventListener('abort', () => fail(), { once: true });
    sent.end();
  });
}

function headersFor(url: URL, accept: readonly string[] | undefined): Record<string, string> {
  return {
    Host: url.host,
    'User-Agent': `Galley/${VERSION}`,
    Accept: accept === undefined || accept.length === 0 ? '*/*' : accept.join(', '),
    // Media files are compressed already. Some servers compress the response anyway.
    'Accept-Encoding': 'identity',
    Connection: 'close',
  };
}
