import type { LeafBlock } from '../../model/index.ts';
import { padBlock } from '../blocks/make-block.ts';
import type { Column, Row } from '../blocks/make-sections.ts';
import { isSameColor } from '../css/colors.ts';
import { addSides, isFlat, NO_SIDES, type Sides, sidesOfPart } from '../css/values.ts';
import {
  hasColumns,
  hasLook,
  type LayoutBox,
  type LayoutColumns,
  type LayoutNode,
  showsBox,
} from './layout-tree.ts';

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
  // Space around a card in a box with a border belongs to the box.
  const ground = box.border ? undefined : page;
  const rows = isBoxOfRows(box) ? rowsOfParts(box, behind, ground) : [rowOfLeaves(box)];
  const framed = applyBox(rows, box, behind, { around, ground });
  return box.inset ? addPadding(framed, box.inset, around, page) : framed;
}

/** Whether the nodes in a box become rows of their own rather than blocks of one row. */
function isBoxOfRows(box: LayoutBox): boolean {
  if (box.content.some(hasColumns)) return true;
  return (
    box.content.every((node) => node.kind === 'box') ||
    box.content.some((node) => node.kind === 'box' && (isFlat(box.padding) || showsBox(node)))
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

function rowOfColumns({ columns: boxes, isRow, verticalAlign }: LayoutColumns): Row {
  const columns = boxes.map(({ width, box }) => columnOf(width, box));
  const color = sharedColor(columns);
  return {
    columns: color ? columns.map(withoutColor) : columns,
    padding: NO_SIDES,
    ...(color ? { backgroundColor: color } : {}),
    ...(isRow ? { stackOnMobile: false } : {}),
    verticalAlign,
  };
}

/** The color of all columns of a row, if there is no space between them. As color of the row, it also fills shorter columns. */
function sharedColor(columns: readonly Column[]): string | undefined {
  const [first] = columns;
  const color = first?.look?.backgroundColor;
  const isAlike = columns.every(
    ({ look }) => look && isSameColor(look.backgroundColor, color) && !look.padding && !look.borderRadius,
  );
  return isAlike ? color : undefined;
}

function withoutColor({ look, ...column }: Column): Column {
  const { backgroundColor: _, ...rest } = look ?? {};
  return Object.keys(rest).length === 0 ? column : { ...column, look: rest };
}

/** A column with the look of its box, or of the only box in it. */
function columnOf(width: number | undefined, box: LayoutBox): Column {
  const [only] = box.content;
  if (hasLook(box)) {
    const content = box.content.flatMap(flatten);
    return { width, blocks: padBlocks(content, box.padding), look: lookOf(box, box.inset ?? NO_SIDES) };
  }
  if (box.content.length === 1 && only?.kind === 'box' && hasLook(only)) {
    const gap = addSides(box.padding, addSides(box.inset ?? NO_SIDES, only.inset ?? NO_SIDES));
    return { width, blocks: padBlocks(only.content.flatMap(flatten), only.padding), look: lookOf(only, gap) };
  }
  return { width, blocks: flatten(box) };
}

function lookOf(
  { backgroundColor, border, borderRadius }: Pick<Row, 'backgroundColor' | 'border' | 'borderRadius'>,
  padding: Sides,
) {
  return {
    ...(backgroundColor ? { backgroundColor } : {}),
    ...(border ? { border } : {}),
    ...(borderRadius ? { borderRadius } : {}),
    ...(isFlat(padding) ? {} : { padding: { ...padding } }),
  };
}

/** The blocks in a layout node; frames around them become their padding and color. */
export function flatten(node: LayoutNode): LeafBlock[] {
  if (node.kind === 'leaf') return [node.block];
  if (node.kind === 'columns') return node.columns.flatMap(({ box }) => flatten(box));
  const padding = addSides(node.padding, node.inset ?? NO_SIDES);
  return padBlocks(node.content.flatMap(flatten), padding, node.backgroundColor);
}

/** Adds the padding of a frame: the top to the first block, the bottom to the last, the sides to all. */
export function padBlocks(blocks: LeafBlock[], padding: Sides, backgroundColor?: string): LeafBlock[] {
  if (isFlat(padding) && !backgroundColor) return blocks;
  return blocks.map((block, index) => {
    return padBlock(block, sidesOfPart(padding, index, blocks.length), backgroundColor);
  });
}

/** Puts rows into the frame of the box around them. */
function applyBox(
  rows: Row[],
  box: LayoutBox,
  behind: string | undefined,
  { around, ground }: { around: string | undefined; ground: string | undefined },
): Row[] {
  const isOwn = box.backgroundColor !== undefined && !isSameColor(box.backgroundColor, around);
  const padded = addPadding(rows, box.padding, behind, ground);
  if (box.isPage && isOwn) {
    const [first, ...rest] = padded.map((row, index) => {
      const place = { isFirst: index === 0, isLast: index === rows.length - 1 };
      const border = row.border ?? (row.borderRadius ? undefined : linesOf(box.border, place));
      return inBand({ ...row, border }, box.backgroundColor);
    });
    return first
      ? [{ ...first, backgroundImage: first.backgroundImage ?? box.backgroundImage }, ...rest]
      : [];
  }
  return padded.map((row, index) => {
    const place = { isFirst: index === 0, isLast: index === rows.length - 1 };
    const isFree = !row.border && !row.borderRadius && !row.wrapper;
    const borderRadius = row.borderRadius ?? (isFree ? cornersOf(box.borderRadius, place) : undefined);
    const border = row.border ?? (isFree ? linesOf(box.border, place) : undefined);
    const color = row.backgroundColor ?? (isOwn ? box.backgroundColor : undefined);
    // A picture behind several rows is kept for the first of them.
    const backgroundImage = row.backgroundImage ?? (index === 0 ? box.backgroundImage : undefined);
    return { ...row, backgroundColor: color, borderRadius, border, backgroundImage };
  });
}

interface RowEdges {
  isFirst: boolean;
  isLast: boolean;
}

/** The rounded corners of a box that belong to one of its rows. */
function cornersOf(radius: number | undefined, { isFirst, isLast }: RowEdges): Row['borderRadius'] {
  if (!radius || (isFirst && isLast)) return radius || undefined;
  if (!isFirst && !isLast) return undefined;
  const [top, bottom] = isFirst ? [radius, 0] : [0, radius];
  return { topLeft: top, topRight: top, bottomRight: bottom, bottomLeft: bottom };
}

/** The borders of a box that belong to one of its rows. */
function linesOf(border: Row['border'], { isFirst, isLast }: RowEdges): Row['border'] {
  if (!border) return undefined;
  const { top, bottom, ...sides } = border;
  const lines = { ...sides, ...(isFirst && top ? { top } : {}), ...(isLast && bottom ? { bottom } : {}) };
  return Object.keys(lines).length === 0 ? undefined : lines;
}

/** A row in a band that is as wide as the window. */
function inBand(row: Row, backgroundColor: string | undefined): Row {
  const color = row.wrapper?.backgroundColor ?? backgroundColor;
  return { ...row, wrapper: { ...row.wrapper, ...(color ? { backgroundColor: color } : {}) } };
}

/** Space around rows that are below each other, in the color behind them. */
function addPadding(rows: Row[], room: Sides, behind: string | undefined, page: string | undefined): Row[] {
  if (isFlat(room)) return rows;
  return rows.map((row, index) => padRow(row, sidesOfPart(room, index, rows.length), behind, page));
}

function padRow(row: Row, room: Sides, behind: string | undefined, page: string | undefined): Row {
  if (isFlat(room)) return row;
  if (!hasRowLook(row, behind)) return { ...row, padding: addSides(row.padding, room) };
  // The space around a card has the color of the page, not of the card.
  if (isSameColor(behind, page)) {
    return { ...row, wrapper: { ...row.wrapper, padding: addSides(row.wrapper?.padding ?? NO_SIDES, room) } };
  }
  // A picture reaches below the space around it, because columns have none.
  if (row.backgroundImage) return { ...row, padding: addSides(row.padding, room) };
  return { ...intoColumns(row), padding: room, ...(behind ? { backgroundColor: behind } : {}) };
}

function hasRowLook(
  { backgroundColor, backgroundImage, border, borderRadius, wrapper }: Row,
  behind: string | undefined,
): boolean {
  const isPainted = backgroundColor !== undefined && !isSameColor(backgroundColor, behind);
  const hasFrame = border !== undefined || Boolean(borderRadius) || wrapper !== undefined;
  return isPainted || hasFrame || backgroundImage !== undefined;
}

/** Moves the color and the lines of a row to its columns, so that it can have space around it in another color. */
function intoColumns(row: Row): Row {
  const { backgroundColor, border, borderRadius, wrapper, padding, ...rest } = row;
  const last = row.columns.length - 1;
  const columns = row.columns.map((column, index): Column => {
    const sides = {
      ...padding,
      left: index === 0 ? padding.left : 0,
      right: index === last ? padding.right : 0,
    };
    const lines = border && {
      ...(border.top && { top: border.top }),
      ...(border.bottom && { bottom: border.bottom }),
      ...(index === 0 && border.left && { left: border.left }),
      ...(index === last && border.right && { right: border.right }),
    };
    const look = column.look;
    const own = look
      ? padBlocks(column.blocks, look.padding ?? NO_SIDES, look.backgroundColor)
      : column.blocks;
    const corners = last === 0 ? borderRadius : undefined;
    return {
      width: column.width,
      blocks: padBlocks(own, sides),
      look: lookOf({ backgroundColor, border: lines, borderRadius: corners }, wrapper?.padding ?? NO_SIDES),
    };
  });
  return { ...rest, padding: NO_SIDES, columns };
}

/** Joins neighboring rows of one column with the same style, because many mails have a table row for each line. */
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
  const isPlain = ({ columns, wrapper, borderRadius, border, backgroundImage }: Row) =>
    columns.length === 1 &&
    !columns[0]?.look &&
    !wrapper?.padding &&
    !borderRadius &&
    !border &&
    !backgroundImage;
  if (!isPlain(one) || !isPlain(other) || !isSameColor(one.backgroundColor, other.backgroundColor))
    return false;
  if (!isSameColor(one.wrapper?.backgroundColor, other.wrapper?.backgroundColor)) return false;
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
