import type { HtmlElement } from '../../parse/html.ts';
import { tableAround } from '../../parse/table-around.ts';
import { MAX_COLUMNS } from '../blocks/make-sections.ts';
import { type ImportContext, note } from '../context.ts';
import type { TextStyle } from '../css/text-style.ts';
import { escapeAttribute, plainText } from '../text.ts';
import { keepAsHtml } from './layout.ts';
import { type LayoutNode, makeLeaf } from './layout-tree.ts';
import { isSideBySide } from './read-columns.ts';
import { findImages } from './read-leaf.ts';

/** Whether cells are pictures, or a line as of a receipt: each is text or a picture, and phones show them as a row, too. */
export function isOneLine(context: ImportContext, cells: readonly HtmlElement[]): boolean {
  if (plainText(cells) === '') return true;
  const isMixed = (cell: HtmlElement) => plainText([cell]) !== '' && findImages([cell]).length > 0;
  return isSideBySide(context, cells) && !cells.some(isMixed);
}

/** A row of pictures, or one that stays a row on phones, of more columns than sections have, as HTML. */
export function keepRow(
  context: ImportContext,
  row: HtmlElement,
  textStyle: TextStyle,
  why = `Rows of more than ${MAX_COLUMNS} columns are kept as HTML.`,
): LayoutNode {
  const { cellpadding, cellspacing, border } = tableAround(row)?.attribs ?? {};
  const attributes = Object.entries({ cellpadding, cellspacing, border })
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeAttribute(value)}"`))
    .join('');
  note(context, 'table row', why, row);
  const kept = keepAsHtml(context, [row], textStyle);
  if (kept.kind !== 'leaf' || kept.block.type !== 'html') return kept;
  const { content } = kept.block;
  const start = content.indexOf('<tr');
  const end = content.lastIndexOf('</tr>') + '</tr>'.length;
  const table = `<table width="100%"${attributes}>${content.slice(start, end)}</table>`;
  return makeLeaf({ ...kept.block, content: content.slice(0, start) + table + content.slice(end) });
}
