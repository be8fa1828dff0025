import type { ButtonBlock } from '../../model/index.ts';
import { BUTTON_LINE } from '../../model/layout-sizes.ts';
import { type HtmlElement, isBlank, isElement, isText } from '../../parse/html.ts';
import { makeButton } from '../blocks/make-block.ts';
import { type ImportContext, ownFont } from '../context.ts';
import { isSameColor, readColor } from '../css/colors.ts';
import { readAlign } from '../css/computed-style.ts';
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
import { plainTextOf, transformText } from '../text.ts';
import { paddingOf } from './available-width.ts';
import { findImages } from './read-leaf.ts';

/** Most characters of a label; a longer link is a sentence. */
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
  const hasRoom = room.some(isPadded) || styles.some((style) => style.has('border-radius'));
  const width = readPixels(styles[0]?.get('width'));
  const isBand = readPercent(styles[0]?.get('width')) === 100 && context.styleOf(link).size < 3;
  if (!hasRoom || isBand || (width ?? 0) >= context.width) return undefined;
  return buildButton(context, path, link, textStyle, tableWidth(path, styles));
}

/** Whether padding is more than cells have by default. */
function isPadded({ top, right, bottom, left }: Sides): boolean {
  return Math.max(top, right, bottom, left) > 1;
}

/** Reads a filled cell of a given width with only a link in it as a button; undefined for other cells. */
export function readCellButton(
  context: ImportContext,
  cell: HtmlElement,
  { textStyle, room = context.width }: { textStyle: TextStyle; room: number | undefined },
): ButtonBlock | undefined {
  const style = context.styleOf(cell);
  const width = readPixels(style.get('width'), room);
  const isNarrow = width !== undefined && width > 0 && width < room * 0.8;
  if (!isNarrow || readColor(style.get('background-color')) === undefined) return undefined;
  const path = pathToLink(cell);
  const link = path?.at(-1);
  return path && link && buildButton(context, path, link, textStyle, `${width}px`);
}

/** The width of the filled table of a button; undefined if it is as wide as its label. */
function tableWidth(path: readonly HtmlElement[], styles: readonly Declarations[]): string | undefined {
  const filled = styles.findLastIndex(
    (style) => readColor(style.get('background-color')) ?? borderOf(style, 'top'),
  );
  if (filled === path.length - 1) return undefined;
  const cell = path[filled]?.name === 'td' ? styles[filled]?.get('width') : undefined;
  if (readPixels(cell)) return cell;
  const tables = path.flatMap(({ name }, index) =>
    name === 'table' && index <= filled ? [styles[index]] : [],
  );
  const widths = tables.map((style) => style?.get('width'));
  if (widths.some((width) => width === undefined)) return undefined;
  return widths.findLast((width) => readPercent(width) !== 100) ?? widths.at(-1);
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

/** The borders of a button in its own color. Authors use them for Outlook, which ignores the padding of links. */
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
  tableWidth?: string,
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
  const width = tableWidth ?? styles.at(-1)?.get('width') ?? (isWideBlock(styles) ? '100%' : undefined);
  const sides = path.map((element) => {
    const style = context.styleOf(element);
    return addSides(paddingOf(context, element, style, { textStyle, room: undefined }), bordersOf(style));
  });
  const at = edgeOf(styles, fill);
  const inside = alignAround(path.slice(0, at), styles);
  const block = makeButton(context, {
    text: transformText(text, inner.textTransform),
    url: link.attribs.href ?? '',
    backgroundColor: fill ?? 'transparent',
    textColor: inner.color ?? context.base.color ?? '#ffffff',
    borderRadius: readPixels(last('border-radius')?.split(/\s+/)[0], 40) ?? 0,
    fontSize: inner.fontSize ?? 16,
    ...(inner.isBold ? {} : { fontWeight: 'normal' as const }),
    ...(border ? { border } : {}),
    buttonPadding: fillHeight(
      matchLine(sides.slice(at).reduce(addSides), inner),
      inner,
      Math.max(...styles.map((style) => readPixels(style.get('height')) ?? 0)),
    ),
    align:
      context.styleOf(path[0] as HtmlElement).get('margin-left') === 'auto'
        ? 'center'
        : (inside ?? textStyle.textAlign ?? 'left'),
    ...(link.attribs.target === '_blank' ? { openInNewTab: true } : {}),
    ...ownFont(context, readFontFamily(inner.fontFamily)),
    ...buttonWidthOf(context, width),
  });
  const margin = sidesOf(styles[0] as Declarations, 'margin');
  const around = sides.slice(0, at).reduce(addSides, margin);
  const isInline = at === path.length - 1 && isInLine(styles[at] as Declarations);
  const over = isInline ? (sides[at] as Sides) : NO_SIDES;
  block.styles.padding = {
    top: around.top - over.top,
    right: 0,
    bottom: around.bottom - over.bottom,
    left: 0,
  };
  return block;
}

/** Whether the padding of a link takes no room above and below its line. */
function isInLine(style: Declarations): boolean {
  return !/block|flex|table/.test(style.get('display') ?? '');
}

/** The alignment in cells of tables that fill their place; other tables are as wide as the button. */
function alignAround(path: readonly HtmlElement[], styles: readonly Declarations[]) {
  let isWide = false;
  let align: ReturnType<typeof readAlign>;
  for (const [index, { name }] of path.entries()) {
    if (name === 'table') isWide = readPercent(styles[index]?.get('width')) === 100;
    else if (isWide) align = readAlign(styles[index]?.get('text-align')) ?? align;
  }
  return align;
}

/** The index of the outermost element with the color or the border of the button. Padding outside of it is space around. */
function edgeOf(styles: readonly Declarations[], fill: string | undefined): number {
  const isEdge = (style: Declarations) =>
    fill === undefined
      ? frameOf(style) !== undefined
      : isSameColor(readColor(style.get('background-color')), fill);
  return Math.max(0, styles.findIndex(isEdge));
}

/** Whether a link fills its place: it is a block, not in a table that is as wide as its label. */
function isWideBlock(styles: readonly Declarations[]): boolean {
  return styles.length === 1 && styles[0]?.get('display') === 'block';
}

/** The padding that gives a button the height it has with the line height of its label. */
export function matchLine(padding: Sides, label: TextStyle): Sides {
  const more = (linePixels(label) - (label.fontSize ?? 16) * BUTTON_LINE) / 2;
  const side = (value: number) => Math.max(0, Math.round(value + more));
  return { ...padding, top: side(padding.top), bottom: side(padding.bottom) };
}

/** The padding with which a button is at least this high. */
function fillHeight(padding: Sides, { fontSize = 16 }: TextStyle, height: number): Sides {
  const more = Math.round((height - padding.top - padding.bottom - fontSize * BUTTON_LINE) / 2);
  return more > 0 ? { ...padding, top: padding.top + more, bottom: padding.bottom + more } : padding;
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
