import {
  contrast,
  contrastOfHex,
  formatColor,
  fromHsl,
  invertLightness,
  isLight,
  mirrorColor,
  readHex,
  toHsl,
} from './color.ts';
import { memoize } from './memoize.ts';

/** A use of a color: the background, and the least contrast it needs there. */
export interface ColorUse {
  background: string;
  needed: number;
}

/**
 * Share of the needed contrast that a text must keep in clients that invert colors by rules of their own. Clients
 * differ, so only a probable problem counts.
 */
const KEPT_WHEN_INVERTED = 2 / 3;
/** Contrast that mirrored colors may lose by rounding to 8 bits. */
const ROUNDING = 0.15;

/** Whether a text has the contrast it needs, outside dark mode. */
export function isLegible(color: string, { background, needed }: ColorUse): boolean {
  return contrastOfHex(color, background) >= needed;
}

/** The contrast of a text in dark mode if it is too low, else undefined. */
export const contrastTooLowInDark = memoize(
  (color: string, use: ColorUse, page: string) => `${color} ${use.background} ${use.needed} ${page}`,
  readInDark,
);

function readInDark(color: string, use: ColorUse, page: string): number | undefined {
  const { declared, inverted } = contrastInDark(color, use.background, page);
  if (declared < use.needed - ROUNDING) return declared;
  return inverted < use.needed * KEPT_WHEN_INVERTED ? inverted : undefined;
}

/** Whether a text has enough contrast outside dark mode and in the dark mode of any client. */
export function isAlwaysLegible(color: string, use: ColorUse, page: string): boolean {
  return isLegible(color, use) && readInDark(color, use, page) === undefined;
}

/**
 * The nearest color of the same hue and saturation that is legible in all uses. Undefined if no color is, e.g. with a
 * black and a white background.
 */
export const findLegibleColor = memoize(
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

/** The nearest color by lightness that is accepted. */
export function findNearest(color: string, isFine: (candidate: string) => boolean): string | undefined {
  const { hue, saturation, lightness } = toHsl(readHex(color));
  for (let step = 0; step <= 100; step += 1) {
    for (const moved of step === 0 ? [lightness] : [lightness - step, lightness + step]) {
      // The last steps end at black and white.
      const within = Math.min(Math.max(moved, 0), 100);
      if (Math.abs(moved - within) >= 1) continue;
      const candidate = formatColor(fromHsl({ hue, saturation, lightness: within }));
      if (isFine(candidate)) return candidate;
    }
  }
  return undefined;
}

/** The difference of two colors in lightness, from 0 to 100. */
export function lightnessBetween(one: string, other: string): number {
  return Math.abs(toHsl(readHex(one)).lightness - toHsl(readHex(other)).lightness);
}

/** Contrast of a text in dark mode in two kinds of mail clients. */
interface DarkContrast {
  /**
   * In clients that use the dark style of the mail (Apple Mail, Outlook apps): light backgrounds and their text are
   * mirrored.
   */
  declared: number;
  /** In clients that ignore it and invert the lightness of all colors. */
  inverted: number;
}

/**
 * @param page opaque #rrggbb behind the mail: dark mails are left alone by our own style
 */
export function contrastInDark(color: string, background: string, page: string): DarkContrast {
  const text = readHex(color);
  const behind = readHex(background);
  const isMirrored = isLight(readHex(page)) && isLight(behind);
  return {
    declared: isMirrored ? contrast(mirrorColor(text), mirrorColor(behind)) : contrast(text, behind),
    inverted: contrast(invertLightness(text), invertLightness(behind)),
  };
}
