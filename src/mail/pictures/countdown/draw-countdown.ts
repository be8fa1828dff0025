import { type Color, mixColors, WHITE } from '../../parse/color.ts';
import { targetMoment } from '../../parse/countdown-moment.ts';
import { encodeGif, type GifFrame } from '../gif.ts';
import { rasterize } from '../rasterize.ts';
import {
  type CountdownDesign,
  type CountdownOptions,
  designOf,
  planTicks,
  splitSeconds,
  type Tick,
} from './design.ts';
import { type ClockFonts, type Font, loadFonts } from './fonts.ts';
import {
  balanceLines,
  type ClockLayout,
  drawableText,
  layOutClock,
  RATIO,
  type Rect,
  svgText,
  truncateText,
  wrapText,
} from './layout.ts';

/**
 * A GIF that counts down from `now` (milliseconds since 1970) for up to 60 frames, each shown until the numbers
 * change, and then stays. Has twice the pixels of `countdownSize`, before and after the moment. Once that has
 * passed: the message. Without a message, or if the fonts lack its letters, the clock at zero; a label in a script that they
 * lack becomes d, h, min or s. A date that cannot be read is a clock at zero, too. The same input gives the same bytes.
 */
export async function drawCountdown(
  options: CountdownOptions,
  now: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const design = designOf(options);
  const units = design.units.map(({ unit }) => unit);
  const moment = targetMoment(options.targetDate, options.timezone ?? 'UTC');
  const zero = splitSeconds(0, units);
  const ticks: Tick[] =
    moment === undefined ? [{ values: zero, delayMilliseconds: 0 }] : planTicks(moment - now, units);
  const values = ticks[0]?.values ?? 'expired';
  if (values === 'expired' && design.hideOnExpiry) return nothing();
  const fonts = await loadFonts([...design.units.map(({ label }) => label), design.message]);
  const layout = layOutClock(design, fonts, values === 'expired' ? zero : values);
  const parts = await drawClockParts(layout, fonts);
  const needsExpired = ticks.some((tick) => tick.values === 'expired');
  const expired = needsExpired ? await drawExpired(design, layout, parts, fonts) : parts.still;
  const palette = clockPalette(design.background, design.digitColor, design.labelColor);
  return encodeGif(palette, composeFrames(layout, { ...parts, expired }, ticks));
}

/** One pixel that is not drawn: a picture in a sent mail can be no less. */
function nothing(): Uint8Array<ArrayBuffer> {
  const frame = { x: 0, y: 0, width: 1, height: 1, indices: new Uint8Array(1), delayMilliseconds: 0 };
  return encodeGif([WHITE], [frame], 0);
}

/** Palette indices, a byte a pixel. */
interface Picture {
  width: number;
  height: number;
  indices: Uint8Array;
}

/** Steps between the background and the color of a text; they make its edges smooth. */
const LEVELS = 15;

/** The background, the steps to the color of the digits, and those to that of the labels. Has 31 entries. */
function clockPalette(background: Color, digits: Color, labels: Color): Color[] {
  const ramp = (color: Color) =>
    Array.from({ length: LEVELS }, (_, step) => mixColors(background, color, (step + 1) / LEVELS));
  return [background, ...ramp(digits), ...ramp(labels)];
}

/** Drawn as coverage: red becomes the color of the digits, green that of the labels. */
const DIGIT_INK = '#f00';
const LABEL_INK = '#0f0';

/** Draws SVG elements in the two inks. */
async function drawPicture(
  elements: string,
  width: number,
  height: number,
  fonts: readonly Font[],
): Promise<Picture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${elements}</svg>`;
  const { data } = await rasterize(
    svg,
    fonts.flatMap(({ files }) => files),
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
async function drawClockParts(
  layout: ClockLayout,
  fonts: ClockFonts,
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
function cut(picture: Picture, x: number, y: number, width: number, height: number): Picture {
  const indices = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const start = (y + row) * picture.width + x;
    indices.set(picture.indices.subarray(start, start + width), row * width);
  }
  return { width, height, indices };
}

/** The pictures a clock is put together from. */
interface ClockParts {
  still: Picture;
  digits: Picture;
  /** Shown once the moment has passed. */
  expired: Picture;
}

/** One frame per tick. After the first, each has only the rectangle in which something changed. */
function composeFrames(layout: ClockLayout, parts: ClockParts, ticks: readonly Tick[]): GifFrame[] {
  const { still } = parts;
  const canvas: Picture = { ...still, indices: still.indices.slice() };
  const whole = { x: 0, y: 0, width: canvas.width, height: canvas.height };
  let shown: readonly string[] = [];
  return ticks.map(({ values, delayMilliseconds }, frame) => {
    if (values === 'expired') return { ...whole, indices: parts.expired.indices, delayMilliseconds };
    const changed = values.flatMap((value, index) => {
      const slot = layout.slots[index];
      return slot === undefined || value === shown[index]
        ? []
        : [drawNumber(canvas, parts.digits, slot, value, shown[index])];
    });
    shown = values;
    const rect = frame === 0 ? whole : unite(changed);
    const { indices } = cut(canvas, rect.x, rect.y, rect.width, rect.height);
    return { ...rect, indices, delayMilliseconds };
  });
}

/** Puts a number into its slot and says which part of the canvas differs from `before`. */
function drawNumber(canvas: Picture, digits: Picture, slot: Rect, value: string, before?: string): Rect {
  const cell = digits.width;
  const left = slot.x + Math.round((slot.width - value.length * cell) / 2);
  const isSameLength = before?.length === value.length;
  if (!isSameLength) clear(canvas, slot);
  let first = isSameLength ? value.length : 0;
  let last = isSameLength ? 0 : value.length;
  for (let index = 0; index < value.length; index++) {
    if (isSameLength && value[index] === before?.[index]) continue;
    first = Math.min(first, index);
    last = Math.max(last, index + 1);
    copyDigit(canvas, digits, Number(value[index]), left + index * cell, slot);
  }
  if (!isSameLength) return slot;
  return { x: left + first * cell, y: slot.y, width: (last - first) * cell, height: slot.height };
}

function clear(canvas: Picture, { x, y, width, height }: Rect): void {
  for (let row = y; row < y + height; row++) {
    canvas.indices.fill(0, row * canvas.width + x, row * canvas.width + x + width);
  }
}

function copyDigit(canvas: Picture, digits: Picture, digit: number, x: number, slot: Rect): void {
  for (let row = 0; row < slot.height; row++) {
    const start = (digit * slot.height + row) * digits.width;
    canvas.indices.set(
      digits.indices.subarray(start, start + digits.width),
      (slot.y + row) * canvas.width + x,
    );
  }
}

function unite(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

const MAX_MESSAGE_LENGTH = 200;
const LINE_HEIGHT = 1.3;
const SMALLEST_SIZE = 9 * RATIO;
const MARGIN = 8 * RATIO;

/** What is shown once the moment has passed, in the size of the clock: the message, nothing, or zeros. */
async function drawExpired(
  design: CountdownDesign,
  layout: ClockLayout,
  parts: { still: Picture; digits: Picture },
  fonts: ClockFonts,
): Promise<Picture> {
  const { width, height } = layout;
  if (design.hideOnExpiry) return { width, height, indices: new Uint8Array(width * height) };
  const message = drawableText(design.message, fonts.text, MAX_MESSAGE_LENGTH);
  if (message === undefined || message === '') return drawZeros(layout, parts);
  const { lines, size } = fitMessage(message, fonts.text, design, layout);
  const top = (height - lines.length * size * LINE_HEIGHT) / 2;
  // A little above four fifths of the line is where a baseline looks centered.
  const elements = lines.map((line, index) =>
    svgText(line, {
      x: width / 2,
      y: top + (index + 0.78) * size * LINE_HEIGHT,
      size,
      weight: 500,
      fill: DIGIT_INK,
    }),
  );
  return drawPicture(elements.join(''), width, height, [fonts.text]);
}

function drawZeros(layout: ClockLayout, parts: { still: Picture; digits: Picture }): Picture {
  const values = layout.slots.map(() => '00');
  const [frame] = composeFrames(layout, { ...parts, expired: parts.still }, [
    { values, delayMilliseconds: 0 },
  ]);
  return frame ?? parts.still;
}

/** The largest size, from half of the digits' on, at which the message fits; cut off where none does. */
function fitMessage(message: string, font: Font, design: CountdownDesign, layout: ClockLayout) {
  const [width, height] = [layout.width - 2 * MARGIN, layout.height - MARGIN];
  for (let size = Math.max(design.labelSize, design.digitSize / 2) * RATIO; ; size *= 0.92) {
    const isSmallest = size <= SMALLEST_SIZE;
    const lines = wrapText(message, font, width / size);
    const room = Math.max(1, Math.floor(height / (size * LINE_HEIGHT)));
    const fits = lines.length <= room && lines.every((line) => font.widthOf(line) * size <= width);
    if (fits) return { lines: balanceLines(message, font, lines), size };
    if (!isSmallest) continue;
    const rest = [...lines.slice(0, room - 1), lines.slice(room - 1).join(' ')];
    return { lines: rest.map((line) => truncateText(line, font, width / size)), size };
  }
}
