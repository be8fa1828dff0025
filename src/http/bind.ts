import { DomainError } from '../platform/errors.ts';
import { IDLE_TIMEOUT_SECONDS } from '../platform/request-body.ts';

/** A terabyte, above every limit of our own: those answer in JSON, where the server would only cut the connection. */
const MAX_BODY_BYTES = 1024 ** 4;

// biome-ignore lint/suspicious/noExplicitAny: what a socket carries is its handler's business
export type AnyServer = Bun.Server<any>;
// biome-ignore lint/suspicious/noExplicitAny: what a socket carries is its handler's business
export type AnySockets = Bun.WebSocketHandler<any>;

/** What all listeners have in common. */
export function listenerOptions(websocket: AnySockets | undefined) {
  return {
    // Elysia's default lets a second server share the port, and half of the requests reach the wrong data.
    reusePort: false,
    development: false,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    maxRequestBodySize: MAX_BODY_BYTES,
    ...(websocket && { websocket }),
  } as const;
}

/** Opens a listener; throws `conflict` naming the address and the flag to change if that fails. */
export function bind<Result>(host: string, port: number, flag: string, open: () => Result): Result {
  try {
    return open();
  } catch (error) {
    throw new DomainError('conflict', `Cannot listen on ${host}:${port}: ${describeFailure(error, flag)}`);
  }
}

function describeFailure(error: unknown, flag: string): string {
  const { code, message } = error as Error & { code?: string };
  if (code === 'EADDRINUSE') return `something else is listening there. Choose another port with ${flag}.`;
  if (code === 'EACCES') return `this user may not. Choose a port above 1023 with ${flag}.`;
  if (code === 'EADDRNOTAVAIL') return 'this machine has no such address. Choose another with --host.';
  return message;
}
