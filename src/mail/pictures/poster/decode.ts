import { readStoredPng } from '../photo/raster.ts';
import type { Pixels } from '../rasterise.ts';

const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'gif'];
const MAX_BYTES = 12_000_000;

/** 64 MB once decoded; a frame of 4K video has half as many. */
const MAX_PIXELS = 16_000_000;

/** Beyond this no video has a picture, and filling a poster with it would take a very large one. */
const MAX_ASPECT = 4;

/**
 * Pixels of all scans of a JPEG together. A progressive one has about ten scans, each takes a pass over the whole
 * picture, and a file has room for thousands.
 */
const MAX_SCANNED_PIXELS = 200_000_000;

/**
 * Decodes a JPEG, PNG, WebP or GIF (its first frame) to opaque pixels: scaled to fill a box, cut at the middle.
 * Without a height the box has the picture's own proportions, within those given. `undefined` for what is no such
 * picture, is damaged, or would take unreasonable time or memory; its header is looked at before it is decoded.
 */
export async function decodeToFill(
  bytes: Uint8Array,
  box: { width: number; height: number | undefined; minHeight: number; maxHeight: number },
): Promise<Pixels | undefined> {
  const scans = countScans(bytes);
  if (bytes.length > MAX_BYTES || scans === undefined) return undefined;
  try {
    const { width, height, format } = await new Bun.Image(bytes, { maxPixels: MAX_PIXELS }).metadata();
    const aspect = width / height;
    if (!FORMATS.includes(format) || !(aspect <= MAX_ASPECT && aspect >= 1 / MAX_ASPECT)) return undefined;
    if (scans * width * height > MAX_SCANNED_PIXELS) return undefined;
    const wanted = box.height ?? Math.round(box.width / aspect);
    const target = {
      width: box.width,
      height: Math.min(Math.max(wanted, box.minHeight), box.maxHeight),
    };
    const scale = Math.max(target.width / width, target.height / height);
    const scaled = await new Bun.Image(bytes, { maxPixels: MAX_PIXELS })
      .resize(
        Math.max(target.width, Math.round(width * scale)),
        Math.max(target.height, Math.round(height * scale)),
      )
      .png({ compressionLevel: 0 })
      .bytes();
    return cropToMiddle(readStoredPng(scaled), target.width, target.height);
  } catch {
    return undefined;
  }
}

/** Scans of a JPEG; `undefined` if its end is missing, which the decoder would fill with grey. Others have one. */
function countScans(bytes: Uint8Array): number | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 1;
  let scans = 0;
  let isEnded = false;
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1];
    if (marker === 0xda) scans += 1;
    // A preview in front of the picture has an end too, so that only one after the last scan counts.
    if (marker === 0xda || marker === 0xd9) isEnded = marker === 0xd9;
  }
  return isEnded ? scans : undefined;
}

/** Cuts off what is too much on both sides alike, and lays the rest on white. */
function cropToMiddle(pixels: Pixels, width: number, height: number): Pixels {
  const left = (pixels.width - width) >> 1;
  const top = (pixels.height - height) >> 1;
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const start = ((top + y) * pixels.width + left) * 4;
    data.set(pixels.data.subarray(start, start + width * 4), y * width * 4);
  }
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255;
    if (alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel++) {
      data[channel] = Math.round(255 + (((data[channel] ?? 0) - 255) * alpha) / 255);
    }
    data[at + 3] = 255;
  }
  return { width, height, data };
}
