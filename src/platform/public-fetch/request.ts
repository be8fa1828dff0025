import { type IncomingMessage, request } from 'node:http';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { VERSION } from '../version.ts';
import { noAnswer, notSecure } from './errors.ts';
import { portOf } from './urls.ts';

/** A name has rarely more than two addresses worth trying; more would be a way to keep this server busy. */
const MAX_TRIED_ADDRESSES = 3;

/** Per address: past it the next one gets its chance, well before the whole fetch is out of time. */
const CONNECT_TIMEOUT_MS = 5000;

/** Codes of a connection that did not come about; all others are objections to what the other side showed. */
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

export interface ConnectOptions {
  field: string;
  signal: AbortSignal;
  /** Certificates to trust in place of the well-known ones; for tests. */
  ca?: string | undefined;
}

export interface Connection {
  socket: Socket;
  /** The address it goes to. */
  address: string;
}

/**
 * Connects to one of `addresses`, which are dialled as they are: no name is looked up any more. For https the
 * certificate must be valid for the URL's host. Throws `unavailable` (nobody there) or `validation_failed` (TLS).
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
      if (isObjection(url, error)) throw notSecure(options.field, url.hostname);
      lastError = error;
    }
  }
  throw noAnswer(url.hostname, lastError);
}

function isObjection(url: URL, error: unknown): boolean {
  return url.protocol === 'https:' && !NETWORK_CODES.has((error as NodeJS.ErrnoException).code ?? '');
}

function dial(url: URL, address: string, options: ConnectOptions): Promise<Socket> {
  const isSecure = url.protocol === 'https:';
  const socket = isSecure
    ? openSecure(url, address, options.ca)
    : connectTcp({ host: address, port: portOf(url) });
  // For good: a socket given up can still complain, and without a listener that would end the process.
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
    // Also what the certificate is checked against; for a bare address that is `host`, and the protocol forbids the name.
    ...(isName && { servername: url.hostname }),
    // Said outright, because NODE_TLS_REJECT_UNAUTHORIZED in the environment turns off what is left to the default.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    ...(ca !== undefined && { ca }),
  });
}

/** Real servers send one or two; a stream of them would keep the parser busy for as long as the fetch may take. */
const MAX_INFORMATIONAL = 5;

export interface RequestOptions {
  accept: readonly string[] | undefined;
  signal: AbortSignal;
}

/**
 * GET over a connection that is already open; resolves with the head, the body still to be read. Nothing of the
 * caller's goes along: no cookies, no credentials, no referrer. Throws `unavailable` for anything that is not HTTP.
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
    // No `agent`, not even `false`: with one, `createConnection` is not asked and the client dials by itself.
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
    // Stays on for good: bytes after the end of the body are reported here, long after the head is in.
    sent.on('error', fail);
    sent.on('response', (response) => {
      // Reading it reports errors too; a redirect's body is never read, and then nobody else listens.
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
    // Media is compressed already, and what is not inflated cannot be a bomb. Some servers compress all the same.
    'Accept-Encoding': 'identity',
    Connection: 'close',
  };
}
