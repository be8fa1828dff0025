import { SQL } from 'bun';
import { findPostgres, type PostgresServer, startPostgres } from '../../scripts/postgres-server.ts';
import { createTemplates, openTenant, templateBodies } from './client.ts';
import type { Figure, Outcome } from './figure.ts';
import type { PlannedRequest } from './load-plan.ts';
import { compareUnderLoad, DEFAULT_LOAD_TIME } from './measure.ts';
import { REQUEST_FIGURES } from './request-figures.ts';
import {
  type FirstProject,
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startGalley,
  startScript,
} from './servers.ts';
import { planToolCall, seatIn } from './tool-requests.ts';

interface PostgresFigure {
  name: string;
  figure: string;
  /** Share of the requests/s of a bare server with Bun's client. */
  atLeast: number;
  prepare(server: RunningServer, first: FirstProject): Promise<PlannedRequest[]>;
}

const shared = (name: string, atLeast: number): PostgresFigure => {
  const found = REQUEST_FIGURES.find((figure) => figure.name === name);
  if (found === undefined) throw new Error(`there is no figure ${name}`);
  return { name: `postgres-${name}`, figure: `PostgreSQL: ${found.figure}`, atLeast, prepare: found.prepare };
};

const FIGURES: readonly PostgresFigure[] = [
  shared('get', 0.6),
  shared('list', 0.6),
  shared('update', 0.5),
  shared('create', 0.5),
  {
    name: 'postgres-tool',
    figure: 'PostgreSQL: tool get-template, 1,000 of 40 KB',
    atLeast: 0.4,
    async prepare(server, first) {
      const tenant = await openTenant(server, 'bench');
      const ids = await createTemplates(server, tenant, templateBodies(1_000, 40_000));
      const seat = seatIn(first, 'bench');
      return ids.map((id) => planToolCall(seat, 'modern', 'get-template', { template_id: id }));
    },
  },
];

/**
 * Compares Galley on PostgreSQL with a bare server that sends the same statements to a copy of its database, on the
 * same temporary server, whose commits do not wait for a disk.
 */
export const postgresFigures: readonly Figure[] = FIGURES.map((figure) => ({
  name: figure.name,
  whyLeftOut: () => (findPostgres() === undefined ? 'PostgreSQL is not installed' : undefined),
  async measure() {
    const directory = makeDirectory();
    const postgres = await startPostgres();
    const servers: { stop(): Promise<void> }[] = [postgres];
    try {
      const env = { GALLEY_DATABASE_URL: await createDatabase(postgres, 'galley') };
      const first = initializeData(directory, env);
      const bare = await createDatabase(postgres, 'bare', 'TEMPLATE galley');
      const galley = await startGalley(directory, first, env);
      servers.unshift(galley);
      const baseline = await startBare(bare, first.project_id);
      servers.unshift(baseline);
      return [await compare(figure, galley, baseline, first)];
    } finally {
      for (const server of servers) await server.stop();
      removeDirectory(directory);
    }
  },
}));

export async function createDatabase({ url }: PostgresServer, name: string, options = ''): Promise<string> {
  const sql = new SQL(url, { max: 1 });
  await sql.unsafe(`CREATE DATABASE ${name} ${options}`);
  await sql.close();
  return url.replace(/postgres$/, name);
}

async function startBare(url: string, projectId: string): Promise<RunningServer> {
  const started = await startScript('postgres-baseline.ts', [url, projectId]);
  return {
    name: 'baseline',
    projectId: 'bench',
    credentials: { client_id: '', client_secret: '' },
    ...started,
  };
}

async function compare(
  { figure, atLeast, prepare }: PostgresFigure,
  galley: RunningServer,
  baseline: RunningServer,
  first: FirstProject,
): Promise<Outcome> {
  const load = async (server: RunningServer) => ({
    port: server.port,
    pid: server.pid,
    isRandom: true,
    requests: await prepare(server, first),
  });
  const compared = await compareUnderLoad(await load(galley), await load(baseline), DEFAULT_LOAD_TIME);
  const { cpuMs } = compared;
  return {
    figure,
    unit: 'requests/s',
    galley: compared.a,
    baseline: compared.b,
    cpuMs: cpuMs === null ? undefined : { galley: cpuMs.a, baseline: cpuMs.b },
    target: { atLeast },
    generatorLoad: compared.generatorLoad,
  };
}
