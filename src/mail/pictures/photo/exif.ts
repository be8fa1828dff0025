const ORIENTATION = 0x0112;

/** Most fields read from the first directory; cameras write about fifteen. */
const MAX_FIELDS = 512;

/**
 * How a picture was held, from the TIFF structure of its EXIF data: 1 (upright) to 8, as in EXIF 2.32. 1 for
 * anything unreadable, as viewers have it.
 */
export function readOrientation(tiff: Uint8Array): number {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (tiff.length < 14) return 1;
  const mark = view.getUint16(0);
  if (mark !== 0x4949 && mark !== 0x4d4d) return 1;
  const isLittle = mark === 0x4949;
  const start = view.getUint32(4, isLittle);
  if (start + 2 > tiff.length) return 1;
  const fields = Math.min(view.getUint16(start, isLittle), MAX_FIELDS);
  for (let at = start + 2; at < start + 2 + fields * 12 && at + 12 <= tiff.length; at += 12) {
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue;
    const value = view.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Whether width and height are exchanged when a picture is set upright. */
export const isSideways = (orientation: number) => orientation >= 5;

/** Sets the picture upright; the pipeline does so by itself for JPEG only. */
export function setUpright(image: Bun.Image, orientation: number): Bun.Image {
  // The pipeline turns (clockwise) before it mirrors, whatever the order of the calls.
  const turn = [0, 0, 0, 180, 0, 90, 90, 90, 270][orientation] ?? 0;
  if (turn !== 0) image.rotate(turn);
  if (orientation === 2 || orientation === 5) image.flop();
  if (orientation === 4 || orientation === 7) image.flip();
  return image;
}
