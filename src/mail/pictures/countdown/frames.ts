import type { GifFrame } from './gif.ts';
import type { ClockLayout, Rect } from './layout.ts';
import { cut, type Picture } from './picture.ts';
import type { Tick } from './ticks.ts';

/** The pictures a clock is put together from. */
export interface ClockParts {
  still: Picture;
  digits: Picture;
  /** Shown once the moment has passed. */
  expired: Picture;
}

/** One frame per tick. After the first, each has only the rectangle in which something changed. */
export function composeFrames(layout: ClockLayout, parts: ClockParts, ticks: readonly Tick[]): GifFrame[] {
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
