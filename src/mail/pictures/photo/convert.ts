import { convertAnimation, playGif } from './animation.ts';
import { readJpeg } from './jpeg.ts';
import {
  type ConvertedPhoto,
  type Dimensions,
  fitInside,
  fitPixels,
  MAX_PIXELS,
  PictureRefusal,
  smallerSizes,
} from './limits.ts';
import { readPng } from './png-chunks.ts';
import {
  createShrinker,
  isOpaque,
  premultiply,
  type Raster,
  readRaster,
  run,
  storePng,
  unpremultiply,
} from './raster.ts';
import { type ReadGif, readGif } from './read-gif.ts';

export interface PhotoConversions {
  conversions: ConvertedPhoto[];
  /** A data URL of less than 1,000 characters. */
  placeholder: string;
  /** `#rrggbb` */
  color: string;
}

/** Properties of a still picture that decide how it is converted. */
interface Still extends Dimensions {
  bytes: Uint8Array<ArrayBuffer>;
  mayHaveAlpha: boolean;
  /** Drawn rather than photographed: it stays a PNG, with clean edges. */
  isGraphic: boolean;
  isIndexed: boolean;
  profile: Uint8Array | undefined;
  /** If it is one. */
  gif?: ReadGif;
}

/** The lowest quality without visible loss; less than half the bytes of 92. */
const QUALITY = 82;

/** Of a photograph, packing without loss leaves more than this share; of drawings and screenshots far less. */
const PHOTO_SHARE = 0.35;

/** Pixels a picture with alpha is first brought to, because it is averaged here and takes memory: the largest version's. */
const MAX_RASTER_PIXELS = 1280 * 5120;

/** Side of the thumbnail from which the placeholder and the color are made. */
const SAMPLE = { width: 64, height: 64 };

/**
 * Makes the smaller versions of a prepared picture, and what is shown in its place while it loads. Versions that would
 * have no fewer bytes than the picture are left out. Throws `PictureRefusal` for what cannot be decoded.
 */
export async function convertPhoto(bytes: Uint8Array<ArrayBuffer>, mime: string): Promise<PhotoConversions> {
  const still = readStill(bytes, mime);
  const { versions, sample } = still.mayHaveAlpha ? await shrinkWithAlpha(still) : await shrinkOpaque(still);
  const moving = still.gif && convertAnimation(still.gif);
  const isStill = moving === undefined && !(mime === 'image/png' && readPng(bytes).isAnimated);
  const made = moving ?? (isStill ? versions : []);
  return {
    conversions: made.filter((version) => version.bytes.length < bytes.length),
    placeholder: await makePlaceholder(sample),
    color: findDominantColor(sample),
  };
}

function readStill(bytes: Uint8Array<ArrayBuffer>, mime: string): Still {
  if (mime === 'image/jpeg') {
    const { width, height } = readJpeg(bytes);
    return {
      bytes,
      width,
      height,
      mayHaveAlpha: false,
      isGraphic: false,
      isIndexed: false,
      profile: undefined,
    };
  }
  if (mime === 'image/gif') {
    const gif = readGif(bytes);
    const { width, height } = gif;
    return {
      bytes,
      width,
      height,
      mayHaveAlpha: true,
      isGraphic: true,
      isIndexed: true,
      profile: undefined,
      gif,
    };
  }
  if (mime !== 'image/png') throw new PictureRefusal(`Pictures of type ${mime} have no smaller versions.`);
  const { width, height, mayHaveAlpha, isIndexed, profile, rawBytes } = readPng(bytes);
  const isGraphic = bytes.length < PHOTO_SHARE * rawBytes * width * height;
  return { bytes, width, height, mayHaveAlpha, isGraphic, isIndexed, profile };
}

const open = (bytes: Uint8Array<ArrayBuffer>) => new Bun.Image(bytes, { maxPixels: MAX_PIXELS });

const resized = (bytes: Uint8Array<ArrayBuffer>, { width, height }: Dimensions) =>
  open(bytes).resize(width, height);

/** Uses averages: sharper filters produce colors that are not in the picture. */
const sampled = (bytes: Uint8Array<ArrayBuffer>, picture: Dimensions) => {
  const { width, height } = fitInside(picture, SAMPLE);
  return readRaster(open(bytes).resize(width, height, { filter: 'box' }));
};

/** The picture is decoded once, to the largest version; the smaller ones are made of that. */
async function shrinkOpaque(still: Still): Promise<{ versions: ConvertedPhoto[]; sample: Raster }> {
  const sizes = smallerSizes(still);
  const largest = sizes[0]?.name === 'large' ? sizes[0] : still;
  const base =
    largest === still ? still.bytes : await run(resized(still.bytes, largest).png({ compressionLevel: 0 }));
  const [sample, ...versions] = await Promise.all([
    sampled(base, still),
    ...sizes.map((size) => encodeVersion(size === largest ? open(base) : resized(base, size), size, still)),
  ]);
  return { versions, sample };
}

/** The runtime decodes a first frame by itself, wherever it is in the picture, and leaves out what is around it. */
function firstFrame(gif: ReadGif, within: Dimensions): Raster {
  const raster = playGif(gif).next().value?.raster ?? { width: 1, height: 1, data: new Uint8Array(4) };
  return within.width < gif.width ? createShrinker(gif, within).shrink(raster) : raster;
}

/** Averages with alpha; a picture that turns out to be opaque is treated as opaque. */
async function shrinkWithAlpha(still: Still): Promise<{ versions: ConvertedPhoto[]; sample: Raster }> {
  const { profile } = still;
  const within = fitPixels(still, MAX_RASTER_PIXELS);
  const raster = still.gif ? firstFrame(still.gif, within) : await readRaster(resized(still.bytes, within));
  const base = storePng(premultiply(raster), profile);
  if (isOpaque(raster)) {
    const { width, height } = still;
    const opaque = await shrinkOpaque({
      ...still,
      ...within,
      bytes: base,
      mayHaveAlpha: false,
    });
    const versions = opaque.versions.filter((version) => version.width < width || version.height < height);
    return { ...opaque, versions };
  }
  const shrink = async (size: Dimensions) => unpremultiply(await readRaster(resized(base, size)));
  const versions: ConvertedPhoto[] = [];
  for (const size of smallerSizes(still)) {
    const image = open(storePng(await shrink(size), profile));
    versions.push(await encodeVersion(image, size, { ...still, isGraphic: true }));
  }
  return { versions, sample: unpremultiply(await sampled(base, still)) };
}

async function encodeVersion(
  image: Bun.Image,
  size: Dimensions & Pick<ConvertedPhoto, 'name'>,
  { isGraphic, isIndexed }: Still,
): Promise<ConvertedPhoto> {
  if (!isGraphic) {
    const bytes = await run(image.jpeg({ quality: QUALITY }));
    return { ...size, mime: 'image/jpeg', extension: 'jpg', bytes };
  }
  // A source with a palette looks the same with 256 colors, at a third of the bytes.
  const bytes = await run(image.png(isIndexed ? { palette: true, colors: 256 } : {}));
  return { ...size, mime: 'image/png', extension: 'png', bytes };
}

/** Weight of a gray pixel; that of other pixels grows with their chroma. */
const GRAY_SHARE = 0.05;

/** Red, green and blue are told apart in eight steps each. */
const STEPS = 8;

interface Bucket {
  score: number;
  weight: number;
  red: number;
  green: number;
  blue: number;
}

/**
 * The color that stands out, `#rrggbb`: that of the largest group of alike pixels, where the more saturated ones
 * count more, so that it is the red of a logo rather than the white around it. An average of the whole picture would be a
 * muddy brown of no use for choosing the colors beside it. Invisible pixels do not count.
 */
function findDominantColor({ data }: Raster): string {
  const buckets = new Map<number, Bucket>();
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue, alpha] = data.subarray(at, at + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    const weight = alpha / 255;
    if (weight === 0) continue;
    const step = (value: number) => (value * STEPS) >> 8;
    const key = (step(red) * STEPS + step(green)) * STEPS + step(blue);
    const bucket = buckets.get(key) ?? { score: 0, weight: 0, red: 0, green: 0, blue: 0 };
    buckets.set(key, bucket);
    const chroma = (Math.max(red, green, blue) - Math.min(red, green, blue)) / 255;
    bucket.score += weight * (GRAY_SHARE + chroma);
    bucket.weight += weight;
    bucket.red += red * weight;
    bucket.green += green * weight;
    bucket.blue += blue * weight;
  }
  const best = [...buckets.values()].sort((a, b) => b.score - a.score)[0];
  if (best === undefined) return '#ffffff';
  const hex = (sum: number) =>
    Math.round(sum / best.weight)
      .toString(16)
      .padStart(2, '0');
  return `#${hex(best.red)}${hex(best.green)}${hex(best.blue)}`;
}

/** Characters the data URL stays below. */
const MAX_CHARACTERS = 1000;

/** Sides and colors that are tried, until it is short enough. */
const TRIES = [
  { side: 16, colors: 64 },
  { side: 12, colors: 32 },
  { side: 8, colors: 16 },
] as const;

/**
 * A tiny version of a picture as a data URL, which a browser draws blurred when it enlarges it. The
 * placeholders of the runtime take up to 1,500 characters.
 */
async function makePlaceholder(sample: Raster): Promise<string> {
  const stored = storePng(sample);
  let url = '';
  for (const { side, colors } of TRIES) {
    const { width, height } = fitInside(sample, { width: side, height: side });
    const tiny = new Bun.Image(stored)
      .resize(width, height)
      .png({ palette: true, colors, compressionLevel: 9 });
    url = `data:image/png;base64,${Buffer.from(await run(tiny)).toString('base64')}`;
    if (url.length < MAX_CHARACTERS) break;
  }
  return url;
}
