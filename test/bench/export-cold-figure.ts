import { stopwatch } from '../../src/platform/clock.ts';
import {
  createTemplates,
  fetchOnce,
  type OpenTenant,
  openTenant,
  sendOnce,
  templateBodies,
} from './client.ts';
import type { Figure, Outcome } from './figure.ts';
import { median } from './measure.ts';
import {
  initializeData,
  makeDirectory,
  type RunningScript,
  removeDirectory,
  startGalley,
  startScript,
} from './servers.ts';

/** JSON bytes of the templates: a short mail, a newsletter, a long one. */
const SIZES = [5000, 15_000, 40_000, 100_000];

/** Runs before the measurement, until both compilers run at full speed. */
const WARM_UPS = 40;

const ROUNDS = 60;

interface Samples {
  galley: number[];
  bare: number[];
}

/** Time of the first export of a template, compared with the compiler alone on the same MJML. */
export const exportColdFigure: Figure = {
  name: 'export-cold',
  async measure() {
    const directory = makeDirectory();
    const servers: RunningScript[] = [];
    try {
      const data = `${directory}/galley`;
      const galley = await startGalley(data, initializeData(data));
      servers.push(galley);
      const tenant = await openTenant(galley, 'bench');
      const bodies = SIZES.flatMap((size) => templateBodies(1, size));
      const ids = await createTemplates(galley, tenant, bodies);
      const mails: string[] = [];
      for (const id of ids) mails.push(await readMjml(galley, tenant, id));
      await Bun.write(`${directory}/mails.json`, JSON.stringify(mails));
      const bare = await startScript('export-bare.ts', [`${directory}/mails.json`]);
      servers.push(bare);
      const samples = await sampleInTurn(galley, bare, tenant, ids);
      return SIZES.map((size, index) => toOutcome(size, samples[index] as Samples));
    } finally {
      for (const server of servers) await server.stop();
      removeDirectory(directory);
    }
  },
};

const exportRequest = ({ templates, token }: OpenTenant, id: string, body: object) => ({
  method: 'POST' as const,
  path: `${templates}/${id}/export`,
  token,
  body: JSON.stringify(body),
});

async function readMjml(galley: RunningScript, tenant: OpenTenant, id: string): Promise<string> {
  const answer = await sendOnce(galley, exportRequest(tenant, id, { format: 'mjml' }));
  return (answer as { data: { mjml: string } }).data.mjml;
}

/** Alternates between both, so that other load of the machine affects both. */
async function sampleInTurn(
  galley: RunningScript,
  bare: RunningScript,
  tenant: OpenTenant,
  ids: readonly string[],
): Promise<Samples[]> {
  const samples = ids.map((): Samples => ({ galley: [], bare: [] }));
  for (let round = 0; round < WARM_UPS + ROUNDS; round += 1) {
    for (const [index, id] of ids.entries()) {
      const galleyMs = await exportAnew(galley, tenant, id, round);
      const { ms } = (await sendOnce(bare, { method: 'POST', path: `/${index}` })) as { ms: number };
      if (round < WARM_UPS) continue;
      samples[index]?.galley.push(galleyMs);
      samples[index]?.bare.push(ms);
    }
  }
  return samples;
}

/** Milliseconds that a client waits for an export. An unused font makes each export a new one. */
async function exportAnew(
  galley: RunningScript,
  tenant: OpenTenant,
  id: string,
  round: number,
): Promise<number> {
  const custom_fonts = [{ name: `Unused ${round}`, url: 'https://fonts.example/unused.css' }];
  const request = exportRequest(tenant, id, { format: 'html', custom_fonts });
  const elapsed = stopwatch();
  await fetchOnce(galley, request);
  return elapsed();
}

function toOutcome(size: number, { galley, bare }: Samples): Outcome {
  return {
    figure: `cold export, ${size / 1000} KB, against mjml2html`,
    unit: 'ms',
    galley: median(galley),
    baseline: median(bare),
    target: { atMost: 1.15 },
    generatorLoad: null,
  };
}
