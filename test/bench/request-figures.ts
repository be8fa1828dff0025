import { createTemplates, type OpenTenant, openTenant, templateBodies, tokenRequest } from './client.ts';
import type { Figure, Outcome } from './figure.ts';
import type { LoadTime, PlannedRequest } from './load-plan.ts';
import { CONNECTIONS, compareUnderLoad, DEFAULT_LOAD_TIME, generateLoad } from './measure.ts';
import { readPeakMegabytes, readResidentMegabytes, whyNoUsage } from './process-usage.ts';
import {
  type BaselineKind,
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startBaseline,
  startGalley,
} from './servers.ts';

/** Bytes of a realistic newsletter. */
const TEMPLATE_BYTES = 40_000;

/** Different bodies that are written. Each gets a new serial number whenever it is sent. */
const BODIES = 128;

/** Templates and tenants of a working set that is larger than the processor's caches. */
const TEMPLATES = 1_000;
const TENANTS = 100;

/** Templates that are changed between lists. */
const WRITTEN = 32;

/** Shorter, because every created template stays on the disk. */
const CREATE_TIME: LoadTime = { warmUpSeconds: 0.5, seconds: 1.5 };

/** Long enough that every template of the largest working set was read. */
const LONG_TIME: LoadTime = { warmUpSeconds: 3, seconds: 3 };

interface RequestFigure {
  name: string;
  figure: string;
  /** Share of the baseline's requests/s to reach, for each baseline. */
  atLeast: Partial<Record<BaselineKind, number>>;
  time?: LoadTime;
  /** Fills the server and says what to send to it, in random order. */
  prepare(server: RunningServer): Promise<PlannedRequest[]>;
}

/** Also measured on PostgreSQL. */
export const REQUEST_FIGURES: readonly RequestFigure[] = [
  {
    name: 'get',
    figure: 'GET 1,000 templates of 40 KB',
    atLeast: { parsing: 0.75 },
    prepare: (server) => prepareReads(server, TEMPLATES),
  },
  {
    name: 'get-10k',
    figure: 'GET 10,000 templates of 40 KB',
    atLeast: { parsing: 0.6 },
    time: LONG_TIME,
    prepare: (server) => prepareReads(server, 10_000),
  },
  {
    name: 'get-32',
    figure: 'GET 32 templates of 40 KB (all cached)',
    atLeast: { parsing: 0.75 },
    prepare: (server) => prepareReads(server, 32),
  },
  {
    name: 'list',
    figure: 'list 25 of 1,000, one write per 100',
    atLeast: { parsing: 0.6 },
    async prepare(server) {
      const { tenant, ids, bodies } = await fill(server, TEMPLATES, 1000);
      const list: PlannedRequest = { method: 'GET', path: tenant.templates, token: tenant.token };
      return ids
        .slice(0, WRITTEN)
        .flatMap((id, index) => [
          ...Array<PlannedRequest>(100).fill(list),
          planUpdate(tenant, id, bodies[index] as string),
        ]);
    },
  },
  {
    name: 'list-unwritten',
    figure: 'list 25 of 1,000, no writes (cached)',
    atLeast: { parsing: 1 },
    async prepare(server) {
      const { tenant } = await fill(server, TEMPLATES, 1000);
      return [{ method: 'GET', path: tenant.templates, token: tenant.token }];
    },
  },
  {
    name: 'token',
    figure: 'token exchange for 100 tenants',
    atLeast: { raw: 0.15, parsing: 0.15 },
    async prepare(server) {
      const requests = Array.from({ length: TENANTS }, (_, index) => tokenRequest(server, `tenant-${index}`));
      for (let index = 0; index < TENANTS; index += 1) await openTenant(server, `tenant-${index}`);
      return requests;
    },
  },
  {
    name: 'update',
    figure: 'update 1,000 templates of 40 KB',
    atLeast: { raw: 0.35, parsing: 0.35 },
    async prepare(server) {
      const { tenant, ids, bodies } = await fill(server, TEMPLATES, TEMPLATE_BYTES);
      return ids.map((id, index) => planUpdate(tenant, id, bodies[index % bodies.length] as string));
    },
  },
  {
    name: 'create',
    figure: 'create templates of 40 KB',
    atLeast: { raw: 0.55, parsing: 0.55 },
    time: CREATE_TIME,
    async prepare(server) {
      const { token, templates } = await openTenant(server, 'bench');
      const bodies = templateBodies(BODIES, TEMPLATE_BYTES);
      return bodies.map((body) => ({ method: 'POST', path: templates, token, body }));
    },
  },
];

/** A tenant with so many different templates. */
async function fill(server: RunningServer, count: number, bytes: number) {
  const tenant = await openTenant(server, 'bench');
  const different = templateBodies(Math.min(count, TEMPLATES), bytes);
  // Further templates differ by their serial numbers.
  const bodies = Array.from({ length: count }, (_, index) => different[index % different.length] as string);
  return { tenant, bodies, ids: await createTemplates(server, tenant, bodies) };
}

async function prepareReads(server: RunningServer, count: number): Promise<PlannedRequest[]> {
  const { tenant, ids } = await fill(server, count, TEMPLATE_BYTES);
  return ids.map((id) => planRead(tenant, id));
}

function planRead({ token, templates }: OpenTenant, id: string): PlannedRequest {
  return { method: 'GET', path: `${templates}/${id}`, token };
}

function planUpdate({ token, templates }: OpenTenant, id: string, body: string): PlannedRequest {
  return { method: 'PUT', path: `${templates}/${id}`, token, body };
}

/** Galley and the baselines answer the same requests, each figure on fresh data. */
export const requestFigures: readonly Figure[] = REQUEST_FIGURES.map((figure) => ({
  name: figure.name,
  async measure() {
    const directory = makeDirectory();
    const servers: RunningServer[] = [];
    try {
      const data = `${directory}/galley`;
      const galley = await startGalley(data, initializeData(data));
      servers.push(galley);
      const requests = await figure.prepare(galley);
      const outcomes: Outcome[] = [];
      for (const [kind, atLeast] of Object.entries(figure.atLeast) as [BaselineKind, number][]) {
        const baseline = await startBaseline(directory, kind);
        servers.push(baseline);
        const compared = await compareUnderLoad(
          { port: galley.port, pid: galley.pid, isRandom: true, requests },
          {
            port: baseline.port,
            pid: baseline.pid,
            isRandom: true,
            requests: await figure.prepare(baseline),
          },
          figure.time ?? DEFAULT_LOAD_TIME,
        );
        const { cpuMs } = compared;
        const hasTwo = Object.keys(figure.atLeast).length > 1;
        outcomes.push({
          figure: hasTwo ? `${figure.figure} (${BASELINES[kind]})` : figure.figure,
          unit: 'requests/s',
          galley: compared.a,
          baseline: compared.b,
          cpuMs: cpuMs === null ? undefined : { galley: cpuMs.a, baseline: cpuMs.b },
          target: { atLeast },
          generatorLoad: compared.generatorLoad,
        });
      }
      return outcomes;
    } finally {
      for (const server of servers) await server.stop();
      removeDirectory(directory);
    }
  },
}));

/** Pause after a load before the memory is read. */
const REST_MS = 10_000;

/** Memory of both servers after reads and updates of 1,000 templates, and their peak. */
export const loadMemoryFigure: Figure = {
  name: 'memory',
  whyLeftOut: whyNoUsage,
  async measure() {
    const directory = makeDirectory();
    const servers: RunningServer[] = [];
    try {
      const data = `${directory}/galley`;
      const galley = await startGalley(data, initializeData(data));
      servers.push(galley);
      const baseline = await startBaseline(directory, 'raw');
      servers.push(baseline);
      for (const server of servers) {
        const { tenant, ids, bodies } = await fill(server, TEMPLATES, TEMPLATE_BYTES);
        const { port } = server;
        const gets = ids.map((id) => planRead(tenant, id));
        const updates = ids.map((id, index) => planUpdate(tenant, id, bodies[index] as string));
        for (const [run, requests] of [gets, updates].entries()) {
          const task = { port, requests, isRandom: true, connections: CONNECTIONS };
          await generateLoad({ ...task, ...LONG_TIME, firstSerial: (run + 1) * 1_000_000 });
        }
      }
      await Bun.sleep(REST_MS);
      const compare = (figure: string, read: (pid: number) => number, atMost: number): Outcome[] =>
        [galley, baseline].map((server) => ({
          figure: `${figure}, ${server.name}`,
          unit: 'MB',
          galley: read(server.pid),
          baseline: null,
          target: { atMost },
          generatorLoad: null,
        }));
      return [
        ...compare('memory after reads and updates of 1,000 templates', readResidentMegabytes, 200),
        ...compare('most memory meanwhile', readPeakMegabytes, 450),
      ];
    } finally {
      for (const server of servers) await server.stop();
      removeDirectory(directory);
    }
  },
};

const BASELINES: Record<BaselineKind, string> = {
  raw: 'baseline raw',
  parsing: 'baseline parsing',
};
