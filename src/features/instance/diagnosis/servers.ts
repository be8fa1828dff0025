import type { Deps } from '../../../platform/deps.ts';
import type { OtherServer } from '../../../platform/ports/homes.ts';
import { MISDIRECTED, PASS } from '../../../platform/server-pass.ts';
import { CHECK_TIMEOUT_MS, type CheckResult, reasonOf, resultsOf } from './result.ts';

const servers = resultsOf('servers');

/** Whether servers of one installation have media files of their own, which the others cannot give. */
export const findSeparateFiles = ({ homes, files }: Pick<Deps, 'homes' | 'files'>): string | undefined =>
  homes.isShared && files.probe === undefined
    ? 'Media files are in the data directory of this server, so other servers cannot give them. Copy them to a bucket with galley migrate-to, and set GALLEY_FILES_URL for every server.'
    : undefined;

/** Whether this server reaches the others of the installation, to which it sends requests of their tenants. */
export async function checkServers(deps: Deps): Promise<CheckResult[]> {
  const others = deps.homes.others();
  if (others.length === 0) return deps.homes.faults().map(servers.fault);
  const unreached = await Promise.all(others.map((other) => findFault(other, deps.homes.passFor(other.id))));
  const faults = [...unreached, findSeparateFiles(deps), ...deps.homes.faults()].filter(
    (fault) => fault !== undefined,
  );
  if (faults.length > 0) return faults.map(servers.fault);
  return [servers.ok(`This server reaches the other ones (${others.length}).`)];
}

async function findFault({ address }: OtherServer, pass: string): Promise<string | undefined> {
  const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
  const asked = fetch(`${address}/health/live`, { headers: { [PASS]: pass }, signal, redirect: 'manual' });
  const [status, reason] = await asked.then(
    (answer) => [answer.status, `status ${answer.status}`],
    (error) => [0, reasonOf(error)],
  );
  if (status === 200) return undefined;
  if (status === MISDIRECTED)
    return `Another server answers at ${address}, which is the address of one: requests of its tenants fail. Give each server a GALLEY_SERVER_ADDRESS of its own, past the balancer.`;
  return `The server at ${address} cannot be reached from here (${reason}): requests of its tenants that come here fail. Correct GALLEY_SERVER_ADDRESS there, or open the network between the servers.`;
}
