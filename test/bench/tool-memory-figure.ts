import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { createTemplates, openTenant, templateBodies } from './client.ts';
import type { Figure, Outcome } from './figure.ts';
import { CONNECTIONS, generateLoad } from './measure.ts';
import { readResidentMegabytes, whyNoUsage } from './process-usage.ts';
import {
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startGalley,
} from './servers.ts';
import { type Era, planToolCall, seatIn } from './tool-requests.ts';

/** Calls before the measurement, in which memory grows because code is compiled and caches are filled. */
const WARM_UP_CALLS = 20_000;
const CALLS = 200_000;

/** Long enough for a garbage collection after a load. */
const IDLE_MS = 3_000;

const ERAS: readonly Era[] = ['modern', 'legacy'];
const TENANT = 'bench';

/** Resident memory after many calls: limits counted, each call recorded, both eras at once. */
export const toolMemoryFigure: Figure = {
  name: 'tool-memory',
  whyLeftOut: whyNoUsage,
  async measure() {
    const directory = makeDirectory();
    try {
      const first = initializeData(directory);
      const galley = await startGalley(directory, first);
      let outcome: Outcome;
      try {
        const [id] = await createTemplates(galley, await openTenant(galley, TENANT), templateBodies(1, 1000));
        const args = { template_id: id, if_version: 1 };
        const seat = seatIn(first, TENANT);
        const requests = ERAS.map((era) => planToolCall(seat, era, 'get-template', args));
        const load = { port: galley.port, connections: CONNECTIONS, requests, firstSerial: 0 };
        const warmUp = await generateLoad({ ...load, answers: WARM_UP_CALLS });
        const before = await readSettledMemory(galley);
        const main = await generateLoad({ ...load, answers: CALLS });
        outcome = {
          figure: 'memory after 200,000 tool calls, baseline 20,000',
          unit: 'MB',
          galley: await readSettledMemory(galley),
          baseline: before,
          target: { atMost: 1.1 },
          generatorLoad: Math.max(warmUp.generatorLoad, main.generatorLoad),
        };
      } finally {
        await galley.stop();
      }
      requireRecord(directory, WARM_UP_CALLS + CALLS);
      return [outcome];
    } finally {
      removeDirectory(directory);
    }
  },
};

async function readSettledMemory({ pid }: RunningServer): Promise<number> {
  await Bun.sleep(IDLE_MS);
  return readResidentMegabytes(pid);
}

/** Throws unless all calls were recorded, because recording is part of the cost. */
function requireRecord(directory: string, calls: number): void {
  const sqlite = new Database(join(directory, 'galley.db'), { readonly: true });
  try {
    const row = sqlite.query<{ calls: number }, []>('SELECT count(*) AS calls FROM tool_calls').get();
    if (row?.calls !== calls) throw new Error(`${row?.calls} of ${calls} tool calls were recorded`);
  } finally {
    sqlite.close();
  }
}
