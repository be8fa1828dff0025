import type { TableBlock, TableRow } from '../../model/index.ts';
import { clampPixels, pixels } from '../../model/layout-sizes.ts';
import { parseColor } from '../../parse/color.ts';
import { element, writeAttributes } from '../../parse/escape.ts';
import { makeBox, textAlign } from '../box.ts';
import { darkHeader, darkLine, darkText, isMirrored } from '../dark.ts';
import { onBackground, type Page, type Place, pinned, readColor } from '../page.ts';
import { renderRichText } from '../rich-text.ts';

/** A table of data. Without a header row, screen readers read it line by line. */
export function renderTable(block: TableBlock, page: Page, place: Place): string {
  const rows = block.rows.filter((row) => row.cells.length > 0);
  if (rows.length === 0) return '';
  const box = makeBox(block, page, place);
  const header = readColor(block.headerBackgroundColor);
  const at =
    header !== undefined && !canMirrorHeader(header, page, box.place) ? pinned(box.place) : box.place;
  const color = readColor(block.color) ?? page.textColor;
  const line = readColor(block.borderColor) ?? '#e0e0e0';
  const headerColor = header === undefined ? undefined : parseColor(header);
  const dark = [
    darkText(page.dark, color, at.backdrop),
    darkLine(page.dark, line, at.backdrop),
    headerColor && isMirrored(page.dark, at.backdrop) ? darkHeader(page.dark, headerColor) : '',
  ];
  const attributes = {
    ...box.attributes(at, ...dark),
    color: color === page.textColor ? undefined : color,
    'font-family': block.fontFamily ? page.fontOf(block.fontFamily) : undefined,
    'font-size': pixels(block.fontSize, 1),
    role: block.hasHeaderRow ? undefined : 'presentation',
  };
  const style = cellStyle(block, line, page);
  const body = rows.map((row) => {
    const isHeader = block.hasHeaderRow && row === block.rows[0];
    return renderRow(row, isHeader, header && isHeader ? `${style};background:${header}` : style, page, at);
  });
  return element('mj-table', attributes, body.join('\n'));
}

/** Header and body must be mirrored together, or the text of one becomes illegible. */
function canMirrorHeader(header: string, page: Page, place: Place): boolean {
  const over = onBackground(place, header);
  return (
    parseColor(header) !== undefined &&
    isMirrored(page.dark, over.backdrop) === isMirrored(page.dark, place.backdrop)
  );
}

function cellStyle(block: TableBlock, line: string, page: Page): string {
  const border = block.borderWidth > 0 ? `border:${pixels(block.borderWidth)} solid ${line};` : '';
  return `${border}padding:${clampPixels(block.cellPadding)}px;text-align:${textAlign(block.textAlign, page)}`;
}

function renderRow(row: TableRow, isHeader: boolean, style: string, page: Page, place: Place): string {
  const name = isHeader ? 'th' : 'td';
  const attributes = writeAttributes(isHeader ? { scope: 'col', style } : { style });
  const cells = row.cells.map((cell) => {
    const { html } = renderRichText(cell.content, 'rich', page, place);
    return `<${name}${attributes}>${html}</${name}>`;
  });
  return `<tr>${cells.join('')}</tr>`;
}
