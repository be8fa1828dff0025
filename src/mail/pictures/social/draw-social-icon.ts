import {
  BLACK,
  type Color,
  contrast,
  luminance,
  mixColors,
  overlay,
  parseColor,
  readHex,
  WHITE,
} from '../../parse/color.ts';
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
const DARK_GLYPH = readHex('#1a1a1a');
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
  const own = readHex(PLATFORM_COLORS[platform]);
  const given = color === undefined ? undefined : parseColor(color);
  const tile = given ? overlay(given, WHITE) : style === 'outlined' ? legibleAnywhere(own) : own;
  const glyph = contrast(tile, WHITE) >= MIN_CONTRAST ? WHITE : DARK_GLYPH;
  const steps = Array.from({ length: ICON_LEVELS }, (_, step) => (step + 1) / ICON_LEVELS);
  return [
    toEntry(tile, 0),
    ...steps.map((share) => toEntry(tile, Math.round(share * 255))),
    ...(style === 'outlined' ? [] : steps.map((share) => toEntry(mixColors(tile, glyph, share), 255))),
  ];
}

function toEntry({ red, green, blue }: Color, opacity: number): PaletteEntry {
  return [red, green, blue, opacity];
}

/**
 * The color nearest to the given one that stands out from white and from near-black alike (3 : 1 at least), for lines
 * on an unknown background.
 */
export function legibleAnywhere(color: Color): Color {
  const [darkest, lightest] = [0.17, 0.28];
  const towards = luminance(color) > lightest ? BLACK : WHITE;
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mixColors(color, towards, share);
    const light = luminance(candidate);
    if (light >= darkest && light <= lightest) return candidate;
  }
  return readHex('#767676');
}
