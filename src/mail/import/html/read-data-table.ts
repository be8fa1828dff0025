import type { TableBlock } from '../../model/index.ts';
import { childElements, type HtmlElement, isBlank, isElement, isText } from '../../parse/html.ts';
import { type BlockBox, makeTable } from '../blocks/make-block.ts';
import { writeRichText } from '../blocks/write-rich-text.ts';
import { type ImportContext, ownFont } from '../context.ts';
import { isSameColor, readColor } from '../css/colors.ts';
import { inheritTextStyle, type TextStyle } from '../css/text-style.ts';
import { borderOf, parseBorder, readPixels, sidesOf } from '../css/values.ts';
import { findImages, hasUnsupported } from './read-leaf.ts';

/** A row of a table with its cells. */
export interface RowNode {
  row: HtmlElement;
  cells: HtmlElement[];
}

/** The rows of a table, without those of nested tables. */
export function rowsOf(table: HtmlElement): RowNode[] {
  return childElements(table).flatMap((child) => {
    if (child.name === 'thead' || child.name === 'tbody' || child.name === 'tfoot') return rowsOf(child);
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

/** A table block of a table that isDataTable accepts, or of rows that are all text. */
export function readDataTable(
  context: ImportContext,
  rows: readonly RowNode[],
  textStyle: TextStyle,
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
        isSingleLine: own.textAlign === textAlign || own.textAlign === undefined,
      });
    }),
  );
  const header =
    hasHeaderRow && readColor(context.styleOf(first.cells[0] as HtmlElement).get('background-color'));
  const fields = {
    hasHeaderRow,
    fontSize,
    textAlign,
    ...linesOf(context, table, sample),
    cellPadding: sample ? Math.max(...Object.values(sidesOf(context.styleOf(sample), 'padding'))) : 0,
    ...(header ? { headerBackgroundColor: header } : {}),
    ...(color && !isSameColor(color, context.base.color) ? { color } : {}),
    ...ownFont(context, fontFamily),
  };
  return makeTable(context, cells, fields, box);
}

/** The styles that a table block has for all of its cells. */
function pick({ color, fontSize, fontFamily }: TextStyle): TextStyle {
  return {
    ...(color === undefined ? {} : { color }),
    ...(fontSize === undefined ? {} : { fontSize }),
    ...(fontFamily === undefined ? {} : { fontFamily }),
  };
}

function linesOf(context: ImportContext, table: HtmlElement, cell: HtmlElement | undefined) {
  const border =
    (cell && borderOf(context.styleOf(cell), 'bottom')) ?? parseBorder(context.styleOf(table).get('border'));
  const width = border?.width ?? readPixels(table.attribs.border) ?? 0;
  return { borderWidth: width, ...(border?.color ? { borderColor: border.color } : {}) };
}
