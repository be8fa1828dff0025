import { readOrientation } from './exif.ts';
import { checkSize, isDamaged, isIncomplete } from './limits.ts';

/** A parsed WebP: the headers of its container, and the chunks of its frames. */
export interface ReadWebp {
  width: number;
  height: number;
  mayHaveAlpha: boolean;
  isLossless: boolean;
  orientation: number;
  /** Empty for a still picture. */
  frames: WebpFrame[];
  /** Times it is repeated, 0: for ever. */
  repeat: number;
}

export interface WebpFrame {
  x: number;
  y: number;
  width: number;
  height: number;
  delayMilliseconds: number;
  /** Whether its place is cleared before the next one. */
  isCleared: boolean;
  /** Whether it is blended with the picture before, or replaces it. */
  isBlended: boolean;
  /** The frame as a complete WebP. */
  still: Uint8Array<ArrayBuffer>;
}

interface Chunk {
  name: string;
  data: Uint8Array;
}

/** Reads the container (RFC 9649). Bytes after the length in the RIFF header are ignored. */
export function readWebp(bytes: Uint8Array): ReadWebp {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 30) throw isIncomplete('WebP');
  const end = view.getUint32(4, true) + 8;
  if (end > bytes.length) throw isIncomplete('WebP');
  const chunks = readChunks(bytes.subarray(12, end));
  const [first] = chunks;
  if (first === undefined) throw isDamaged('WebP', 'it has no pixels');
  const size = first.name === 'VP8X' ? readCanvas(first.data) : readStill(first);
  checkSize('WebP', size.width, size.height);
  const exif = chunks.find(({ name }) => name === 'EXIF')?.data;
  const loop = chunks.find(({ name }) => name === 'ANIM')?.data;
  const isAnimated = first.name === 'VP8X' && ((first.data[0] ?? 0) & 2) !== 0;
  return {
    ...size,
    isLossless: chunks.some(({ name }) => name === 'VP8L'),
    // Some writers put the marker of JPEG in front.
    orientation: exif ? readOrientation(exif.subarray(startsWithExif(exif) ? 6 : 0)) : 1,
    frames: isAnimated ? readFrames(chunks, size) : [],
    repeat: loop && loop.length >= 6 ? (loop[4] ?? 0) + ((loop[5] ?? 0) << 8) : 0,
  };
}

const startsWithExif = (data: Uint8Array) =>
  Buffer.from(data.subarray(0, 6)).toString('latin1') === 'Exif\0\0';

function readChunks(bytes: Uint8Array): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at + 4, true);
    if (at + 8 + length > bytes.length) throw isIncomplete('WebP');
    const name = Buffer.from(bytes.buffer, bytes.byteOffset + at, 4).toString('latin1');
    chunks.push({ name, data: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length & 1);
  }
  return chunks;
}

const read24 = (data: Uint8Array, at: number) =>
  (data[at] ?? 0) + ((data[at + 1] ?? 0) << 8) + ((data[at + 2] ?? 0) << 16);

function readCanvas(data: Uint8Array): { width: number; height: number; mayHaveAlpha: boolean } {
  if (data.length < 10) throw isIncomplete('WebP');
  return {
    width: read24(data, 4) + 1,
    height: read24(data, 7) + 1,
    mayHaveAlpha: ((data[0] ?? 0) & 0x10) !== 0,
  };
}

/** Of a bit stream alone: VP8 (RFC 6386, 9.1) or VP8L. */
function readStill({ name, data }: Chunk): { width: number; height: number; mayHaveAlpha: boolean } {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (name === 'VP8L' && data.length >= 5) {
    const bits = view.getUint32(1, true);
    return {
      width: (bits & 0x3fff) + 1,
      height: ((bits >>> 14) & 0x3fff) + 1,
      mayHaveAlpha: (bits & 0x10000000) !== 0,
    };
  }
  if (name !== 'VP8 ' || data.length < 10) throw isDamaged('WebP', 'its size cannot be read');
  return {
    width: view.getUint16(6, true) & 0x3fff,
    height: view.getUint16(8, true) & 0x3fff,
    mayHaveAlpha: false,
  };
}

function readFrames(chunks: readonly Chunk[], canvas: { width: number; height: number }): WebpFrame[] {
  const frames = chunks.filter(({ name }) => name === 'ANMF').map(({ data }) => readFrame(data));
  if (frames.length === 0) throw isDamaged('WebP', 'it has no pixels');
  const isOutside = frames.some((f) => f.x + f.width > canvas.width || f.y + f.height > canvas.height);
  if (isOutside) throw isDamaged('WebP', 'a frame is outside of the picture');
  return frames;
}

function readFrame(data: Uint8Array): WebpFrame {
  if (data.length < 24) throw isIncomplete('WebP');
  const [width, height] = [read24(data, 6) + 1, read24(data, 9) + 1];
  const flags = data[15] ?? 0;
  return {
    x: read24(data, 0) * 2,
    y: read24(data, 3) * 2,
    width,
    height,
    delayMilliseconds: read24(data, 12),
    isCleared: (flags & 1) !== 0,
    isBlended: (flags & 2) === 0,
    still: wrapFrame(width, height, readChunks(data.subarray(16))),
  };
}

/** The chunks of a frame as a complete picture, which the pipeline can decode. */
function wrapFrame(width: number, height: number, chunks: readonly Chunk[]): Uint8Array<ArrayBuffer> {
  const pixels = chunks.filter(({ name }) => ['ALPH', 'VP8 ', 'VP8L'].includes(name));
  const head = new Uint8Array(10);
  head[0] = 0x10;
  for (const [at, value] of [[4, width - 1] as const, [7, height - 1] as const]) {
    head.set([value & 255, (value >> 8) & 255, value >> 16], at);
  }
  const body = [{ name: 'VP8X', data: head }, ...pixels].flatMap(({ name, data }) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(data.length);
    return [Buffer.from(name, 'latin1'), length, data, new Uint8Array(data.length & 1)];
  });
  const size = Buffer.alloc(4);
  size.writeUInt32LE(4 + body.reduce((sum, part) => sum + part.length, 0));
  return new Uint8Array(Buffer.concat([Buffer.from('RIFF'), size, Buffer.from('WEBP'), ...body]));
}
