import { afterEach } from 'bun:test';
import { createServer, type Server, type Socket } from 'node:net';
import {
  createPublicFetch,
  type PublicFetchOptions,
} from '../../../src/platform/network/public-fetch/index.ts';

export const { fetchPublicFile, savePublicFile } = createPublicFetch({ allowPrivate: ['127.0.0.1'] });
export const standard: PublicFetchOptions = { maxBytes: 100_000, timeoutMs: 5000 };

const servers: Server[] = [];
const sockets = new Set<Socket>();

/** Ends what a test has left open, after each test of the file that calls this. */
export function useServers(): void {
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
    for (const socket of sockets) socket.destroy();
  });
}

/** A server that calls `answer` after each request. Returns its URL and the requests. */
export async function serve(answer: (socket: Socket, path: string) => void) {
  const requests: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.once('data', (data) => {
      requests.push(data.toString());
      answer(socket, data.toString().split(' ')[1] ?? '');
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, requests };
}

/** Settles once every connection is closed; that is what the test's own time limit guards. */
export async function allHungUp(): Promise<void> {
  while (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

export const head = (lines: string[], status = '200 OK') =>
  `HTTP/1.1 ${[status, ...lines].join('\r\n')}\r\n\r\n`;

/** A server that sends these parts and hangs up. */
export const serveParts = (...parts: (string | Uint8Array)[]) =>
  serve((socket) => {
    for (const part of parts) socket.write(part);
    socket.end();
  });

/** Sends `chunk` over and over for as long as the other side listens. */
export function flood(socket: Socket, chunk: string | Uint8Array): void {
  const more = () => {
    for (let i = 0; i < 16 && socket.writable; i++) if (!socket.write(chunk)) return;
    if (socket.writable) setImmediate(more);
  };
  socket.on('drain', more);
  more();
}

export async function failure(promise: Promise<unknown>) {
  const error = await promise.then(
    () => new Error('It was fetched.'),
    (thrown) => thrown,
  );
  return { code: error.code as string, message: error.message as string };
}
