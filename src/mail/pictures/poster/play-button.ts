import { BLACK, type Color, mixColors, WHITE } from '../../parse/color.ts';
import type { Pixels } from '../rasterise.ts';

/** Diameter of the button, as a share of the shorter side, within bounds in pixels. */
const SHARE = 0.26;
const [SMALLEST, LARGEST] = [28, 180];

/** How dark the disc is; what is behind it shows through. */
const DISC_OPACITY = 0.62;

/** Parts of the button in units of its radius. */
const RING = 0.06;
const TRIANGLE = { left: -0.27, right: 0.46, halfHeight: 0.42, rounding: 0.06 };

/** Draws a play button into the middle: dark disc, white ring and triangle, so that it shows on any picture. */
export function drawPlayButton({ width, height, data }: Pixels): void {
  const shorter = Math.min(width, height);
  const radius = Math.min(Math.min(Math.max(shorter * SHARE, SMALLEST), LARGEST), shorter) / 2;
  const [centerX, centerY] = [width / 2, height / 2];
  for (let y = Math.floor(centerY - radius); y < centerY + radius; y++) {
    for (let x = Math.floor(centerX - radius); x < centerX + radius; x++) {
      const [right, down] = [(x + 0.5 - centerX) / radius, (y + 0.5 - centerY) / radius];
      const at = (y * width + x) * 4;
      const behind: Color = {
        red: data[at] ?? 0,
        green: data[at + 1] ?? 0,
        blue: data[at + 2] ?? 0,
        alpha: 1,
      };
      const { red, green, blue } = colorAt(behind, right, down, radius);
      data.set([red, green, blue], at);
    }
  }
}

/** A point's color, `right` and `down` of the middle in units of the radius. Edges are one pixel wide. */
function colorAt(behind: Color, right: number, down: number, radius: number): Color {
  const coverage = (distance: number) => Math.min(Math.max(0.5 - distance * radius, 0), 1);
  const fromCenter = Math.hypot(right, down);
  const disc = mixColors(behind, BLACK, coverage(fromCenter - 1) * DISC_OPACITY);
  const ring = Math.abs(fromCenter - (1 - RING)) - RING / 2;
  return mixColors(disc, WHITE, Math.max(coverage(ring), coverage(distanceToTriangle(right, down))));
}

/** Distance outside (or, negative, inside) a triangle that points right and has rounded corners. */
function distanceToTriangle(right: number, down: number): number {
  const { left, right: tip, halfHeight, rounding } = TRIANGLE;
  const [length, y] = [tip - left, Math.abs(down)];
  const slope = Math.hypot(length, halfHeight);
  const fromBase = left - right;
  const fromSide = ((right - left) * halfHeight + (y - halfHeight) * length) / slope;
  if (fromBase <= 0 && fromSide <= 0) return Math.max(fromBase, fromSide) - rounding;
  // Outside: the nearest point is on the base, or on the side between the base's corner and the tip.
  const along = ((right - left) * length + (halfHeight - y) * halfHeight) / slope;
  const onSide = Math.min(Math.max(along, 0), slope) / slope;
  const toSide = Math.hypot(right - left - onSide * length, y - halfHeight * (1 - onSide));
  const toBase = Math.hypot(fromBase, Math.max(0, y - halfHeight));
  return Math.min(toSide, toBase) - rounding;
}
