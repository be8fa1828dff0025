import type { LeafBlock } from '../../model/index.ts';
import { type HtmlElement, type HtmlNode, isElement } from '../../parse/html.ts';
import { type BlockBox, makeImage, makeSocial } from '../blocks/make-block.ts';
import { iconSizeOf, platformByUrl } from '../blocks/social-platforms.ts';
import { type ImportContext, note, recordRemoval } from '../context.ts';
import { inheritTextStyle, type TextStyle } from '../css/text-style.ts';
import { type Declarations, frameOf, readPercent, readPixels, sidesOf } from '../css/values.ts';
import { isInlineName, isInvisibleName } from '../text.ts';

/** Elements without a block type: they are kept as HTML. */
export const UNSUPPORTED: ReadonlySet<string> = new Set(
  'video audio iframe object embed form input select button svg math canvas map marquee picture details dialog'.split(
    ' ',
  ),
);

/** Whether a node and its content are inline. */
export function isInline(context: ImportContext, node: HtmlNode): boolean {
  if (!isElement(node)) return true;
  if (hasMap(node)) return false;
  if (node.name === 'img') return context.styleOf(node).get('display') !== 'block';
  if (!isInlineName(node.name) && node.name !== 'br') return false;
  return node.children.every((child) => isInline(context, child));
}

/** Whether an element is a picture with links to areas of it, which blocks have no place for. */
export function hasMap({ name, attribs }: HtmlElement): boolean {
  return name === 'img' && /^#./.test(attribs.usemap?.trim() ?? '');
}

/** Pictures in these nodes, in order, each with the link around it. */
interface LinkedImage {
  image: HtmlElement;
  link: HtmlElement | undefined;
}

/** The pictures among nodes and inside them. */
export function findImages(nodes: readonly HtmlNode[], link?: HtmlElement): LinkedImage[] {
  return nodes.flatMap((node) => {
    if (!isElement(node) || isInvisibleName(node.name)) return [];
    if (node.name === 'img') return [{ image: node, link }];
    return findImages(node.children, node.name === 'a' ? node : link);
  });
}

/** Whether nodes contain elements that are kept as HTML. */
export function hasUnsupported(nodes: readonly HtmlNode[]): boolean {
  return nodes.some(
    (node) => isElement(node) && (UNSUPPORTED.has(node.name) || hasUnsupported(node.children)),
  );
}

/** Reads an image block with the alignment of the text around it. */
export function readImage(
  context: ImportContext,
  { image, link }: LinkedImage,
  { textStyle, room = context.width, isSized, isInColumn }: ImageContext,
): LeafBlock | undefined {
  const { attribs } = image;
  const style = context.styleOf(image);
  const src = attribs.src ?? '';
  const { width, height } = imageSizeOf(
    context,
    src,
    style,
    room,
    isSized === true || (isInColumn === true && isFixedOnPhones(context, image)),
  );
  if (isPixel(src, style.get('width'), style.get('height'))) {
    recordRemoval(context, 'tracking pixel', 'An invisible picture of one pixel was left out.', image);
    return undefined;
  }
  const radius = readPixels(style.get('border-radius')?.split(/\s+/)[0], width ?? room);
  const border = frameOf(style);
  const href = link?.attribs.href;
  const alt = attribs.alt;
  const align = attribs.align;
  const isCentered = style.get('margin-left') === 'auto' && style.get('margin-right') === 'auto';
  const fields = {
    src,
    alt: alt ?? '',
    width: width ?? 'full',
    align: isCentered
      ? 'center'
      : align === 'right' || align === 'left'
        ? align
        : (textStyle.textAlign ?? 'left'),
    ...(alt === '' ? { decorative: true } : {}),
    ...(height ? { height } : {}),
    ...(radius ? { borderRadius: radius } : {}),
    ...(border ? { border } : {}),
    ...(href === undefined ? {} : { linkUrl: href }),
    ...(href !== undefined && link?.attribs.target === '_blank' ? { linkOpenInNewTab: true } : {}),
  } as const;
  const margin = sidesOf(style, 'margin');
  const padding = sidesOf(style, 'padding');
  const box: BlockBox = {
    padding: { top: margin.top + padding.top, right: 0, bottom: margin.bottom + padding.bottom, left: 0 },
  };
  return makeImage(context, fields, box);
}

/** Most pictures of one mail whose size is asked for. */
const MAX_UNSIZED = 30;

/** Where a picture stands. */
interface ImageContext {
  textStyle: TextStyle;
  room: number | undefined;
  /** Whether the room is that of a cell with a width of its own. */
  isSized?: boolean | undefined;
  isInColumn?: boolean | undefined;
}

/** Whether a picture is not stretched on phones: it has a width in pixels, and no rule for phones has another one. */
function isFixedOnPhones(context: ImportContext, image: HtmlElement): boolean {
  const style = context.styleOf(image);
  return (
    readPercent(style.get('width')) === undefined &&
    readPercent(context.phoneStyleOf(image).get('width')) === undefined
  );
}

/**
 * The size of a picture: declared, or its natural one when that is known. Undefined for the width of its place.
 * The height is given only when it is not in proportion to the width.
 */
function imageSizeOf(
  context: ImportContext,
  src: string,
  style: Declarations,
  room: number,
  isSized: boolean,
): { width: number | undefined; height?: number } {
  const natural = context.pictureSizes.get(src.trim());
  const limit = readPixels(style.get('max-width'), room) ?? room;
  const tall = readPixels(style.get('height')) || undefined;
  const highest = readPixels(style.get('max-height'));
  const ratio = natural && natural.width / natural.height;
  const declared = readPixels(style.get('width'), room) || undefined;
  const given = declared ?? (ratio && tall ? tall * ratio : undefined) ?? natural?.width;
  if (given === undefined) {
    if (src !== '' && context.unsized.size < MAX_UNSIZED) context.unsized.add(src.trim());
    return { width: undefined };
  }
  const bound = ratio && highest ? highest * ratio : limit;
  const width = Math.round(Math.min(given, bound, limit));
  const isOff = tall && declared && ratio && Math.abs(declared / tall / ratio - 1) > 0.1;
  return {
    width: width >= room - 1 && !isSized ? undefined : width,
    ...(isOff && width === declared ? { height: tall } : {}),
  };
}

function isPixel(src: string, width: string | undefined, height: string | undefined): boolean {
  const isOne = (value: string | undefined) => (readPixels(value) ?? 9) <= 1;
  return src !== '' && isOne(width) && isOne(height);
}

/** Reads images that all link to social platforms as icons; undefined for others. */
export function readSocialImages(
  context: ImportContext,
  images: readonly LinkedImage[],
  textStyle: TextStyle,
): LeafBlock | undefined {
  if (images.length < 2) return undefined;
  const icons = images.flatMap(({ link }) => {
    const url = link?.attribs.href ?? '';
    const platform = platformByUrl(url);
    return platform ? [{ id: context.makeId(), platform, url }] : [];
  });
  if (icons.length !== images.length) return undefined;
  const [first] = images;
  const size = readPixels(first && context.styleOf(first.image).get('width'));
  if (size !== undefined && size > 64) return undefined;
  note(context, 'social icons', 'The icons are drawn in the style of the social block.', first?.image);
  const align = inheritTextStyle(textStyle, new Map()).textAlign ?? 'left';
  return makeSocial(context, { icons, iconSize: iconSizeOf(size), align });
}
