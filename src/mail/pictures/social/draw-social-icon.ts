import { contrast, legibleAnywhere, mix, parseColor, type Rgb, WHITE } from '../color.ts';
import { assemblePng, type PaletteEntry } from '../png.ts';
import { readPackedIcon } from './packed-icons.ts';
import {
  ICON_LEVELS,
  PLATFORM_COLORS,
  SOCIAL_ICON_PIXELS,
  type SocialIconStyle,
  type SocialPlatform,
} from './platforms.ts';

export interface SocialIconRequest {
  platform: SocialPlatform;
  style: SocialIconStyle;
  /** CSS color of the tile, or of outline and glyph; the platform's own when absent or not a color. */
  color?: string;
}

/** Used where white would not stand out from the tile. */
const DARK_GLYPH: Rgb = [26, 26, 26];
const MIN_CONTRAST = 2.4;

/**
 * A PNG of 96 × 96 px with a transparent background. Readable on light and dark mails: tiles bring their own
 * background, and an outlined icon in the platform's color is moved to a lightness that both let through.
 * Throws a RangeError for a platform or style there is no drawing of.
 */
export async function drawSocialIcon(request: SocialIconRequest): Promise<Uint8Array<ArrayBuffer>> {
  const drawing = await readPackedIcon(request.platform, request.style);
  if (drawing === undefined) throw new RangeError('There is no icon of that platform and style.');
  const palette = iconPalette(request);
  return assemblePng(drawing, SOCIAL_ICON_PIXELS, SOCIAL_ICON_PIXELS, palette);
}

/** Nothing, the steps up to the tile's color, then those from it to the glyph's. */
function iconPalette({ platform, style, color }: SocialIconRequest): PaletteEntry[] {
  const own = PLATFORM_COLORS[platform];
  const tile = parseColor(color) ?? (style === 'outlined' ? legibleAnywhere(own) : own);
  const glyph = contrast(tile, WHITE) >= MIN_CONTRAST ? WHITE : DARK_GLYPH;
  const steps = Array.from({ length: ICON_LEVELS }, (_, step) => (step + 1) / ICON_LEVELS);
  return [
    [...tile, 0],
    ...steps.map((share): PaletteEntry => [...tile, Math.round(share * 255)]),
    ...(style === 'outlined' ? [] : steps.map((share): PaletteEntry => [...mix(tile, glyph, share), 255])),
  ];
}
