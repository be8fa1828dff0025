import { type Color, mixColors } from '../../parse/color.ts';
import { rasterise } from '../rasterise.ts';
import type { Font } from './font.ts';
import type { ClockLayout } from './layout.ts';
import { svgText } from './text.ts';

/** Palette indices, a byte a pixel. */
export interface Picture {
  width: number;
  height: number;
  indices: Uint8Array;
}

/** Steps between the background and the color of a text; they make its edges smooth. */
const LEVELS = 15;

/** The background, the steps to the color of the digits, and those to that of the labels. Has 31 entries. */
export function clockPalette(background: Color, digits: Color, labels: Color): Color[] {
  const ramp = (color: Color) =>
    Array.from({ length: LEVELS }, (_, step) => mixColors(background, color, (step + 1) / LEVELS));
  return [background, ...ramp(digits), ...ramp(labels)];
}

/** Drawn as coverage: red becomes the color of the digits, green that of the labels. */
export const DIGIT_INK = '#f00';
export const LABEL_INK = '#0f0';

/** Draws SVG elements in the two inks. */
export async function drawPicture(
  elements: string,
  width: number,
  height: number,
  fonts: readonly Font[],
): Promise<Picture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${elements}</svg>`;
  const { data } = await rasterise(
    svg,
    fonts.map(({ bytes }) => bytes),
  );
  const indices = new Uint8Array(width * height);
  for (let pixel = 0; pixel < indices.length; pixel++) {
    const digit = Math.round(((data[pixel * 4] ?? 0) / 255) * LEVELS);
    const label = Math.round(((data[pixel * 4 + 1] ?? 0) / 255) * LEVELS);
    indices[pixel] = label > digit ? LEVELS + label : digit;
  }
  return { width, height, indices };
}

/** What stays the same from frame to frame, and the ten digits to be put in, drawn in one go. */
export async function drawClockParts(
  layout: ClockLayout,
  fonts: { text: Font; digits: Font },
): Promise<{ still: Picture; digits: Picture }> {
  const { width, height, digit } = layout;
  const rowHeight = layout.slots[0]?.height ?? 0;
  const digitTop = layout.slots[0]?.y ?? 0;
  // Digits may be wider together than the clock, so they stand one below the other, beside it.
  const sheet = { width: width + digit.cellWidth, height: Math.max(height, rowHeight * 10) };
  const ink = { size: digit.size, weight: 700, fill: DIGIT_INK } as const;
  const elements = [
    ...layout.separators.map(({ x, text }) =>
      svgText(text, { ...ink, x, y: digit.baseline - digit.size * 0.03 }),
    ),
    ...layout.labels.map(({ x, y, size, text }) =>
      svgText(text, { x, y, size, weight: 500, fill: LABEL_INK }),
    ),
    ...Array.from({ length: 10 }, (_, value) =>
      svgText(String(value), {
        ...ink,
        x: width + digit.cellWidth / 2,
        y: value * rowHeight + digit.baseline - digitTop,
      }),
    ),
  ];
  const drawn = await drawPicture(elements.join(''), sheet.width, sheet.height, [fonts.text, fonts.digits]);
  return {
    still: cut(drawn, 0, 0, width, height),
    digits: cut(drawn, width, 0, digit.cellWidth, rowHeight * 10),
  };
}

/** A rectangle out of a picture. */
export function cut(picture: Picture, x: number, y: number, width: number, height: number): Picture {
  const indices = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const start = (y + row) * picture.width + x;
    indices.set(picture.indices.subarray(start, start + width), row * width);
  }
  return { width, height, indices };
}
