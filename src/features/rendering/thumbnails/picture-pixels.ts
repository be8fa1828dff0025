import type { CountdownBlock, TemplateContent, VideoBlock } from '../../../mail/model/index.ts';
import {
  SOCIAL_ICON_STYLES,
  SOCIAL_PLATFORMS,
  type SocialIconStyle,
  type SocialPlatform,
  walkBlocks,
} from '../../../mail/model/index.ts';
import { targetMoment } from '../../../mail/parse/countdown-moment.ts';
import { composePoster, drawCountdown, drawSocialIcon } from '../../../mail/pictures/index.ts';
import { type Raster, readRaster } from '../../../mail/pictures/photo/index.ts';
import {
  countdownSource,
  listPictureAddresses,
  type PictureSize,
  posterSource,
  readSource,
} from '../../../mail/thumbnail/index.ts';
import type { PictureFile } from './thumbnail.ts';

/** Most pixels of a picture, 64 MB when decoded. The media library has smaller versions of larger pictures. */
const MAX_PIXELS = 16_000_000;

/** Pixels of all pictures of a mail together. */
const MAX_ALL_PIXELS = 64_000_000;

/** Most posters and clocks in one mail. Each is drawn for its thumbnail. */
const MAX_DRAWN = 8;

/** Twice the width of a usual mail. */
const POSTER_WIDTH = 1_200;

/** Time that clocks in thumbnails show, 2 days and 14:35:42, so that a thumbnail only changes with its content. */
const SAMPLE_MS = ((2 * 24 + 14) * 3_600 + 35 * 60 + 42) * 1_000;

interface KnownPicture {
  bytes: Uint8Array;
  size: PictureSize;
}

/** The pictures of a mail: given files, and pictures that the service draws itself. */
export class MailPictures {
  readonly #known = new Map<string, KnownPicture>();
  #pixels = 0;

  /** Reads the sizes of all pictures, and draws posters and clocks. Pictures that cannot be read are left out. */
  static async open(content: TemplateContent, files: readonly PictureFile[]): Promise<MailPictures> {
    const pictures = new MailPictures();
    for (const { address, bytes } of files) await pictures.#add(address, bytes);
    for (const address of listPictureAddresses(content).filter(isData)) {
      await pictures.#add(address, decodeData(address));
    }
    await pictures.#drawOwn(content);
    return pictures;
  }

  sizeOf(source: string): PictureSize | undefined {
    const { kind, name } = readSource(source);
    if (kind === 'social') return readIcon(name) && { width: 96, height: 96 };
    return this.#known.get(source)?.size;
  }

  /** The pixels of a picture in another size. Undefined if it is damaged. */
  async pixelsOf(source: string, { width, height }: PictureSize): Promise<Raster | undefined> {
    const { kind, name } = readSource(source);
    const icon = kind === 'social' ? readIcon(name) : undefined;
    const bytes = icon ? await drawSocialIcon(icon) : this.#known.get(source)?.bytes;
    if (bytes === undefined) return undefined;
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

  async #drawOwn(content: TemplateContent): Promise<void> {
    let drawn = 0;
    for (const { block } of walkBlocks(content)) {
      if (block.type !== 'video' && block.type !== 'countdown') continue;
      const source = block.type === 'video' ? posterSource(block) : countdownSource(block);
      if (drawn >= MAX_DRAWN || this.#known.has(source)) continue;
      drawn += 1;
      const bytes = block.type === 'video' ? await this.#drawPoster(block) : await drawClock(block);
      if (bytes !== undefined) await this.#add(source, bytes);
    }
  }

  async #drawPoster({ thumbnailUrl }: VideoBlock): Promise<Uint8Array> {
    const image = this.#known.get(thumbnailUrl.trim())?.bytes;
    const { bytes } = await composePoster({ image, width: POSTER_WIDTH });
    return bytes;
  }
}

/** Whether an address contains the picture itself. */
export const isData = (address: string): boolean => /^data:/i.test(address);

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

/** The icon of a name such as "circle/github". */
function readIcon(name: string): { platform: SocialPlatform; style: SocialIconStyle } | undefined {
  const [style, platform] = name.split('/') as [SocialIconStyle, SocialPlatform];
  const isDrawn = SOCIAL_ICON_STYLES.includes(style) && SOCIAL_PLATFORMS.includes(platform);
  return isDrawn ? { platform, style } : undefined;
}
