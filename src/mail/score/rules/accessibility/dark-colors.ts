import {
  type Color,
  contrast,
  fromLinear,
  isLight,
  luminance,
  mirrorColor,
  toLinear,
} from '../../../render/color.ts';
import { readHex } from '../../mail/hex.ts';

/** Contrast of a text in dark mode, by the two kinds of mail clients. */
export interface DarkContrast {
  /** Where our own dark style is taken (Apple Mail, Outlook apps): light backdrops and what is on them are mirrored. */
  declared: number;
  /** Where the client ignores it and turns the lightness of all colors around. */
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

/** CIE lightness of #333333, the darkest that inverted colors become. */
const DARKEST = 21.247;

/**
 * The color a client makes of one when it turns a mail dark by itself: in CIELAB, lightness is turned around and fitted
 * into what is above #333333, hue and chroma stay. The formula is that of the editor of Outlook on the web
 * (microsoft/roosterjs, getDarkColor, MIT).
 */
export function invertLightness(color: Color): Color {
  const [lightness, a, b] = toLab(color);
  return fromLab((100 - lightness) * ((100 - DARKEST) / 100) + DARKEST, a, b);
}

/** White of D65, of which CIELAB is relative. */
const WHITE = { x: 0.95047, z: 1.08883 };

function toLab(color: Color): [lightness: number, a: number, b: number] {
  const red = toLinear(color.red);
  const green = toLinear(color.green);
  const blue = toLinear(color.blue);
  const x = cubeRoot((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / WHITE.x);
  const y = cubeRoot(luminance(color));
  const z = cubeRoot((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / WHITE.z);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function fromLab(lightness: number, a: number, b: number): Color {
  const middle = (lightness + 16) / 116;
  const x = cube(middle + a / 500) * WHITE.x;
  const y = cube(middle);
  const z = cube(middle - b / 200) * WHITE.z;
  return {
    red: fromLinear(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
    green: fromLinear(-0.969266 * x + 1.8760108 * y + 0.041556 * z),
    blue: fromLinear(0.0556434 * x - 0.2040259 * y + 1.0572252 * z),
    alpha: 1,
  };
}

function cubeRoot(share: number): number {
  return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
}

function cube(root: number): number {
  return root ** 3 > 0.008856 ? root ** 3 : (root - 16 / 116) / 7.787;
}
