import { openTenant } from './client.ts';
import type { Figure, Outcome } from './figure.ts';
import type { LoadTime, PlannedRequest } from './load-plan.ts';
import { compareUnderLoad } from './measure.ts';
import { type SeedSize, seededTenant, seedTemplates } from './seed.ts';
import {
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startGalley,
} from './servers.ts';

export const LARGE: SeedSize = { tenants: 10_000, templates: 1_000_000 };
export const SMALL: SeedSize = { tenants: 1, templates: 1_000 };

/** Tenants that send requests; more would measure the number of tokens in the plan. */
export const ACTIVE_TENANTS = 256;

/** Different requests, spread evenly over the active tenants. */
const REQUESTS = 4_096;

/** Long enough that all templates and lists are read once and the code is compiled. */
const LOAD_TIME: LoadTime = { warmUpSeconds: 4, seconds: 2 };

/** Most time of a request with many templates, as a multiple of that with few. */
const ALLOWED_GROWTH = 1.5;

export interface SeededServer {
  server: RunningServer;
  gets: PlannedRequest[];
  lists: PlannedRequest[];
}

/** Compares the same requests to a server with few templates and to one with a million. */
export const growthFigure: Figure = {
  name: 'growth',
  async measure() {
    const directory = makeDirectory();
    const servers: RunningServer[] = [];
    try {
      const large = await startSeeded(`${directory}/large`, LARGE);
      servers.push(large.server);
      const small = await startSeeded(`${directory}/small`, SMALL);
      servers.push(small.server);
      return [
        await compareGrowth('GET with 1,000,000 templates, baseline 1,000', large, small, 'gets'),
        await compareGrowth('list with 1,000,000 templates, baseline 1,000', large, small, 'lists'),
      ];
    } finally {
      for (const server of servers) await server.stop();
      removeDirectory(directory);
    }
  },
};

async function startSeeded(directory: string, size: SeedSize): Promise<SeededServer> {
  const first = initializeData(directory);
  const idsByTenant = seedTemplates(directory, first.project_id, size, ACTIVE_TENANTS);
  return planReads(await startGalley(directory, first), idsByTenant);
}

/** Requests for the templates with these ids, of the first seeded tenants. */
export async function planReads(
  server: RunningServer,
  idsByTenant: readonly string[][],
): Promise<SeededServer> {
  const gets: PlannedRequest[] = [];
  const lists: PlannedRequest[] = [];
  for (const [index, ids] of idsByTenant.entries()) {
    const { token, templates } = await openTenant(server, seededTenant(index));
    lists.push({ method: 'GET', path: templates, token });
    const share = REQUESTS / idsByTenant.length;
    for (let number = 0; number < share; number += 1) {
      const id = ids[Math.floor((number * ids.length) / share)];
      gets.push({ method: 'GET', path: `${templates}/${id}`, token });
    }
  }
  return { server, gets: mix(gets), lists };
}

/** Separates neighbors: walks the list in steps that share no divisor with its length. */
function mix<Item>(items: readonly Item[]): Item[] {
  return items.map((_, index) => items[(index * 1_597) % items.length] as Item);
}

export async function compareGrowth(
  figure: string,
  large: SeededServer,
  small: SeededServer,
  kind: 'gets' | 'lists',
): Promise<Outcome> {
  const compared = await compareUnderLoad(
    { port: large.server.port, pid: large.server.pid, requests: large[kind] },
    { port: small.server.port, pid: small.server.pid, requests: small[kind] },
    LOAD_TIME,
  );
  return {
    figure,
    unit: 'µs/request',
    galley: 1e6 / compared.a,
    baseline: 1e6 / compared.b,
    cpuMs: compared.cpuMs === null ? undefined : { galley: compared.cpuMs.a, baseline: compared.cpuMs.b },
    target: { atMost: ALLOWED_GROWTH },
    generatorLoad: compared.generatorLoad,
  };
}
