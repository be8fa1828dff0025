import { BLACK, type Color, mixColors, WHITE } from '../../parse/color.ts';
import { readStoredPng } from '../photo/raster.ts';
import type { Pixels } from '../rasterize.ts';

export interface PosterRequest {
  /** Bytes of a JPEG, PNG, WebP or GIF, from wherever; they are not trusted. */
  image: Uint8Array | undefined;
  /** Pixels of the poster; 1200 at most, 64 at least. */
  width: number;
  /** Pixels; the picture's proportions decide when absent. Between a quarter and one and a half of the width. */
  height?: number;
}

export interface Poster {
  bytes: Uint8Array;
  type: 'image/jpeg' | 'image/png';
  width: number;
  height: number;
  /** Whether the given picture is on it; otherwise it is plain. */
  hasImage: boolean;
}

const PLAIN_COLOR = [71, 85, 105, 255] as const;
const QUALITY = 82;

/** A video's picture with a play button in the middle. Without a usable picture, a plain poster with the button. */
export async function composePoster(request: PosterRequest): Promise<Poster> {
  const width = bounded(request.width, 64, 1200, 1200);
  const [minHeight, maxHeight] = [Math.ceil(width / 4), Math.floor(width * 1.5)];
  const height =
    request.height === undefined ? undefined : bounded(request.height, minHeight, maxHeight, maxHeight);
  const picture =
    request.image && (await decodeToFill(request.image, { width, height, minHeight, maxHeight }));
  const pixels = picture ?? plainPicture(width, height ?? Math.round((width * 9) / 16));
  drawPlayButton(pixels);
  const image = new Bun.Image(encodeBitmap(pixels));
  const size = { width: pixels.width, height: pixels.height };
  if (picture) {
    const bytes = await image.jpeg({ quality: QUALITY }).bytes();
    return { bytes, type: 'image/jpeg', ...size, hasImage: true };
  }
  const bytes = await image.png({ palette: true, colors: 64, compressionLevel: 9 }).bytes();
  return { bytes, type: 'image/png', ...size, hasImage: false };
}

function bounded(value: number, min: number, max: number, fallback: number): number {
  return Number.isFinite(value) ? Math.round(Math.min(Math.max(value, min), max)) : fallback;
}

function plainPicture(width: number, height: number): Pixels {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < data.length; at += 4) data.set(PLAIN_COLOR, at);
  return { width, height, data };
}

/** An uncompressed BMP, which is how the image pipeline of the runtime takes pixels. Alpha is left out. */
function encodeBitmap({ width, height, data }: Pixels): Uint8Array<ArrayBuffer> {
  const [header, stride] = [54, Math.ceil((width * 3) / 4) * 4];
  const bytes = new Uint8Array(header + stride * height);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, header, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  // A negative height means that the rows go from top to bottom.
  view.setInt32(22, -height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [from, to] = [(y * width + x) * 4, header + y * stride + x * 3];
      bytes[to] = data[from + 2] ?? 0;
      bytes[to + 1] = data[from + 1] ?? 0;
      bytes[to + 2] = data[from] ?? 0;
    }
  }
  return bytes;
}

const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'gif'];
const MAX_BYTES = 12_000_000;

/** 64 MB once decoded; a frame of 4K video has half as many. */
const MAX_PIXELS = 16_000_000;

/** Largest ratio of the sides of a picture; wider ones would have to be scaled up too much. */
const MAX_ASPECT = 4;

/**
 * Pixels of all scans of a JPEG together. A progressive one has about ten scans, each takes a pass over the whole
 * picture, and a file has room for thousands.
 */
const MAX_SCANNED_PIXELS = 200_000_000;

/**
 * Decodes a JPEG, PNG, WebP or GIF (its first frame) to opaque pixels: scaled to fill a box, cut at the middle.
 * Without a height the box has the picture's own proportions, within those given. `undefined` for other
 * files, damaged ones, and those that would take too much time or memory; the header is checked before decoding.
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

/** Scans of a JPEG; `undefined` if its end is missing, which the decoder would fill with gray. Others have one. */
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

/** Crops both sides equally and draws the rest on white. */
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

/** Diameter of the button, as a share of the shorter side, within bounds in pixels. */
const SHARE = 0.26;
const [SMALLEST, LARGEST] = [28, 180];

/** How dark the disc is; what is behind it shows through. */
const DISC_OPACITY = 0.62;

/** Parts of the button in units of its radius. */
const RING = 0.06;
const TRIANGLE = { left: -0.27, right: 0.46, halfHeight: 0.42, rounding: 0.06 };

/** Draws a play button into the middle: dark disc, white ring and triangle, so that it shows on any picture. */
function drawPlayButton({ width, height, data }: Pixels): void {
  const shorter = Math.min(width, height);
  const radius = Math.min(Math.min(Math.max(shorter * SHARE, SMALLEST), LARGEST), shorter) / 2;
  const [centerX, centerY] = [width / 2, height / 2];
  for (let y = Math.floor(centerY - radius); y < centerY + radius; y++) {
    for (let x = Math.floor(centerX - radius); x < centerX + radius; x++) {
      const [right, down] = [(x + 0.5 - centerX) / radius, (y + 0.5 - centerY) / radius];
      const at = (y * width + x) * 4;
      const behind: Color = {
        red: data[at] ?? 0,
        green: data[at + 1] ?? 0,
        blue: data[at + 2] ?? 0,
        alpha: 1,
      };
      const { red, green, blue } = colorAt(behind, right, down, radius);
      data.set([red, green, blue], at);
    }
  }
}

/** A point's color, `right` and `down` of the middle in units of the radius. Edges are one pixel wide. */
function colorAt(behind: Color, right: number, down: number, radius: number): Color {
  const coverage = (distance: number) => Math.min(Math.max(0.5 - distance * radius, 0), 1);
  const fromCenter = Math.hypot(right, down);
  const disc = mixColors(behind, BLACK, coverage(fromCenter - 1) * DISC_OPACITY);
  const ring = Math.abs(fromCenter - (1 - RING)) - RING / 2;
  return mixColors(disc, WHITE, Math.max(coverage(ring), coverage(distanceToTriangle(right, down))));
}

/** Distance outside (or, negative, inside) a triangle that points right and has rounded corners. */
function distanceToTriangle(right: number, down: number): number {
  const { left, right: tip, halfHeight, rounding } = TRIANGLE;
  const [length, y] = [tip - left, Math.abs(down)];
  const slope = Math.hypot(length, halfHeight);
  const fromBase = left - right;
  const fromSide = ((right - left) * halfHeight + (y - halfHeight) * length) / slope;
  if (fromBase <= 0 && fromSide <= 0) return Math.max(fromBase, fromSide) - rounding;
  // Outside: the nearest point is on the base, or on the side between the base's corner and the tip.
  const along = ((right - left) * length + (halfHeight - y) * halfHeight) / slope;
  const onSide = Math.min(Math.max(along, 0), slope) / slope;
  const toSide = Math.hypot(right - left - onSide * length, y - halfHeight * (1 - onSide));
  const toBase = Math.hypot(fromBase, Math.max(0, y - halfHeight));
  return Math.min(toSide, toBase) - rounding;
}
