import { resolve } from 'node:path';
import { PLATFORMS, SOCIAL_ICON_STYLES, SOCIAL_PLATFORMS } from '../../src/mail/model/index.ts';
import { contrast, readHex, WHITE } from '../../src/mail/parse/color.ts';
import { compressIndices } from '../../src/mail/pictures/png.ts';
import { type Pixels, rasterize } from '../../src/mail/pictures/rasterize.ts';
import { ICON_LEVELS, packIcons } from '../../src/mail/pictures/social/draw-social-icon.ts';
import { GLYPHS } from './glyphs.ts';
import { iconMasks } from './icon-svg.ts';

/** Nearly black: on a dark mail only a thin line shows where such a tile ends. */
const NEEDS_HAIRLINE = 14;

/** All icons as they are stored. */
export async function drawIcons(): Promise<Uint8Array> {
  const icons: Uint8Array[] = [];
  for (const platform of SOCIAL_PLATFORMS) {
    const hasHairline = contrast(readHex(PLATFORMS[platform].color), WHITE) > NEEDS_HAIRLINE;
    for (const style of SOCIAL_ICON_STYLES) {
      const masks = await rasterize(iconMasks(GLYPHS[platform], style, hasHairline));
      icons.push(compressIndices(toIndices(masks), masks.width));
    }
  }
  return packIcons(icons);
}

/** Below full tile: how much of the tile there is. On it: how much of the glyph. */
function toIndices({ width, height, data }: Pixels): Uint8Array {
  const indices = new Uint8Array(width * height);
  for (let pixel = 0; pixel < indices.length; pixel++) {
    const tile = Math.round(((data[pixel * 4] ?? 0) / 255) * ICON_LEVELS);
    const glyph = Math.round(((data[pixel * 4 + 1] ?? 0) / 255) * ICON_LEVELS);
    indices[pixel] = tile === ICON_LEVELS && glyph > 0 ? ICON_LEVELS + glyph : tile;
  }
  return indices;
}

if (import.meta.main)
  await Bun.write(resolve(import.meta.dir, '../../src/mail/pictures/social/icons.pack'), await drawIcons());
