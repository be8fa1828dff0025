import { existsSync } from 'node:fs';
import { DomainError } from '../platform/errors.ts';
import { VERSION } from '../platform/version.ts';
import { INFO, type ServerInfo } from './server.ts';
import { enterControlSocket } from './socket-path.ts';

/** Performs an operator's operation in the server that holds the data. */
export type ControlCall = (operation: string, input: unknown, signal?: AbortSignal) => Promise<unknown>;

const notUnderstood = (operation: string) =>
  new DomainError(
    'conflict',
    `The running server does not know "${operation}": it is another version than this command (${VERSION}). Use the same executable for both.`,
  );

/** Failures to connect: nothing was sent. */
const UNREACHABLE = ['ENOENT', 'ECONNREFUSED', 'FailedToOpenSocket', 'ConnectionRefused'];

const serverGone = (error: Error & { code?: string }) =>
  new DomainError('unavailable', 'The server has just been stopped. Try again.', {
    facts: { unreachable: UNREACHABLE.includes(error.code ?? '') },
  });

/** A connection to the server that holds `dataDir`, or undefined if none is running there. */
export async function connectControl(dataDir: string): Promise<ControlCall | undefined> {
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const { address, leave } = enterControlSocket(dataDir);
    return fetch(`http://galley/${path}`, { ...init, unix: address }).finally(leave);
  };
  if (!existsSync(dataDir)) return undefined;
  try {
    await send('', {});
  } catch {
    return undefined;
  }
  return async (operation, input, signal) => {
    // Without `timeout: false` the runtime gives up after five minutes.
    const init = { method: 'POST', body: JSON.stringify(input), timeout: false, ...(signal && { signal }) };
    const response = await send(operation, init).catch((error) => {
      throw signal?.aborted ? error : serverGone(error);
    });
    if (response.status === 404) throw notUnderstood(operation);
    const { output, error } = (await response.json()) as { output?: unknown; error?: DomainError };
    if (error !== undefined) throw new DomainError(error.code, error.message, error.details);
    return output;
  };
}

/** Longest wait for a server that starts or hangs. */
const INFO_MS = 5_000;

/**
 * The server of a data directory; undefined if none runs there. Throws `unavailable` if it cannot read and write, or does
 * not answer.
 */
export async function findServer(dataDir: string): Promise<ServerInfo | undefined> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new DomainError('unavailable', 'The running server does not answer. Read its log.'));
  }, INFO_MS);
  const ask = async () => {
    const call = await connectControl(dataDir);
    return (await call?.(INFO, {})) as ServerInfo | undefined;
  };
  return Promise.race([ask(), late.promise]).finally(() => clearTimeout(timer));
}
