import type { Deps } from '../../../platform/deps.ts';
import { CHECK_TIMEOUT_MS, type CheckResult, reasonOf, resultsOf } from './result.ts';

const servers = resultsOf('servers');

/** Whether this server reaches the others of the installation, to which it sends requests of their tenants. */
export async function checkServers({ homes }: Deps): Promise<CheckResult[]> {
  const others = homes.others();
  if (others.length === 0) return [];
  const faults = await Promise.all(others.map(({ address }) => findFault(address)));
  const found = faults.flatMap((fault) => (fault === undefined ? [] : [servers.fault(fault)]));
  return found.length > 0 ? found : [servers.ok(`This server reaches the other ones (${others.length}).`)];
}

async function findFault(address: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  const reason = await fetch(`${address}/api/v1/health`, { signal, redirect: 'manual' }).then(
    ({ ok, status }) => (ok ? undefined : `status ${status}`),
    reasonOf,
  );
  return (
    reason &&
    `The server at ${address} cannot be reached from here (${reason}): requests of its tenants that come here fail. Correct GALLEY_SERVER_ADDRESS there, or open the network between the servers.`
  );
}
