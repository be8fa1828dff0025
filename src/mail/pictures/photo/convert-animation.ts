import { type AnimatedGif, createAnimatedGif } from './animated-gif.ts';
import { playGif } from './animation.ts';
import type { ConvertedPhoto } from './converted-photo.ts';
import type { ReadGif } from './gif-blocks.ts';
import { MAX_ANIMATED_PIXELS, MAX_CONVERTED_FRAMES } from './limits.ts';
import type { Raster } from './raster.ts';
import { createShrinker } from './shrink.ts';
import { type Dimensions, type SizeName, smallerSizes } from './sizes.ts';

/** A size in the making, from the frames of the next larger one. */
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

/** Pixels gone through: each frame is unpacked, and then the whole picture is shrunk. */
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
