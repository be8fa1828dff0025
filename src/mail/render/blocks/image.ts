import type { ImageBlock } from '../../model/index.ts';
import { pixels } from '../../model/layout-sizes.ts';
import { element } from '../../parse/escape.ts';
import { isSafeImage } from '../../parse/safe-url.ts';
import { nameOfAddress } from '../accessible-html.ts';
import { borderAttributes, makeBox, writeRadius } from '../box.ts';
import { type Container, type MailPage, warn } from '../page.ts';
import { linkAttributes, readLink } from './link.ts';

/** A picture, as wide as it says but never wider than its column. */
export function renderImage(block: ImageBlock, page: MailPage, container: Container): string {
  const src = readPicture(block.src, block.id, page);
  if (src === undefined) return '';
  const box = makeBox(block, page, container);
  const href = readLink(block.linkUrl, block.id, page);
  return element('mj-image', {
    ...box.attributes(box.place, sizeClass(block.height)),
    src,
    alt: readAlt(block, href),
    ...pictureSize(block, box.place),
    align: block.align,
    'border-radius': writeRadius(block.borderRadius),
    ...borderAttributes(block.border),
    ...linkAttributes(href, block.linkOpenInNewTab),
  });
}

/** A linked picture needs an alternative text: without one, the host of the link is used, or all of it. */
function readAlt(block: ImageBlock, href: string | undefined): string {
  if (href === undefined) return block.decorative === true ? '' : block.alt;
  return block.alt.trim() === '' ? nameOfAddress(href) : block.alt;
}

/** The URL of a picture; undefined, with a warning, when there is none that a mail client would show. */
export function readPicture(url: string, blockId: string, page: MailPage): string | undefined {
  const src = url.trim();
  if (src !== '' && isSafeImage(src)) return src;
  const reason = src === '' ? 'has no picture' : 'has a picture whose URL mail clients do not load';
  warn(page, 'image_missing', blockId, `The block ${reason}; it is left out.`);
  return undefined;
}

/** Up to here columns are narrower than they become on a phone, where they are below each other. */
const PHONE_WIDTH = 480;

/** The class of a picture with a height of its own: on a phone, where it may be narrower, it keeps its proportions. */
export function sizeClass(height: number | undefined): string {
  return height ? 'sized' : '';
}

/** The size of a picture in MJML; one without a width, or with a larger one, fills its column on a phone, too. */
export function pictureSize(
  { width, height }: { width: number | 'full'; height?: number | undefined },
  container: Container,
): {
  width: string | undefined;
  height: string | undefined;
  'fluid-on-mobile': 'true' | undefined;
} {
  const isFilling = width === 'full' || width >= container.width;
  const isFluid = width === 'full' || width > container.width;
  return {
    width: isFilling ? undefined : pixels(Math.round(width), 1),
    height: height ? pixels(Math.round(height), 1) : undefined,
    'fluid-on-mobile': isFluid && container.width < PHONE_WIDTH ? 'true' : undefined,
  };
}
