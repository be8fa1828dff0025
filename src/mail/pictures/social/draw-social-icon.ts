import {
  PLATFORMS,
  SOCIAL_ICON_STYLES,
  SOCIAL_PLATFORMS,
  type SocialIconStyle,
  type SocialPlatform,
} from '../../model/index.ts';
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
import packPath from './icons.pack' with { type: 'file' };

/** Pixels on each side: twice the largest size an icon is shown at. */
const SOCIAL_ICON_PIXELS = 96;

/** Steps between nothing and full, for the tile and for the glyph on it. */
export const ICON_LEVELS = 15;

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
  const own = readHex(PLATFORMS[platform].color);
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

let opened: Promise<readonly Uint8Array[]> | undefined;

/**
 * The compressed palette indices of an icon. They are drawn when the project is developed, so that the service
 * needs no rasterizer for what stands in nearly every mail.
 */
async function readPackedIcon(
  platform: SocialPlatform,
  style: SocialIconStyle,
): Promise<Uint8Array | undefined> {
  const row = SOCIAL_PLATFORMS.indexOf(platform);
  const column = SOCIAL_ICON_STYLES.indexOf(style);
  if (row === -1 || column === -1) return undefined;
  opened ??= Bun.file(packPath).bytes().then(unpackIcons);
  return (await opened)[row * SOCIAL_ICON_STYLES.length + column];
}

/** Joins the drawings, platform by platform, each after its length in two bytes. */
export function packIcons(icons: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    icons.flatMap((icon) => {
      const length = Buffer.alloc(2);
      length.writeUInt16LE(icon.length);
      return [length, icon];
    }),
  );
}

/** The reverse of `packIcons`. */
function unpackIcons(pack: Uint8Array): Uint8Array[] {
  const icons: Uint8Array[] = [];
  for (let offset = 0; offset < pack.length; ) {
    const start = offset + 2;
    const length = (pack[offset] ?? 0) + ((pack[offset + 1] ?? 0) << 8);
    icons.push(pack.subarray(start, start + length));
    offset = start + length;
  }
  return icons;
}
