import type { Call } from './call.ts';
import type { Server } from './surface.ts';
import type { AnyServer } from './tls-listener.ts';

interface Arrived {
  request: Request;
  server: AnyServer | null;
}

/** A request about a tenant of another server is answered by that one. */
export function atHome<Context extends Arrived>(
  { deps, forwarder }: Server,
  context: Context,
  call: Call,
  run: (context: Context, call: Call) => Promise<object>,
): Promise<object> {
  const { scope } = call;
  if (!deps.homes.isShared || scope.kind !== 'tenant') return run(context, call);
  const { request, server } = context;
  const readPeer = () => forwarder.peerOf(request, server);
  return forwarder.atHome({ request, readPeer, server }, scope.tenant.id, () => run(context, call));
}
