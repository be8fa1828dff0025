import { contrastOfHex, formatColor, fromHsl, readHex, toHsl } from '../../../parse/color.ts';
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
  return contrastOfHex(color, background) >= needed;
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
      const candidate = formatColor(fromHsl({ hue, saturation, lightness: within }));
      if (isFine(candidate)) return candidate;
    }
  }
  return undefined;
}

/** How far apart two colors are in lightness, from 0 to 100. */
export function lightnessBetween(one: string, other: string): number {
  return Math.abs(toHsl(readHex(one)).lightness - toHsl(readHex(other)).lightness);
}
