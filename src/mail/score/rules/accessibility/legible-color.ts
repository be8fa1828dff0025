import { type Color, formatColor } from '../../../render/color.ts';
import { contrastOf, readHex } from '../../mail/hex.ts';
import { contrastInDark } from './dark-colors.ts';
import { remember } from './remember.ts';

/** Where a color is used: what is behind it, and the least contrast it needs there. */
export interface ColorUse {
  background: string;
  needed: number;
}

/**
 * Share of the contrast needed that a text must keep where a client inverts colors by its own rules. Clients differ, so
 * only what becomes hard to read in all likelihood counts.
 */
const KEPT_WHEN_INVERTED = 2 / 3;
/** What rounding colors to 8 bits takes from the contrast of mirrored ones. */
const ROUNDING = 0.15;

/** Whether a text is read by day. */
export function isLegible(color: string, { background, needed }: ColorUse): boolean {
  return contrastOf(color, background) >= needed;
}

/** What dark mode does to a text: the contrast it is left with, if that is not enough. */
export const illegibleInDark = remember(
  (color: string, use: ColorUse, page: string) => `${color} ${use.background} ${use.needed} ${page}`,
  readInDark,
);

function readInDark(color: string, use: ColorUse, page: string): number | undefined {
  const { declared, inverted } = contrastInDark(color, use.background, page);
  if (declared < use.needed - ROUNDING) return declared;
  return inverted < use.needed * KEPT_WHEN_INVERTED ? inverted : undefined;
}

/** Whether a text is read by day and, whatever the client does, by night. */
export function isAlwaysLegible(color: string, use: ColorUse, page: string): boolean {
  return isLegible(color, use) && readInDark(color, use, page) === undefined;
}

/**
 * The color nearest to the given one, darker or lighter and of the same hue and saturation, that is legible wherever it
 * is used. Undefined when there is none, e.g. between a black and a white backdrop.
 */
export const findLegibleColor = remember(
  (color: string, uses: readonly ColorUse[], page: string) =>
    `${color} ${page} ${uses.map(({ background, needed }) => background + needed).join(' ')}`,
  (color, uses, page): string | undefined =>
    findNearest(
      color,
      (candidate) =>
        uses.every((use) => isLegible(candidate, use)) &&
        uses.every((use) => readInDark(candidate, use, page) === undefined),
    ),
);

/** The nearest color by lightness that will do. */
export function findNearest(color: string, isFine: (candidate: string) => boolean): string | undefined {
  const { hue, saturation, lightness } = toHsl(readHex(color));
  for (let step = 0; step <= 100; step += 1) {
    for (const moved of step === 0 ? [lightness] : [lightness - step, lightness + step]) {
      // The ends are black and white, whatever is left of a step.
      const within = Math.min(Math.max(moved, 0), 100);
      if (Math.abs(moved - within) >= 1) continue;
      const candidate = formatColor(fromHsl(hue, saturation, within));
      if (isFine(candidate)) return candidate;
    }
  }
  return undefined;
}

/** How far apart two colors are in lightness, from 0 to 100. */
export function lightnessBetween(one: string, other: string): number {
  return Math.abs(toHsl(readHex(one)).lightness - toHsl(readHex(other)).lightness);
}

/** Hue from 0 to 6, saturation from 0 to 1, lightness from 0 to 100. */
function toHsl({ red, green, blue }: Color): { hue: number; saturation: number; lightness: number } {
  const [r, g, b] = [red / 255, green / 255, blue / 255] as [number, number, number];
  const most = Math.max(r, g, b);
  const least = Math.min(r, g, b);
  const spread = most - least;
  const lightness = (most + least) / 2;
  if (spread === 0) return { hue: 0, saturation: 0, lightness: lightness * 100 };
  const hue =
    most === r ? (((g - b) / spread) % 6) + 6 : most === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
  const saturation = spread / (1 - Math.abs(2 * lightness - 1));
  return { hue: hue % 6, saturation, lightness: lightness * 100 };
}

function fromHsl(hue: number, saturation: number, lightness: number): Color {
  const light = lightness / 100;
  const reach = saturation * Math.min(light, 1 - light);
  const channel = (shift: number) => {
    const place = (shift + hue * 2) % 12;
    const share = light - reach * Math.max(Math.min(place - 3, 9 - place, 1), -1);
    return Math.round(Math.min(Math.max(share, 0), 1) * 255);
  };
  return { red: channel(0), green: channel(8), blue: channel(4), alpha: 1 };
}
