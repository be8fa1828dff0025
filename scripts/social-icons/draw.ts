import { resolve } from 'node:path';
import {
  PLATFORMS,
  SOCIAL_ICON_STYLES,
  SOCIAL_PLATFORMS,
  type SocialIconStyle,
} from '../../src/mail/model/index.ts';
import { contrast, readHex, WHITE } from '../../src/mail/parse/color.ts';
import { compressIndices } from '../../src/mail/pictures/png.ts';
import { type Pixels, rasterize } from '../../src/mail/pictures/rasterize.ts';
import { ICON_LEVELS, packIcons } from '../../src/mail/pictures/social/draw-social-icon.ts';
import { GLYPHS, type Glyph } from './glyphs.ts';

/** Draws the social icons into the file that the executable contains. `bun run icons` */

/** Contrast with white above which a tile is nearly black: in dark mode it needs a thin outline. */
const NEEDS_HAIRLINE = 14;

/** All icons in the form in which they are stored. */
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

/** One index per pixel: below `ICON_LEVELS` the coverage of the tile, above it the coverage of the glyph. */
function toIndices({ width, height, data }: Pixels): Uint8Array {
  const indices = new Uint8Array(width * height);
  for (let pixel = 0; pixel < indices.length; pixel++) {
    const tile = Math.round(((data[pixel * 4] ?? 0) / 255) * ICON_LEVELS);
    const glyph = Math.round(((data[pixel * 4 + 1] ?? 0) / 255) * ICON_LEVELS);
    indices[pixel] = tile === ICON_LEVELS && glyph > 0 ? ICON_LEVELS + glyph : tile;
  }
  return indices;
}

/** Corner radius of the tile on the grid of 48. */
const RADIUS: Readonly<Record<SocialIconStyle, number>> = {
  solid: 6,
  outlined: 6,
  rounded: 12,
  square: 0,
  circle: 24,
};
const GLYPH_GRID = 24;
const ICON_GRID = 48;

/**
 * An icon as two coverage masks in one SVG of 96 × 96 px: red is what the tile covers (for the outlined style:
 * outline and glyph), green is the glyph on it. Colors are applied later, so that one drawing serves all of them.
 */
function iconMasks(glyph: Glyph, style: SocialIconStyle, hasHairline: boolean): string {
  const isOutlined = style === 'outlined';
  // The glyph is smaller in a circle.
  const size = style === 'circle' ? 28 : isOutlined ? 29 : 32;
  const offset = (ICON_GRID - size) / 2;
  const tile = isOutlined
    ? `<rect x="1.5" y="1.5" width="45" height="45" rx="${RADIUS[style]}" fill="none" stroke="#f00" stroke-width="3"/>`
    : `<rect width="48" height="48" rx="${RADIUS[style]}" fill="#f00"/>`;
  const hairline =
    hasHairline && !isOutlined
      ? `<rect x="0.5" y="0.5" width="47" height="47" rx="${Math.max(0, RADIUS[style] - 0.5)}" fill="none" stroke="#ff0" stroke-opacity="0.35"/>`
      : '';
  const ink = isOutlined ? '#f00' : '#ff0';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 ${ICON_GRID} ${ICON_GRID}">` +
    `<mask id="glyph" maskUnits="userSpaceOnUse" x="0" y="0" width="${GLYPH_GRID}" height="${GLYPH_GRID}">` +
    `<g fill="#fff" stroke-linecap="round" stroke-linejoin="round">${glyph.draw}${glyph.cut ?? ''}</g></mask>` +
    `${tile}${hairline}<g transform="translate(${offset} ${offset}) scale(${size / GLYPH_GRID})">` +
    `<rect width="${GLYPH_GRID}" height="${GLYPH_GRID}" fill="${ink}" mask="url(#glyph)"/></g></svg>`
  );
}

if (import.meta.main)
  await Bun.write(resolve(import.meta.dir, '../../src/mail/pictures/social/icons.pack'), await drawIcons());
