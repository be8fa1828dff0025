import { contrast, parseColor, WHITE } from '../../parse/color.ts';
import { type HtmlElement, type HtmlNode, isElement, isText, walkElements } from '../../parse/html.ts';
import { makeDivider, makeHtml, makeSpacer, padBlock } from '../blocks/make-block.ts';
import { type ImportContext, note, recordKept } from '../context.ts';
import { readBackgroundImage } from '../css/background.ts';
import { readColor } from '../css/colors.ts';
import { fragmentCssOf, inlineCssOf, linePixels, type TextStyle } from '../css/text-style.ts';
import {
  addSides,
  borderOf,
  type Declarations,
  frameOf,
  isFlat,
  NO_SIDES,
  readPixels,
  sidesOf,
} from '../css/values.ts';
import { escapeAttribute } from '../text.ts';
import { paddingOf, placeBox } from './available-width.ts';
import { sourceWithRules } from './inline-rules.ts';
import { hasLook, type LayoutBox, type LayoutNode, makeLeaf } from './layout-tree.ts';
import { marginOf, settleMargins, widenMargins } from './margins.ts';
import { findImages, hasMap } from './read-leaf.ts';
import type { ColumnRow } from './share-width.ts';

/** The place of nodes whose content is collected. */
export interface CollectContext {
  textStyle: TextStyle;
  /** Inside a column, further columns are kept as HTML. */
  isInColumn: boolean;
  /** Pixels for the content; undefined outside of every box with a width of its own. */
  room: number | undefined;
  /** Whether the room is that of a cell with a width of its own, in which pictures do not grow. */
  isSized?: boolean;
  /** Pixels between the rows and cells of the table around. */
  spacing?: number;
  /** Collects the rows of columns of the table around. */
  columnRows?: ColumnRow[];
  /** Collects the layout nodes of DOM nodes; readers of tables and columns call it for their content. */
  collect: (nodes: readonly HtmlNode[], place: CollectContext) => LayoutNode[];
}

/** Keeps neighboring nodes as an html block in the style around them. */
export function keepAsHtml(
  context: ImportContext,
  nodes: readonly HtmlNode[],
  textStyle: TextStyle,
): LayoutNode {
  recordKept(context, nodes);
  const source = sourceWithRules(context, nodes) + mapsOf(context, nodes);
  const css = [inlineCssOf(textStyle, context.base), fragmentCssOf(textStyle)]
    .filter((part) => part !== '')
    .join('; ');
  const content = css === '' ? source : `<div style="${escapeAttribute(css)}">${source}</div>`;
  return makeLeaf(makeHtml(context, content));
}

/** The areas of pictures in these nodes. Maps may stand anywhere in a mail. */
function mapsOf(context: ImportContext, nodes: readonly HtmlNode[]): string {
  const names = new Set(
    findImages(nodes).flatMap(({ image }) =>
      hasMap(image) ? (image.attribs.usemap?.trim().slice(1) ?? []) : [],
    ),
  );
  return [...names].map((name) => context.maps.get(name) ?? '').join('');
}

/** The divider of an `hr` or of a border. */
export function readRule(context: ImportContext, style: Declarations, room = context.width) {
  const border = borderOf(style, 'top') ?? borderOf(style, 'bottom');
  const width = readPixels(style.get('width'), room);
  const isFull = width === undefined || width >= room - 1;
  const color = border?.color ?? readColor(style.get('background-color')) ?? readColor(style.get('color'));
  const thickness = border?.width ?? readPixels(style.get('height')) ?? 1;
  const fields = {
    color: color ?? '#cccccc',
    thickness,
    lineStyle: border?.style ?? 'solid',
    width: isFull ? 'full' : width,
  } as const;
  const side = isFull ? undefined : sideOf(style);
  if (side === undefined) return makeDivider(context, fields);
  const padding = { ...NO_SIDES, [side === 'left' ? 'right' : 'left']: Math.round(room - (width ?? 0)) };
  return makeDivider(context, { ...fields, width: 'full' }, { padding });
}

/** The side at which a line stands: the other margin takes the rest. */
function sideOf(style: Declarations): 'left' | 'right' | undefined {
  const isAuto = (side: string) => style.get(`margin-${side}`)?.trim() === 'auto';
  if (isAuto('left') === isAuto('right')) return undefined;
  return isAuto('right') ? 'left' : 'right';
}

/**
 * The spacer or divider of an element without content. A space that does not break is as high as a line.
 * @param line height of a line of text, when there is one
 */
export function readEmpty(context: ImportContext, style: Declarations, line = 0): LayoutNode[] {
  const padding = sidesOf(style, 'padding');
  const room = padding.top + padding.bottom;
  if (borderOf(style, 'top') ?? borderOf(style, 'bottom')) {
    const rule = readRule(context, style);
    const height = (readPixels(style.get('height')) ?? line) + room;
    return [
      makeLeaf(
        height > 0
          ? padBlock(rule, { ...NO_SIDES, [borderOf(style, 'top') ? 'bottom' : 'top']: height })
          : rule,
      ),
    ];
  }
  const height = Math.max(readPixels(style.get('height')) ?? 0, line) + room;
  const fill = readColor(style.get('background-color'));
  if (fill && height > 0 && height <= 8)
    return [makeLeaf(readRule(context, new Map([...style, ['height', `${height}px`]])))];
  return height > 0
    ? [makeLeaf(makeSpacer(context, height, { padding: NO_SIDES, backgroundColor: fill }))]
    : [];
}

/** The height of lines in an element without text: of breaks, or of a space that does not break; 0 without any. */
export function emptyLine(nodes: readonly HtmlNode[], textStyle: TextStyle): number {
  if (textStyle.isWithoutLines) return 0;
  const lines = Math.max(countBreaks(nodes), hasSpace(nodes) ? 1 : 0);
  return Math.round(linePixels(textStyle) * Math.min(lines, MAX_LINES));
}

/** Most blank lines in a row. */
export const MAX_LINES = 20;

export function countBreaks(nodes: readonly HtmlNode[]): number {
  return nodes.reduce((sum, node) => {
    return isElement(node) ? sum + (node.name === 'br' ? 1 : countBreaks(node.children)) : sum;
  }, 0);
}

function hasSpace(nodes: readonly HtmlNode[]): boolean {
  return nodes.some((node) =>
    isText(node) ? node.data.includes('\u00a0') : isElement(node) && hasSpace(node.children),
  );
}

/** Text with less contrast to white is taken for white text on a picture. */
const LIGHT = 2.5;

/** A dark color for the place of a picture that cannot be kept, if there is light text on it. */
function behindLightText(context: ImportContext, element: HtmlElement): string | undefined {
  const isLight = [element, ...walkElements(element)].some((inner) => {
    const text = parseColor(context.styleOf(inner).get('color') ?? '');
    return text !== undefined && contrast(text, WHITE) < LIGHT;
  });
  return isLight ? '#222222' : undefined;
}

/** The box of an element without content: margin, padding, background and border, and the room for its content. */
export function boxOf(
  context: ImportContext,
  element: HtmlElement,
  style: Declarations,
  place: CollectContext,
): LayoutBox & { room: number | undefined } {
  const backgroundImage = readBackgroundImage(style);
  if (backgroundImage && place.isInColumn) {
    note(
      context,
      'background-image',
      'Columns have a color behind them, no picture; it was left out.',
      element,
    );
  }
  const color = readColor(style.get('background-color'));
  const behind =
    color ?? (backgroundImage && place.isInColumn ? behindLightText(context, element) : undefined);
  const radius = readPixels(style.get('border-radius')?.split(/\s+/)[0]);
  const { inset, room, isFixed } = placeBox(context, element, style, place);
  return {
    kind: 'box',
    margin: marginOf(element, style, place),
    padding: paddingOf(context, element, style, place),
    inset,
    room,
    isFixed,
    isPage: place.room === undefined && !isFixed,
    backgroundColor: behind,
    ...(backgroundImage && !place.isInColumn ? { backgroundImage } : {}),
    ...(radius ? { borderRadius: radius } : {}),
    border: frameOf(style),
    content: [],
  };
}

/** Replaces the border of a box that has one above and below only by dividers. */
function drawLines(context: ImportContext, box: LayoutBox): LayoutBox {
  const { border, ...rest } = box;
  if (!border || border.left || border.right || box.backgroundColor || box.backgroundImage) return box;
  const { top, bottom } = box.padding;
  const rule = (side: 'top' | 'bottom'): LayoutNode[] => {
    const line = border[side];
    if (!line) return [];
    const { color, width: thickness, style: lineStyle } = line;
    const space = { ...NO_SIDES, ...(side === 'top' ? { bottom: top } : { top: bottom }) };
    return [makeLeaf(makeDivider(context, { color, thickness, lineStyle }, { padding: space }))];
  };
  const padding = { ...box.padding, ...(border.top && { top: 0 }), ...(border.bottom && { bottom: 0 }) };
  return { ...rest, padding, content: [...rule('top'), ...box.content, ...rule('bottom')] };
}

/** The box, or its content when it has no frame. Padding around a single block becomes that of the block. */
export function simplifyBox(
  context: ImportContext,
  { room: _, ...given }: LayoutBox & { room?: number | undefined },
): LayoutNode[] {
  const isFixed = given.isFixed || (given.content.length > 0 && given.content.every((node) => node.isFixed));
  const framed = withoutOuterSides(given, isFixed);
  const lined = drawLines(context, framed);
  const box = hasLook(lined) ? lined : withInset(lined);
  if (!hasLook(box) && isFlat(box.padding)) return mark(widenMargins(box.content, box.margin), isFixed);
  const content = settleMargins(context, box.content);
  const [only] = content;
  if (content.length !== 1 || only?.kind !== 'leaf' || hasLook(box)) return [{ ...box, isFixed, content }];
  const leaf = { ...makeLeaf(padBlock(only.block, box.padding)), isFixed };
  return [{ ...leaf, ...(box.margin ? { margin: box.margin } : {}) }];
}

function mark(nodes: LayoutNode[], isFixed: boolean): LayoutNode[] {
  return isFixed ? nodes.map((node) => ({ ...node, isFixed })) : nodes;
}

/** Removes side padding around boxes of a fixed width: it does not show in a window that is wider than the mail. */
function withoutOuterSides(box: LayoutBox, isFixed: boolean): LayoutBox {
  if (!box.isPage || !isFixed) return box;
  return { ...box, padding: { ...box.padding, left: 0, right: 0 }, inset: NO_SIDES };
}

function withInset({ inset = NO_SIDES, ...box }: LayoutBox): LayoutBox {
  return { ...box, padding: addSides(box.padding, inset) };
}
