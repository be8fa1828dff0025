import type { Deps } from '../../platform/deps.ts';
import { isForServer, MISDIRECTED, PASS } from '../../platform/server-pass.ts';
import { describeArrival } from './diagnosis/proxy.ts';

const HEADERS = { 'cache-control': 'no-store' };

/** Probes at the addresses that Kubernetes and load balancers expect. */
export const probeEndpoints = (deps: Deps) => [
  // Does not read the database, because a restart does not fix a fault of the disk.
  liveEndpoint(deps),
  probe('/health/ready', () => deps.services.instance.readiness.check(deps)),
  arrivalEndpoint(deps),
];

/** Another server's `galley doctor` asks whether it reaches this one, and no other. */
function liveEndpoint({ homes }: Deps) {
  const live = probe('/health/live', async () => 'live');
  return {
    ...live,
    async handle(request: Request) {
      const isMisdirected = request.headers.has(PASS) && !isForServer(request, homes.id, homes);
      return isMisdirected
        ? new Response(null, { status: MISDIRECTED, headers: HEADERS })
        : live.handle(request);
    },
  };
}

/** Only for `galley doctor` of this server. */
function arrivalEndpoint(deps: Deps) {
  return {
    path: '/health/proxy',
    isForOwnPages: true as const,
    async handle(request: Request, _readAddress: () => string, readPeer?: () => string | undefined) {
      const arrived = describeArrival(deps, request, readPeer?.() ?? 'unknown');
      if (arrived === undefined) return new Response('Not found.\n', { status: 404, headers: HEADERS });
      return Response.json(arrived, { headers: HEADERS });
    },
  };
}

function probe(path: string, ask: () => Promise<string>) {
  return {
    path,
    isForOwnPages: true,
    async handle({ method }: Request) {
      if (method !== 'GET' && method !== 'HEAD')
        return new Response('Only GET is answered here.\n', { status: 405, headers: { allow: 'GET, HEAD' } });
      return Response.json({ status: await ask() }, { headers: HEADERS });
    },
  };
}
