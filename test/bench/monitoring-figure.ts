import { join } from 'node:path';
import { createTemplates, openTenant, templateBodies } from './client.ts';
import type { Figure, Outcome } from './figure.ts';
import type { PlannedRequest } from './load-plan.ts';
import { generateLoad, median } from './measure.ts';
import { whyNoUsage } from './process-usage.ts';
import {
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startGalley,
} from './servers.ts';

const RUNS = 20;
const ANSWERS = 1_000;
const WARM_UP_ANSWERS = 8_000;
const CONNECTIONS = 16;

const TEMPLATES = 20;
const TEMPLATE_BYTES = 40_000;
const TOKEN = 'the token of the monitoring system';

const METRICS = { GALLEY_METRICS_TOKEN: TOKEN };
const ACCESS_LOG = { GALLEY_LOG_REQUESTS: 'true' };

/** Features that are compared with a server without them. */
const KINDS = {
  metrics: METRICS,
  'metrics and access log': { ...METRICS, ...ACCESS_LOG },
};

/**
 * Processor time that metrics and the access log add to a mix of requests: half reads, a quarter lists, a quarter
 * updates. Two servers take turns, so that other load of the machine affects both.
 */
export const monitoringFigure: Figure = {
  name: 'monitoring',
  whyLeftOut: whyNoUsage,
  async measure() {
    const outcomes: Outcome[] = [];
    for (const [name, env] of Object.entries(KINDS)) outcomes.push(await measureKind(name, env));
    return outcomes;
  },
};

async function measureKind(name: string, env: Readonly<Record<string, string>>): Promise<Outcome> {
  const directory = makeDirectory();
  const servers: Tried[] = [];
  try {
    servers.push(await open(directory, 'off', {}), await open(directory, 'on', env));
    const [off, on] = servers as [Tried, Tried];
    for (const tried of servers) await measure(tried, WARM_UP_ANSWERS);
    const costs = { off: [] as number[], on: [] as number[] };
    let generatorLoad = 0;
    for (let run = 0; run < RUNS; run += 1) {
      // Each server is first in turn, because the second one may meet another state of the machine.
      for (const tried of run % 2 === 0 ? [off, on] : [on, off]) {
        const result = await measure(tried, ANSWERS);
        costs[tried === on ? 'on' : 'off'].push(result.serverMs * 1000);
        generatorLoad = Math.max(generatorLoad, result.generatorLoad);
      }
    }
    const ratios = costs.on.map((cost, run) => cost / (costs.off[run] as number));
    const baseline = median(costs.off);
    return {
      figure: `CPU of requests with ${name}, baseline without`,
      ...{ unit: 'µs/request', galley: baseline * median(ratios), baseline },
      ...{ target: { atMost: 1.03 }, generatorLoad },
    };
  } finally {
    for (const { server } of servers) await server.stop();
    removeDirectory(directory);
  }
}

interface Tried {
  server: RunningServer;
  requests: PlannedRequest[];
  /** The next serial number, so that updates of each run differ from former ones. */
  serial: number;
}

async function open(directory: string, name: string, env: Readonly<Record<string, string>>): Promise<Tried> {
  const data = join(directory, name);
  const first = initializeData(data);
  const server = await startGalley(data, first, env, { logFile: join(directory, `${name}.log`) });
  const tenant = await openTenant(server, 'bench');
  const bodies = templateBodies(TEMPLATES, TEMPLATE_BYTES);
  const ids = await createTemplates(server, tenant, bodies);
  const { token, templates } = tenant;
  const requests = ids.flatMap((id, index): PlannedRequest[] => [
    { method: 'GET', path: `${templates}/${id}`, token },
    { method: 'GET', path: templates, token },
    { method: 'GET', path: `${templates}/${id}`, token },
    { method: 'PUT', path: `${templates}/${id}`, token, body: bodies[index] as string },
  ]);
  return { server, requests, serial: 0 };
}

async function measure(tried: Tried, answers: number) {
  const { server, requests } = tried;
  tried.serial += 10 * answers;
  const result = await generateLoad({
    port: server.port,
    serverPid: server.pid,
    connections: CONNECTIONS,
    ...{ requests, answers, isRandom: true, firstSerial: tried.serial },
  });
  if (result.failures > 0) throw new Error(`${result.failures} requests failed: ${result.firstFailure}`);
  return { ...result, serverMs: result.serverMs as number };
}
