import { crc32, inflateSync } from 'node:zlib';
import { readOrientation } from './exif.ts';
import { checkSize, isDamaged, isIncomplete } from './limits.ts';

/** A parsed PNG: the kept chunks in order, and its headers. */
interface ReadPng {
  parts: Uint8Array[];
  /** As stored, before it is set upright. */
  width: number;
  height: number;
  orientation: number;
  isAnimated: boolean;
  /** Colors are from a palette of 256 at most. */
  isIndexed: boolean;
  mayHaveAlpha: boolean;
  /** Bytes a pixel takes before it is packed. */
  rawBytes: number;
  /** The chunk with the color profile. */
  profile: Uint8Array | undefined;
}

/** Chunks that say how pixels look (PNG, third edition). Texts, times, EXIF and private chunks are left out. */
const KEPT = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs acTL fcTL fdAT'.split(' '),
);

/** Bytes a color profile may unpack to; the largest in use have 3 MB. */
const MAX_PROFILE = 4 * 1024 * 1024;

/** Bytes of the file's signature, and of a chunk without its data. */
const [SIGNATURE, FRAME] = [8, 12];

/** Walks through a PNG from chunk to chunk; what comes after the last one is cut off. */
export function readPng(bytes: Uint8Array): ReadPng {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const png: ReadPng = {
    parts: [bytes.subarray(0, SIGNATURE)],
    width: 0,
    height: 0,
    orientation: 1,
    isAnimated: false,
    isIndexed: false,
    mayHaveAlpha: false,
    rawBytes: 1,
    profile: undefined,
  };
  let hasPixels = false;
  for (let at = SIGNATURE, type = ''; type !== 'IEND'; ) {
    if (at + FRAME > bytes.length) throw isIncomplete('PNG');
    const length = view.getUint32(at);
    const end = at + FRAME + length;
    if (end > bytes.length) throw isIncomplete('PNG');
    type = Buffer.from(bytes.buffer, bytes.byteOffset + at + 4, 4).toString('latin1');
    if ((at === SIGNATURE) !== (type === 'IHDR')) throw isDamaged('PNG', 'it does not begin with its size');
    const chunk = bytes.subarray(at, end);
    const isKept = KEPT.has(type);
    if (isKept && crc32(chunk.subarray(4, -4)) !== view.getUint32(end - 4)) {
      throw isDamaged('PNG', `the checksum of its part ${type} at byte ${at} does not fit`);
    }
    takeChunk(png, type, chunk, isKept);
    hasPixels ||= type === 'IDAT';
    at = end;
  }
  if (!hasPixels) throw isDamaged('PNG', 'it has no pixels');
  return png;
}

function takeChunk(png: ReadPng, type: string, chunk: Uint8Array, isKept: boolean): void {
  const data = chunk.subarray(8, -4);
  if (type === 'IHDR') takeHeader(png, data);
  if (type === 'tRNS') png.mayHaveAlpha = true;
  if (type === 'acTL') png.isAnimated = true;
  if (type === 'eXIf') png.orientation = readOrientation(data);
  if (type === 'iCCP') {
    if (!isSoundProfile(data)) return;
    png.profile = chunk;
  }
  if (isKept) png.parts.push(chunk);
  // A capital first letter marks a critical chunk: a decoder that does not know it must stop.
  else if (/^[A-Z]/.test(type)) throw isDamaged('PNG', `it needs an unknown part ${JSON.stringify(type)}`);
}

function takeHeader(png: ReadPng, data: Uint8Array): void {
  if (data.length !== 13) throw isDamaged('PNG', 'its size cannot be read');
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  png.width = view.getUint32(0);
  png.height = view.getUint32(4);
  checkSize('PNG', png.width, png.height);
  const colorType = view.getUint8(9);
  png.isIndexed = colorType === 3;
  // Gray, then nothing, colors, indices, gray with alpha, nothing, colors with alpha.
  png.rawBytes = ([1, 1, 3, 1, 2, 1, 4][colorType] ?? 1) * (view.getUint8(8) === 16 ? 2 : 1);
  png.mayHaveAlpha = colorType >= 4;
}

/** Refuses a profile that unpacks to too many bytes in the program that shows the picture. */
function isSoundProfile(data: Uint8Array): boolean {
  const nameEnd = data.indexOf(0);
  if (nameEnd < 1 || nameEnd > 79) return false;
  try {
    return inflateSync(data.subarray(nameEnd + 2), { maxOutputLength: MAX_PROFILE }).length > 0;
  } catch {
    return false;
  }
}
