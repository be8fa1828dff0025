import { deflateSync, inflateSync } from 'node:zlib';
import { PNG_SIGNATURE, pngChunk } from '../png.ts';
import { PictureRefusal } from './limits.ts';

/** Pixels, four bytes each: red, green, blue, alpha. Colors are not multiplied by alpha. */
export interface Raster {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Error codes of the pipeline for invalid pictures. */
const FAULTS = new Set([
  'ERR_IMAGE_DECODE_FAILED',
  'ERR_IMAGE_UNKNOWN_FORMAT',
  'ERR_IMAGE_TOO_MANY_PIXELS',
  'ERR_IMAGE_ENCODE_FAILED',
]);

/** Runs the pipeline on a picture. Throws `PictureRefusal` if the picture is invalid. */
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

/** The pixels of the pipeline's output. */
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

/** The chunk of a color profile given as ICC. */
export function profileChunk(icc: Uint8Array): Uint8Array {
  return pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(icc)]));
}

export function isOpaque({ data }: Raster): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

/** Multiplies colors by alpha: otherwise invisible colors bleed into edges when pixels are averaged. */
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

/** For each new pixel, which old ones it covers and by how much. */
interface Coverage {
  first: Int32Array;
  count: Int32Array;
  weights: Float32Array;
  /** Most old pixels under a new one. */
  most: number;
}

/** Shrinks frames of one size to another by averaging what each new pixel covers, invisible pixels not counted. */
interface Shrinker {
  /** The same raster each time, overwritten. */
  shrink(frame: Raster): Raster;
}

/**
 * For frames of animations, which have few colors and hard edges: an average adds no ringing beside them, as the
 * sharper filters do, and what did not move between two frames stays the same to the bit.
 */
export function createShrinker(
  from: { width: number; height: number },
  to: { width: number; height: number },
): Shrinker {
  const across = coverage(from.width, to.width);
  const down = coverage(from.height, to.height);
  const row = new Float32Array(to.width * 4);
  const sums = new Float32Array(to.width * 4);
  const out: Raster = { ...to, data: new Uint8Array(to.width * to.height * 4) };
  return {
    shrink({ width, data }) {
      // Two new rows next to each other often share an old one.
      let averaged = -1;
      for (let y = 0; y < to.height; y++) {
        sums.fill(0);
        for (let part = 0; part < (down.count[y] as number); part++) {
          const weight = down.weights[y * down.most + part] as number;
          const line = (down.first[y] as number) + part;
          if (line !== averaged) averageRow(data, line * width * 4, across, row);
          averaged = line;
          for (let at = 0; at < sums.length; at++)
            sums[at] = (sums[at] as number) + (row[at] as number) * weight;
        }
        writeRow(sums, out.data, y * to.width * 4);
      }
      return out;
    },
  };
}

function coverage(from: number, to: number): Coverage {
  const scale = from / to;
  const most = Math.ceil(scale) + 1;
  const parts: Coverage = {
    first: new Int32Array(to),
    count: new Int32Array(to),
    weights: new Float32Array(to * most),
    most,
  };
  for (let at = 0; at < to; at++) {
    const [start, end] = [at * scale, Math.min((at + 1) * scale, from)];
    const first = Math.floor(start);
    parts.first[at] = first;
    parts.count[at] = Math.min(Math.ceil(end - 1e-6), from) - first;
    for (let part = 0; part < (parts.count[at] as number); part++) {
      const covered = Math.min(first + part + 1, end) - Math.max(first + part, start);
      parts.weights[at * most + part] = covered / scale;
    }
  }
  return parts;
}

/** Colors multiplied by alpha, which is from 0 to 1, so that they can be added up. */
function averageRow(
  data: Uint8Array,
  start: number,
  { first, count, weights, most }: Coverage,
  row: Float32Array,
): void {
  for (let x = 0; x * 4 < row.length; x++) {
    let [red, green, blue, alpha] = [0, 0, 0, 0];
    let at = start + (first[x] as number) * 4;
    for (let part = 0; part < (count[x] as number); part++, at += 4) {
      const weight = ((weights[x * most + part] as number) * (data[at + 3] as number)) / 255;
      red += (data[at] as number) * weight;
      green += (data[at + 1] as number) * weight;
      blue += (data[at + 2] as number) * weight;
      alpha += weight;
    }
    row[x * 4] = red;
    row[x * 4 + 1] = green;
    row[x * 4 + 2] = blue;
    row[x * 4 + 3] = alpha;
  }
}

function writeRow(sums: Float32Array, data: Uint8Array, start: number): void {
  for (let at = 0; at < sums.length; at += 4) {
    const alpha = sums[at + 3] as number;
    for (let channel = 0; channel < 3; channel++) {
      data[start + at + channel] = alpha > 0 ? Math.round((sums[at + channel] as number) / alpha) : 0;
    }
    data[start + at + 3] = Math.round(alpha * 255);
  }
}
