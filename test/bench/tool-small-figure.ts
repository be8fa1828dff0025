import { createTemplates, openTenant, templateBodies } from './client.ts';
import type { Figure } from './figure.ts';
import type { PlannedRequest } from './load-plan.ts';
import { CONNECTIONS, generateLoad, median } from './measure.ts';
import { readCpuSeconds, whyNoUsage } from './process-usage.ts';
import {
  initializeData,
  makeDirectory,
  type RunningScript,
  removeDirectory,
  startGalley,
  startScript,
} from './servers.ts';
import { callToolOnce, planToolCall, requireSameAnswer, seatIn } from './tool-requests.ts';

const RUNS = 5;

/** Enough for the code to be compiled as well as it will be. */
const WARM_UP_ANSWERS = 10_000;

/** Computing time is told in steps of 10 ms. */
const ANSWERS = 20_000;

/** What is written a moment after the answer is part of the cost. */
const SETTLING_MS = 400;

const TENANT = 'bench';

/**
 * The computing time of a small call. It is get-template with the version the agent knows already: that goes through
 * everything a call goes through, with arguments to check, a query that nothing remembers and a record of the call,
 * while the answer is so small that none of the cost is that of moving bytes, which `tool-get` measures.
 */
export const toolSmallFigure: Figure = {
  name: 'tool-small',
  whyLeftOut: whyNoUsage,
  async measure() {
    const directory = makeDirectory();
    const servers: RunningScript[] = [];
    try {
      const first = initializeData(directory);
      const galley = await startGalley(directory, first);
      servers.push(galley);
      const [id] = await createTemplates(galley, await openTenant(galley, TENANT), templateBodies(1, 1000));
      const args = { template_id: id, if_version: 1 };
      const request = planToolCall(seatIn(first, TENANT), 'modern', 'get-template', args);
      const baseline = await startWithAnswerOf(galley, request);
      servers.push(baseline);
      await requireSameAnswer(galley, baseline, request);
      const compared = await compareCost(galley, baseline, request);
      return [
        {
          figure: 'CPU of a small tool call, baseline the bare SDK',
          unit: 'µs/request',
          galley: compared.a,
          baseline: compared.b,
          target: { atMost: 1.25 },
          generatorLoad: compared.generatorLoad,
        },
      ];
    } finally {
      for (const server of servers) await server.stop();
      removeDirectory(directory);
    }
  },
};

/** The protocol library alone, with a tool that answers what Galley does. */
async function startWithAnswerOf(galley: RunningScript, request: PlannedRequest): Promise<RunningScript> {
  const { content, structuredContent, _meta } = await callToolOnce(galley, request);
  const info = _meta['io.modelcontextprotocol/serverInfo'];
  return startScript('sdk-baseline.ts', [
    JSON.stringify(info),
    JSON.stringify({ content, structuredContent }),
  ]);
}

/** Microseconds of computing a request, on two servers in turn: medians. */
async function compareCost(a: RunningScript, b: RunningScript, request: PlannedRequest) {
  for (const server of [a, b]) await measureCost(server, request, WARM_UP_ANSWERS);
  const costs: Record<'a' | 'b', Awaited<ReturnType<typeof measureCost>>[]> = { a: [], b: [] };
  for (let run = 0; run < RUNS; run += 1) {
    costs.a.push(await measureCost(a, request, ANSWERS));
    costs.b.push(await measureCost(b, request, ANSWERS));
  }
  return {
    a: median(costs.a.map(({ microseconds }) => microseconds)),
    b: median(costs.b.map(({ microseconds }) => microseconds)),
    generatorLoad: Math.max(...[...costs.a, ...costs.b].map(({ generatorLoad }) => generatorLoad)),
  };
}

async function measureCost(
  { port, pid }: RunningScript,
  request: PlannedRequest,
  answers: number,
): Promise<{ microseconds: number; generatorLoad: number }> {
  const before = readCpuSeconds(pid);
  const { generatorLoad } = await generateLoad({
    port,
    connections: CONNECTIONS,
    answers,
    requests: [request],
    firstSerial: 0,
  });
  await Bun.sleep(SETTLING_MS);
  return { microseconds: ((readCpuSeconds(pid) - before) / answers) * 1e6, generatorLoad };
}
