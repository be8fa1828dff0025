import { isIP } from 'node:net';
import { DomainError, notFound } from '../platform/errors.ts';
import { createId } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { IDLE_TIMEOUT_SECONDS } from '../platform/request-body.ts';
import { toErrorResponse } from './errors.ts';

/** A terabyte, above every limit of our own: those answer in JSON, where the server would only cut the connection. */
const MAX_BODY_BYTES = 1024 ** 4;

// biome-ignore lint/suspicious/noExplicitAny: what a socket carries is its handler's business
export type AnyServer = Bun.Server<any>;
// biome-ignore lint/suspicious/noExplicitAny: what a socket carries is its handler's business
export type AnySockets = Bun.WebSocketHandler<any>;

/** What all listeners have in common. */
export function listenerOptions({ websocket, log }: { websocket?: AnySockets | undefined; log: Logger }) {
  return {
    // Elysia's default lets a second server share the port, and half of the requests reach the wrong data.
    reusePort: false,
    development: false,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: MAX_BODY_BYTES,
    error: (fault: Error) => answerLateFault(fault, log),
    ...(websocket && { websocket }),
  } as const;
}

/**
 * What fails after a handler has answered: most likely a file that is gone when it is to be sent. Which request it was
 * for is not told, so it gets an id of its own, and any page may read it: it says nothing.
 */
function answerLateFault(fault: Error & { code?: string }, log: Logger): Response {
  const headers = { 'x-request-id': createId(), 'access-control-allow-origin': '*' };
  if (fault.code !== 'ENOENT') return toErrorResponse(fault, headers, log);
  log.error({ err: fault, request_id: headers['x-request-id'] }, 'a file that was to be sent is missing');
  return toErrorResponse(notFound('File'), headers, log);
}

/** Opens a listener; throws `conflict` naming the address and the flag to change if that fails. */
export function bind<Result>(host: string, port: number, flag: string, open: () => Result): Result {
  try {
    return open();
  } catch (error) {
    throw new DomainError(
      'conflict',
      `Cannot listen on ${host}:${port}: ${describeFailure(error, host, flag)}`,
    );
  }
}

function describeFailure(error: unknown, host: string, flag: string): string {
  const { code, message } = error as Error & { code?: string };
  if (code === 'EADDRINUSE') return `something else is listening there. Choose another port with ${flag}.`;
  if (code === 'EACCES') return `this user may not. Choose a port above 1023 with ${flag}.`;
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address. Choose another with --host.';
  // For a name that is not found the runtime gives the code of whatever went wrong last, such as ENOENT.
  if (isIP(host) === 0) return 'there is no such host name. Choose another with --host.';
  return message;
}
