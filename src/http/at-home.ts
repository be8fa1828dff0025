import { DomainError } from '../platform/errors.ts';
import type { Call } from './call.ts';
import type { Server } from './surface.ts';
import type { AnyServer } from './tls-listener.ts';

interface Arrived {
  request: Request;
  server: AnyServer | null;
}

/** A request about a tenant of another server is answered by that one, and so is one for a file that only another server has. */
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

/** Whether what a request asks for is on another server. */
const isElsewhere = (error: unknown): boolean =>
  error instanceof DomainError && error.details.facts?.elsewhere === true;
