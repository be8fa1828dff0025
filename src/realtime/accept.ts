import { selectProject } from '../features/projects/index.ts';
import { Cache } from '../platform/cache.ts';
import type { Deps } from '../platform/deps.ts';
import { isUuid } from '../platform/ids.ts';
import type { Connections } from './connections.ts';
import { CODES } from './protocol.ts';
import { createSocket, type Refusal, type SocketServer } from './state.ts';

const PROTOCOL_VERSION = '7';

/** Upgrades a request to `/app/{app key}` to a websocket, or answers a request without an upgrade header. */
type AcceptSocket = (request: Request, server: SocketServer | null) => Promise<Response | undefined>;

/**
 * A refused connection is opened and then closed with a reason, because clients cannot read why an upgrade was refused.
 */
export function defineAcceptSocket(connections: Connections): AcceptSocket {
  const { deps } = connections;
  const projectExists = defineProjectCheck(deps);
  return async (request, server) => {
    const url = new URL(request.url);
    // Not decoded: project ids need no encoding, and decoding may throw.
    const projectId = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
    const isWebsocket = request.headers.get('upgrade')?.toLowerCase() === 'websocket';
    if (!isWebsocket || server === null) return upgradeRequired();
    const isKnown = await projectExists(projectId);
    if (connections.isClosing) return new Response(null, { status: 503 });
    const refusal = findRefusal(isKnown, url.searchParams.get('protocol'));
    const data =
      refusal === undefined ? { socket: createSocket(projectId, server, deps.clock.now()) } : { refusal };
    return server.upgrade(request, { data }) ? undefined : upgradeRequired();
  };
}

function findRefusal(isKnown: boolean, version: string | null): Refusal | undefined {
  if (!isKnown) return { code: CODES.unknownApp, message: 'There is no application with this key.' };
  if (version === null)
    return { code: CODES.noVersion, message: 'Say which protocol you speak: ?protocol=7.' };
  if (version === PROTOCOL_VERSION) return undefined;
  return {
    code: CODES.wrongVersion,
    message: `Only version ${PROTOCOL_VERSION} of the protocol is spoken here.`,
  };
}

/** Whether a project exists; known ones are cached. */
function defineProjectCheck(deps: Deps): (id: string) => Promise<boolean> {
  const known = new Cache<true>({
    maxEntries: 10_000,
    invalidation: { bus: deps.bus, clock: deps.clock, topics: ['project.changed'] },
  });
  return async (id) => {
    if (!isUuid(id)) return false;
    const load = async () => ((await selectProject(deps.db.reader, id)) === undefined ? undefined : true);
    return (await known.getOrLoad(id, load)) === true;
  };
}

function upgradeRequired(): Response {
  const body = { message: 'This address is for websockets only.', code: 'upgrade_required' };
  return Response.json(body, { status: 426, headers: { upgrade: 'websocket', connection: 'upgrade' } });
}
