import type { TableBlock } from '../../model/index.ts';
import { childElements, type HtmlElement, isBlank, isElement, isText } from '../../parse/html.ts';
import { type BlockBox, makeTable } from '../blocks/make-block.ts';
import { writeRichText } from '../blocks/write-rich-text.ts';
import { type ImportContext, ownFont } from '../context.ts';
import { isSameColor, readColor } from '../css/colors.ts';
import { inheritTextStyle, type TextStyle } from '../css/text-style.ts';
import { borderOf, NO_SIDES, parseBorder, readPercent, readPixels, sidesOf } from '../css/values.ts';
import { hasText } from '../text.ts';
import { findImages, hasUnsupported } from './read-leaf.ts';

/** A row of a table with its cells. */
export interface RowNode {
  row: HtmlElement;
  cells: HtmlElement[];
}

/** The rows of a table, without those of nested tables. */
export function rowsOf(table: HtmlElement): RowNode[] {
  return childElements(table).flatMap((child) => {
    if (child.name === 'thead' || child.name === 'tbody' || child.name === 'tfoot') {
      // Cells without a row are one.
      const cells = childElements(child).filter(isCell);
      return cells.length > 0 ? [{ row: child, cells }] : rowsOf(child);
    }
    if (child.name !== 'tr') return [];
    return [{ row: child, cells: childElements(child).filter(isCell) }];
  });
}

function isCell(element: HtmlElement): boolean {
  return element.name === 'td' || element.name === 'th';
}

/** Whether there is text between rows or cells: merge tags of a loop or condition. */
export function hasTextBetweenRows(table: HtmlElement): boolean {
  return table.children.some((child) => {
    if (isText(child)) return !isBlank(child);
    const isPart = isElement(child) && /^(?:thead|tbody|tfoot|tr)$/.test(child.name);
    return isPart && hasTextBetweenRows(child as HtmlElement);
  });
}

/** Whether a table shows data rather than laying out a mail. */
export function isDataTable(context: ImportContext, table: HtmlElement, rows: readonly RowNode[]): boolean {
  const count = rows[0]?.cells.length ?? 0;
  if (count < 2 || rows.some(({ cells }) => cells.length !== count)) return false;
  const cells = rows.flatMap((row) => row.cells);
  if (cells.some((cell) => !isTextCell(cell))) return false;
  const filled = rows.filter((row) => row.cells.filter(({ children }) => hasText(children)).length > 1);
  if (filled.length * 2 <= rows.length) return false;
  if (cells.some((cell) => cell.name === 'th')) return rows.length >= 2;
  const isFramed =
    Number(table.attribs.border ?? 0) > 0 || cells.every((cell) => borderOf(context.styleOf(cell), 'bottom'));
  return rows.length >= (isFramed ? 2 : 3);
}

function isTextCell(cell: HtmlElement): boolean {
  const { attribs } = cell;
  if (Number(attribs.colspan ?? 1) > 1 || Number(attribs.rowspan ?? 1) > 1) return false;
  return !hasTable(cell) && findImages(cell.children).length === 0 && !hasUnsupported(cell.children);
}

function hasTable(element: HtmlElement): boolean {
  return childElements(element).some((child) => child.name === 'table' || hasTable(child));
}

/** Where a data table stands: the text style around it, and the pixels it has. */
interface TableContext {
  textStyle: TextStyle;
  room: number | undefined;
}

/** A table block of a table that isDataTable accepts, or of rows that are all text. */
export function readDataTable(
  context: ImportContext,
  rows: readonly RowNode[],
  { textStyle, room }: TableContext,
  table: HtmlElement,
  box?: BlockBox,
): TableBlock {
  const first = rows[0] as RowNode;
  const hasHeaderRow = first.cells.every((cell) => cell.name === 'th');
  const body = rows[hasHeaderRow ? 1 : 0] ?? first;
  const sample = body.cells[0] ?? first.cells[0];
  const inner = inheritTextStyle(textStyle, sample ? context.styleOf(sample) : new Map());
  const { color, fontFamily, fontSize = 16, textAlign = 'left' } = inner;
  const cells = rows.map(({ row, cells: list }, index) =>
    list.map((cell) => {
      const own = inheritTextStyle(inheritTextStyle(textStyle, context.styleOf(row)), context.styleOf(cell));
      const isHead = hasHeaderRow && index === 0;
      const base: TextStyle = { ...context.base, ...pick(inner), ...(isHead ? { isBold: true } : {}) };
      return writeRichText(cell.children, {
        styleOf: context.styleOf,
        textStyle: isHead ? { ...own, isBold: true } : own,
        base,
        // A paragraph has the line height and the alignment of its cell.
        isSingleLine: table.name === 'mj-table' ? own.textAlign === inner.textAlign : !hasText(cell.children),
      });
    }),
  );
  const header =
    hasHeaderRow && readColor(context.styleOf(first.cells[0] as HtmlElement).get('background-color'));
  const columnWidths = widthsOf(context, table, rows, room);
  const fields = {
    hasHeaderRow,
    fontSize,
    textAlign,
    ...linesOf(context, table, sample, hasHeaderRow ? first.cells[0] : undefined),
    ...paddingOf(context, sample),
    ...(columnWidths ? { columnWidths } : {}),
    ...(header ? { headerBackgroundColor: header } : {}),
    ...(color && !isSameColor(color, context.base.color) ? { color } : {}),
    ...ownFont(context, fontFamily),
  };
  return makeTable(context, cells, fields, box);
}

/** The space around the text of cells; on each side its own when they differ. */
function paddingOf(context: ImportContext, cell: HtmlElement | undefined) {
  const sides = cell ? sidesOf(context.styleOf(cell), 'padding') : NO_SIDES;
  const cellPadding = Math.max(...Object.values(sides));
  const isEven = Object.values(sides).every((side) => side === cellPadding);
  return { cellPadding, ...(isEven ? {} : { cellSpace: { ...sides } }) };
}

/** The widths of columns in percent; undefined when none is declared. Those without one share the rest. */
function widthsOf(
  context: ImportContext,
  table: HtmlElement,
  rows: readonly RowNode[],
  room: number | undefined,
): number[] | undefined {
  const count = rows[0]?.cells.length ?? 0;
  const cols = columnsOf(table);
  const declared = Array.from({ length: count }, (_, column) => {
    const parts = [cols[column], ...rows.map(({ cells }) => cells[column])];
    const [width] = parts.flatMap((part) => (part ? (context.styleOf(part).get('width') ?? []) : []));
    const pixels = readPixels(width, room);
    const share = readPercent(width) ?? (room && pixels ? (pixels / room) * 100 : undefined);
    return share !== undefined && share >= 1 && share < 100 ? share : undefined;
  });
  const known = declared.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  const open = declared.filter((width) => width === undefined).length;
  if (open === count || (open > 0 && known > 95)) return undefined;
  const rest = open > 0 ? (100 - known) / open : 0;
  return declared.map((width) => Math.round((width ?? rest) * 100) / 100);
}

/** The `col` elements of a table. */
function columnsOf(table: HtmlElement): HtmlElement[] {
  return childElements(table).flatMap((child) =>
    child.name === 'colgroup' ? columnsOf(child) : child.name === 'col' ? [child] : [],
  );
}

/** The styles that a table block has for all of its cells. */
function pick({ color, fontSize, fontFamily }: TextStyle): TextStyle {
  return {
    ...(color === undefined ? {} : { color }),
    ...(fontSize === undefined ? {} : { fontSize }),
    ...(fontFamily === undefined ? {} : { fontFamily }),
  };
}

/** The lines of a table: around all cells, below rows, or below the header only. */
function linesOf(
  context: ImportContext,
  table: HtmlElement,
  cell: HtmlElement | undefined,
  head: HtmlElement | undefined,
): Pick<TableBlock, 'borderWidth' | 'lines'> & { borderColor?: string } {
  const lineOf = (part: HtmlElement | undefined, side: 'bottom' | 'left') =>
    part && borderOf(context.styleOf(part), side);
  const inBody = lineOf(cell, 'bottom');
  const inHead = lineOf(head, 'bottom');
  const around = Number(table.attribs.border ?? 0);
  const border = inBody ?? inHead ?? parseBorder(context.styleOf(table).get('border'));
  const width = border?.width ?? around;
  const isFull = lineOf(cell, 'left') !== undefined || around > 0;
  const lines = isFull || width === 0 ? undefined : inBody ? 'rows' : inHead ? 'header' : undefined;
  return {
    borderWidth: width,
    ...(lines ? { lines } : {}),
    ...(border?.color ? { borderColor: border.color } : {}),
  };
}
