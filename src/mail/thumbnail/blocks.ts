import { ICON_PIXELS } from '../model/blocks/social.ts';
import type { Block, LeafBlock } from '../model/index.ts';
import { BUTTON_LINE, clampPixels, HEADING_PIXELS, spacing } from '../model/layout-sizes.ts';
import {
  type Color,
  contrast,
  formatColor,
  mirrorColor,
  parseColor,
  readHex,
  WHITE,
} from '../parse/color.ts';
import { styleOfWholeTitle } from '../parse/title-style.ts';
import { layOutDataTable } from './data-table.ts';
import { fontFor } from './fonts.ts';
import { layOutHtml, layOutText, lineStyle, startLook } from './html.ts';
import { textStyle } from './look.ts';
import { aligned, block, type DrawNode, type DrawStyle, inline, row } from './node.ts';
import { borderStyle, cellOf, type Page, type Place, radiusStyle, textAlign } from './page.ts';
import { layOutPicture, layOutPlaceholder } from './picture.ts';
import { countdownSource, posterSource, socialSource } from './sources.ts';

type Of<T extends LeafBlock['type']> = Extract<LeafBlock, { type: T }>;

/** Draws a block inside its cell. Undefined for a block that shows nothing. */
type Layout<T extends LeafBlock['type']> = (block: Of<T>, page: Page, place: Place) => DrawNode[] | undefined;

const LAYOUTS: { [T in LeafBlock['type']]: Layout<T> } = {
  title: layOutTitle,
  paragraph: ({ content, paragraphSpacing }, page, place) =>
    visible(layOutHtml(content, startLook(page, place), page, { paragraphSpacing })),
  image: layOutImage,
  button: layOutButton,
  divider: layOutDivider,
  video: layOutVideo,
  social: layOutSocial,
  spacer: () => undefined,
  html: ({ content }, page, place) =>
    visible(layOutHtml(content, startLook(page, place), page, { isMarkup: true })),
  menu: layOutMenu,
  table: layOutDataTable,
  countdown: layOutCountdown,
  custom: (custom, page, place) =>
    custom.renderedHtml
      ? visible(layOutHtml(custom.renderedHtml, startLook(page, place), page, { isMarkup: true }))
      : [layOutUnknown(custom.customType, page, place)],
};

/** A block in its cell; undefined if it shows nothing. */
export function layOutLeaf(leaf: LeafBlock, page: Page, place: Place): DrawNode | undefined {
  if (isHidden(leaf, page)) return undefined;
  if (leaf.type === 'spacer') {
    const [{ backgroundColor }] = cellOf(leaf, page, place);
    return block({ height: clampPixels(leaf.height), ...(backgroundColor && { backgroundColor }) }, []);
  }
  const [style, inside] = cellOf(withStyles(leaf), page, place, isIsland(leaf));
  const content = Object.hasOwn(LAYOUTS, leaf.type)
    ? (LAYOUTS[leaf.type] as Layout<LeafBlock['type']>)(leaf as never, page, inside)
    : [layOutUnknown((leaf as { type: string }).type, page, inside)];
  return content && block(style, content);
}

export function isHidden({ visibility }: Pick<Block, 'visibility'>, page: Page): boolean {
  return visibility?.[page.layout === 'phone' ? 'mobile' : 'desktop'] === false;
}

/** Whether a block sets colors that dark mode must not part from their backgrounds. */
function isIsland(leaf: LeafBlock): boolean {
  if (leaf.type === 'html') return /colou?r|background/i.test(leaf.content);
  if (leaf.type === 'custom') return /colou?r|background/i.test(leaf.renderedHtml ?? '');
  const isText = leaf.type === 'title' || leaf.type === 'paragraph';
  return isText && /<mark\b|background|bgcolor|<font\b/i.test(leaf.content);
}

const NO_STYLES = { padding: { top: 10, right: 10, bottom: 10, left: 10 } };

/** Blocks of unknown types need not have the common fields. */
function withStyles(leaf: LeafBlock): Pick<LeafBlock, 'styles'> {
  const { styles } = leaf as Partial<LeafBlock>;
  return Object.hasOwn(LAYOUTS, leaf.type) && styles ? { styles } : { styles: NO_STYLES };
}

const visible = (nodes: DrawNode[]) => (nodes.length > 0 ? nodes : undefined);

function layOutTitle(title: Of<'title'>, page: Page, place: Place) {
  const whole = styleOfWholeTitle(title.content);
  const size = Number.parseFloat(whole.size ?? '') || (HEADING_PIXELS[title.level] ?? HEADING_PIXELS[2]);
  const color = title.color !== undefined && parseColor(title.color) ? title.color : page.textColor;
  const look = startLook(page, place, {
    size,
    color,
    lineHeight: Number(whole.line ?? 1.3),
    isBold: true,
    align: textAlign(title.textAlign, page),
    ...(title.fontFamily && { font: title.fontFamily }),
  });
  // A heading has no paragraphs: several become lines.
  const content = title.content
    .trim()
    .replace(/^<p\b[^<>]*>/i, '')
    .replace(/<\/p>\s*<p\b[^<>]*>/gi, '<br>')
    .replace(/<\/p>$/i, '');
  return visible(layOutHtml(content, look, page));
}

function layOutImage(image: Of<'image'>, page: Page, place: Place) {
  const source = image.src.trim() || image.placeholderUrl?.trim() || '';
  if (source === '') return undefined;
  const known = page.sizeOf(source) === undefined && image.placeholderUrl ? image.placeholderUrl : source;
  const wanted = {
    width: image.width === 'full' ? place.width : image.width,
    // As on a phone, a picture with a height of its own keeps its proportions.
    height: page.layout === 'phone' ? undefined : image.height || undefined,
  };
  const style = { ...radiusStyle(image.borderRadius), ...borderStyle(image.border, page, place) };
  return [aligned(image.align, layOutPicture(known, image.alt, wanted, place, page, style))];
}

function layOutButton(button: Of<'button'>, page: Page, place: Place) {
  const label = button.text.trim();
  if (label === '') return undefined;
  const { fill, color } = buttonColors(button, page, place);
  const { width } = button;
  const isFull = width === 'full' || (width !== undefined && width >= place.width);
  const text = layOutText(label, { color }, page);
  const style: DrawStyle = {
    backgroundColor: fill,
    ...radiusStyle(button.borderRadius),
    ...borderStyle(button.border, page, place),
    padding: spacing(button.buttonPadding),
    fontFamily: fontFor(button.fontFamily ?? page.font),
    fontSize: clampPixels(button.fontSize, 1),
    ...(button.fontWeight !== 'normal' && { fontWeight: 700 }),
    lineHeight: BUTTON_LINE,
    textAlign: 'center',
    ...(page.dir === 'rtl' && { direction: 'rtl' }),
    boxSizing: 'border-box',
    maxWidth: place.width,
    ...(isFull && { width: place.width }),
    ...(!isFull &&
      width !== undefined && { width: page.layout === 'phone' ? place.width : clampPixels(width, 1) }),
  };
  // A box of lines inside a row gets the height of its narrowest form, so a label of one piece is the box itself.
  const [only] = text;
  const box =
    text.length === 1 && only?.type === 'text'
      ? { ...only, style: { ...only.style, ...style, display: 'block' } }
      : block(style, text);
  return [aligned(button.align ?? 'center', box)];
}

/** In dark mode, a button keeps its colors as long as it stands out from the dark page. */
function buttonColors(button: Of<'button'>, page: Page, place: Place): { fill: string; color: string } {
  const fill = parseColor(button.backgroundColor) ?? readHex('#333333');
  const label = parseColor(button.textColor) ?? WHITE;
  const stands =
    fill.alpha === 1 &&
    contrast(fill, mirrorColor(place.behind)) >= Math.min(3, contrast(fill, place.behind));
  const show = (color: Color) =>
    formatColor(page.colors.isMirrored(place) && !stands ? mirrorColor(color) : color);
  return { fill: show(fill), color: show(label) };
}

function layOutDivider(divider: Of<'divider'>, page: Page, place: Place) {
  const { width } = divider;
  const share = typeof width === 'string' && width !== 'full' ? Number.parseFloat(width) / 100 : 1;
  const length = typeof width === 'number' ? width : share * place.width;
  const color = page.colors.on(place, divider.color, '#e0e0e0');
  return [
    block(
      {
        width: Math.min(clampPixels(length), place.width),
        margin: '0 auto',
        borderTop: `${clampPixels(divider.thickness)}px ${divider.lineStyle} ${color}`,
      },
      [],
    ),
  ];
}

function layOutVideo(video: Of<'video'>, page: Page, place: Place) {
  if (video.url.trim() === '' && video.thumbnailUrl.trim() === '') return undefined;
  const source = posterSource(video);
  const width = video.width === 'full' ? place.width : video.width;
  const picture = layOutPicture(
    source,
    video.alt || 'Video',
    { width, height: video.height || undefined },
    place,
    page,
  );
  return [aligned(video.align, picture)];
}

function layOutSocial(social: Of<'social'>, page: Page, place: Place) {
  if (social.icons.length === 0) return undefined;
  const size = ICON_PIXELS[social.iconSize] ?? 32;
  const icons = social.icons.slice(0, 100).map((icon) => {
    page.texts.take('');
    const source = socialSource(icon.platform, social.iconStyle);
    return layOutPicture(source, '', { width: size, height: size }, place, page);
  });
  const isRtl = page.dir === 'rtl';
  const [atLeft, atRight] = isRtl ? ['flex-end', 'flex-start'] : ['flex-start', 'flex-end'];
  const justifyContent = { left: atLeft, center: 'center', right: atRight }[social.align] ?? 'center';
  const flexDirection = isRtl ? 'row-reverse' : 'row';
  const gap = clampPixels(social.spacing);
  return [row({ justifyContent, flexDirection, flexWrap: 'wrap', gap }, icons)];
}

function layOutMenu(menu: Of<'menu'>, page: Page, place: Place) {
  const items = menu.items.filter((item) => item.text.trim() !== '').slice(0, 100);
  if (items.length === 0) return undefined;
  const own = [menu.linkColor, menu.color].find((color) => color !== undefined && parseColor(color));
  const look = startLook(page, place, {
    size: clampPixels(menu.fontSize, 1),
    align: textAlign(menu.textAlign, page),
    ...(menu.fontFamily && { font: menu.fontFamily }),
  });
  const gap = clampPixels(menu.spacing);
  const separator = { ...look, color: parseColor(menu.separatorColor) ? menu.separatorColor : '#e0e0e0' };
  const pieces = items.flatMap((item, index) => {
    const color = item.color !== undefined && parseColor(item.color) ? item.color : (own ?? page.textColor);
    const style = textStyle({ ...look, color, isBold: item.bold, isUnderlined: item.underline }, page);
    const label = layOutText(item.text.trim(), { ...style, whiteSpace: 'nowrap' }, page);
    if (index === items.length - 1) return label;
    const sign = menu.separator.trim() || '\u00a0';
    const between = { ...textStyle(separator, page), padding: `0 ${gap}px`, whiteSpace: 'nowrap' };
    // Lines break after separators only.
    return [...label, inline(page.texts.take(sign), between), inline('\u200b', style)];
  });
  return [block(lineStyle(look), pieces)];
}

function layOutCountdown(countdown: Of<'countdown'>, page: Page, place: Place) {
  if (countdown.targetDate.trim() === '') return undefined;
  const source = countdownSource(countdown);
  const own = page.sizeOf(source);
  // The picture of the clock has two pixels for one.
  return [
    aligned('center', layOutPicture(source, 'Countdown', { width: own && own.width / 2 }, place, page)),
  ];
}

/** Room for a block that this service cannot draw, with its name. */
function layOutUnknown(name: string, page: Page, place: Place): DrawNode {
  return layOutPlaceholder(name.slice(0, 60), { width: place.width, height: 48 }, page);
}
