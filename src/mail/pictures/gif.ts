import { GIFEncoder } from 'gifenc';
import type { Color } from '../parse/color.ts';

/** A rectangle of palette indices that is laid over what was there before. */
export interface GifFrame {
  x: number;
  y: number;
  width: number;
  height: number;
  indices: Uint8Array;
  delayMilliseconds: number;
}

/** Leaves a frame in place for the next one to be laid over. */
const KEEP = 1;

/**
 * An animation that plays once and stays on its last frame: starting again would show more time than there is.
 * The first frame has the size of the picture. `transparentIndex`: palette entry that is not drawn.
 */
export function encodeGif(
  palette: readonly Color[],
  frames: readonly GifFrame[],
  transparentIndex?: number,
): Uint8Array<ArrayBuffer> {
  const encoder = GIFEncoder({ auto: false });
  const colorDepth = Math.max(2, Math.ceil(Math.log2(palette.length)));
  encoder.writeHeader();
  for (const [index, frame] of frames.entries()) {
    const start = encoder.bytesView().length;
    encoder.writeFrame(frame.indices, frame.width, frame.height, {
      first: index === 0,
      ...(index === 0 && { palette: palette.map(({ red, green, blue }) => [red, green, blue]) }),
      repeat: -1,
      delay: frame.delayMilliseconds,
      dispose: KEEP,
      colorDepth,
      ...(transparentIndex !== undefined && { transparent: true, transparentIndex }),
    });
    if (index > 0) placeGifFrame(encoder.bytesView(), start, frame);
  }
  encoder.finish();
  return encoder.bytes();
}

/** Bytes from the start of a frame to its position: the control extension and the descriptor's first byte. */
const POSITION_OFFSET = 9;

/**
 * Moves the frame that begins at `start` in the bytes of a GIF to its place in the picture: the encoder puts every frame
 * at the top left.
 */
export function placeGifFrame(bytes: Uint8Array, start: number, { x, y }: { x: number; y: number }): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setUint16(start + POSITION_OFFSET, x, true);
  view.setUint16(start + POSITION_OFFSET + 2, y, true);
}
