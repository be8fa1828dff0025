/** Red, green and blue, 0–255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const WHITE: Rgb = [255, 255, 255];
export const BLACK: Rgb = [0, 0, 0];

/** Longer than any color anybody writes; the parser is spared what only looks for its limits. */
const MAX_LENGTH = 100;

/**
 * A CSS color laid on white, because pictures in mail have no way to know what is behind them. `undefined` for
 * anything that is not a color by itself: merge tags, `inherit`, `currentColor`, `var(…)`.
 */
export function parseColor(css: string | undefined): Rgb | undefined {
  if (css === undefined || css.length > MAX_LENGTH) return undefined;
  const parsed: unknown = Bun.color(css, '[rgba]');
  if (!Array.isArray(parsed)) return undefined;
  const [red, green, blue, alpha] = parsed as [number, number, number, number];
  return mix(WHITE, [red, green, blue], alpha / 255);
}

/** `from` at 0, `to` at 1. */
export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (channel: 0 | 1 | 2) => Math.round(from[channel] + (to[channel] - from[channel]) * share);
  return [at(0), at(1), at(2)];
}

/** Relative luminance, 0–1, as WCAG 2 defines it. */
export function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio, 1–21, as WCAG 2 defines it. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The color nearest to the given one that stands out from white and from near-black alike (3 : 1 at least), for
 * lines on a background nobody knows.
 */
export function legibleAnywhere(color: Rgb): Rgb {
  const [darkest, lightest] = [0.17, 0.28];
  const towards = luminance(color) > lightest ? BLACK : WHITE;
  for (let share = 0; share < 1; share += 0.02) {
    const candidate = mix(color, towards, share);
    const light = luminance(candidate);
    if (light >= darkest && light <= lightest) return candidate;
  }
  return [118, 118, 118];
}
