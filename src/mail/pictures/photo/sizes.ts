/** Names of the smaller versions, from the largest to the smallest, with the box each fits in. */
export const SIZES = [
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
