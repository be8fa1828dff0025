import type { LeafBlock } from '../../model/index.ts';
import type { HtmlElement, HtmlNode } from '../../parse/html.ts';
import { makeDivider, makeHtml, makeSpacer, padBlock } from '../blocks/make-block.ts';
import type { Row } from '../blocks/make-sections.ts';
import { type ImportContext, note, noteKept } from '../context.ts';
import { isSameColor, readColor } from '../css/colors.ts';
import { fragmentCssOf, inlineCssOf, type TextStyle } from '../css/text-style.ts';
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
  sidesOfPart,
} from '../css/values.ts';
import { escapeAttribute } from '../text.ts';
import { hasColumns, type LayoutBox, type LayoutColumns, type LayoutNode, makeLeaf } from './layout-tree.ts';
import { marginOf, settleMargins, widenMargins } from './margins.ts';

/** The place of nodes whose content is collected. */
export interface CollectContext {
  textStyle: TextStyle;
  /** Inside a column, further columns are kept as HTML. */
  isInColumn: boolean;
  /** Collects the layout nodes of DOM nodes; readers of tables and columns call it for their content. */
  collect: (nodes: readonly HtmlNode[], place: CollectContext) => LayoutNode[];
}

/** Neighboring nodes as an html block, in the style they had. */
export function keepAsHtml(
  context: ImportContext,
  nodes: readonly HtmlNode[],
  textStyle: TextStyle,
): LayoutNode {
  const [first] = nodes;
  const last = nodes.at(-1);
  if (!first || !last) return makeLeaf(makeHtml(context, ''));
  noteKept(context, nodes);
  const source = first.source.text.slice(first.start, last.end);
  const css = [inlineCssOf(textStyle, context.base), fragmentCssOf(textStyle)]
    .filter((part) => part !== '')
    .join('; ');
  const content = css === '' ? source : `<div style="${escapeAttribute(css)}">${source}</div>`;
  return makeLeaf(makeHtml(context, content));
}

/** A line that is drawn by a rule or a border. */
export function readRule(context: ImportContext, style: Declarations) {
  const border = borderOf(style, 'top') ?? borderOf(style, 'bottom');
  const width = readPixels(style.get('width'), context.width);
  const isFull = width === undefined || width >= context.width || readPercent(style.get('width')) === 100;
  const color = border?.color ?? readColor(style.get('background-color')) ?? readColor(style.get('color'));
  const thickness = border?.width ?? readPixels(style.get('height')) ?? 1;
  const fields = {
    color: color ?? '#cccccc',
    thickness,
    lineStyle: border?.style ?? 'solid',
    width: isFull ? 'full' : width,
  } as const;
  const margin = sidesOf(style, 'margin');
  return makeDivider(context, fields, { padding: { ...NO_SIDES, top: margin.top, bottom: margin.bottom } });
}

/** The spacer or divider of an element without content. */
export function readEmpty(context: ImportContext, style: Declarations): LayoutNode[] {
  if (borderOf(style, 'top') ?? borderOf(style, 'bottom')) return [makeLeaf(readRule(context, style))];
  const height = readPixels(style.get('height')) ?? 0;
  const fill = readColor(style.get('background-color'));
  if (fill && height > 0 && height <= 8) return [makeLeaf(readRule(context, style))];
  return height > 0
    ? [makeLeaf(makeSpacer(context, height, { padding: NO_SIDES, backgroundColor: fill }))]
    : [];
}

/** The frame of an element: padding, background, width. */
export function boxOf(context: ImportContext, element: HtmlElement, style: Declarations): LayoutBox {
  const image = style.get('background-image');
  if (image?.includes('url(')) {
    note(
      context,
      'background-image',
      'Sections have a color behind them, no picture; it was left out.',
      element,
    );
  }
  const radius = readPixels(style.get('border-radius')?.split(/\s+/)[0]);
  return {
    kind: 'box',
    margin: marginOf(element, style),
    padding: sidesOf(style, 'padding'),
    backgroundColor: readColor(style.get('background-color')),
    width: readPixels(style.get('width')) ?? readPixels(style.get('max-width')),
    ...(radius ? { borderRadius: radius } : {}),
    border: frameOf(style),
    content: [],
  };
}

/** A box with lines above and below only as one without, between dividers. */
function drawLines(context: ImportContext, box: LayoutBox): LayoutBox {
  const { border, ...rest } = box;
  if (!border || border.left || border.right || box.backgroundColor) return box;
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
export function simplifyBox(context: ImportContext, framed: LayoutBox): LayoutNode[] {
  const box = drawLines(context, framed);
  const isBare = !box.backgroundColor && !box.borderRadius && !box.border && isFlat(box.padding);
  if (isBare && (box.width === undefined || !box.content.some(hasColumns))) {
    return widenMargins(box.content, box.margin);
  }
  const content = settleMargins(context, box.content);
  const [only] = content;
  if (content.length !== 1 || only?.kind !== 'leaf' || box.backgroundColor || box.border)
    return [{ ...box, content }];
  return [{ ...makeLeaf(padBlock(only.block, box.padding)), ...(box.margin ? { margin: box.margin } : {}) }];
}

/**
 * Lays the layout tree out as rows.
 * @param page color behind the mail
 */
export function toRows(box: LayoutBox, page: string | undefined): Row[] {
  return mergeRows(rowsOfBox(box, page, page)).filter((row) =>
    row.columns.some(({ blocks }) => blocks.length > 0),
  );
}

function rowsOfBox(box: LayoutBox, around: string | undefined, page: string | undefined): Row[] {
  const behind = box.backgroundColor ?? around;
  const rows = isBoxOfRows(box) ? rowsOfParts(box, behind, page) : [rowOfLeaves(box)];
  return applyBox(rows, box, behind, page);
}

/** Whether the nodes in a box become rows of their own rather than blocks of one row. */
function isBoxOfRows(box: LayoutBox): boolean {
  if (box.content.some(hasColumns)) return true;
  return (
    box.content.every((node) => node.kind === 'box') ||
    (isFlat(box.padding) && box.content.some((node) => node.kind === 'box'))
  );
}

function rowsOfParts(box: LayoutBox, behind: string | undefined, page: string | undefined): Row[] {
  const rows: Row[] = [];
  let group: LayoutNode[] = [];
  const endGroup = () => {
    if (group.length > 0) rows.push(rowOfLeaves({ kind: 'box', padding: NO_SIDES, content: group }));
    group = [];
  };
  for (const node of box.content) {
    if (node.kind === 'leaf') group.push(node);
    else {
      endGroup();
      if (node.kind === 'box') rows.push(...rowsOfBox(node, behind, page));
      else rows.push(rowOfColumns(node));
    }
  }
  endGroup();
  return rows;
}

function rowOfLeaves(box: LayoutBox): Row {
  return { columns: [{ width: undefined, blocks: box.content.flatMap(flatten) }], padding: NO_SIDES };
}

function rowOfColumns({ columns }: LayoutColumns): Row {
  const drafts = columns.map(({ width, box }) => ({ width, blocks: flatten(box) }));
  return { columns: drafts, padding: NO_SIDES };
}

/** The blocks in a layout node; frames around them become their padding and color. */
export function flatten(node: LayoutNode): LeafBlock[] {
  if (node.kind === 'leaf') return [node.block];
  const blocks =
    node.kind === 'box' ? node.content.flatMap(flatten) : node.columns.flatMap(({ box }) => flatten(box));
  return node.kind === 'box' ? padBlocks(blocks, node.padding, node.backgroundColor) : blocks;
}

/** Adds the padding of a frame: the top to the first block, the bottom to the last, the sides to all. */
export function padBlocks(blocks: LeafBlock[], padding: Sides, backgroundColor?: string): LeafBlock[] {
  if (isFlat(padding) && !backgroundColor) return blocks;
  return blocks.map((block, index) => {
    return padBlock(block, sidesOfPart(padding, index, blocks.length), backgroundColor);
  });
}

/** Puts rows into the frame of the box around them. */
function applyBox(rows: Row[], box: LayoutBox, behind: string | undefined, page: string | undefined): Row[] {
  return rows.map((row, index) => {
    const room = sidesOfPart(box.padding, index, rows.length);
    const isCard = row.backgroundColor !== undefined && isSameColor(behind, page) && !isFlat(room);
    // The padding around a card has the color of the page, not of the card.
    if (isCard && !row.wrapper) return { ...row, wrapper: { padding: room } };
    if (isCard && row.wrapper) {
      return {
        ...row,
        wrapper: { ...row.wrapper, padding: addSides(row.wrapper.padding ?? NO_SIDES, room) },
      };
    }
    const isOwn = box.backgroundColor !== undefined && !isSameColor(box.backgroundColor, page);
    const color = row.backgroundColor ?? (isOwn ? box.backgroundColor : undefined);
    const borderRadius = row.borderRadius ?? (rows.length === 1 ? box.borderRadius : undefined);
    const border = row.border ?? (rows.length === 1 ? box.border : undefined);
    return { ...row, padding: addSides(row.padding, room), backgroundColor: color, borderRadius, border };
  });
}

/** Joins rows of one column that style alike: a mail is built of a table row for every line. */
function mergeRows(rows: Row[]): Row[] {
  const merged: Row[] = [];
  for (const row of rows) {
    const last = merged.at(-1);
    if (last && canJoin(last, row)) merged[merged.length - 1] = join(last, row);
    else merged.push(row);
  }
  return merged;
}

function canJoin(one: Row, other: Row): boolean {
  const isPlain = (row: Row) => row.columns.length === 1 && !row.wrapper && !row.borderRadius && !row.border;
  if (!isPlain(one) || !isPlain(other) || !isSameColor(one.backgroundColor, other.backgroundColor))
    return false;
  if (one.padding.left !== other.padding.left || one.padding.right !== other.padding.right) return false;
  const count = (row: Row) => row.columns[0]?.blocks.length ?? 0;
  return count(one) < 2 || count(other) < 2;
}

function join(one: Row, other: Row): Row {
  const push = (row: Row) => {
    const { top, bottom } = row.padding;
    return padBlocks(row.columns[0]?.blocks ?? [], { top, right: 0, bottom, left: 0 });
  };
  const blocks = [...push(one), ...push(other)];
  return { ...one, columns: [{ width: undefined, blocks }], padding: { ...one.padding, top: 0, bottom: 0 } };
}
