import type { Deps } from '../../platform/deps.ts';
import { describeArrival } from './diagnosis/proxy.ts';

const HEADERS = { 'cache-control': 'no-store' };

/** Probes at the addresses that Kubernetes and load balancers expect. */
export const probeEndpoints = (deps: Deps) => [
  // Does not read the database, because a restart does not fix a fault of the disk.
  probe('/health/live', async () => 'live'),
  probe('/health/ready', () => deps.services.instance.readiness.check(deps)),
  arrivalEndpoint(deps),
];

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
