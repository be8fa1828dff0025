import type { SocialIconStyle } from '../../src/mail/model/index.ts';
import type { Glyph } from './glyphs.ts';

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
 * outline and glyph), green is the glyph on it. Colors come later, so that one drawing serves any of them.
 */
export function iconMasks(glyph: Glyph, style: SocialIconStyle, hasHairline: boolean): string {
  const isOutlined = style === 'outlined';
  // A circle has less room in its corners than a tile has.
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
