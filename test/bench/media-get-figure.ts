import { randomBytes } from 'node:crypto';
import { type Draw, makePng } from '../support/make-pictures.ts';
import type { Figure } from './figure.ts';
import { compareUnderLoad } from './measure.ts';
import { planUpload } from './media-files.ts';
import { withMediaServers } from './media-servers.ts';

/** Pixels of a picture of 300 KB. */
const WIDTH = 400;
const HEIGHT = 250;

/** Sends a picture to a reader of a mail, compared with the runtime alone and a file of the same size. */
export const mediaGetFigure: Figure = {
  name: 'media-get',
  async measure() {
    const picture = makeNoise();
    return withMediaServers(picture, async ({ galley, bare, tenant, library }) => {
      const url = await upload(galley.port, planUpload(`${library}/upload`, picture, tenant.token));
      const address = `http://127.0.0.1:${galley.port}${new URL(url).pathname}`;
      const served = await (await fetch(address)).bytes();
      if (!Bun.deepEquals(served, picture)) throw new Error('what is served is not what was uploaded');
      const compared = await compareUnderLoad(
        { port: galley.port, requests: [{ method: 'GET', path: new URL(url).pathname }] },
        { port: bare.port, requests: [{ method: 'GET', path: '/media/picture' }] },
      );
      return [
        {
          figure: `GET picture, ${Math.round(picture.length / 1000)} KB, against Bun.file`,
          unit: 'requests/s',
          galley: compared.a,
          baseline: compared.b,
          target: { atLeast: 0.9 },
          generatorLoad: compared.generatorLoad,
        },
      ];
    });
  },
};

/** Noise cannot be compressed, so the file has about as many bytes as its pixels. */
function makeNoise(): Uint8Array {
  const bytes = randomBytes(WIDTH * HEIGHT * 3);
  const draw: Draw = (x, y) => {
    const at = (y * WIDTH + x) * 3;
    return [bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0, 255];
  };
  return makePng(WIDTH, HEIGHT, draw, { colorType: 2 });
}

async function upload(port: number, { path, token, headers, bytes = '' }: ReturnType<typeof planUpload>) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: Buffer.from(bytes, 'base64'),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the upload failed: ${response.status} ${text}`);
  return (JSON.parse(text) as { data: { url: string } }).data.url;
}
