import type { TableBlock } from '../../model/index.ts';
import { clampPixels, pixels, spacing } from '../../model/layout-sizes.ts';
import { parseColor } from '../../parse/color.ts';
import { element, writeAttributes } from '../../parse/escape.ts';
import { makeBox, textAlign } from '../box.ts';
import { darkHeader, darkLine, darkText, isMirrored } from '../dark.ts';
import { type Container, type MailPage, onBackground, pinned, readColor } from '../page.ts';
import { renderRichText } from '../rich-text.ts';

/** A table of data. Without a header row, screen readers read it line by line. */
export function renderTable(block: TableBlock, page: MailPage, container: Container): string {
  const rows = block.rows.filter((row) => row.cells.length > 0);
  if (rows.length === 0) return '';
  const box = makeBox(block, page, container);
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
    role: rows[0] === block.rows[0] && block.hasHeaderRow ? undefined : 'presentation',
  };
  const body = rows.map((row, index) => {
    const isHeader = block.hasHeaderRow && row === block.rows[0];
    const fill = header && isHeader ? `;background:${header}` : '';
    const cells = row.cells.map((cell, column) => {
      const { html } = renderRichText(cell.content, 'rich', page, at);
      const style = `${cellStyle(block, isHeader, line, page)}${fill}`;
      // The cells of the first row give all rows their width.
      const width = index === 0 ? block.columnWidths?.[column] : undefined;
      const name = isHeader ? 'th' : 'td';
      const scope = isHeader ? 'col' : undefined;
      const attributes = writeAttributes({
        scope,
        width: width === undefined ? undefined : `${clampPixels(width)}%`,
        style,
      });
      return `<${name}${attributes}>${html}</${name}>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  return element('mj-table', attributes, body.join('\n'));
}

/** Header and body must be mirrored together, or the text of one becomes illegible. */
function canMirrorHeader(header: string, page: MailPage, container: Container): boolean {
  const over = onBackground(container, header);
  return (
    parseColor(header) !== undefined &&
    isMirrored(page.dark, over.backdrop) === isMirrored(page.dark, container.backdrop)
  );
}

function cellStyle(block: TableBlock, isHeader: boolean, line: string, page: MailPage): string {
  const { lines = 'all', borderWidth, cellSpace, cellPadding } = block;
  const isLined = borderWidth > 0 && (lines !== 'header' || isHeader);
  const side = lines === 'all' ? 'border' : 'border-bottom';
  const border = isLined ? `${side}:${pixels(borderWidth)} solid ${line};` : '';
  const padding = cellSpace ? spacing(cellSpace) : `${clampPixels(cellPadding)}px`;
  return `${border}padding:${padding};text-align:${textAlign(block.textAlign, page)}`;
}
