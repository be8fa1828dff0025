import {
  converter,
  modeHsl,
  modeHwb,
  modeLab,
  modeLch,
  modeOklab,
  modeOklch,
  modeP3,
  modeRgb,
  parse,
  useMode,
} from 'culori/fn';

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export interface Color {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

export const WHITE: Readonly<Color> = { red: 255, green: 255, blue: 255, alpha: 1 };
export const BLACK: Readonly<Color> = { red: 0, green: 0, blue: 0, alpha: 1 };

// The parser reads the color spaces that are registered.
for (const mode of [modeHsl, modeHwb, modeLab, modeLch, modeOklab, modeOklch, modeP3]) useMode(mode);
useMode(modeRgb);
const toRgb = converter('rgb');

/** Longer texts are not read. */
const MAX_LENGTH = 100;
/** Size of the cache: a mail has few colors in hundreds of places. */
const MAX_KNOWN = 500;
const known = new Map<string, Readonly<Color> | undefined>();

/**
 * Reads a CSS color: a name, hex, rgb(), hsl(), hwb(), lab(), lch(), oklab(), oklch() or color().
 * @returns undefined for anything else, e.g. a merge tag, `inherit`, `currentColor` or `var(…)`
 */
export function parseColor(css: string): Readonly<Color> | undefined {
  if (css.length > MAX_LENGTH) return undefined;
  if (known.has(css)) return known.get(css);
  if (known.size >= MAX_KNOWN) known.clear();
  const color = readColor(css.trim().toLowerCase());
  known.set(css, color);
  return color;
}

function readColor(text: string): Color | undefined {
  // The library accepts hex digits without "#", CSS does not.
  if (!/^[#a-z]/.test(text) || /^[0-9a-f]+$/.test(text)) return undefined;
  const rgb = toRgb(parse(text));
  if (!rgb) return undefined;
  const { r, g, b, alpha = 1 } = rgb;
  // Rounds to eight bits per channel, as browsers and images do.
  return { red: toByte(r), green: toByte(g), blue: toByte(b), alpha: toByte(alpha) / 255 };
}

function toByte(share: number | undefined): number {
  return Math.round(Math.min(Math.max(share || 0, 0), 1) * 255);
}

/** An opaque #rrggbb as a color. */
export function readHex(hex: string): Color {
  const number = Number.parseInt(hex.slice(1), 16);
  return { red: number >> 16, green: (number >> 8) & 255, blue: number & 255, alpha: 1 };
}

/** An opaque color as #rrggbb. */
export function toHex({ red, green, blue }: Color): string {
  return `#${(0x1000000 + red * 0x10000 + green * 0x100 + blue).toString(16).slice(1)}`;
}

/** A color in the notation that MJML and old mail clients understand: #rrggbb, or rgba() when it is not opaque. */
export function formatColor(color: Color): string {
  const { red, green, blue, alpha } = color;
  return alpha < 1 ? `rgba(${red}, ${green}, ${blue}, ${Math.round(alpha * 1000) / 1000})` : toHex(color);
}

/** A color between two: `from` at 0, `to` at 1. The result is opaque. */
export function mixColors(from: Color, to: Color, share: number): Color {
  const mix = (start: number, end: number) => Math.round(end * share + start * (1 - share));
  return {
    red: mix(from.red, to.red),
    green: mix(from.green, to.green),
    blue: mix(from.blue, to.blue),
    alpha: 1,
  };
}

/** Blends a translucent color with an opaque one behind it. */
export function overlay(top: Color, bottom: Color): Color {
  return mixColors(bottom, top, top.alpha);
}

/** Linear light of the 256 values of a channel; precomputed, because scoring a mail needs thousands. */
const LINEAR = Float64Array.from({ length: 256 }, (_none, channel) => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Linear light of an sRGB channel, a whole number from 0 to 255. */
function toLinear(channel: number): number {
  return LINEAR[channel] ?? 0;
}

/** The sRGB channel, from 0 to 255, of a linear light. */
function fromLinear(light: number): number {
  return toByte(light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);
}

/** Relative luminance, from 0 to 1 (WCAG 2.2). */
export function luminance({ red, green, blue }: Color): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** Contrast ratio of two opaque colors, from 1 to 21, not rounded (WCAG 2.2). */
export function contrast(one: Color, other: Color): number {
  return contrastOfLuminances(luminance(one), luminance(other));
}

function contrastOfLuminances(one: number, other: number): number {
  return one > other ? (one + 0.05) / (other + 0.05) : (other + 0.05) / (one + 0.05);
}

const MAX_KNOWN_HEX = 2000;
const knownHex = new Map<string, number>();

/** Cached, because accessibility rules compare the same few colors thousands of times. */
function luminanceOfHex(hex: string): number {
  const before = knownHex.get(hex);
  if (before !== undefined) return before;
  if (knownHex.size >= MAX_KNOWN_HEX) knownHex.clear();
  const found = luminance(readHex(hex));
  knownHex.set(hex, found);
  return found;
}

/** Contrast ratio of two opaque #rrggbb, from 1 to 21, not rounded (WCAG 2.2). */
export function contrastOfHex(one: string, other: string): number {
  return contrastOfLuminances(luminanceOfHex(one), luminanceOfHex(other));
}

/** Whether black text reads better on it than white text. */
export function isLight(color: Color): boolean {
  return luminance(color) > 0.179;
}

/**
 * A color of the same hue whose contrast to white is that of the given one to black. Contrast is a quotient of
 * luminance + 0.05, so two mirrored colors have the contrast of the original ones.
 */
export function mirrorColor(color: Color): Color {
  const before = luminance(color);
  const after = 0.0525 / (before + 0.05) - 0.05;
  // Scaling darkens, mixing with white lightens: both keep the hue and give the exact luminance.
  const share = before < 1 ? (after - before) / (1 - before) : 0;
  const shift = (light: number) => (after <= before ? (light * after) / before : light + (1 - light) * share);
  const channel = (value: number) => fromLinear(shift(toLinear(value)));
  return {
    red: channel(color.red),
    green: channel(color.green),
    blue: channel(color.blue),
    alpha: color.alpha,
  };
}

/** Hue from 0 to 6, saturation from 0 to 1, lightness from 0 to 100. */
interface Hsl {
  hue: number;
  saturation: number;
  lightness: number;
}

export function toHsl({ red, green, blue }: Color): Hsl {
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

export function fromHsl({ hue, saturation, lightness }: Hsl): Color {
  const light = lightness / 100;
  const reach = saturation * Math.min(light, 1 - light);
  const channel = (shift: number) => {
    const place = (shift + hue * 2) % 12;
    return toByte(light - reach * Math.max(Math.min(place - 3, 9 - place, 1), -1));
  };
  return { red: channel(0), green: channel(8), blue: channel(4), alpha: 1 };
}

/** CIE lightness of #333333, the darkest inverted color. */
const DARKEST = 21.247;

/**
 * The color that mail clients without dark style support show in dark mode: in CIELAB, lightness is inverted and scaled
 * to the range above #333333; hue and chroma stay. The formula is that of the editor of Outlook on the web
 * (microsoft/roosterjs, getDarkColor, MIT).
 */
export function invertLightness(color: Color): Color {
  const [lightness, a, b] = toLab(color);
  return fromLab((100 - lightness) * ((100 - DARKEST) / 100) + DARKEST, a, b);
}

/** White of D65, to which CIELAB is relative. */
const LAB_WHITE = { x: 0.95047, z: 1.08883 };

function toLab(color: Color): [lightness: number, a: number, b: number] {
  const red = toLinear(color.red);
  const green = toLinear(color.green);
  const blue = toLinear(color.blue);
  const x = labRoot((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / LAB_WHITE.x);
  const y = labRoot(luminance(color));
  const z = labRoot((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / LAB_WHITE.z);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function fromLab(lightness: number, a: number, b: number): Color {
  const middle = (lightness + 16) / 116;
  const x = labCube(middle + a / 500) * LAB_WHITE.x;
  const y = labCube(middle);
  const z = labCube(middle - b / 200) * LAB_WHITE.z;
  return {
    red: fromLinear(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
    green: fromLinear(-0.969266 * x + 1.8760108 * y + 0.041556 * z),
    blue: fromLinear(0.0556434 * x - 0.2040259 * y + 1.0572252 * z),
    alpha: 1,
  };
}

function labRoot(share: number): number {
  return share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116;
}

function labCube(root: number): number {
  return root ** 3 > 0.008856 ? root ** 3 : (root - 16 / 116) / 7.787;
}
