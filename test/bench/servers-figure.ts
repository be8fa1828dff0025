import { type Balancer, findHaproxy, startHaproxy } from '../../scripts/haproxy-server.ts';
import { createTemplates, openTenant, templateBodies } from './client.ts';
import type { Figure } from './figure.ts';
import { type Installation, startShared, whyNoServers } from './installation.ts';
import type { PlannedRequest } from './load-plan.ts';
import { CONNECTIONS, generateLoad, median } from './measure.ts';
import { readCpuSeconds, readCpuSecondsWithChildren, whyNoUsage } from './process-usage.ts';
import type { RunningServer } from './servers.ts';

const TENANTS = 48;
const TEMPLATES_PER_TENANT = 8;
const TEMPLATE_BYTES = 40_000;

/** Reads of each template per list of its tenant. */
const READS = 8;

/** Answers of each server before the measurement, so that three servers have compiled as much of their code as one. */
const WARM_UP_ANSWERS = 15_000;
const ANSWERS = 8_000;
const RUNS = 3;

/** Connections of all servers together, for changes and for reads each. */
const DATABASE_CONNECTIONS = 12;

const KINDS = ['reads', 'writes'] as const;
const TARGETS = { reads: 0.95, writes: 0.9 };

type Requests = Record<(typeof KINDS)[number], PlannedRequest[]>;

/**
 * The same requests of many tenants to three servers and to one, behind a balancer that gives each request to the next one. The
 * database shares the processor cores, so the processor time of servers and database is compared.
 */
export const serversFigure: Figure = {
  name: 'servers',
  whyLeftOut: () =>
    whyNoUsage() ?? whyNoServers() ?? (findHaproxy() === undefined ? 'HAProxy is not installed' : undefined),
  async measure() {
    const shared = await startShared();
    const stops: (() => Promise<void>)[] = [() => shared.stop()];
    const start = async (name: string, count: number) => {
      const installation = await shared.start(name, count, {
        GALLEY_DATABASE_POOL: String(DATABASE_CONNECTIONS / count),
      });
      stops.unshift(() => installation.stop());
      const balancer = await startHaproxy(installation.servers.map(({ port }) => port));
      stops.unshift(() => balancer.stop());
      return { balancer, installation, requests: await planRequests(installation, balancer) };
    };
    try {
      const both = [await start('three', 3), await start('one', 1)] as const;
      const results = [];
      for (const kind of KINDS) results.push(await compare(kind, both, shared.postgres.running().pid));
      return results;
    } finally {
      for (const stop of stops) await stop();
    }
  },
};

interface Side {
  balancer: Balancer;
  installation: Installation;
  requests: Requests;
}

async function compare(kind: keyof Requests, both: readonly [Side, Side], databasePid: number) {
  const perSecond: [number[], number[]] = [[], []];
  let generatorLoad = 0;
  for (let run = 0; run <= RUNS; run += 1)
    for (const number of [0, 1] as const) {
      const { balancer, installation, requests } = both[number];
      const answers = run === 0 ? WARM_UP_ANSWERS * installation.servers.length : ANSWERS;
      const readCpu = () =>
        installation.servers.reduce((sum, { pid }) => sum + readCpuSeconds(pid), 0) +
        readCpuSecondsWithChildren(databasePid);
      const before = readCpu();
      const result = await generateLoad({
        port: balancer.port,
        connections: CONNECTIONS,
        requests: requests[kind],
        isRandom: true,
        firstSerial: (run + 1) * 1_000_000,
        answers,
      });
      if (run > 0) perSecond[number].push(answers / (readCpu() - before));
      generatorLoad = Math.max(generatorLoad, result.generatorLoad);
    }
  return {
    figure: `three servers, ${kind} per second of processor time, baseline one server`,
    unit: 'requests/s' as const,
    galley: median(perSecond[0]),
    baseline: median(perSecond[1]),
    target: { atLeast: TARGETS[kind] },
    generatorLoad,
  };
}

async function planRequests({ servers }: Installation, { port }: Balancer): Promise<Requests> {
  const server = { ...(servers[0] as RunningServer), port };
  const bodies = templateBodies(TEMPLATES_PER_TENANT, TEMPLATE_BYTES);
  const requests: Requests = { reads: [], writes: [] };
  for (let number = 0; number < TENANTS; number += 1) {
    const tenant = await openTenant(server, `tenant-${number}`);
    const { token, templates } = tenant;
    for (const [index, id] of (await createTemplates(server, tenant, bodies)).entries()) {
      const path = `${templates}/${id}`;
      requests.reads.push(...Array<PlannedRequest>(READS).fill({ method: 'GET', path, token }));
      requests.reads.push({ method: 'GET', path: templates, token });
      requests.writes.push({ method: 'PUT', path, token, body: bodies[index] as string });
    }
  }
  return requests;
}
