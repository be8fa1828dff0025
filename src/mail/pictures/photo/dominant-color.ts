import type { Raster } from './raster.ts';

/** How much a pixel without any colour counts, against one that has as much as possible. */
const GREY_SHARE = 0.05;

/** Red, green and blue are told apart in eight steps each. */
const STEPS = 8;

interface Bucket {
  score: number;
  weight: number;
  red: number;
  green: number;
  blue: number;
}

/**
 * The colour that stands out, `#rrggbb`: that of the largest group of alike pixels, where the more saturated ones
 * count more, so that it is the red of a logo rather than the white around it. An average of the whole picture would be a
 * muddy brown of no use for choosing the colours beside it. Invisible pixels do not count.
 */
export function findDominantColor({ data }: Raster): string {
  const buckets = new Map<number, Bucket>();
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue, alpha] = data.subarray(at, at + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const weight = alpha / 255;
    if (weight === 0) continue;
    const step = (value: number) => (value * STEPS) >> 8;
    const key = (step(red) * STEPS + step(green)) * STEPS + step(blue);
    const bucket = buckets.get(key) ?? { score: 0, weight: 0, red: 0, green: 0, blue: 0 };
    buckets.set(key, bucket);
    const chroma = (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;
    bucket.score += weight * (GREY_SHARE + chroma);
    bucket.weight += weight;
    bucket.red += red * weight;
    bucket.green += green * weight;
    bucket.blue += blue * weight;
  }
  const best = [...buckets.values()].sort((a, b) => b.score - a.score)[0];
  if (best === undefined) return '#ffffff';
  const hex = (sum: number) =>
    Math.round(sum / best.weight)
      .toString(16)
      .padStart(2, '0');
  return `#${hex(best.red)}${hex(best.green)}${hex(best.blue)}`;
}
