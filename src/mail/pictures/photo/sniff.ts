/** Number of first bytes that every check needs; an MP3 is recognized by its second frame. */
export const SNIFF_BYTES = 4100;

const JPEG: SniffedType = { mime: 'image/jpeg', extension: 'jpg', category: 'images' };
const PNG: SniffedType = { mime: 'image/png', extension: 'png', category: 'images' };
const GIF: SniffedType = { mime: 'image/gif', extension: 'gif', category: 'images' };
const WEBP: SniffedType = { mime: 'image/webp', extension: 'webp', category: 'images' };
const AVIF: SniffedType = { mime: 'image/avif', extension: 'avif', category: 'images' };
const SVG: SniffedType = { mime: 'image/svg+xml', extension: 'svg', category: 'images' };
const PDF: SniffedType = { mime: 'application/pdf', extension: 'pdf', category: 'documents' };
const MP4: SniffedType = { mime: 'video/mp4', extension: 'mp4', category: 'videos' };
const WEBM: SniffedType = { mime: 'video/webm', extension: 'webm', category: 'videos' };

/** Brands of MP4 with pictures. QuickTime, audio only (M4A) and HEIC name other ones first. */
const MP4_BRANDS = /^(iso[2-9m]|mp4[12]|avc1|M4V[ HP]|MSNV|dash|cmfc|mmp4)$/;

/**
 * The type of a file by its first bytes (`SNIFF_BYTES`, or the whole file if that is shorter). A file that is valid as
 * several types has the type of its beginning. `undefined` for types that the service does not store.
 */
export function sniffType(head: Uint8Array): SniffedType | undefined {
  const seen = head.subarray(0, SNIFF_BYTES);
  // Latin-1, so that one character is one byte.
  const text = Buffer.from(seen.buffer, seen.byteOffset, seen.byteLength).toString('latin1');
  if (/^\xff\xd8\xff[\xc0-\xfe]/.test(text)) return JPEG;
  if (text.startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')) return PNG;
  if (/^GIF8[79]a/.test(text)) return GIF;
  if (/^RIFF.{4}WEBPVP8[ LX]/s.test(text)) return WEBP;
  if (/^%PDF-[12]\.\d/.test(text)) return PDF;
  if (text.startsWith('ftyp', 4)) return sniffBrands(text);
  if (text.startsWith('\x1a\x45\xdf\xa3')) return isWebm(text) ? WEBM : undefined;
  return sniffAudio(text) ?? (isSvg(seen) ? SVG : undefined);
}

/** The file type box of ISO/IEC 14496-12: the main brand, a version, and brands the file is compatible with. */
function sniffBrands(text: string): SniffedType | undefined {
  const size = Buffer.from(text.slice(0, 4), 'latin1').readUInt32BE();
  if (size < 16 || size > text.length || size % 4 !== 0) return undefined;
  const main = text.slice(8, 12);
  const compatible: readonly string[] = text.slice(16, size).match(/.{4}/gs) ?? [];
  if (main === 'avif' || main === 'avis') return AVIF;
  if (/^(mif1|msf1|miaf)$/.test(main)) return compatible.includes('avif') ? AVIF : undefined;
  return MP4_BRANDS.test(main) ? MP4 : undefined;
}

/** Matroska has the same header; its document type (element 4282, four characters) tells them apart. */
function isWebm(text: string): boolean {
  const at = text.indexOf('\x42\x82');
  return at > 4 && at < 64 && /^[^a-z]{1,8}webm/.test(text.slice(at + 2));
}

const MP3: SniffedType = { mime: 'audio/mpeg', extension: 'mp3', category: 'audio' };
const OGG: SniffedType = { mime: 'audio/ogg', extension: 'ogg', category: 'audio' };
const WAV: SniffedType = { mime: 'audio/wav', extension: 'wav', category: 'audio' };

/** How the first packet of an audio stream in Ogg begins. Others are video or unknown. */
const OGG_AUDIO = ['\x01vorbis', 'OpusHead', '\x7fFLAC', 'Speex   '];

/** A file of which less is given is given whole. */
const SEEN_BYTES = 4096;

/** Bits per second of layer III in thousands, by index: of MPEG 1, and of MPEG 2 and 2.5 (ISO/IEC 11172-3, 13818-3). */
const BIT_RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;

/** Samples per second by version bits (2.5, reserved, 2, 1) and index. */
const SAMPLE_RATES = [
  [11_025, 12_000, 8000],
  [],
  [22_050, 24_000, 16_000],
  [44_100, 48_000, 32_000],
] as const;

/** MP3, Ogg with audio in it, or WAV; `text` is Latin-1, one character a byte. */
function sniffAudio(text: string): SniffedType | undefined {
  if (/^RIFF.{4}WAVE(fmt |JUNK|bext|LIST)/s.test(text)) return WAV;
  if (text.startsWith('OggS\0\x02')) {
    const segments = text.charCodeAt(26);
    return OGG_AUDIO.some((name) => text.startsWith(name, 27 + segments)) ? OGG : undefined;
  }
  return isMp3(text) ? MP3 : undefined;
}

function isMp3(text: string): boolean {
  if (!text.startsWith('ID3')) return isPairOfFrames(text, 0);
  const [version, revision, flags, ...size] = [...text.slice(3, 10)].map((byte) => byte.charCodeAt(0));
  if (version === undefined || version < 2 || version > 4 || revision === 0xff) return false;
  if (size.length < 4 || size.some((digit) => digit > 127)) return false;
  // Seven bits a byte; a footer (flag 10) repeats the ten bytes of the header.
  const end = size.reduce((sum, digit) => sum * 128 + digit, 0) + ((flags ?? 0) & 0x10 ? 20 : 10);
  // FLAC and AAC carry such tags too. Covers make tags longer than what is looked at: then the tag has to do.
  return end + 4 > text.length ? text.length >= SEEN_BYTES : findFrame(text, end);
}

/** Some writers pad a tag with zeros beyond its length. */
function findFrame(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) === 0) at += 1;
  return at + 4 > text.length ? text.length >= SEEN_BYTES : frameLength(text, at) !== undefined;
}

/** Two sync bytes can occur by chance, so the next frame must begin where the first one ends. */
function isPairOfFrames(text: string, at: number): boolean {
  const length = frameLength(text, at);
  return length !== undefined && frameLength(text, at + length) !== undefined;
}

/** Bytes of the layer III frame that begins there. */
function frameLength(text: string, at: number): number | undefined {
  const [sync, kind, rates] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
  // Layer III is 01.
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2) return undefined;
  const version = (kind >> 3) & 3;
  const bitRate = BIT_RATES[version === 3 ? 0 : 1][rates >> 4];
  const sampleRate = SAMPLE_RATES[version]?.[(rates >> 2) & 3];
  if (!bitRate || sampleRate === undefined) return undefined;
  const factor = version === 3 ? 144_000 : 72_000;
  return Math.floor((factor * bitRate) / sampleRate) + ((rates >> 1) & 1);
}

/**
 * Whether a text is XML whose root element is `svg`, with any prefix. Written by hand because only the beginning of
 * the file is there: what may stand before the root is passed over, and nothing else.
 */
function isSvg(head: Uint8Array): boolean {
  const text = decode(head);
  if (text === undefined) return false;
  let at = 0;
  for (;;) {
    const next = passOver(text, at);
    if (next === at) break;
    at = next;
  }
  return /^<([A-Za-z_][\w.-]*:)?svg[\s/>]/.test(text.slice(at, at + 200));
}

/** UTF-8, or UTF-16 with a byte order mark. `undefined`: it is no text. */
function decode(head: Uint8Array): string | undefined {
  const [first, second] = head;
  const encoding = first === 0xff && second === 0xfe ? 'utf-16le' : 'utf-8';
  const isBigEndian = first === 0xfe && second === 0xff;
  const bytes = isBigEndian ? Buffer.from(head.subarray(0, head.length & ~1)).swap16() : head;
  // A character may be cut at the end, so that it cannot be strict; zeros are in no text.
  const text = new TextDecoder(isBigEndian ? 'utf-16le' : encoding).decode(bytes);
  return text.includes('\0') ? undefined : text;
}

/** The end of the space, comment, instruction or document type that begins at `at`, or `at` itself. */
function passOver(text: string, at: number): number {
  const rest = text.slice(at);
  const passed =
    /^\s+/.exec(rest) ??
    /^<\?.*?\?>/s.exec(rest) ??
    /^<!--.*?-->/s.exec(rest) ??
    // An internal subset in brackets is what some drawing programs declare their name spaces with.
    /^<!DOCTYPE\s+([\w.-]+:)?svg\b(?:[^[\]<>'"]|"[^"]*"|'[^']*')*(?:\[(?:[^\]'"]|"[^"]*"|'[^']*')*\]\s*)?>/.exec(
      rest,
    );
  return at + (passed?.[0].length ?? 0);
}

/** What a file is by its content. `extension` has no dot; `category` is a key of the media categories. */
export interface SniffedType {
  mime: string;
  extension: string;
  category: 'images' | 'documents' | 'videos' | 'audio';
}
