import { sampleContent } from '../mail/model/sample-content.ts';
import { createTemplates, fetchOnce, openTenant } from './client.ts';
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

const TEMPLATES = 32;
const VALUES = 30;

/** The second and every further rendering of a template with values. */
export const renderFigure: Figure = {
  name: 'render-values',
  async measure() {
    const directory = makeDirectory();
    const servers: RunningScript[] = [];
    try {
      const path = `${directory}/galley`;
      const galley = await startGalley(path, initializeData(path));
      servers.push(galley);
      const { templates, token } = await openTenant(galley, 'bench');
      const ids = await createTemplates(galley, { templates, token }, bodies());
      const data = Object.fromEntries(names().map((name) => [name, `Value of ${name} & more`]));
      const plan = (action: string, body: object) =>
        ids.map((id): PlannedRequest => {
          return { method: 'POST', path: `${templates}/${id}/${action}`, token, body: JSON.stringify(body) };
        });
      const finished: Record<string, string> = {};
      for (const [index, request] of plan('export', { format: 'html' }).entries())
        finished[ids[index] as string] = JSON.parse(await fetchOnce(galley, request)).data.html;
      await Bun.write(`${directory}/mails.json`, JSON.stringify(finished));
      const baseline = await startScript('render-baseline.ts', [`${directory}/mails.json`]);
      servers.push(baseline);
      const requests = plan('render', { data });
      for (const request of requests) await requireSameMail(galley, baseline, request);
      const compared = await compareUnderLoad(
        { port: galley.port, requests },
        { port: baseline.port, requests },
      );
      return [
        {
          figure: 'rendering with 30 values, 40 KB',
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

const names = () => Array.from({ length: VALUES }, (_, index) => `value_${index}`);

/** Templates with a paragraph for each value. */
function bodies(): string[] {
  const values = names().map((name, index) => {
    return { id: `value-${index}`, type: 'paragraph', content: `<p>Dear reader, {{ ${name} }}.</p>` };
  });
  const bytes = TEMPLATE_BYTES - JSON.stringify(values).length;
  return Array.from({ length: TEMPLATES }, (_, seed) => {
    const content = sampleContent(seed, bytes);
    return JSON.stringify({ content: { ...content, blocks: [...content.blocks, ...values] } });
  });
}

/** Throws unless both make the same mail with the same values. */
async function requireSameMail(galley: RunningScript, baseline: RunningScript, request: PlannedRequest) {
  const [ours, bare] = await Promise.all(
    [galley, baseline].map(
      async (server) => JSON.parse(await fetchOnce(server, request)).data.html as string,
    ),
  );
  if (ours?.length !== bare?.length || !ours?.includes('Value of value_29 &amp; more'))
    throw new Error('the baseline answers another mail');
}
