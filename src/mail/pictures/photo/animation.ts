import { type AnimatedGif, type Area, createAnimatedGif } from './animated-gif.ts';
import {
  type ConvertedPhoto,
  type Dimensions,
  MAX_ANIMATED_PIXELS,
  MAX_CONVERTED_FRAMES,
  type SizeName,
  smallerSizes,
} from './limits.ts';
import { createShrinker, type Raster, readRaster } from './raster.ts';
import { type GifImage, type ReadGif, unpackIndices } from './read-gif.ts';
import type { ReadWebp, WebpFrame } from './webp.ts';

/** A frame as it is shown. The pixels are overwritten by the next frame. */
interface Shown {
  raster: Raster;
  delayMilliseconds: number;
}

const CLEAR = 2;
const SET_BACK = 3;

/** Rows of an interlaced frame come in four passes: the first row of each, and the steps between its rows. */
const PASSES = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;

/** Plays a GIF as browsers do: what is outside of the picture is not drawn, and "background" means transparent. */
export function* playGif(gif: ReadGif): Generator<Shown, void> {
  const canvas = blank(gif.width, gif.height);
  for (const frame of gif.frames) {
    const before = frame.disposal === SET_BACK ? canvas.data.slice() : undefined;
    drawFrame(canvas, frame);
    yield { raster: canvas, delayMilliseconds: frame.delay * 10 };
    if (before !== undefined) canvas.data.set(before);
    if (frame.disposal === CLEAR) clearArea(canvas, frame);
  }
}

/** Plays an animated WebP, decoding frame by frame. */
export async function* playWebp(webp: ReadWebp): AsyncGenerator<Shown, void> {
  const canvas = blank(webp.width, webp.height);
  for (const frame of webp.frames) {
    const maxPixels = frame.width * frame.height;
    drawOver(canvas, frame, await readRaster(new Bun.Image(frame.still, { maxPixels })));
    yield { raster: canvas, delayMilliseconds: frame.delayMilliseconds };
    if (frame.isCleared) clearArea(canvas, frame);
  }
}

function blank(width: number, height: number): Raster {
  return { width, height, data: new Uint8Array(width * height * 4) };
}

function clearArea({ width, height, data }: Raster, area: Area): void {
  const right = Math.min(area.x + area.width, width);
  if (area.x >= right) return;
  for (let y = area.y; y < Math.min(area.y + area.height, height); y++) {
    data.fill(0, (y * width + area.x) * 4, (y * width + right) * 4);
  }
}

function drawFrame(canvas: Raster, frame: GifImage): void {
  const { palette, transparent } = frame;
  if (palette === undefined) return;
  const indices = new Uint8Array(frame.width * frame.height);
  const written = unpackIndices(frame.data, frame.codeSize, indices);
  const width = Math.min(frame.width, canvas.width - frame.x);
  const { data } = canvas;
  for (const [row, y] of rowsOf(frame).entries()) {
    if (frame.y + y >= canvas.height) continue;
    const start = row * frame.width;
    const end = Math.min(start + width, written);
    let to = ((frame.y + y) * canvas.width + frame.x) * 4;
    for (let from = start; from < end; from++, to += 4) {
      const index = indices[from] as number;
      if (index === transparent || index * 3 >= palette.length) continue;
      data[to] = palette[index * 3] as number;
      data[to + 1] = palette[index * 3 + 1] as number;
      data[to + 2] = palette[index * 3 + 2] as number;
      data[to + 3] = 255;
    }
  }
}

/** Where the rows belong, in the order they are stored. */
function rowsOf({ height, isInterlaced }: GifImage): number[] {
  const rows: number[] = [];
  for (const [first, step] of isInterlaced ? PASSES : ([[0, 1]] as const)) {
    for (let y = first; y < height; y += step) rows.push(y);
  }
  return rows;
}

/** Lays a decoded frame over the picture. Only frames that lie within it are played. */
function drawOver(canvas: Raster, { x, y, isBlended }: WebpFrame, frame: Raster): void {
  const width = Math.min(frame.width, canvas.width - x);
  const height = Math.min(frame.height, canvas.height - y);
  for (let row = 0; row < height; row++) {
    const from = row * frame.width * 4;
    const to = ((y + row) * canvas.width + x) * 4;
    if (isBlended) blendRow(canvas.data, to, frame.data.subarray(from, from + width * 4));
    else canvas.data.set(frame.data.subarray(from, from + width * 4), to);
  }
}

function blendRow(data: Uint8Array, start: number, row: Uint8Array): void {
  for (let at = 0; at < row.length; at += 4) {
    const over = (row[at + 3] as number) / 255;
    if (over === 0) continue;
    const under = ((data[start + at + 3] as number) / 255) * (1 - over);
    const alpha = over + under;
    for (let channel = 0; channel < 3; channel++) {
      const to = start + at + channel;
      data[to] = Math.round(((row[at + channel] as number) * over + (data[to] as number) * under) / alpha);
    }
    data[start + at + 3] = Math.round(alpha * 255);
  }
}

/** A smaller version that is being made from the frames of the next larger one. */
interface Stage {
  size: Dimensions & { name: SizeName };
  shrink(frame: Raster): Raster;
  gif: AnimatedGif;
}

/**
 * Smaller versions of an animated GIF, animated as it is; none if that takes too much work. `undefined`: it is not
 * animated.
 */
export function convertAnimation(gif: ReadGif): ConvertedPhoto[] | undefined {
  if (gif.frames.length < 2) return undefined;
  if (gif.frames.length > MAX_CONVERTED_FRAMES || countWork(gif) > MAX_ANIMATED_PIXELS) return [];
  const stages = createStages(gif);
  for (const { raster, delayMilliseconds } of playGif(gif)) {
    let frame = raster;
    for (const { shrink, gif: smaller } of stages) {
      frame = shrink(frame);
      smaller.add(frame, delayMilliseconds);
    }
  }
  return stages.map(({ size, gif: smaller }) => {
    return { ...size, mime: 'image/gif', extension: 'gif', bytes: smaller.finish() };
  });
}

/** Pixels processed: each frame is unpacked, then the whole picture is shrunk. */
function countWork({ width, height, frames }: ReadGif): number {
  return frames.reduce((sum, frame) => sum + frame.width * frame.height + width * height, 0);
}

function createStages(gif: ReadGif): Stage[] {
  let from: Dimensions = gif;
  return smallerSizes(gif).map((size) => {
    const { shrink } = createShrinker(from, size);
    from = size;
    return { size, shrink, gif: createAnimatedGif(size.width, size.height, gif.repeat) };
  });
}
