import { type IncomingMessage, request } from 'node:http';
import { VERSION } from '../version.ts';
import type { Connection } from './connect.ts';
import { noAnswer } from './errors.ts';

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
