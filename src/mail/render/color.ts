/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export interface Color {
  red: number;
  green: number;
  blue: number;
  alpha: number;
}

/** A mail has few colors, named in hundreds of places. */
const MAX_KNOWN = 500;
const known = new Map<string, Color | undefined>();

/** A CSS color, or undefined when it is none that can be read, e.g. a merge tag. */
export function parseColor(css: string): Readonly<Color> | undefined {
  if (known.has(css)) return known.get(css);
  if (known.size >= MAX_KNOWN) known.clear();
  const color = readColor(css);
  known.set(css, color);
  return color;
}

function readColor(css: string): Color | undefined {
  const text = css.trim().toLowerCase();
  // The parser is lenient about what follows a color.
  if (!/^[#a-z][a-z0-9 ,.%()/+-]*$/.test(text)) return undefined;
  const channels = Bun.color(text, '[rgba]');
  if (!Array.isArray(channels)) return undefined;
  const [red, green, blue, alpha] = channels;
  return { red, green, blue, alpha: alpha / 255 };
}

/** A color in the notation that MJML and old mail clients understand: #rrggbb, or rgba() when it is not opaque. */
export function formatColor({ red, green, blue, alpha }: Color): string {
  if (alpha < 1) return `rgba(${red}, ${green}, ${blue}, ${Math.round(alpha * 1000) / 1000})`;
  return `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** A color seen through which another shines. */
export function overlay(top: Color, bottom: Color): Color {
  const mix = (over: number, under: number) => Math.round(over * top.alpha + under * (1 - top.alpha));
  return {
    red: mix(top.red, bottom.red),
    green: mix(top.green, bottom.green),
    blue: mix(top.blue, bottom.blue),
    alpha: 1,
  };
}

/** Share of light in each of the 256 values of a channel: scoring a mail asks for thousands. */
const LINEAR = Float64Array.from({ length: 256 }, (_none, channel) => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

/** Share of light in a channel of sRGB, a whole number from 0 to 255. */
export function toLinear(channel: number): number {
  return LINEAR[channel] ?? 0;
}

/** The channel of sRGB, from 0 to 255, with this share of light. */
export function fromLinear(light: number): number {
  const share = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(Math.max(share, 0), 1) * 255);
}

/** Relative luminance, from 0 to 1 (WCAG 2.2). */
export function luminance({ red, green, blue }: Color): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

/** Contrast ratio of two opaque colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: Color, other: Color): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Whether black text reads better on it than white text. */
export function isLight(color: Color): boolean {
  return luminance(color) > 0.179;
}

/**
 * The color as far from white as this one is from black, of the same hue. Contrast ratios are quotients of
 * luminance + 0.05, so two mirrored colors have the contrast of the two they were made from.
 */
export function mirrorColor(color: Color): Color {
  const before = luminance(color);
  const after = 0.0525 / (before + 0.05) - 0.05;
  const linear = [color.red, color.green, color.blue].map(toLinear);
  // Darkened by scaling, lightened by mixing with white: both keep the hue and are exact in luminance.
  const share = before < 1 ? (after - before) / (1 - before) : 0;
  const shift = (light: number) => (after <= before ? (light * after) / before : light + (1 - light) * share);
  const [red, green, blue] = linear.map((light) => fromLinear(shift(light))) as [number, number, number];
  return { red, green, blue, alpha: color.alpha };
}
