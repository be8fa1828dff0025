import { createTemplates, type OpenTenant, openTenant, templateBodies } from './client.ts';
import type { Figure } from './figure.ts';
import { type PlannedRequest, SERIAL_MARK } from './load-plan.ts';
import { compareReads } from './read-times.ts';
import {
  initializeData,
  makeDirectory,
  type RunningScript,
  type RunningServer,
  removeDirectory,
  startGalley,
} from './servers.ts';

/** Exports at once. */
const EXPORTS = 8;

const SECTIONS = 100;

/** Bytes of the template that is read meanwhile. */
const TEMPLATE_BYTES = 40_000;

/** The longest that a read waits while mails are rendered. */
export const exportLoadFigure: Figure = {
  name: 'export-load',
  async measure() {
    const directory = makeDirectory();
    const servers: RunningScript[] = [];
    try {
      const data = `${directory}/galley`;
      const galley = await startGalley(data, initializeData(data));
      servers.push(galley);
      const tenant = await openTenant(galley, 'bench');
      const [id = ''] = await createTemplates(galley, tenant, templateBodies(1, TEMPLATE_BYTES));
      const read: PlannedRequest = { method: 'GET', path: `${tenant.templates}/${id}`, token: tenant.token };
      const exports = await planExports(galley, tenant);
      const { idle, loaded } = await compareReads(galley, read, exports);
      return [
        {
          figure: `p99 of GET template beside ${EXPORTS} exports`,
          unit: 'ms',
          galley: loaded,
          baseline: idle,
          target: { atMost: 3 },
          generatorLoad: null,
        },
      ];
    } finally {
      for (const server of servers) await server.stop();
      removeDirectory(directory);
    }
  },
};

/** A template of many sections for each export at once; an unused font makes each export another one. */
async function planExports(galley: RunningServer, tenant: OpenTenant): Promise<PlannedRequest[]> {
  const bodies = Array.from({ length: EXPORTS }, (_, index) =>
    JSON.stringify({ content: makeLongMail(index) }),
  );
  const ids = await createTemplates(galley, tenant, bodies);
  const custom_fonts = [{ name: `Unused ${SERIAL_MARK}`, url: 'https://fonts.example/unused.css' }];
  return ids.map((id) => ({
    method: 'POST',
    path: `${tenant.templates}/${id}/export`,
    token: tenant.token,
    body: JSON.stringify({ custom_fonts }),
  }));
}

function makeLongMail(seed: number): object {
  const column = (id: string) => [
    { id: `${id}i`, type: 'image', src: `https://media.example.com/${id}.jpg`, alt: 'From the door' },
    { id: `${id}t`, type: 'title', content: `<p>Story ${id}</p>`, level: 2 },
    {
      id: `${id}p`,
      type: 'paragraph',
      content: '<p>We measured it on an <em>old phone</em> with a bad line.</p>',
    },
    { id: `${id}b`, type: 'button', text: 'Read on', url: `https://www.example.com/${id}` },
  ];
  const blocks = Array.from({ length: SECTIONS }, (_, index) => {
    const id = `${seed}-${index}`;
    return { id, type: 'section', columns: '2', children: [column(`${id}l`), column(`${id}r`)] };
  });
  return { blocks, settings: {} };
}
