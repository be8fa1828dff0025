import type { Deps } from '../../../platform/deps.ts';
import { type CheckResult, resultsOf } from './result.ts';

const servers = resultsOf('servers');

/** Whether servers of one installation have media files of their own, which the others cannot give. */
export const findSeparateFiles = (deps: Pick<Deps, 'nodes' | 'files'>): string | undefined =>
  deps.nodes.isShared && deps.files.probe === undefined
    ? 'Media files are in the data directory of this server, so other servers cannot give them. Copy them to a bucket with galley migrate-to, and set GALLEY_FILES_URL for every server.'
    : undefined;

/** Whether this server has a lease, and the same settings, clock and messages as the others of the installation. */
export async function checkServers(deps: Deps): Promise<CheckResult[]> {
  const { others } = deps.nodes;
  const separate = others > 0 ? findSeparateFiles(deps) : undefined;
  const faults = [separate, ...deps.nodes.faults].filter((fault) => fault !== undefined);
  if (faults.length > 0) return faults.map(servers.fault);
  return others > 0 ? [servers.ok(`Other servers of the installation: ${others}.`)] : [];
}
