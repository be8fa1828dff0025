import { deflateSync, inflateSync } from 'node:zlib';
import { PNG_SIGNATURE, pngChunk } from '../png.ts';
import { PictureRefusal } from './refusal.ts';

/** Pixels, four bytes each: red, green, blue, alpha. Colours are not multiplied by alpha. */
export interface Raster {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Codes of the pipeline that mean: the picture is at fault. */
const FAULTS = new Set([
  'ERR_IMAGE_DECODE_FAILED',
  'ERR_IMAGE_UNKNOWN_FORMAT',
  'ERR_IMAGE_TOO_MANY_PIXELS',
  'ERR_IMAGE_ENCODE_FAILED',
]);

/** What the pipeline makes of a picture. Throws `PictureRefusal` if the picture is at fault. */
export async function run(image: Bun.Image): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return (await image.bytes()) as Uint8Array<ArrayBuffer>;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== undefined && FAULTS.has(code)) throw cannotBeDecoded(error);
    throw error;
  }
}

const cannotBeDecoded = (cause: unknown) =>
  new PictureRefusal(
    'The picture is damaged: its pixels cannot be decoded. Export it again and upload the new file.',
    {
      cause,
    },
  );

/** The pixels of what the pipeline makes. */
export async function readRaster(image: Bun.Image): Promise<Raster> {
  return readStoredPng(await run(image.png({ compressionLevel: 0 })));
}

/** Pixels of a PNG as the runtime writes it when told not to compress: RGBA, 8 bits, rows not filtered. */
export function readStoredPng(png: Uint8Array): Raster {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const parts: Uint8Array[] = [];
  for (let at = 8; at < png.length; at += view.getUint32(at) + 12) {
    // "IDAT"
    if (view.getUint32(at + 4) === 0x49444154) parts.push(png.subarray(at + 8, at + 8 + view.getUint32(at)));
  }
  const stride = width * 4;
  const rows = inflateSync(parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts), {
    maxOutputLength: height * (stride + 1),
  });
  // In place, because large pictures would need their memory once more.
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1);
    if (rows[start] !== 0) throw new Error('The runtime filters the rows of uncompressed PNGs.');
    rows.copyWithin(y * stride, start + 1, start + 1 + stride);
  }
  return { width, height, data: rows.subarray(0, height * stride) };
}

/** Most bytes of a block that is not compressed (RFC 1951, 3.2.4). */
const MAX_BLOCK = 65_535;

/** A PNG that is not compressed, which is how the pipeline takes pixels with alpha. `profile`: its chunk. */
export function storePng({ width, height, data }: Raster, profile?: Uint8Array): Uint8Array<ArrayBuffer> {
  const stride = width * 4;
  const rows = new Uint8Array(height * (stride + 1));
  for (let y = 0; y < height; y++)
    rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const parts: Uint8Array[] = [PNG_SIGNATURE, pngChunk('IHDR', header)];
  if (profile !== undefined) parts.push(profile);
  // A chunk for each block, so that nothing is copied but into the result.
  parts.push(pngChunk('IDAT', Uint8Array.of(0x78, 0x01)));
  for (let at = 0; at < rows.length; at += MAX_BLOCK)
    parts.push(storeBlock(rows.subarray(at, at + MAX_BLOCK), at + MAX_BLOCK >= rows.length));
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(Bun.hash.adler32(rows));
  parts.push(pngChunk('IDAT', sum), pngChunk('IEND', new Uint8Array()));
  return new Uint8Array(Buffer.concat(parts).buffer);
}

function storeBlock(data: Uint8Array, isLast: boolean): Uint8Array {
  const block = Buffer.alloc(data.length + 5);
  block.writeUInt8(isLast ? 1 : 0, 0);
  block.writeUInt16LE(data.length, 1);
  block.writeUInt16LE(data.length ^ 0xffff, 3);
  block.set(data, 5);
  return pngChunk('IDAT', block);
}

/** The chunk of a colour profile given as ICC. */
export function profileChunk(icc: Uint8Array): Uint8Array {
  return pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(icc)]));
}

export function isOpaque({ data }: Raster): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

/** Multiplies colours by alpha: otherwise what is invisible bleeds into the edges when pixels are averaged. */
export function premultiply(raster: Raster): Raster {
  const { data } = raster;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    if (alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) {
      data[channel] = Math.round(((data[channel] as number) * alpha) / 255);
    }
  }
  return raster;
}

/** Takes `premultiply` back. */
export function unpremultiply(raster: Raster): Raster {
  const { data } = raster;
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] as number;
    if (alpha === 255 || alpha === 0) continue;
    for (let channel = at; channel < at + 3; channel++) {
      data[channel] = Math.min(255, Math.round(((data[channel] as number) * 255) / alpha));
    }
  }
  return raster;
}
