import { createAnimatedGif } from './animated-gif.ts';
import { playWebp } from './animation.ts';
import { decodeAvif, readAvif } from './avif.ts';
import { isSideways, setUpright } from './exif.ts';
import { readJpeg } from './jpeg.ts';
import { checkSize, MAX_ALPHA_PIXELS, MAX_ANIMATED_PIXELS, MAX_PIXELS, PictureRefusal } from './limits.ts';
import { readPng } from './png-chunks.ts';
import { isOpaque, profileChunk, run, storePng } from './raster.ts';
import { readGif } from './read-gif.ts';
import { sniffType } from './sniff.ts';
import { type ReadWebp, readWebp } from './webp.ts';

/** A picture as it will be stored and served. */
export interface PreparedPhoto {
  mime: string;
  extension: string;
  file: Uint8Array<ArrayBuffer>;
  /** In pixels, as `height`. */
  width: number;
  height: number;
  isAnimated: boolean;
}

/** JPEG quality of pictures whose pixels had to change: no visible loss. */
const QUALITY = 92;

const JPEG = { mime: 'image/jpeg', extension: 'jpg', isAnimated: false };
const PNG = { mime: 'image/png', extension: 'png' };
const GIF = { mime: 'image/gif', extension: 'gif' };

/**
 * Checks a picture from its headers and structure, and takes out what identifies people and places. Pixels stay the
 * same to the bit, unless the picture has to be turned, or is of a type that mail clients do not show. Throws
 * `PictureRefusal`. `mime`: the result of `sniffType`; SVG is not supported.
 */
export async function preparePhoto(bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<PreparedPhoto> {
  if (sniffType(bytes)?.mime !== mime) throw new PictureRefusal(`The file is no ${mime} by its content.`);
  if (mime === 'image/jpeg') return prepareJpeg(bytes);
  if (mime === 'image/png') return preparePng(bytes);
  if (mime === 'image/gif') return prepareGif(bytes);
  if (mime === 'image/webp') return prepareWebp(bytes);
  if (mime === 'image/avif') return prepareAvif(bytes);
  throw new PictureRefusal(`Pictures of type ${mime} are not supported.`);
}

async function prepareJpeg(bytes: Uint8Array<ArrayBuffer>): Promise<PreparedPhoto> {
  const jpeg = readJpeg(bytes);
  const { width, height, orientation } = jpeg;
  // CMYK is for printing; some mail clients show no picture, others inverted colors.
  const isForPrint = jpeg.components === 4;
  const clean = join(jpeg.parts);
  if (orientation === 1 && !isForPrint) return { ...JPEG, file: clean, width, height };
  const image = setUpright(new Bun.Image(clean, { maxPixels: MAX_PIXELS, autoOrient: false }), orientation);
  const file = await run(image.jpeg({ quality: QUALITY }));
  return { ...JPEG, file, ...upright({ width, height }, orientation) };
}

async function preparePng(bytes: Uint8Array<ArrayBuffer>): Promise<PreparedPhoto> {
  const png = readPng(bytes);
  const { width, height, orientation, isAnimated } = png;
  const clean = join(png.parts);
  if (orientation === 1 || isAnimated) return { ...PNG, file: clean, width, height, isAnimated };
  const image = setUpright(new Bun.Image(clean, { maxPixels: MAX_PIXELS }), orientation);
  return { ...PNG, file: await run(image.png()), ...upright({ width, height }, orientation), isAnimated };
}

function prepareGif(bytes: Uint8Array): PreparedPhoto {
  const { parts, width, height, frames } = readGif(bytes);
  return { ...GIF, file: join(parts), width, height, isAnimated: frames.length > 1 };
}

async function prepareWebp(bytes: Uint8Array<ArrayBuffer>): Promise<PreparedPhoto> {
  const webp = readWebp(bytes);
  const { width, height, orientation } = webp;
  if (webp.frames.length > 1) return animateAsGif(webp);
  const isPng = webp.mayHaveAlpha || webp.isLossless;
  if (isPng) checkSize('WebP with alpha or without loss', width, height, MAX_ALPHA_PIXELS);
  const still = webp.frames[0]?.still ?? bytes;
  const image = setUpright(new Bun.Image(still, { maxPixels: MAX_PIXELS }), orientation);
  return { ...(await encode(image, isPng)), ...upright({ width, height }, orientation) };
}

/** An animation that becomes a GIF, because mail clients show no animated WebP. */
async function animateAsGif(webp: ReadWebp): Promise<PreparedPhoto> {
  const { width, height, frames } = webp;
  if (frames.length * width * height > MAX_ANIMATED_PIXELS) {
    throw new PictureRefusal(
      `The animated WebP has ${frames.length} frames of ${width} × ${height} pixels, too much to make a GIF of it, ` +
        'which is what mail clients show. Make it smaller or shorter, or upload a GIF.',
    );
  }
  const gif = createAnimatedGif(width, height, webp.repeat === 1 ? undefined : webp.repeat);
  for await (const { raster, delayMilliseconds } of playWebp(webp)) gif.add(raster, delayMilliseconds);
  return { ...GIF, file: gif.finish(), width, height, isAnimated: true };
}

async function prepareAvif(bytes: Uint8Array<ArrayBuffer>): Promise<PreparedPhoto> {
  const { orientation, profile } = readAvif(bytes);
  const raster = await decodeAvif(bytes);
  const { width, height } = raster;
  const stored = storePng(raster, profile && profileChunk(profile));
  const image = setUpright(new Bun.Image(stored, { maxPixels: MAX_PIXELS }), orientation);
  return { ...(await encode(image, !isOpaque(raster))), ...upright({ width, height }, orientation) };
}

async function encode(image: Bun.Image, isPng: boolean) {
  if (isPng) return { ...PNG, isAnimated: false, file: await run(image.png()) };
  return { ...JPEG, file: await run(image.jpeg({ quality: QUALITY })) };
}

function upright({ width, height }: { width: number; height: number }, orientation: number) {
  return isSideways(orientation) ? { width: height, height: width } : { width, height };
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}
