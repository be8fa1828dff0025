import type { CountdownBlock, TemplateContent, VideoBlock } from '../../../mail/model/index.ts';
import {
  SOCIAL_ICON_STYLES,
  SOCIAL_PLATFORMS,
  type SocialIconStyle,
  type SocialPlatform,
  walkBlocks,
} from '../../../mail/model/index.ts';
import { targetMoment } from '../../../mail/parse/countdown-moment.ts';
import { composePoster, countdownSize, drawCountdown, drawSocialIcon } from '../../../mail/pictures/index.ts';
import { type Raster, readRaster } from '../../../mail/pictures/photo/index.ts';
import type { RenderAssets } from '../../../mail/render/index.ts';
import { isData, listPictureAddresses, type PictureSize } from '../../../mail/thumbnail/index.ts';
import { sha256Hex } from '../../../platform/security/crypto.ts';
import type { PictureFile } from './thumbnail.ts';

/** Most pixels of a picture, 64 MB when decoded. The media library has smaller versions of larger pictures. */
const MAX_PIXELS = 16_000_000;

/** Pixels of all pictures of a mail together. */
const MAX_ALL_PIXELS = 64_000_000;

/** Most posters and clocks in one mail. Each is drawn for its thumbnail. */
const MAX_DRAWN = 8;

/** Of the pictures of icons. */
const ICON_SIZE = { width: 96, height: 96 };

/** Twice the width of a usual mail. */
const POSTER_WIDTH = 1_200;

/** Time that clocks in thumbnails show, 2 days and 14:35:42, so that a thumbnail only changes with its content. */
const SAMPLE_MS = ((2 * 24 + 14) * 3_600 + 35 * 60 + 42) * 1_000;

interface KnownPicture {
  bytes: Uint8Array;
  size: PictureSize;
}

/** Names of pictures that the service draws. They are used in the HTML in the place of addresses. */
const nameOf = (kind: 'poster' | 'countdown', key: string) => `cid:${kind}/${sha256Hex(key)}`;
const posterName = ({ thumbnailUrl }: VideoBlock) => nameOf('poster', thumbnailUrl.trim());
const countdownName = ({ id }: CountdownBlock) => nameOf('countdown', id);

/** The pictures of a mail: given files, and pictures that the service draws itself. Those that cannot be read are left out. */
export class MailPictures {
  readonly #known = new Map<string, KnownPicture>();
  readonly #rasters = new Map<string, Promise<Raster | undefined>>();
  #pixels = 0;
  #drawn = 0;

  /** Reads the sizes of the files and of the pictures that are in the content itself. */
  async addFiles(content: TemplateContent, files: readonly PictureFile[]): Promise<void> {
    for (const { address, bytes } of files) await this.#add(address, bytes);
    for (const address of listPictureAddresses(content).filter(isData)) {
      await this.#add(address, decodeData(address));
    }
  }

  /** Gives known pictures further names. */
  rename(addresses: ReadonlyMap<string, string>): void {
    for (const [name, address] of addresses) {
      const picture = this.#known.get(address);
      if (picture !== undefined) this.#known.set(name, picture);
    }
  }

  /** Draws the posters and clocks of a content. */
  async addDrawn(content: TemplateContent): Promise<void> {
    for (const { block } of walkBlocks(content)) {
      if (block.type !== 'video' && block.type !== 'countdown') continue;
      const name = block.type === 'video' ? posterName(block) : countdownName(block);
      if (this.#drawn >= MAX_DRAWN || this.#known.has(name)) continue;
      this.#drawn += 1;
      await this.#add(name, block.type === 'video' ? await this.#drawPoster(block) : await drawClock(block));
    }
  }

  /** Where the HTML of the mail finds the pictures that the service draws. */
  readonly assets: RenderAssets = {
    socialIcon: (platform, style) => `cid:social/${style}/${platform}`,
    videoPoster: posterName,
    countdown: (block) => ({ url: countdownName(block), ...countdownSize(block) }),
  };

  /** Natural size of a picture; undefined if it cannot be shown. */
  sizeOf(source: string): PictureSize | undefined {
    return readIcon(source) ? ICON_SIZE : this.#known.get(source)?.size;
  }

  /** The pixels of a picture, at most `width` wide. Undefined if it is damaged. */
  pixelsOf(source: string, width: number): Promise<Raster | undefined> {
    const key = `${Math.round(width)} ${source}`;
    const known = this.#rasters.get(key) ?? this.#readPixels(source, width);
    this.#rasters.set(key, known);
    return known;
  }

  async #readPixels(source: string, shownWidth: number): Promise<Raster | undefined> {
    const icon = readIcon(source);
    const bytes = icon ? await drawSocialIcon(icon) : this.#known.get(source)?.bytes;
    const size = this.sizeOf(source);
    if (bytes === undefined || size === undefined) return undefined;
    const { width, height } = fitRatio(size, Math.max(1, Math.round(shownWidth)));
    const image = new Bun.Image(bytes, { maxPixels: MAX_PIXELS });
    return readRaster(image.resize(width, height, { fit: 'fill' })).catch(() => undefined);
  }

  async #add(source: string, bytes: Uint8Array): Promise<void> {
    try {
      const { width, height } = await new Bun.Image(bytes, { maxPixels: MAX_PIXELS }).metadata();
      this.#pixels += width * height;
      if (width * height > MAX_PIXELS || this.#pixels > MAX_ALL_PIXELS) return;
      this.#known.set(source, { bytes, size: { width, height } });
    } catch {
      // Not a picture, or one with too many pixels.
    }
  }

  async #drawPoster({ thumbnailUrl }: VideoBlock): Promise<Uint8Array> {
    const image = this.#known.get(thumbnailUrl.trim())?.bytes;
    const { bytes } = await composePoster({ image, width: POSTER_WIDTH });
    return bytes;
  }
}

/**
 * A size for a picture, at least `width` wide, or its own size. Its sides are whole numbers, so it is up to 15 pixels wider where
 * that keeps the ratio better: the height of the picture in the mail follows from the ratio.
 */
function fitRatio(size: PictureSize, width: number): PictureSize {
  if (width >= size.width) return size;
  const heightFor = (wide: number) => (wide * size.height) / size.width;
  const errorOf = (wide: number) => Math.abs(Math.round(heightFor(wide)) - heightFor(wide)) / wide;
  const widths = Array.from({ length: Math.min(16, size.width - width) }, (_, more) => width + more);
  const best = widths.reduce((one, other) => (errorOf(other) < errorOf(one) ? other : one), width);
  return { width: best, height: Math.max(1, Math.round(heightFor(best))) };
}

/** The bytes of a `data:` address in base64, as pictures have it. Empty for other addresses. */
function decodeData(address: string): Uint8Array {
  const [head = '', data = ''] = address.split(',', 2);
  return head.endsWith(';base64') ? Buffer.from(data, 'base64') : new Uint8Array();
}

async function drawClock(block: CountdownBlock): Promise<Uint8Array> {
  const { targetDate, timezone } = block;
  const moment = targetMoment(targetDate, timezone) ?? 0;
  return drawCountdown(block, moment - SAMPLE_MS);
}

/** The icon of a name such as "cid:social/circle/github". */
function readIcon(source: string): { platform: SocialPlatform; style: SocialIconStyle } | undefined {
  if (!source.startsWith('cid:social/')) return undefined;
  const [style, platform] = source.split('/').slice(1) as [SocialIconStyle, SocialPlatform];
  const isDrawn = SOCIAL_ICON_STYLES.includes(style) && SOCIAL_PLATFORMS.includes(platform);
  return isDrawn ? { platform, style } : undefined;
}
