import type { LeafBlock } from '../../model/index.ts';
import { type BlockBox, makeImage, makeSocial } from '../blocks/make-block.ts';
import { iconSizeOf, platformByUrl } from '../blocks/platforms.ts';
import { readPercent, readPixels, sidesOf } from '../css/lengths.ts';
import { inheritLook, type Look } from '../css/look.ts';
import { type ImportRun, note } from '../import-run.ts';
import type { LinkedImage } from './classify.ts';

/** An image block. It is aligned as the text around it is. */
export function readImage(run: ImportRun, { image, link }: LinkedImage, look: Look): LeafBlock | undefined {
  const { attributes } = image;
  const style = run.styleOf(image);
  const src = attributes.get('src') ?? '';
  const width = widthOf(run, style.get('width'));
  if (isPixel(src, style.get('width'), style.get('height'))) {
    note(run, 'tracking pixel', 'An invisible picture of one pixel was left out.', image);
    return undefined;
  }
  noteRadius(run, style.get('border-radius'), image);
  const href = link?.attributes.get('href');
  const alt = attributes.get('alt');
  const align = attributes.get('align');
  const isCentered = style.get('margin-left') === 'auto' && style.get('margin-right') === 'auto';
  const fields = {
    src,
    alt: alt ?? '',
    width: width ?? 'full',
    align: isCentered ? 'center' : align === 'right' || align === 'left' ? align : (look.textAlign ?? 'left'),
    ...(alt === '' ? { decorative: true } : {}),
    ...(href === undefined ? {} : { linkUrl: href }),
    ...(href !== undefined && link?.attributes.get('target') === '_blank' ? { linkOpenInNewTab: true } : {}),
  } as const;
  const margin = sidesOf(style, 'margin');
  const padding = sidesOf(style, 'padding');
  const box: BlockBox = {
    padding: { top: margin.top + padding.top, right: 0, bottom: margin.bottom + padding.bottom, left: 0 },
  };
  return makeImage(run, fields, box);
}

function widthOf(run: ImportRun, value: string | undefined): number | undefined {
  const percent = readPercent(value);
  if (percent !== undefined) return percent >= 95 ? undefined : readPixels(value, run.width);
  const pixels = readPixels(value);
  return pixels === undefined || pixels === 0 || pixels >= run.width ? undefined : pixels;
}

function isPixel(src: string, width: string | undefined, height: string | undefined): boolean {
  const isOne = (value: string | undefined) => (readPixels(value) ?? 9) <= 1;
  return src !== '' && isOne(width) && isOne(height);
}

/** Says that round corners of pictures are lost, once. */
function noteRadius(run: ImportRun, value: string | undefined, image: LinkedImage['image']): void {
  if (!value || /^0(?:px|%)?$/.test(value.trim())) return;
  note(run, 'image border-radius', 'Image blocks have no round corners; the picture is kept.', image);
}

/** A row of pictures that all link to social platforms, as icons; undefined when they are something else. */
export function readSocialImages(
  run: ImportRun,
  images: readonly LinkedImage[],
  look: Look,
): LeafBlock | undefined {
  if (images.length < 2) return undefined;
  const icons = images.flatMap(({ link }) => {
    const url = link?.attributes.get('href') ?? '';
    const platform = platformByUrl(url);
    return platform ? [{ id: run.makeId(), platform, url }] : [];
  });
  if (icons.length !== images.length) return undefined;
  const [first] = images;
  const size = readPixels(first && run.styleOf(first.image).get('width'));
  if (size !== undefined && size > 64) return undefined;
  note(run, 'social icons', 'The icons are drawn in the style of the social block.', first?.image);
  const align = inheritLook(look, new Map()).textAlign ?? 'left';
  return makeSocial(run, { icons, iconSize: iconSizeOf(size), align });
}
