import { crc32, deflateSync } from 'node:zlib';

/** A color of a palette with its opacity, 0–255 each. */
export type PaletteEntry = readonly [red: number, green: number, blue: number, alpha: number];

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Palette indices, a byte a pixel, as the compressed data of a PNG; which colors they mean is said later. */
export function compressIndices(indices: Uint8Array, width: number): Uint8Array {
  const height = indices.length / width;
  const rows = new Uint8Array(height * (width + 1));
  // The zero in front of each row says that it is not filtered.
  for (let y = 0; y < height; y++)
    rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  return deflateSync(rows, { level: 9, memLevel: 9 });
}

/** A PNG of what `compressIndices` made, in the colors of this palette (256 at most). */
export function assemblePng(
  compressed: Uint8Array,
  width: number,
  height: number,
  palette: readonly PaletteEntry[],
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a pixel, indices into a palette.
  header.set([8, 3, 0, 0, 0], 8);
  return new Uint8Array(
    Buffer.concat([
      PNG_SIGNATURE,
      pngChunk('IHDR', header),
      pngChunk('PLTE', Buffer.from(palette.flatMap((entry) => entry.slice(0, 3)))),
      pngChunk('tRNS', Buffer.from(palette.map((entry) => entry[3]))),
      pngChunk('IDAT', compressed),
      pngChunk('IEND', new Uint8Array()),
    ]),
  );
}

/** A part of a PNG: its length, type of four letters, data and checksum. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8);
  return bytes;
}
