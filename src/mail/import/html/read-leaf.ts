import type { ButtonBlock, LeafBlock } from '../../model/index.ts';
import { BUTTON_LINE } from '../../model/layout-sizes.ts';
import { type HtmlElement, type HtmlNode, isBlank, isElement, isText } from '../../parse/html.ts';
import { type BlockBox, makeButton, makeImage, makeSocial } from '../blocks/make-block.ts';
import { iconSizeOf, platformByUrl } from '../blocks/social-platforms.ts';
import { type ImportContext, note, ownFont } from '../context.ts';
import { readColor } from '../css/colors.ts';
import { inheritTextStyle, linePixels, readFontFamily, type TextStyle } from '../css/text-style.ts';
import {
  addSides,
  borderOf,
  type Declarations,
  frameOf,
  isFlat,
  NO_SIDES,
  readPercent,
  readPixels,
  type Sides,
  sidesOf,
} from '../css/values.ts';
import { isInlineName, isInvisibleName, plainTextOf, transformText } from '../text.ts';

/** Elements without a block type: they are kept as HTML. */
export const UNSUPPORTED: ReadonlySet<string> = new Set(
  'video audio iframe object embed form input select button svg math canvas map marquee picture details dialog'.split(
    ' ',
  ),
);

/** Whether a style hides its element, in any of the ways of mails. */
export function isHidden(style: Declarations): boolean {
  if (style.get('display') === 'none' || style.get('visibility') === 'hidden') return true;
  if (/^all\b/.test(style.get('mso-hide') ?? '') && isTiny(style)) return true;
  return isTiny(style) && (style.get('overflow') === 'hidden' || style.get('opacity') === '0');
}

function isTiny(style: Declarations): boolean {
  const isZero = (property: string, most: number) => {
    const pixels = readPixels(style.get(property));
    return pixels !== undefined && pixels <= most;
  };
  return (
    isZero('max-height', 0) || isZero('height', 0) || isZero('font-size', 1) || style.get('opacity') === '0'
  );
}

/** Whether a node and its content are inline. */
export function isInline(context: ImportContext, node: HtmlNode): boolean {
  if (!isElement(node)) return true;
  if (node.name === 'img') return context.styleOf(node).get('display') !== 'block';
  if (!isInlineName(node.name) && node.name !== 'br') return false;
  return node.children.every((child) => isInline(context, child));
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
  textStyle: TextStyle,
): LeafBlock | undefined {
  const { attribs } = image;
  const style = context.styleOf(image);
  const src = attribs.src ?? '';
  const width = imageWidthOf(context, style.get('width'));
  if (isPixel(src, style.get('width'), style.get('height'))) {
    note(context, 'tracking pixel', 'An invisible picture of one pixel was left out.', image);
    return undefined;
  }
  const radius = readPixels(style.get('border-radius')?.split(/\s+/)[0], width ?? context.width);
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

function imageWidthOf(context: ImportContext, value: string | undefined): number | undefined {
  const percent = readPercent(value);
  if (percent !== undefined) return percent >= 95 ? undefined : readPixels(value, context.width);
  const pixels = readPixels(value);
  return pixels === undefined || pixels === 0 || pixels >= context.width ? undefined : pixels;
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

/** Longer links are sentences, not buttons, in characters. */
const MAX_LABEL = 80;

/** Reads a link with the style of a button; undefined for others. */
export function readLinkButton(
  context: ImportContext,
  link: HtmlElement,
  textStyle: TextStyle,
): ButtonBlock | undefined {
  const style = context.styleOf(link);
  const isFilled = readColor(style.get('background-color')) !== undefined;
  if (!isFilled && borderOf(style, 'bottom')?.color === undefined) return undefined;
  const room = addSides(sidesOf(style, 'padding'), bordersOf(style));
  const isBoxed = /block/.test(style.get('display') ?? '');
  if (room.left + room.right < 8 && !isBoxed) return undefined;
  if (!isFilled && (!isBoxed || borderOf(style, 'top') === undefined)) return undefined;
  return buildButton(context, [link], link, textStyle);
}

/** Reads a button made of a table with a single cell around a link, as Outlook needs it; undefined for other tables. */
export function readTableButton(
  context: ImportContext,
  table: HtmlElement,
  textStyle: TextStyle,
): ButtonBlock | undefined {
  const path = pathToLink(table);
  const link = path?.at(-1);
  if (!path || !link) return undefined;
  const styles = path.map((element) => context.styleOf(element));
  const isFilled = styles.some((style) => readColor(style.get('background-color')) !== undefined);
  const isFramed = styles.some((style) => borderOf(style, 'top') && borderOf(style, 'bottom'));
  if (!isFilled && !isFramed) return undefined;
  const room = styles.map((style) => addSides(sidesOf(style, 'padding'), bordersOf(style)));
  const hasRoom = room.some((sides) => !isFlat(sides)) || styles.some((style) => style.has('border-radius'));
  const width = readPixels(styles[0]?.get('width'));
  const isBand = readPercent(styles[0]?.get('width')) === 100 && context.styleOf(link).size < 3;
  if (!hasRoom || isBand || (width ?? 0) >= context.width) return undefined;
  return buildButton(context, path, link, textStyle);
}

/** The elements from a table down to its only link, when nothing else is in it. */
function pathToLink(table: HtmlElement): HtmlElement[] | undefined {
  const path = [table];
  for (let at = table; at.name !== 'a'; ) {
    const inside = at.children.filter((child) => isElement(child) || (isText(child) && !isBlank(child)));
    const [only] = inside;
    if (inside.length !== 1 || !isElement(only) || path.length > 12) return undefined;
    path.push(only);
    at = only;
  }
  return path;
}

/** Borders in the color of the button count as padding, a trick for Outlook. */
function bordersOf(style: Declarations): Sides {
  const of = (side: keyof Sides) => borderOf(style, side)?.width ?? 0;
  const sides = { top: of('top'), right: of('right'), bottom: of('bottom'), left: of('left') };
  return Math.max(sides.top, sides.left) >= 4 ? sides : NO_SIDES;
}

function buildButton(
  context: ImportContext,
  path: HtmlElement[],
  link: HtmlElement,
  textStyle: TextStyle,
): ButtonBlock | undefined {
  const text = plainTextOf(link);
  if (text === '' || text.length > MAX_LABEL || findImages(link.children).length > 0) return undefined;
  const styles = path.map((element) => context.styleOf(element));
  const last = (property: string) => styles.findLast((style) => style.has(property))?.get(property);
  const inner = labelStyleOf(context, path, link, textStyle);
  const fill = styles.map((style) => readColor(style.get('background-color'))).findLast(Boolean);
  const border = styles
    .map((style) => (isFlat(bordersOf(style)) ? frameOf(style) : undefined))
    .findLast(Boolean);
  const width = styles[0] && path[0] !== link ? undefined : last('width');
  const block = makeButton(context, {
    text: transformText(text, inner.textTransform),
    url: link.attribs.href ?? '',
    backgroundColor: fill ?? 'transparent',
    textColor: inner.color ?? context.base.color ?? '#ffffff',
    borderRadius: readPixels(last('border-radius')?.split(/\s+/)[0], 40) ?? 0,
    fontSize: inner.fontSize ?? 16,
    ...(inner.isBold ? {} : { fontWeight: 'normal' as const }),
    ...(border ? { border } : {}),
    buttonPadding: matchLine(
      styles.map((style) => addSides(sidesOf(style, 'padding'), bordersOf(style))).reduce(addSides),
      inner,
    ),
    align:
      context.styleOf(path[0] as HtmlElement).get('margin-left') === 'auto'
        ? 'center'
        : (textStyle.textAlign ?? 'left'),
    ...(link.attribs.target === '_blank' ? { openInNewTab: true } : {}),
    ...ownFont(context, readFontFamily(inner.fontFamily)),
    ...buttonWidthOf(context, width),
  });
  const margin = sidesOf(styles[0] as Declarations, 'margin');
  block.styles.padding = { top: margin.top, right: 0, bottom: margin.bottom, left: 0 };
  return block;
}

/** The padding of a button with which it is as high as with the line height of its label. */
export function matchLine(padding: Sides, label: TextStyle): Sides {
  const more = (linePixels(label) - (label.fontSize ?? 16) * BUTTON_LINE) / 2;
  const side = (value: number) => Math.max(0, Math.round(value + more));
  return { ...padding, top: side(padding.top), bottom: side(padding.bottom) };
}

/** The style of the label: that of the link and of what is in it. */
function labelStyleOf(
  context: ImportContext,
  path: HtmlElement[],
  link: HtmlElement,
  textStyle: TextStyle,
): TextStyle {
  let inner = textStyle;
  for (const element of path) inner = inheritTextStyle(inner, context.styleOf(element));
  for (let at: HtmlElement | undefined = link; at; ) {
    const next: HtmlElement | undefined = at.children.find((child) => isElement(child));
    if (next) inner = inheritTextStyle(inner, context.styleOf(next));
    at = next;
  }
  return inner;
}

function buttonWidthOf(context: ImportContext, value: string | undefined): { width?: number | 'full' } {
  if (readPercent(value) === 100) return { width: 'full' };
  const width = readPixels(value);
  return width && width < context.width ? { width } : {};
}
