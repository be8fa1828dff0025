import type { SectionBlock } from '../../model/index.ts';
import { childElements, type HtmlElement, isBlank, isElement, isText } from '../../parse/html.ts';
import type { ImportContext } from '../context.ts';
import { classesOf } from '../css/computed-style.ts';
import { inheritTextStyle } from '../css/text-style.ts';
import { addSides, type Declarations, NO_SIDES, readPercent, readPixels, type Sides } from '../css/values.ts';
import { hasText } from '../text.ts';
import { boxAlign, type Extent, extentOf } from './available-width.ts';
import { flexWidths } from './flex-widths.ts';
import { boxOf, type CollectContext, emptyLine } from './layout.ts';
import {
  hasLook,
  type LayoutBox,
  type LayoutColumns,
  type LayoutNode,
  makeLayoutBox,
} from './layout-tree.ts';
import { findImages } from './read-leaf.ts';
import { isHidden } from './screens.ts';
import { shareWidth } from './share-width.ts';

/** Reads the filled cells of a row as columns; empty ones are gaps between them. */
export function readCellColumns(
  context: ImportContext,
  cells: readonly HtmlElement[],
  filled: readonly HtmlElement[],
  place: CollectContext,
): LayoutColumns {
  const room = place.room ?? context.width;
  const widths = cells.map((cell) => cellWidth(context, cell, room));
  const known = widths.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  const open = widths.filter((width) => width === undefined).length;
  // The room for the content of cells without a width, before their widths are known.
  const guess = Math.max(room - known, (room / cells.length) * Math.max(open, 1) * 0.5) / Math.max(open, 1);
  const drafts = filled.map((cell) => {
    const style = context.styleOf(cell);
    const inner = { ...place, textStyle: inheritTextStyle(place.textStyle, style), isInColumn: true };
    const width = widths[cells.indexOf(cell)];
    const { room: inside, ...box } = boxOf(context, cell, style, { ...inner, room: width ?? guess });
    const content = place.collect(cell.children, { ...inner, room: inside });
    const gaps = spaceCells(gapsBeside(context, cells, cell, room), cell !== filled.at(-1), place.spacing);
    const full = { ...box, content };
    const spaced = hasLook(box)
      ? { ...full, inset: gaps }
      : { ...full, padding: addSides(box.padding, gaps) };
    const more = gaps.left + gaps.right;
    return {
      width: width === undefined ? undefined : width + more,
      box: spaced,
      extent: extentOf(spaced),
      more,
    };
  });
  const shares = shareWidth(drafts, room);
  const columns: LayoutColumns = {
    kind: 'columns',
    isRow: isSideBySide(context, filled) && fitsPhone(drafts),
    isFixed: place.room === undefined,
    verticalAlign: verticalAlignOf(context, filled),
    columns: drafts.map(({ box }, index) => ({ width: shares[index], box })),
  };
  const key = cells.map((cell) => (filled.includes(cell) ? (cell.attribs.colspan ?? '1') : '-')).join();
  place.columnRows?.push({ key, columns, drafts, room });
  return columns;
}

/** Adds the space between cells after a cell that is followed by another one. */
function spaceCells(gaps: Sides, isFollowed: boolean, spacing = 0): Sides {
  return isFollowed ? { ...gaps, right: gaps.right + spacing } : gaps;
}

/** Room for the content of a row on a phone, in pixels. */
const PHONE_ROOM = 330;

/** Whether no word is wider than its column on a phone. */
function fitsPhone(columns: readonly { extent: Extent }[]): boolean {
  return columns.reduce((sum, { extent }) => sum + extent.min, 0) <= PHONE_ROOM;
}

function cellWidth(context: ImportContext, cell: HtmlElement, room: number): number | undefined {
  const style = context.styleOf(cell);
  const width = readPixels(style.get('width'), room) || readPixels(style.get('max-width'), room);
  return width && width < room ? width : undefined;
}

/** The vertical alignment of a row; cells are in the middle by default. */
function verticalAlignOf(
  context: ImportContext,
  cells: readonly HtmlElement[],
): SectionBlock['verticalAlign'] {
  const aligns = cells.map((cell) => {
    const style = context.styleOf(cell).get('vertical-align');
    return (style ?? cell.attribs.valign ?? cell.parent?.attribs.valign ?? 'middle').trim().toLowerCase();
  });
  const [first] = aligns;
  if (aligns.some((align) => align !== first)) return aligns.includes('top') ? 'top' : 'middle';
  return first === 'bottom' || first === 'middle' ? first : 'top';
}

/** Whether elements stay beside each other on a phone: no rule for phones puts them below each other. */
export function isSideBySide(context: ImportContext, parts: readonly HtmlElement[]): boolean {
  return parts.every((part) => {
    const phone = context.phoneStyleOf(part);
    const isCell = part.name === 'td' || part.name === 'th';
    if (/^(?:block|inline-block|table|table-row|flex|none)$/.test(phone.get('display') ?? '')) return false;
    if (isCell) return !/^(?:left|right|none)$/.test(phone.get('float') ?? '');
    const width = readPercent(context.styleOf(part).get('width'));
    return readPercent(phone.get('width')) !== 100 && width !== undefined && width < 100;
  });
}

/** The space that empty cells leave on both sides of a cell: those after it, and before the first one. */
export function gapsBeside(
  context: ImportContext,
  cells: readonly HtmlElement[],
  cell: HtmlElement,
  room: number | undefined,
): Sides {
  const at = cells.indexOf(cell);
  const isFirst = cells.slice(0, at).every((other) => !hasContent(context, other));
  const before = isFirst ? cells.slice(0, at) : [];
  const next = cells.findIndex((other, index) => index > at && hasContent(context, other));
  const after = cells.slice(at + 1, next < 0 ? cells.length : next);
  const sum = (gaps: readonly HtmlElement[]) =>
    gaps.reduce((total, gap) => total + gapWidth(context, gap, room), 0);
  return { ...NO_SIDES, left: sum(before), right: sum(after) };
}

function gapWidth(context: ImportContext, cell: HtmlElement, room: number | undefined): number {
  const own = readPixels(context.styleOf(cell).get('width'), room);
  if (own !== undefined) return own;
  const [spacer] = findImages(cell.children);
  return (spacer && readPixels(context.styleOf(spacer.image).get('width'))) ?? 0;
}

/** Whether a cell has visible content; many cells are gaps. */
export function hasContent(context: ImportContext, cell: HtmlElement): boolean {
  if (isHidden(context, cell)) return false;
  return (
    hasText(cell.children) || cell.children.some((child) => isElement(child) && hasThing(context, child))
  );
}

function hasThing(context: ImportContext, element: HtmlElement): boolean {
  if (/^(?:hr|video|iframe|input|form|svg|object|script|audio|embed|canvas|picture)$/.test(element.name))
    return true;
  if (element.name === 'img') return !isSpacer(element.attribs.src ?? '', context.styleOf(element));
  const style = context.styleOf(element);
  if (
    /^[1-9]/.test(style.get('border-top') ?? style.get('border-bottom') ?? '') ||
    /\bsolid\b/.test(style.get('border-top') ?? '')
  )
    return true;
  return element.children.some((child) => isElement(child) && hasThing(context, child));
}

/** Whether a cell without content takes room: by a height, a border, or a space that does not break. */
export function hasSpace(context: ImportContext, cell: HtmlElement): boolean {
  return cell.children.some((child) => {
    if (!isElement(child) || isHidden(context, child)) return false;
    const style = context.styleOf(child);
    return (
      (readPixels(style.get('height')) ?? 0) > 0 ||
      (isElement(child) && (emptyLine(child.children, {}) > 0 || hasSpace(context, child)))
    );
  });
}

/** Whether a picture is a transparent spacer: one pixel high or wide, or named as one. */
function isSpacer(src: string, style: Declarations): boolean {
  const isThin = (property: string) => (readPixels(style.get(property)) ?? 9) <= 1;
  if (isThin('width') || isThin('height')) return true;
  return /(?:^|[/_-])(?:spacer|blank|transparent|pixel|clear|trans)[._-]?[\w-]{0,20}\.(?:gif|png)(?:$|[?#])/i.test(
    src.slice(-300),
  );
}

/** Limits the box of a table without a width to the width of its content, and aligns it in its place. */
export function shrinkBox(
  context: ImportContext,
  box: LayoutBox,
  table: HtmlElement,
  place: CollectContext,
): LayoutBox {
  const align = boxAlign(table, context.styleOf(table), place.textStyle);
  const room = place.room ?? context.width;
  const { max } = extentOf({ ...box, inset: NO_SIDES });
  // A little more than the estimate, because one that is too low would break a line.
  const outer = Math.min(room, Math.ceil(max * 1.08) + 4);
  const spare = room - outer;
  if (box.content.every(isPlaced))
    return { ...box, content: box.content.map((node) => alignNode(node, align)) };
  if (spare < 8 || (align === 'left' && !hasLook(box))) return box;
  const left = align === 'center' ? spare / 2 : align === 'right' ? spare : 0;
  return { ...box, inset: { ...NO_SIDES, left, right: spare - left } };
}

/** Whether a node has an alignment of its own beside that of text. */
function isPlaced(node: LayoutNode): boolean {
  return node.kind === 'leaf' && (node.block.type === 'image' || node.block.type === 'social');
}

function alignNode(node: LayoutNode, align: 'left' | 'center' | 'right'): LayoutNode {
  if (node.kind !== 'leaf' || (node.block.type !== 'image' && node.block.type !== 'social')) return node;
  return { ...node, block: { ...node.block, align } };
}

/**
 * Reads columns without table cells: `inline-block` boxes, floating tables, and the divs of MJML; those that do not fit
 * side by side are in several rows. Undefined if all children are below each other.
 */
export function findFloatingColumns(
  context: ImportContext,
  element: HtmlElement,
  place: CollectContext,
): LayoutColumns[] | undefined {
  if (element.children.some((child) => isText(child) && !isBlank(child))) return undefined;
  const parts = childElements(element);
  if (parts.length < 2 || parts.length > MAX_FLOATING) return undefined;
  const room = place.room ?? context.width;
  const flexible = flexWidths(context, element, parts, room);
  const lines: FloatingPart[][] = [];
  let left = 0;
  for (const [index, part] of parts.entries()) {
    const width = flexible?.[index] ?? floatingWidth(context, part, room);
    if (width === undefined) return undefined;
    if (lines.length === 0 || width > left + room * 0.15) {
      lines.push([]);
      left = room;
    }
    lines.at(-1)?.push({ part, width });
    left -= width;
  }
  if (lines.every((line) => line.length === 1)) return undefined;
  return lines.map((line) => readFloatingLine(context, line, place));
}

/** Most floating elements that are looked at. */
const MAX_FLOATING = 24;

interface FloatingPart {
  part: HtmlElement;
  width: number;
}

function readFloatingLine(
  context: ImportContext,
  line: readonly FloatingPart[],
  place: CollectContext,
): LayoutColumns {
  const columns = line.map(({ part, width }) => {
    const style = context.styleOf(part);
    const inner = { ...place, textStyle: inheritTextStyle(place.textStyle, style), isInColumn: true };
    if (part.name === 'table') {
      return { width, box: makeLayoutBox(place.collect([part], { ...inner, room: width })) };
    }
    const { room: inside, ...box } = boxOf(context, part, style, { ...inner, room: width });
    const content = place.collect(part.children, { ...inner, room: inside });
    return { width, box: { ...box, inset: NO_SIDES, content } };
  });
  const isRow = isSideBySide(
    context,
    line.map(({ part }) => part),
  );
  return { kind: 'columns', isRow, isFixed: place.room === undefined, columns };
}

/** The width in pixels of a floating element; undefined for others. */
function floatingWidth(context: ImportContext, element: HtmlElement, room: number): number | undefined {
  const style = context.styleOf(element);
  for (const name of classesOf(element)) {
    const match = /^mj-column-(per|px)-(\d{1,4})(?:-(\d{1,9}))?$/.exec(name);
    if (!match) continue;
    const amount = Number(`${match[2]}.${match[3] ?? '0'}`);
    return match[1] === 'per' ? (amount / 100) * room : amount;
  }
  const display = style.get('display') ?? '';
  const float = style.get('float') ?? (element.name === 'table' ? element.attribs.align : undefined);
  const isBeside =
    /^inline-(?:block|table)$|^table-cell$/.test(display) || float === 'left' || float === 'right';
  if (!isBeside || (element.name !== 'div' && element.name !== 'table')) return undefined;
  const limit = readPixels(style.get('max-width'), room);
  const percent = readPercent(style.get('width'));
  const width = readPixels(style.get('width'), room);
  return percent === 100 ? limit : (width ?? limit);
}
