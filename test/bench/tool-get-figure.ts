import { Database } from 'bun:sqlite';
import { createTemplates, openTenant, templateBodies } from './client.ts';
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
import { callToolOnce, planToolCall, requireSameAnswer, seatIn, type WireResult } from './tool-requests.ts';

/** Bytes of a realistic newsletter. */
const TEMPLATE_BYTES = 40_000;

/** Templates that are read, in random order. */
const TEMPLATES = 1_000;

const TENANT = 'bench';

/** Time in which an agent reads whole templates. */
export const toolGetFigure: Figure = {
  name: 'tool-get',
  async measure() {
    const directory = makeDirectory();
    const servers: RunningScript[] = [];
    try {
      const first = initializeData(`${directory}/galley`);
      const galley = await startGalley(`${directory}/galley`, first);
      servers.push(galley);
      const bodies = templateBodies(TEMPLATES, TEMPLATE_BYTES);
      const ids = await createTemplates(galley, await openTenant(galley, TENANT), bodies);
      const seat = seatIn(first, TENANT);
      const requests = ids.map((id) => planToolCall(seat, 'modern', 'get-template', { template_id: id }));
      const baseline = await startWithAnswersOf(galley, ids, requests, `${directory}/baseline.db`);
      servers.push(baseline);
      for (const request of requests) await requireSameAnswer(galley, baseline, request);
      const compared = await compareUnderLoad(
        { port: galley.port, pid: galley.pid, isRandom: true, requests },
        { port: baseline.port, pid: baseline.pid, isRandom: true, requests },
      );
      const { cpuMs } = compared;
      return [
        {
          figure: 'tool get-template, 1,000 of 40 KB',
          unit: 'requests/s',
          galley: compared.a,
          baseline: compared.b,
          cpuMs: cpuMs === null ? undefined : { galley: cpuMs.a, baseline: cpuMs.b },
          target: { atLeast: 0.35 },
          generatorLoad: compared.generatorLoad,
        },
      ];
    } finally {
      for (const server of servers) await server.stop();
      removeDirectory(directory);
    }
  },
};

/** A bare server that has stored what Galley answers. */
async function startWithAnswersOf(
  galley: RunningScript,
  ids: readonly string[],
  requests: readonly PlannedRequest[],
  file: string,
): Promise<RunningScript> {
  const results: WireResult[] = [];
  for (const request of requests) results.push(await callToolOnce(galley, request));
  const sqlite = new Database(file, { create: true });
  sqlite.run('PRAGMA journal_mode = WAL');
  sqlite.run('CREATE TABLE templates (id TEXT PRIMARY KEY, json TEXT)');
  const insert = sqlite.query('INSERT INTO templates VALUES (?, ?)');
  for (const [index, id] of ids.entries()) {
    insert.run(id, JSON.stringify((results[index] as WireResult).structuredContent));
  }
  sqlite.close();
  const { resultType, _meta } = results[0] as WireResult;
  return startScript('tool-baseline.ts', [file, JSON.stringify({ resultType, _meta }).slice(1)]);
}
