import type { TableBlock } from '../../model/index.ts';
import { type BlockBox, makeTable } from '../blocks/make-block.ts';
import { writeRichText } from '../blocks/rich-text.ts';
import { isSameColor, readColor } from '../css/colors.ts';
import { borderOf, parseBorder } from '../css/declarations.ts';
import { readPixels, sidesOf } from '../css/lengths.ts';
import { inheritLook, type Look } from '../css/look.ts';
import type { ImportRun } from '../import-run.ts';
import { childElements, type ElementNode } from '../markup/node.ts';
import { findImages, hasForeign } from './classify.ts';

/** A row of a table with its cells. */
export interface RowNode {
  row: ElementNode;
  cells: ElementNode[];
}

/** The rows of a table, those of tables inside it left out. */
export function rowsOf(table: ElementNode): RowNode[] {
  return childElements(table).flatMap((child) => {
    if (child.name === 'thead' || child.name === 'tbody' || child.name === 'tfoot') return rowsOf(child);
    if (child.name !== 'tr') return [];
    return [{ row: child, cells: childElements(child).filter(isCell) }];
  });
}

function isCell(element: ElementNode): boolean {
  return element.name === 'td' || element.name === 'th';
}

/** Text between rows or between cells: the merge tags of a loop or a condition. */
export function hasTextBetweenRows(table: ElementNode): boolean {
  return table.children.some((child) => {
    if (child.kind === 'text') return child.raw.trim() !== '';
    const isPart = child.kind === 'element' && /^(?:thead|tbody|tfoot|tr)$/.test(child.name);
    return isPart && hasTextBetweenRows(child as ElementNode);
  });
}

/** Whether a table shows data rather than laying out a mail. */
export function isDataTable(run: ImportRun, table: ElementNode, rows: readonly RowNode[]): boolean {
  const count = rows[0]?.cells.length ?? 0;
  if (count < 2 || rows.some(({ cells }) => cells.length !== count)) return false;
  const cells = rows.flatMap((row) => row.cells);
  if (cells.some((cell) => !isTextCell(cell))) return false;
  if (cells.some((cell) => cell.name === 'th')) return true;
  const isFramed =
    Number(table.attributes.get('border') ?? 0) > 0 ||
    cells.every((cell) => borderOf(run.styleOf(cell), 'bottom'));
  return rows.length >= (isFramed ? 2 : 3);
}

function isTextCell(cell: ElementNode): boolean {
  const { attributes } = cell;
  if (Number(attributes.get('colspan') ?? 1) > 1 || Number(attributes.get('rowspan') ?? 1) > 1) return false;
  return !hasTable(cell) && findImages(cell.children).length === 0 && !hasForeign(cell.children);
}

function hasTable(element: ElementNode): boolean {
  return childElements(element).some((child) => child.name === 'table' || hasTable(child));
}

/** A table block of a table that isDataTable accepts, or of rows that are all text. */
export function readDataTable(
  run: ImportRun,
  rows: readonly RowNode[],
  look: Look,
  table: ElementNode,
  box?: BlockBox,
): TableBlock {
  const first = rows[0] as RowNode;
  const hasHeaderRow = first.cells.every((cell) => cell.name === 'th');
  const body = rows[hasHeaderRow ? 1 : 0] ?? first;
  const sample = body.cells[0] ?? first.cells[0];
  const inner = inheritLook(look, sample ? run.styleOf(sample) : new Map());
  const { color, fontFamily, fontSize = 16, textAlign = 'left' } = inner;
  const cells = rows.map(({ row, cells: list }, index) =>
    list.map((cell) => {
      const own = inheritLook(inheritLook(look, run.styleOf(row)), run.styleOf(cell));
      const isHead = hasHeaderRow && index === 0;
      const base: Look = { ...run.base, ...pick(inner), ...(isHead ? { isBold: true } : {}) };
      return writeRichText(cell.children, {
        styleOf: run.styleOf,
        look: isHead ? { ...own, isBold: true } : own,
        base,
        isSingleLine: own.textAlign === textAlign || own.textAlign === undefined,
      });
    }),
  );
  const header =
    hasHeaderRow && readColor(run.styleOf(first.cells[0] as ElementNode).get('background-color'));
  const fields = {
    hasHeaderRow,
    fontSize,
    textAlign,
    ...linesOf(run, table, sample),
    cellPadding: sample ? Math.max(...Object.values(sidesOf(run.styleOf(sample), 'padding'))) : 0,
    ...(header ? { headerBackgroundColor: header } : {}),
    ...(color && !isSameColor(color, run.base.color) ? { color } : {}),
    ...(fontFamily && fontFamily !== run.base.fontFamily ? { fontFamily } : {}),
  };
  return makeTable(run, cells, fields, box);
}

/** What the block says about all of its text, so that cells need not. */
function pick({ color, fontSize, fontFamily }: Look): Look {
  return {
    ...(color === undefined ? {} : { color }),
    ...(fontSize === undefined ? {} : { fontSize }),
    ...(fontFamily === undefined ? {} : { fontFamily }),
  };
}

function linesOf(run: ImportRun, table: ElementNode, cell: ElementNode | undefined) {
  const border =
    (cell && borderOf(run.styleOf(cell), 'bottom')) ?? parseBorder(run.styleOf(table).get('border'));
  const width = border?.width ?? readPixels(table.attributes.get('border')) ?? 0;
  return { borderWidth: width, ...(border?.color ? { borderColor: border.color } : {}) };
}
