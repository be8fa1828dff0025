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
