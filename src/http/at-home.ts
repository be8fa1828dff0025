import { DomainError } from '../platform/errors.ts';
import type { Call } from './call.ts';
import type { Server } from './surface.ts';
import type { AnyServer } from './tls-listener.ts';

interface Arrived {
  request: Request;
  server: AnyServer | null;
}

/** Answers a request on the server that works for its tenant, or, for a file, on the server that has it. */
export async function atHome<Context extends Arrived>(
  { deps, forwarder }: Server,
  context: Context,
  call: Call,
  run: (context: Context, call: Call) => Promise<object>,
): Promise<object> {
  const { scope } = call;
  if (!deps.homes.isShared) return run(context, call);
  const { request, server } = context;
  const readPeer = () => forwarder.peerOf(request, server);
  if (scope.kind === 'tenant')
    return forwarder.atHome({ request, readPeer, server, headers: call.headers }, scope.tenant.id, () =>
      run(context, call),
    );
  return run(context, call).catch(async (error) => {
    const response = isElsewhere(error) ? await forwarder.askOthers(request, readPeer) : undefined;
    if (response !== undefined) return response;
    throw error;
  });
}

/** Whether the requested thing is on another server. */
const isElsewhere = (error: unknown): boolean =>
  error instanceof DomainError && error.details.facts?.elsewhere === true;
