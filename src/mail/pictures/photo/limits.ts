/** Thrown for a picture that is refused; the message is written for the person who uploaded it. */
export class PictureRefusal extends Error {}

/** `what` as in "The JPEG". */
export const isDamaged = (what: string, how: string) =>
  new PictureRefusal(`The ${what} is damaged: ${how}. Export it again and upload the new file.`);

export const isIncomplete = (what: string) => isDamaged(what, 'its end is missing');

/** 8192 × 6144, which the cameras of phones reach. Turning such a picture takes it twice with four bytes a pixel. */
export const MAX_PIXELS = 8192 * 6144;

/** The largest side that mail clients and WebP codecs support. */
const MAX_SIDE = 16_384;

/** The decoder of AVIF needs 19 bytes a pixel: with what comes after it, 500 MB were measured. */
export const MAX_AVIF_PIXELS = 4096 * 3072;

/** WebP and AVIF are encoded anew as PNG if they have alpha, which takes the encoder seconds for each ten megapixels. */
export const MAX_ALPHA_PIXELS = 16_000_000;

/**
 * Refuses a picture by its header, before anything is decoded. `what` as in "The JPEG".
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

/** Most frames of an animation that gets smaller versions: each frame gets a palette. */
export const MAX_CONVERTED_FRAMES = 500;

/** Names of the smaller versions, from the largest to the smallest, with the box each fits in. */
const SIZES = [
  /** A mail's full width on screens with two pixels for one. */
  { name: 'large', width: 1280, height: 5120 },
  /** A mail's full width: 600 to 640 nearly everywhere. */
  { name: 'medium', width: 640, height: 2560 },
  /** Half a mail's width, and the tiles of a media browser. */
  { name: 'small', width: 320, height: 1280 },
] as const;

export type SizeName = (typeof SIZES)[number]['name'];

export interface Dimensions {
  width: number;
  height: number;
}

/** The size that fits into a box in the same proportions, at least one pixel a side; never larger than it was. */
export function fitInside({ width, height }: Dimensions, box: Dimensions): Dimensions {
  const scale = Math.min(1, box.width / width, box.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The sizes that are smaller than the picture, from the largest to the smallest. */
export function smallerSizes(picture: Dimensions): (Dimensions & { name: SizeName })[] {
  return SIZES.map((box) => ({ name: box.name, ...fitInside(picture, box) })).filter(
    ({ width, height }) => width < picture.width || height < picture.height,
  );
}

/** The size with at most so many pixels in the same proportions; never larger than it was. */
export function fitPixels(picture: Dimensions, pixels: number): Dimensions {
  const scale = Math.min(1, Math.sqrt(pixels / (picture.width * picture.height)));
  return fitInside(picture, { width: picture.width * scale, height: picture.height * scale });
}

/** A smaller version of a picture. */
export interface ConvertedPhoto {
  name: SizeName;
  mime: string;
  extension: string;
  bytes: Uint8Array;
  width: number;
  height: number;
}
