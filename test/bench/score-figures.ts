import { stopwatch } from '../../src/platform/clock.ts';
import { createTemplates, fetchOnce, type OpenTenant, openTenant } from './client.ts';
import type { Figure } from './figure.ts';
import { longMail } from './long-mail.ts';
import { median } from './measure.ts';
import {
  initializeData,
  makeDirectory,
  type RunningScript,
  removeDirectory,
  startGalley,
  startScript,
} from './servers.ts';

const SECTIONS = 20;

/** Runs before the measurement, until the code runs at full speed. */
const WARM_UPS = 40;

const ROUNDS = 100;

interface Bench {
  galley: RunningScript;
  tenant: OpenTenant;
  id: string;
}

/** Time a client waits for the first score of a content, compared with parsing it. */
export const scoreColdFigure: Figure = {
  name: 'score-cold',
  measure: () =>
    withGalley(async (bench) => {
      const bare = await startScript('score-bare.ts', []);
      try {
        const samples = { galley: [] as number[], bare: [] as number[] };
        for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
          const body = JSON.stringify({ current_content: longMail(SECTIONS, round) });
          const galleyMs = await timeScore(bench, body);
          const bareMs = await time(() => fetchOnce(bare, { method: 'POST', path: '/', body }));
          if (round < WARM_UPS) continue;
          samples.galley.push(galleyMs);
          samples.bare.push(bareMs);
        }
        const figure = `score, ${SECTIONS} sections, not rated before`;
        const shared = { unit: 'ms', galley: median(samples.galley), generatorLoad: null } as const;
        return [
          { ...shared, figure, baseline: null, target: { atMost: 15 } },
          {
            ...shared,
            figure: `${figure}, against parsing`,
            baseline: median(samples.bare),
            target: { atMost: 15 },
          },
        ];
      } finally {
        await bare.stop();
      }
    }),
};

/** Time of a score that is cached. */
export const scoreCachedFigure: Figure = {
  name: 'score-cached',
  measure: () =>
    withGalley(async (bench) => {
      const samples: number[] = [];
      for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
        const ms = await timeScore(bench, '{}');
        if (round >= WARM_UPS) samples.push(ms);
      }
      return [
        {
          figure: `score, ${SECTIONS} sections, rated before`,
          unit: 'ms',
          galley: median(samples),
          baseline: null,
          target: { atMost: 1 },
          generatorLoad: null,
        },
      ];
    }),
};

async function withGalley<T>(measure: (bench: Bench) => Promise<T>): Promise<T> {
  const directory = makeDirectory();
  let galley: RunningScript | undefined;
  try {
    const running = await startGalley(directory, initializeData(directory));
    galley = running;
    const tenant = await openTenant(running, 'bench');
    const [id = ''] = await createTemplates(running, tenant, [
      JSON.stringify({ content: longMail(SECTIONS) }),
    ]);
    return await measure({ galley: running, tenant, id });
  } finally {
    await galley?.stop();
    removeDirectory(directory);
  }
}

/** The milliseconds a client waits for a score. */
function timeScore({ galley, tenant, id }: Bench, body: string): Promise<number> {
  const path = `${tenant.templates}/${id}/ai/score`;
  return time(() => fetchOnce(galley, { method: 'POST', path, token: tenant.token, body }));
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const elapsed = stopwatch();
  await work();
  return elapsed();
}
