import { chmodSync, rmSync } from 'node:fs';
import type { Deps } from '../platform/deps.ts';
import { toDomainError } from '../platform/errors.ts';
import { parseJsonBody } from '../platform/json/request-body.ts';
import { readJson } from '../platform/json/stored-json.ts';
import { type AnyOperation, perform } from '../platform/operation.ts';
import { createAdminScope } from '../platform/scope.ts';
import { controlSocketFile, enterControlSocket } from './socket-path.ts';

/** More than the largest message of an agent that uses `galley mcp`. */
const MAX_INPUT_BYTES = 16 * 1024 * 1024;

/** The request of a server that is to take the place of this one. */
export const REPLACE = 'replace';

/** Asks which server this is: `ServerInfo`. */
export const INFO = 'info';

/** Asks the server to let another version take its place: `HandOverInput`. */
export const HAND_OVER = 'hand-over';

/** What a server says of itself once it is ready. */
export interface ServerInfo {
  version: string;
  pid: number;
  /** The path of the file it was started from, and which file that is, even if it was replaced since. */
  executable: string;
  file: string;
  /** Absolute. */
  dataDir: string;
  /** Whether its database is on a server of its own, which others may use too. */
  isRemote: boolean;
}

/** Requests about the server itself, by name. */
type ServerRequests = Readonly<Record<string, (input: unknown) => unknown>>;

export interface ControlServer {
  countPendingRequests(): number;
  stop(): Promise<void>;
}

/**
 * Listens on a socket in the data directory, which only its owner can reach, and performs the operator's operations:
 * `POST /<operation name>` with the input as JSON → `{output}` or `{error: {code, message, details}}`. When the command
 * closes the connection, the operation's signal aborts. Other names are those of `requests`. Call it while holding the
 * directory's lock: the socket of a killed server is replaced.
 */
export function serveControl(
  deps: Deps,
  operations: readonly AnyOperation[],
  requests: ServerRequests,
): ControlServer {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const file = controlSocketFile(deps.dataDir);
  const isFile = process.platform !== 'win32';
  if (isFile) rmSync(file, { force: true });
  const { address, leave } = enterControlSocket(deps.dataDir);
  const server = Bun.serve({
    unix: address,
    maxRequestBodySize: MAX_INPUT_BYTES,
    async fetch(request, server) {
      // An operation may take minutes without a byte on the connection.
      server.timeout(request, 0);
      const name = new URL(request.url).pathname.slice(1);
      const operation = byName.get(name);
      const answer = Object.hasOwn(requests, name) ? requests[name] : undefined;
      if (operation === undefined && answer === undefined) return new Response(null, { status: 404 });
      const { signal } = request;
      try {
        const input = parseJsonBody(await request.bytes());
        if (operation === undefined) return Response.json({ output: (await answer?.(input)) ?? {} });
        const output = await perform(operation, deps, createAdminScope('command line'), input, { signal });
        return new Response(await readJson({ output }));
      } catch (thrown) {
        const { code, message, details, cause } = toDomainError(thrown);
        if (code === 'internal' && !signal.aborted) deps.log.error({ err: cause, operation: name }, message);
        return Response.json({ error: { code, message, details } });
      }
    },
  });
  leave();
  if (isFile) chmodSync(file, 0o600);
  return {
    countPendingRequests: () => server.pendingRequests,
    async stop() {
      await server.stop();
      if (isFile) rmSync(file, { force: true });
    },
  };
}
