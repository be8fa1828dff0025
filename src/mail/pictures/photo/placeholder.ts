import { type Raster, run, storePng } from './raster.ts';
import { fitInside } from './sizes.ts';

/** Characters the data URL stays below. */
const MAX_CHARACTERS = 1000;

/** Sides and colours that are tried, until it is short enough. */
const TRIES = [
  { side: 16, colors: 64 },
  { side: 12, colors: 32 },
  { side: 8, colors: 16 },
] as const;

/**
 * A tiny version of a picture as a data URL, which a browser draws blurred when it enlarges it. The runtime has
 * placeholders of its own; they take up to 1,500 characters.
 */
export async function makePlaceholder(sample: Raster): Promise<string> {
  const stored = storePng(sample);
  let url = '';
  for (const { side, colors } of TRIES) {
    const { width, height } = fitInside(sample, { width: side, height: side });
    const tiny = new Bun.Image(stored)
      .resize(width, height)
      .png({ palette: true, colors, compressionLevel: 9 });
    url = `data:image/png;base64,${Buffer.from(await run(tiny)).toString('base64')}`;
    if (url.length < MAX_CHARACTERS) break;
  }
  return url;
}
