import { sniffAudio } from './sniff-audio.ts';
import { isSvg } from './sniff-svg.ts';
import type { SniffedType } from './sniffed-type.ts';

export type { SniffedType };

/** First bytes of a file that are enough for every check: an MP3 shows itself by its second frame only. */
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
 * What a file really is, by its first bytes (`SNIFF_BYTES`, or the whole file if that is shorter). A file that
 * is several things is what it begins as, as a browser told not to guess takes it. `undefined`: none of the types
 * the service keeps.
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
