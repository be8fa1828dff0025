import { PictureRefusal } from './refusal.ts';

/** 8192 × 6144, which the cameras of phones reach. Turning such a picture takes it twice with four bytes a pixel. */
export const MAX_PIXELS = 8192 * 6144;

/** Beyond this no mail client and no codec of WebP goes. */
export const MAX_SIDE = 16_384;

/** The decoder of AVIF needs 19 bytes a pixel: with what comes after it, 500 MB were measured. */
export const MAX_AVIF_PIXELS = 4096 * 3072;

/** WebP and AVIF are encoded anew as PNG if they have alpha, which takes the encoder seconds for each ten megapixels. */
export const MAX_ALPHA_PIXELS = 16_000_000;

/**
 * Refuses from what the header says, before anything is decoded. `what` as in "The JPEG".
 */
export function checkSize(what: string, width: number, height: number, maxPixels = MAX_PIXELS): void {
  const size = `${width} × ${height} pixels`;
  if (width < 1 || height < 1) {
    throw new PictureRefusal(`The ${what} says it has ${size}: it shows nothing.`);
  }
  if (width > MAX_SIDE || height > MAX_SIDE) {
    throw new PictureRefusal(
      `The ${what} has ${size}. At most ${MAX_SIDE} pixels a side are possible: make it smaller.`,
    );
  }
  if (width * height > maxPixels) {
    throw new PictureRefusal(
      `The ${what} has ${size}, ${megapixels(width * height)} megapixels. ` +
        `At most ${megapixels(maxPixels)} are possible: make it smaller.`,
    );
  }
}

const megapixels = (pixels: number) => (pixels / 1_000_000).toFixed(1).replace(/\.0$/, '');

/** Frames times pixels of an animation that is decoded: some ten seconds of work. */
export const MAX_ANIMATED_PIXELS = 150_000_000;

/** Frames of an animation that gets smaller versions: choosing the colours of each takes its time. */
export const MAX_CONVERTED_FRAMES = 500;
