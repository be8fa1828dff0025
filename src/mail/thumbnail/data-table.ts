import type { TableBlock, TableRow } from '../model/index.ts';
import { clampPixels } from '../model/layout-sizes.ts';
import { parseColor } from '../parse/color.ts';
import { layOutHtml, startLook } from './html.ts';
import { block, type DrawNode, row } from './node.ts';
import { onBackground, type Page, type Place, textAlign } from './page.ts';

/** Characters beyond which a column gets no larger share. */
const MAX_COLUMN_CHARACTERS = 60;
const MAX_ROWS = 200;
const MAX_CELLS = 50;

/** A table of data; undefined without cells. */
export function layOutDataTable(table: TableBlock, page: Page, place: Place) {
  const rows = table.rows.filter(({ cells }) => cells.length > 0).slice(0, MAX_ROWS);
  if (rows.length === 0) return undefined;
  const color = page.colors.on(place, table.borderColor, '#e0e0e0');
  const line = `${clampPixels(table.borderWidth)}px solid ${color}`;
  const shares = columnShares(table, rows);
  const lines = rows.map((cells) => layOutTableRow(table, cells, line, shares, page, place));
  // Each line between two cells belongs to the one before it.
  return [block(isBoxed(table) ? { borderTop: line } : {}, lines)];
}

function layOutTableRow(
  table: TableBlock,
  { cells }: TableRow,
  line: string,
  shares: readonly number[],
  page: Page,
  place: Place,
): DrawNode {
  const isHeader = table.hasHeaderRow && cells === table.rows.find((each) => each.cells.length > 0)?.cells;
  const [background, inside] = onBackground(page, place, isHeader ? table.headerBackgroundColor : undefined);
  const look = startLook(page, inside, {
    size: clampPixels(table.fontSize, 1),
    isBold: isHeader,
    align: textAlign(table.textAlign, page),
    ...(table.fontFamily && { font: table.fontFamily }),
    ...(table.color !== undefined && parseColor(table.color) && { color: table.color }),
  });
  const isLined = table.lines !== 'header' || isHeader;
  const style = {
    ...background,
    ...(isLined ? { borderBottom: line } : {}),
    ...paddingOf(table),
    minWidth: 0,
  };
  const isRtl = page.dir === 'rtl';
  const boxes = cells.slice(0, MAX_CELLS).map(({ content }, index) => {
    const side = isBoxed(table) ? { [isRtl ? 'borderLeft' : 'borderRight']: line } : {};
    const size = { flexBasis: 0, flexGrow: shares[index] ?? 1 };
    return block({ ...style, ...side, ...size }, layOutHtml(content, look, page));
  });
  const start = isBoxed(table) ? { [isRtl ? 'borderRight' : 'borderLeft']: line } : {};
  return row({ ...start, flexDirection: isRtl ? 'row-reverse' : 'row' }, boxes);
}

/** Whether lines are around all cells. */
function isBoxed({ lines = 'all' }: TableBlock): boolean {
  return lines === 'all';
}

function paddingOf({ cellSpace, cellPadding }: TableBlock) {
  if (!cellSpace) return { padding: clampPixels(cellPadding) };
  const { top, right, bottom, left } = cellSpace;
  return {
    paddingTop: clampPixels(top),
    paddingRight: clampPixels(right),
    paddingBottom: clampPixels(bottom),
    paddingLeft: clampPixels(left),
  };
}

/** The widths that the columns would have without line breaks, about: browsers share the width in proportion to these. */
function columnShares(
  { fontSize, cellPadding, columnWidths }: TableBlock,
  rows: readonly TableRow[],
): readonly number[] {
  if (columnWidths) return columnWidths;
  const shares: number[] = [];
  for (const { cells } of rows) {
    for (const [index, { content }] of cells.slice(0, MAX_CELLS).entries()) {
      const { length } = content.slice(0, 1_000).replace(/<[^<>]*>/g, '');
      const share = Math.min(length, MAX_COLUMN_CHARACTERS) * clampPixels(fontSize, 1) * 0.5;
      shares[index] = Math.max(shares[index] ?? 1, share + 2 * clampPixels(cellPadding) + 1);
    }
  }
  return shares;
}
