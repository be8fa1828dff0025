import { selectProject } from '../features/projects/index.ts';
import { Cache } from '../platform/caching/cache.ts';
import type { Deps } from '../platform/deps.ts';
import { isUuid } from '../platform/ids.ts';
import { MemoryRateLimiter } from '../platform/limits/rate-limit.ts';
import { networkOf } from '../platform/network/ip-addresses.ts';
import { urlOf } from '../platform/network/request-url.ts';
import { createSocket, type Refusal, type SocketServer, STOPPING } from './connection.ts';
import { type Connections, ensureCapacity } from './connections.ts';
import { UPGRADE_LIMIT } from './limits.ts';
import { CODES } from './protocol.ts';

const PROTOCOL_VERSION = '7';

/** Upgrades a request to `/app/{app key}` to a websocket, or answers a request without an upgrade header. */
type AcceptSocket = (
  request: Request,
  server: SocketServer | null,
  readAddress: () => string,
) => Promise<Response | undefined>;

/**
 * Clients cannot read why an upgrade was refused. So a refused connection is opened, and closed with a reason. Only too
 * many upgrades from one network are answered without a websocket.
 */
export function defineAcceptSocket(connections: Connections): AcceptSocket {
  const { deps } = connections;
  const isOpenProject = defineProjectCheck(deps);
  const upgrades = new MemoryRateLimiter(UPGRADE_LIMIT, deps.clock);
  return async (request, server, readAddress) => {
    const url = urlOf(request);
    // Not decoded: project ids need no encoding, and decoding may throw.
    const projectId = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
    const isWebsocket = request.headers.get('upgrade')?.toLowerCase() === 'websocket';
    if (!isWebsocket || server === null) return upgradeRequired();
    const network = networkOf(readAddress());
    if (upgrades.take(network) > 0) return tooManyUpgrades();
    const isOpen = await isOpenProject(projectId);
    // Nothing else runs between here and `open`, so the place that is free now is free then.
    const refusal =
      (connections.isClosing || !deps.nodes.mayServe ? STOPPING : undefined) ??
      findRefusal(isOpen, url.searchParams.get('protocol')) ??
      (ensureCapacity(connections, projectId, network) ? undefined : FULL);
    const opening = {
      projectId,
      network,
      origin: readForeignOrigin(request),
      server,
    };
    const data = refusal === undefined ? { socket: createSocket(opening, deps.clock.now()) } : { refusal };
    return server.upgrade(request, { data }) ? undefined : upgradeRequired();
  };
}

const FULL: Refusal = {
  code: CODES.overCapacity,
  message: 'The project has as many connections as it may have. Connect again later.',
};

/** The origin of the page that connects. Undefined for programs and for pages of this server. */
function readForeignOrigin({ headers, url }: Request): string | undefined {
  const origin = headers.get('origin');
  if (origin === null || !URL.canParse(origin)) return undefined;
  return new URL(origin).host === (headers.get('host') ?? URL.parse(url)?.host) ? undefined : origin;
}

function findRefusal(isOpen: boolean, version: string | null): Refusal | undefined {
  if (!isOpen) return { code: CODES.unknownApp, message: 'There is no application with this key.' };
  if (version === null)
    return { code: CODES.noVersion, message: 'Say which protocol you speak: ?protocol=7.' };
  if (version === PROTOCOL_VERSION) return undefined;
  return {
    code: CODES.wrongVersion,
    message: `Only version ${PROTOCOL_VERSION} of the protocol is spoken here.`,
  };
}

/** Whether a project exists and is not blocked. Only projects that are open are cached. */
function defineProjectCheck(deps: Deps): (id: string) => Promise<boolean> {
  const known = new Cache<true>({
    budget: deps.cacheBudget,
    maxEntries: 10_000,
    invalidation: { bus: deps.bus, clock: deps.clock, topics: ['project.changed'] },
  });
  return async (id) => {
    if (!isUuid(id)) return false;
    const load = async () => {
      const project = await selectProject(deps.db.reader, id);
      return project === undefined || project.suspended === 'blocked' ? undefined : true;
    };
    return (await known.getOrLoad(id, load)) === true;
  };
}

function tooManyUpgrades(): Response {
  const message = 'Too many connections were opened from this network. Connect again later.';
  const headers = { 'retry-after': String(UPGRADE_LIMIT.windowMs / 1000) };
  return Response.json({ message, code: 'rate_limited' }, { status: 429, headers });
}

function upgradeRequired(): Response {
  const body = { message: 'This address is for websockets only.', code: 'upgrade_required' };
  return Response.json(body, { status: 426, headers: { upgrade: 'websocket', connection: 'upgrade' } });
}
