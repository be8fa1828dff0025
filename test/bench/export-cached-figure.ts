import { Database } from 'bun:sqlite';
import { createTemplates, fetchOnce, openTenant, templateBodies } from './client.ts';
import type { Figure } from './figure.ts';
import type { PlannedRequest } from './load-plan.ts';
import { compareUnderLoad } from './measure.ts';
import {
  initializeData,
  makeDirectory,
  type RunningScript,
  removeDirectory,
  startGalley,
  startScript,
} from './servers.ts';

/** Bytes of a realistic newsletter. */
const TEMPLATE_BYTES = 40_000;

/** Templates that are exported, one per connection. */
const TEMPLATES = 32;

/** The second and every further export of a template. */
export const exportCachedFigure: Figure = {
  name: 'export-cached',
  async measure() {
    const directory = makeDirectory();
    const servers: RunningScript[] = [];
    try {
      const data = `${directory}/galley`;
      const galley = await startGalley(data, initializeData(data));
      servers.push(galley);
      const { templates, token } = await openTenant(galley, 'bench');
      const bodies = templateBodies(TEMPLATES, TEMPLATE_BYTES);
      const ids = await createTemplates(galley, { templates, token }, bodies);
      const requests = ids.map((id): PlannedRequest => {
        return { method: 'POST', path: `${templates}/${id}/export`, token, body: '{}' };
      });
      const baseline = await startWithAnswersOf(galley, ids, requests, `${directory}/baseline.db`);
      servers.push(baseline);
      const compared = await compareUnderLoad(
        { port: galley.port, requests },
        { port: baseline.port, requests },
      );
      return [
        {
          figure: 'cached export, 40 KB',
          unit: 'requests/s',
          galley: compared.a,
          baseline: compared.b,
          target: { atLeast: 0.5 },
          generatorLoad: compared.generatorLoad,
        },
      ];
    } finally {
      for (const server of servers) await server.stop();
      removeDirectory(directory);
    }
  },
};

/** A bare server that has stored what Galley answers. Throws if it answers anything else. */
async function startWithAnswersOf(
  galley: RunningScript,
  ids: readonly string[],
  requests: readonly PlannedRequest[],
  file: string,
): Promise<RunningScript> {
  const answers: string[] = [];
  for (const request of requests) answers.push(await fetchOnce(galley, request));
  const sqlite = new Database(file, { create: true });
  sqlite.run('CREATE TABLE exports (id TEXT PRIMARY KEY, json TEXT)');
  const insert = sqlite.query('INSERT INTO exports VALUES (?, ?)');
  for (const [index, id] of ids.entries()) insert.run(id, answers[index] as string);
  sqlite.close();
  const baseline = await startScript('export-baseline.ts', [file]);
  for (const [index, request] of requests.entries()) {
    if ((await fetchOnce(baseline, request)) !== answers[index])
      throw new Error('the baseline answers otherwise');
  }
  return baseline;
}
