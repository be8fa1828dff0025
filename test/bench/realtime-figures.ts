import { join } from 'node:path';
import { signUser } from '../support/signed-user.ts';
import { createTemplates, openTenant, templateBodies } from './client.ts';
import type { Figure } from './figure.ts';
import { median } from './measure.ts';
import { readResidentMegabytes, whyNoUsage } from './process-usage.ts';
import type { RealtimePlan, RealtimeResult } from './realtime-plan.ts';
import {
  type FirstProject,
  initializeData,
  makeDirectory,
  type RunningServer,
  removeDirectory,
  startGalley,
  startScript,
} from './servers.ts';

export const SUBSCRIBERS = 500;
const IDLE_SOCKETS = 2_000;
/** Templates that are open at once while nothing happens. */
const IDLE_TEMPLATES = 50;
export const RUNS = 3;

/** Long enough for a garbage collection after the channels were opened. */
const SETTLE_MS = 3_000;

/** Sends one message to everybody who has a template open, compared with bare publishing in the same run. */
export const realtimeFanoutFigure: Figure = {
  name: 'realtime-fanout',
  whyLeftOut: whyNoUsage,
  async measure() {
    return withGalley(async (server, first) => {
      const bare = await startScript('realtime-baseline.ts', []);
      try {
        const plan = await planEntry(server, first, SUBSCRIBERS, 1);
        const bareOnes: RealtimeResult[] = [];
        const own: RealtimeResult[] = [];
        for (let run = 0; run < RUNS; run += 1) {
          own.push(await sendLoad({ ...plan, task: 'send' }));
          bareOnes.push(
            await sendLoad({
              ports: [bare.port],
              pids: [bare.pid],
              path: '/',
              sockets: SUBSCRIBERS,
              task: 'send',
            }),
          );
        }
        const generatorLoad = Math.max(...[...own, ...bareOnes].map((result) => result.generatorLoad));
        const middle = (results: RealtimeResult[], of: keyof RealtimeResult) =>
          median(results.map((result) => result[of]));
        return [
          {
            figure: `a message to ${SUBSCRIBERS} subscribers`,
            unit: 'deliveries/s' as const,
            galley: middle(own, 'deliveriesPerSecond'),
            baseline: middle(bareOnes, 'deliveriesPerSecond'),
            target: { atLeast: 0.7 },
            generatorLoad,
          },
          {
            // Also true if the generator is slower than the servers. A bare server sends it larger batches.
            figure: 'the same, processor time of 1,000 deliveries',
            unit: 'ms' as const,
            galley: middle(own, 'serverMilliseconds'),
            baseline: middle(bareOnes, 'serverMilliseconds'),
            target: { atMost: 1 / 0.7 },
            generatorLoad: null,
          },
          {
            figure: 'the same, p99 of the delay',
            unit: 'ms' as const,
            galley: middle(own, 'p99Milliseconds'),
            baseline: middle(bareOnes, 'p99Milliseconds'),
            target: { atMost: 2 },
            generatorLoad,
          },
        ];
      } finally {
        await bare.stop();
      }
    });
  },
};

/** Cost of open editors without changes, each in the channel of a template. */
export const realtimeIdleFigure: Figure = {
  name: 'realtime-idle',
  whyLeftOut: whyNoUsage,
  async measure() {
    return withGalley(async (server, first) => {
      const plan = await planEntry(server, first, IDLE_SOCKETS, IDLE_TEMPLATES);
      await Bun.sleep(SETTLE_MS);
      const before = readResidentMegabytes(server.pid);
      const load = startLoad({ ...plan, task: 'hold' });
      try {
        for await (const _ready of load.stdout) break;
        await Bun.sleep(SETTLE_MS);
        return [
          {
            figure: `${IDLE_SOCKETS} idle sockets, above idle`,
            unit: 'MB' as const,
            galley: readResidentMegabytes(server.pid) - before,
            baseline: null,
            target: { atMost: 120 },
            generatorLoad: null,
          },
        ];
      } finally {
        load.kill();
        await load.exited;
      }
    });
  },
};

export type Project = FirstProject & { signing_key: string };

async function withGalley<Result>(
  work: (server: RunningServer, first: Project) => Promise<Result>,
): Promise<Result> {
  const directory = makeDirectory();
  try {
    const data = `${directory}/galley`;
    const first = initializeData(data) as Project;
    const server = await startGalley(data, first);
    try {
      return await work(server, first);
    } finally {
      await server.stop();
    }
  } finally {
    removeDirectory(directory);
  }
}

/** The plan to open sockets in the channels of new templates. */
export async function planEntry(server: RunningServer, first: Project, sockets: number, templates: number) {
  const tenant = await openTenant(server, 'bench');
  const ids = await createTemplates(server, tenant, templateBodies(templates, 40_000));
  return {
    ports: [server.port],
    pids: [server.pid],
    path: `/app/${server.projectId}?protocol=7`,
    sockets,
    entry: {
      path: tenant.templates.replace(/templates$/, 'broadcasting/auth'),
      token: tenant.token,
      user: signUser(first.signing_key),
      channels: ids.map((id) => `presence-template.${id}`),
    },
  };
}

function startLoad(plan: RealtimePlan) {
  const child = Bun.spawn(['bun', join(import.meta.dir, 'realtime-load.ts')], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  child.stdin.write(`${JSON.stringify(plan)}\n`);
  child.stdin.flush();
  return child;
}

export async function sendLoad(plan: RealtimePlan): Promise<RealtimeResult> {
  const child = startLoad(plan);
  const output = await child.stdout.text();
  if ((await child.exited) !== 0) throw new Error('the load generator failed');
  return JSON.parse(output) as RealtimeResult;
}
