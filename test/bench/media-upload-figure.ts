import type { Figure } from './figure.ts';
import { generateLoad, median } from './measure.ts';
import { makePhoto, planUpload } from './media-files.ts';
import { withMediaServers } from './media-servers.ts';

/** Concurrent uploads, as of the people of a team or of an agent with a folder. */
const CONNECTIONS = 4;

const WARM_UPS = 24;

const UPLOADS = 48;

const RUNS = 3;

/** Uploads of a photograph with all its smaller versions, compared with a bare server that makes the same. */
export const mediaUploadFigure: Figure = {
  name: 'media-upload',
  async measure() {
    const photo = await makePhoto();
    return withMediaServers(new Uint8Array(1), async ({ galley, bare, tenant, library }) => {
      const targets = {
        galley: { port: galley.port, requests: [planUpload(`${library}/upload`, photo, tenant.token)] },
        bare: { port: bare.port, requests: [planUpload('/upload', photo)] },
      };
      const rates: Record<keyof typeof targets, number[]> = { galley: [], bare: [] };
      let firstSerial = 1;
      const count = async (name: keyof typeof targets, answers: number): Promise<number> => {
        firstSerial += UPLOADS;
        const plan = { ...targets[name], connections: CONNECTIONS, firstSerial, answers };
        return (await generateLoad(plan)).requestsPerSecond;
      };
      for (const name of ['galley', 'bare'] as const) await count(name, WARM_UPS);
      for (let run = 0; run < RUNS; run += 1) {
        for (const name of ['galley', 'bare'] as const) rates[name].push(await count(name, UPLOADS));
      }
      return [
        {
          figure: `upload of a JPEG, ${(photo.length / 1e6).toFixed(1)} MB, with its versions`,
          unit: 'requests/s',
          galley: median(rates.galley),
          baseline: median(rates.bare),
          target: { atLeast: 0.75 },
          generatorLoad: null,
        },
      ];
    });
  },
};
