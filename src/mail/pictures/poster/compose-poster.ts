import type { Pixels } from '../rasterise.ts';
import { decodeToFill } from './decode.ts';
import { drawPlayButton } from './play-button.ts';

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

/** A video's picture with a play button in the middle; a plain poster when there is none that can be shown. */
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
