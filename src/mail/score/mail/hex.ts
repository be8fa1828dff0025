import { type Color, luminance } from '../../render/color.ts';

/** An opaque #rrggbb as a color. */
export function readHex(hex: string): Color {
  const number = Number.parseInt(hex.slice(1), 16);
  return { red: number >> 16, green: (number >> 8) & 255, blue: number & 255, alpha: 1 };
}

/** Mails have few colors; repairs try some hundred. */
const KEPT = 2000;
const known = new Map<string, number>();

function luminanceOf(hex: string): number {
  const before = known.get(hex);
  if (before !== undefined) return before;
  if (known.size >= KEPT) known.clear();
  const found = luminance(readHex(hex));
  known.set(hex, found);
  return found;
}

/** Contrast ratio of two opaque #rrggbb, from 1 to 21, not rounded (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: string, other: string): number {
  const [light, dark] = [luminanceOf(one), luminanceOf(other)];
  return light > dark ? (light + 0.05) / (dark + 0.05) : (dark + 0.05) / (light + 0.05);
}
