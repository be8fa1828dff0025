import { applyPalette, GIFEncoder } from 'gifenc';
import { placeGifFrame } from '../gif.ts';
import type { Raster } from './raster.ts';

/** Writes an animation frame by frame. */
export interface AnimatedGif {
  /** The next frame as it appears on screen; the raster may be overwritten afterwards. */
  add(frame: Raster, delayMilliseconds: number): void;
  finish(): Uint8Array<ArrayBuffer>;
}

/** A frame that is not written yet: its disposal method depends on the next frame. */
interface Pending {
  indices: Uint8Array;
  area: Area;
  palette: number[][];
  delayMilliseconds: number;
}

/** A rectangle of the picture. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The least alpha of a visible pixel: pixels of a GIF are opaque or transparent. */
const VISIBLE = 128;

/** Number of sampled pixels from which the palette of a frame is made. */
const SAMPLES = 16_384;

/** One of the 256 means "as before". */
const MAX_COLORS = 255;

const [KEEP, CLEAR] = [1, 2];

/**
 * Each frame has a local palette and holds only the pixels that differ from the frame before. `repeat`: 0 is for ever,
 * `undefined` once.
 */
export function createAnimatedGif(width: number, height: number, repeat: number | undefined): AnimatedGif {
  const encoder = GIFEncoder({ auto: false });
  const whole: Area = { x: 0, y: 0, width, height };
  let shown = new Uint8Array(width * height * 4);
  let pending: Pending | undefined;
  let isFirst = true;
  encoder.writeHeader();

  function write({ indices, area, palette, delayMilliseconds }: Pending, dispose: number): void {
    const kept = dispose === CLEAR ? whole : area;
    const start = encoder.bytesView().length;
    encoder.writeFrame(crop(indices, width, kept), kept.width, kept.height, {
      first: isFirst,
      palette,
      // 0 is for ever, -1 once.
      repeat: repeat ?? -1,
      delay: delayMilliseconds,
      dispose,
      transparent: true,
      transparentIndex: palette.length - 1,
    });
    // The first one is whole.
    if (!isFirst) placeGifFrame(encoder.bytesView(), start, kept);
    isFirst = false;
  }

  return {
    add({ data }, delayMilliseconds) {
      if (pending !== undefined) {
        const isClear = hasVanished(shown, data);
        write(pending, isClear ? CLEAR : KEEP);
        if (isClear) shown.fill(0);
      }
      const { indices, palette, area } = findChanges(data, shown, width);
      pending = {
        indices,
        palette,
        area: isFirst && pending === undefined ? whole : area,
        delayMilliseconds,
      };
      shown = data.slice();
    },
    finish() {
      if (pending !== undefined) write(pending, KEEP);
      encoder.finish();
      return encoder.bytes();
    },
  };
}

/** Whether a visible pixel becomes transparent in the next frame, which no drawing can do. */
function hasVanished(shown: Uint8Array, next: Uint8Array): boolean {
  for (let at = 3; at < shown.length; at += 4) {
    if ((shown[at] as number) >= VISIBLE && (next[at] as number) < VISIBLE) return true;
  }
  return false;
}

/** Indices of the whole picture, with the palette's last one where nothing has changed, and where something has. */
function findChanges(data: Uint8Array, shown: Uint8Array, width: number) {
  const [now, before] = [asPixels(data), asPixels(shown)];
  const changed = new Uint32Array(now.length);
  let [count, left, right, top, bottom] = [0, width, 0, now.length, 0];
  for (let at = 0; at < now.length; at++) {
    const isVisible = (data[at * 4 + 3] as number) >= VISIBLE;
    if (!isVisible || (now[at] === before[at] && (shown[at * 4 + 3] as number) >= VISIBLE)) continue;
    changed[count++] = at;
    const x = at % width;
    if (x < left) left = x;
    if (x > right) right = x;
    const y = (at - x) / width;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  const places = changed.subarray(0, count);
  const colors = new Uint32Array(count);
  for (let index = 0; index < count; index++) colors[index] = now[places[index] as number] as number;
  const { palette, mapped } = reduceColors(colors);
  const indices = new Uint8Array(now.length).fill(palette.length);
  for (let index = 0; index < count; index++) indices[places[index] as number] = mapped[index] as number;
  palette.push([0, 0, 0]);
  const area =
    count > 0
      ? { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
      : { x: 0, y: 0, width: 1, height: 1 };
  return { indices, palette, area };
}

/** Four bytes of a pixel as one number. */
const asPixels = (data: Uint8Array) => new Uint32Array(data.buffer, data.byteOffset, data.length / 4);

/** The palette and the index of each pixel: the exact colors if they are few, otherwise quantized ones. Never empty. */
function reduceColors(pixels: Uint32Array): { palette: number[][]; mapped: Uint8Array } {
  const places = new Map<number, number>();
  const mapped = new Uint8Array(pixels.length);
  for (let at = 0; at < pixels.length; at++) {
    const color = (pixels[at] as number) & 0xffffff;
    let place = places.get(color);
    if (place === undefined) {
      place = places.size;
      if (place === MAX_COLORS) return approximateColors(pixels);
      places.set(color, place);
    }
    mapped[at] = place;
  }
  if (places.size === 0) return { palette: [[0, 0, 0]], mapped };
  // Little endian: red is the lowest byte.
  const palette = [...places.keys()].map((color) => [color & 255, (color >> 8) & 255, color >> 16]);
  return { palette, mapped };
}

function approximateColors(pixels: Uint32Array): { palette: number[][]; mapped: Uint8Array } {
  const step = Math.ceil(pixels.length / SAMPLES);
  const samples = new Uint32Array(Math.floor(pixels.length / step));
  for (let at = 0; at < samples.length; at++) samples[at] = pixels[at * step] as number;
  const palette = chooseColors(samples, MAX_COLORS);
  return { palette, mapped: applyPalette(new Uint8Array(pixels.buffer), palette, 'rgb565') };
}

function crop(indices: Uint8Array, width: number, area: Area): Uint8Array {
  if (area.width === width && indices.length === area.width * area.height) return indices;
  const cropped = new Uint8Array(area.width * area.height);
  for (let y = 0; y < area.height; y++) {
    const start = (area.y + y) * width + area.x;
    cropped.set(indices.subarray(start, start + area.width), y * area.width);
  }
  return cropped;
}

/** Some of the given pixels, next to each other. */
interface Box {
  start: number;
  end: number;
  /** Mean of red, green and blue. */
  mean: number[];
  /** How far the pixels are from the mean, squared and summed up, in the channel where it is most. */
  error: number;
  /** 0, 8 or 16: where that channel is in a pixel. */
  shift: number;
}

/**
 * Colors that fit pixels (red in the lowest byte) best, `most` at most: the group with the largest error is divided
 * at its mean until there are enough. Takes milliseconds where better algorithms take a second, and
 * animations have hundreds of frames. Reorders the pixels.
 */
function chooseColors(pixels: Uint32Array, most: number): number[][] {
  const boxes = [measure(pixels, 0, pixels.length)];
  while (boxes.length < most) {
    let widest = 0;
    for (let at = 1; at < boxes.length; at++) if (errorOf(boxes, at) > errorOf(boxes, widest)) widest = at;
    const box = boxes[widest];
    if (box === undefined || box.error === 0) break;
    const middle = divide(pixels, box);
    boxes[widest] = measure(pixels, box.start, middle);
    boxes.push(measure(pixels, middle, box.end));
  }
  return boxes.map(({ mean }) => mean.map(Math.round));
}

const errorOf = (boxes: readonly Box[], at: number) => boxes[at]?.error ?? 0;

function measure(pixels: Uint32Array, start: number, end: number): Box {
  const count = end - start;
  const box: Box = { start, end, mean: [], error: 0, shift: 0 };
  for (const shift of [0, 8, 16]) {
    let [sum, squares] = [0, 0];
    for (let at = start; at < end; at++) {
      const value = ((pixels[at] as number) >> shift) & 255;
      sum += value;
      squares += value * value;
    }
    box.mean.push(sum / count);
    const error = squares - (sum * sum) / count;
    // All alike gives zero but for rounding.
    if (error > box.error + 0.01) Object.assign(box, { error, shift });
  }
  return box;
}

/** Partitions pixels at the mean; returns where the second part begins. Both parts are non-empty. */
function divide(pixels: Uint32Array, { start, end, mean, shift }: Box): number {
  const border = mean[shift / 8] as number;
  let middle = start;
  for (let at = start; at < end; at++) {
    const pixel = pixels[at] as number;
    if (((pixel >> shift) & 255) > border) continue;
    pixels[at] = pixels[middle] as number;
    pixels[middle++] = pixel;
  }
  return middle;
}
