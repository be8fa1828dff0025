import { readOrientation } from './exif.ts';
import { checkSize, isDamaged, isIncomplete, PictureRefusal } from './limits.ts';

/** A parsed JPEG: the kept segments in order, and its headers. */
interface ReadJpeg {
  parts: Uint8Array[];
  /** As stored, before it is set upright. */
  width: number;
  height: number;
  /** 1 (upright) to 8. */
  orientation: number;
  /** 1: gray, 3: colors, 4: inks. */
  components: number;
}

/**
 * Pixels of all scans together. Progressive pictures have some ten, each a pass over all of it; a file has room for
 * thousands.
 */
const MAX_SCANNED_PIXELS = 1_000_000_000;

const [START, END, SCAN, LINES] = [0xd8, 0xd9, 0xda, 0xdc];

/** Tables and frames (ITU T.81, table B.1). The other frame types are lossless, hierarchical or arithmetic. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const TABLES = new Set([0xc4, 0xdb, 0xdd]);

/**
 * Walks through a JPEG from segment to segment. Kept are tables, frames, scans, the JFIF header without its
 * thumbnail, color profiles and what says how colors are stored; not EXIF, XMP, IPTC, comments, previews and makers' notes.
 * What comes after the end is cut off: phones put videos and further pictures there, with locations in their
 * metadata.
 */
export function readJpeg(bytes: Uint8Array): ReadJpeg {
  const parts: Uint8Array[] = [Uint8Array.of(0xff, START)];
  const jpeg: ReadJpeg = { parts, width: 0, height: 0, orientation: 1, components: 0 };
  let scans = 0;
  for (let at = 2; ; ) {
    const marker = findMarker(bytes, at);
    if (marker.code === END) break;
    const length = ((bytes[marker.at + 2] ?? 0) << 8) + (bytes[marker.at + 3] ?? 0);
    const end = marker.at + 2 + length;
    if (length < 2 || end > bytes.length) throw isIncomplete('JPEG');
    const segment = bytes.subarray(marker.at, end);
    at = end;
    if (marker.code === SCAN) {
      scans += 1;
      if (jpeg.components === 0) throw isDamaged('JPEG', 'it has pixels before its size');
      if (scans * jpeg.width * jpeg.height > MAX_SCANNED_PIXELS) throw hasTooManyScans(scans);
      at = findEndOfScan(bytes, end);
      parts.push(segment, bytes.subarray(end, at));
    } else takeSegment(jpeg, marker.code, segment);
  }
  if (scans === 0) throw isDamaged('JPEG', 'it has no pixels');
  parts.push(Uint8Array.of(0xff, END));
  return jpeg;
}

const hasTooManyScans = (scans: number) =>
  new PictureRefusal(
    `The JPEG stores its pixels in ${scans} or more passes, too many for its size. Export it again, not as progressive.`,
  );

/** Skips stray bytes between segments, as decoders do: some cameras write them. */
function findMarker(bytes: Uint8Array, start: number): { code: number; at: number } {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1];
    if (code !== undefined && code !== 0 && code !== 0xff && !isRestart(code)) return { code, at };
  }
  throw isIncomplete('JPEG');
}

const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7;

/** In a scan FF is followed by 0, or by the number of a restart. */
function findEndOfScan(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next === undefined) break;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  throw isIncomplete('JPEG');
}

function takeSegment(jpeg: ReadJpeg, code: number, segment: Uint8Array): void {
  if (code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc) {
    takeFrame(jpeg, code, segment);
  } else if (TABLES.has(code)) jpeg.parts.push(segment);
  else if (code === LINES) throw isDamaged('JPEG', 'it says its height too late');
  else if (code >= 0xe0 && code <= 0xef) takeApplicationData(jpeg, code - 0xe0, segment);
  // Comments, reserved codes and other segments that decoders skip.
}

function takeFrame(jpeg: ReadJpeg, code: number, segment: Uint8Array): void {
  const view = new DataView(segment.buffer, segment.byteOffset, segment.byteLength);
  if (jpeg.components !== 0) throw isDamaged('JPEG', 'it has several sizes');
  if (segment.length < 11) throw isIncomplete('JPEG');
  if (!FRAMES.has(code) || view.getUint8(4) !== 8) {
    throw new PictureRefusal(
      'The JPEG is of a kind that mail clients do not show. Export it as a usual JPEG of 8 bits, baseline or progressive.',
    );
  }
  jpeg.height = view.getUint16(5);
  jpeg.width = view.getUint16(7);
  jpeg.components = view.getUint8(9);
  checkSize('JPEG', jpeg.width, jpeg.height);
  jpeg.parts.push(segment);
}

function takeApplicationData(jpeg: ReadJpeg, number: number, segment: Uint8Array): void {
  const begins = (text: string) =>
    Buffer.from(segment.buffer, segment.byteOffset + 4, Math.min(text.length, segment.length - 4)).toString(
      'latin1',
    ) === text;
  if (number === 0 && begins('JFIF\0') && segment.length >= 18) jpeg.parts.push(withoutThumbnail(segment));
  else if (number === 1 && begins('Exif\0') && jpeg.orientation === 1) {
    jpeg.orientation = readOrientation(segment.subarray(10));
  } else if ((number === 2 && begins('ICC_PROFILE\0')) || (number === 14 && begins('Adobe'))) {
    jpeg.parts.push(segment);
  }
}

/** The JFIF header: version and density; a preview of no size. */
function withoutThumbnail(segment: Uint8Array): Uint8Array {
  const header = segment.slice(0, 18);
  header.set([0, 16], 2);
  header.set([0, 0], 16);
  return header;
}
