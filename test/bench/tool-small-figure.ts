import { createTemplates, openTenant, templateBodies } from './client.ts';
import type { Figure } from './figure.ts';
import type { PlannedRequest } from './load-plan.ts';
import { whyNoUsage } from './process-usage.ts';
import { compareCost } from './request-cost.ts';
import {
  initializeData,
  makeDirectory,
  type RunningScript,
  removeDirectory,
  startGalley,
  startScript,
} from './servers.ts';
import { callToolOnce, planToolCall, requireSameAnswer, seatIn } from './tool-requests.ts';

const TENANT = 'bench';

/**
 * Processor time of a small call: get-template with the version that the agent has already. It needs everything that
 * other calls need (checked arguments, a query that is not cached, a record of the call), and its answer is so small
 * that no time goes into moving bytes, which `tool-get` measures.
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
      const compared = await compareCost({ server: galley, request }, { server: baseline, request });
      return [
        {
          figure: 'CPU of a small tool call, baseline the bare SDK',
          unit: 'µs/request',
          galley: compared.a,
          baseline: compared.b,
          target: { atMost: 3 },
          generatorLoad: compared.generatorLoad,
        },
      ];
    } finally {
      for (const server of servers) await server.stop();
      removeDirectory(directory);
    }
  },
};

/** Starts the protocol library alone, with a tool that gives Galley's answer. */
async function startWithAnswerOf(galley: RunningScript, request: PlannedRequest): Promise<RunningScript> {
  const { content, structuredContent, _meta } = await callToolOnce(galley, request);
  const info = _meta['io.modelcontextprotocol/serverInfo'];
  return startScript('sdk-baseline.ts', [
    JSON.stringify(info),
    JSON.stringify({ content, structuredContent }),
  ]);
}
