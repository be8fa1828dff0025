import { createTemplates, openTenant, templateBodies } from './client.ts';
import type { Figure } from './figure.ts';
import { makePhoto, planUpload } from './media-files.ts';
import { libraryOf } from './media-servers.ts';
import { compareReads } from './read-times.ts';
import {
  initializeData,
  makeDirectory,
  type RunningScript,
  removeDirectory,
  startGalley,
} from './servers.ts';

/** Uploads at once. */
const UPLOADS = 8;

/** Bytes of the template that is read meanwhile. */
const TEMPLATE_BYTES = 40_000;

/** The longest that a read waits while pictures are uploaded and made smaller. */
export const mediaLoadFigure: Figure = {
  name: 'media-load',
  async measure() {
    const directory = makeDirectory();
    const servers: RunningScript[] = [];
    try {
      const data = `${directory}/galley`;
      const galley = await startGalley(data, initializeData(data));
      servers.push(galley);
      const tenant = await openTenant(galley, 'bench');
      const [id = ''] = await createTemplates(galley, tenant, templateBodies(1, TEMPLATE_BYTES));
      const upload = planUpload(`${libraryOf(tenant)}/upload`, await makePhoto(), tenant.token);
      const { idle, loaded } = await compareReads(
        galley,
        { method: 'GET', path: `${tenant.templates}/${id}`, token: tenant.token },
        Array.from({ length: UPLOADS }, () => upload),
      );
      return [
        {
          figure: `p99 of GET template beside ${UPLOADS} uploads`,
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
