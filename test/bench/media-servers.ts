import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenTenant, openTenant } from './client.ts';
import {
  initializeData,
  makeDirectory,
  type RunningScript,
  type RunningServer,
  removeDirectory,
  startGalley,
  startScript,
} from './servers.ts';

/** Galley on a new data directory, and a bare file server. */
interface MediaServers {
  galley: RunningServer;
  bare: RunningScript;
  tenant: OpenTenant;
  /** Path of the tenant's library. */
  library: string;
}

/** Starts both servers, the bare one with `served` as its file, and stops them when `measure` is done. */
export async function withMediaServers<Result>(
  served: Uint8Array,
  measure: (servers: MediaServers) => Promise<Result>,
): Promise<Result> {
  const directory = makeDirectory();
  const servers: RunningScript[] = [];
  try {
    const data = join(directory, 'galley');
    const galley = await startGalley(data, initializeData(data));
    servers.push(galley);
    const file = join(directory, 'served');
    await Bun.write(file, served);
    const folder = join(directory, 'written');
    mkdirSync(folder);
    const bare = await startScript('media-baseline.ts', [folder, file]);
    servers.push(bare);
    const tenant = await openTenant(galley, 'bench');
    return await measure({ galley, bare, tenant, library: libraryOf(tenant) });
  } finally {
    for (const server of servers) await server.stop();
    removeDirectory(directory);
  }
}

export const libraryOf = ({ templates }: OpenTenant): string => templates.replace(/templates$/, 'media');
