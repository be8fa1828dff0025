import { childElements, type HtmlElement, isBlank, isElement, isText } from '../../parse/html.ts';
import { makeMenu } from '../blocks/make-block.ts';
import { type ImportContext, note } from '../context.ts';
import { classesOf } from '../css/computed-style.ts';
import { inheritTableTextStyle, inheritTextStyle, type TextStyle } from '../css/text-style.ts';
import { NO_SIDES, readPercent, readPixels } from '../css/values.ts';
import { hasText, plainText, plainTextOf } from '../text.ts';
import { boxOf, type CollectContext, keepAsHtml, readEmpty, simplifyBox } from './layout.ts';
import { type LayoutColumns, type LayoutNode, makeLeaf } from './layout-tree.ts';
import { hasTextBetweenRows, isDataTable, type RowNode, readDataTable, rowsOf } from './read-data-table.ts';
import { findImages, isHidden, readSocialImages, readTableButton } from './read-leaf.ts';

/** A table with more text is the layout of a mail and not kept as HTML, in characters. */
const MAX_KEPT_TEXT = 1500;

/** Reads a table: a button, data, or a layout. */
export function readTable(context: ImportContext, table: HtmlElement, place: CollectContext): LayoutNode[] {
  const style = context.styleOf(table);
  const textStyle = inheritTableTextStyle(place.textStyle, style);
  const button = readTableButton(context, table, textStyle);
  if (button) {
    const { top, bottom } = button.styles.padding;
    const bare = { ...button, styles: { ...button.styles, padding: NO_SIDES } };
    const leaf = makeLeaf(alignAs(context, bare, table, place.textStyle));
    return [{ ...leaf, margin: { top, bottom } }];
  }
  const rows = rowsOf(table);
  const box = boxOf(context, table, style);
  if (hasTextBetweenRows(table) && plainTextOf(table).length <= MAX_KEPT_TEXT) {
    note(context, 'table', 'Merge tags stand between its rows; it is kept as HTML.', table);
    return [keepAsHtml(context, [table], place.textStyle)];
  }
  if (isDataTable(context, table, rows)) {
    return simplifyBox(context, {
      ...box,
      content: [makeLeaf(readDataTable(context, rows, textStyle, table))],
    });
  }
  const isWide = rows.some(({ cells }) => cells.filter((cell) => hasContent(context, cell)).length > 1);
  if (place.isInColumn && isWide) {
    const social = readSocialImages(context, findImages([table]), textStyle);
    if (social && plainText([table]) === '') return [makeLeaf(social)];
    note(context, 'table', 'Columns inside a column have no block; they are kept as HTML.', table);
    return [keepAsHtml(context, [table], place.textStyle)];
  }
  const content = readParts(context, table, rows, { ...place, textStyle });
  return content.length === 0 ? readEmpty(context, style) : simplifyBox(context, { ...box, content });
}

/** Reads the rows of a table, and misplaced content between them. */
function readParts(
  context: ImportContext,
  part: HtmlElement,
  rows: readonly RowNode[],
  place: CollectContext,
): LayoutNode[] {
  const byElement = new Map(rows.map((row) => [row.row, row]));
  return part.children.flatMap((child) => {
    const row = isElement(child) ? byElement.get(child) : undefined;
    if (row) return isHidden(context.styleOf(row.row)) ? [] : readRow(context, row, place);
    if (isElement(child) && /^(?:thead|tbody|tfoot)$/.test(child.name)) {
      return readParts(context, child, rows, {
        ...place,
        textStyle: inheritTextStyle(place.textStyle, context.styleOf(child)),
      });
    }
    return place.collect([child], place);
  });
}

function readRow(context: ImportContext, { row, cells }: RowNode, place: CollectContext): LayoutNode[] {
  const style = context.styleOf(row);
  const textStyle = inheritTextStyle(place.textStyle, style);
  const strays = row.children.filter((child) => !cells.includes(child as HtmlElement));
  const stray = place.collect(strays, { ...place, textStyle });
  const filled = cells.filter((cell) => hasContent(context, cell));
  const box = { ...boxOf(context, row, style), width: undefined };
  const [only] = filled;
  if (filled.length === 0)
    return [...stray, ...cells.slice(0, 1).flatMap((cell) => readEmptyCell(context, cell, row))];
  if (filled.length === 1 && only)
    return [
      ...stray,
      ...simplifyBox(context, { ...box, content: readCell(context, only, textStyle, place) }),
    ];
  const compact = readSocialRow(context, filled, textStyle) ?? readMenuRow(context, filled, textStyle);
  if (compact) return [...stray, ...simplifyBox(context, { ...box, content: [compact] })];
  const columns = filled.map((cell) => {
    const cellStyle = context.styleOf(cell);
    const inner = inheritTextStyle(textStyle, cellStyle);
    const content = place.collect(cell.children, { ...place, textStyle: inner, isInColumn: true });
    return {
      width: readPixels(cellStyle.get('width'), context.width),
      box: { ...boxOf(context, cell, cellStyle), content },
    };
  });
  return [...stray, ...simplifyBox(context, { ...box, content: [{ kind: 'columns', columns }] })];
}

function readCell(
  context: ImportContext,
  cell: HtmlElement,
  textStyle: TextStyle,
  place: CollectContext,
): LayoutNode[] {
  const style = context.styleOf(cell);
  const inner = { ...place, textStyle: inheritTextStyle(textStyle, style) };
  const columns = place.isInColumn ? undefined : findFloatingColumns(context, cell, inner);
  const content = columns ? [columns] : place.collect(cell.children, inner);
  return simplifyBox(context, { ...boxOf(context, cell, style), width: undefined, content });
}

function readEmptyCell(context: ImportContext, cell: HtmlElement, row: HtmlElement): LayoutNode[] {
  const own = readEmpty(context, context.styleOf(cell));
  return own.length > 0 ? own : readEmpty(context, context.styleOf(row));
}

/** Whether a cell has visible content; many cells are gaps. */
function hasContent(context: ImportContext, cell: HtmlElement): boolean {
  if (isHidden(context.styleOf(cell))) return false;
  return hasText(cell.children) || cell.children.some((child) => isElement(child) && hasThing(child));
}

function hasThing(element: HtmlElement): boolean {
  if (/^(?:img|hr|video|iframe|input|form|svg|object|script|audio|embed|canvas|picture)$/.test(element.name))
    return true;
  return element.children.some((child) => isElement(child) && hasThing(child));
}

/** Reads a row of linked icons. */
function readSocialRow(
  context: ImportContext,
  cells: readonly HtmlElement[],
  textStyle: TextStyle,
): LayoutNode | undefined {
  if (plainText(cells) !== '') return undefined;
  const social = readSocialImages(context, findImages(cells), textStyle);
  return social && makeLeaf(social);
}

/** Reads a row of short text links. */
function readMenuRow(
  context: ImportContext,
  cells: readonly HtmlElement[],
  textStyle: TextStyle,
): LayoutNode | undefined {
  if (cells.length < 3 || cells.length > 12) return undefined;
  const items = [];
  let color: string | undefined;
  let inner = textStyle;
  for (const cell of cells) {
    const inside = cell.children.filter((child) => isElement(child) || (isText(child) && !isBlank(child)));
    const [link] = inside;
    if (inside.length !== 1 || !isElement(link) || link.name !== 'a') return undefined;
    const text = plainTextOf(link);
    if (text === '' || text.length > 30 || findImages([link]).length > 0) return undefined;
    const style = context.styleOf(link);
    inner = inheritTextStyle(inheritTextStyle(textStyle, context.styleOf(cell)), style);
    color ??= inner.color;
    items.push({
      id: context.makeId(),
      text,
      url: link.attribs.href ?? '',
      openInNewTab: link.attribs.target === '_blank',
      bold: inner.isBold ?? false,
      underline: !/none/.test(style.get('text-decoration') ?? ''),
    });
  }
  const { fontSize = 16 } = inner;
  return makeLeaf(
    makeMenu(context, {
      items,
      fontSize,
      textAlign: textStyle.textAlign ?? 'center',
      ...(color ? { color, linkColor: color } : {}),
    }),
  );
}

function alignAs<B extends { align?: 'left' | 'center' | 'right' }>(
  context: ImportContext,
  button: B,
  table: HtmlElement,
  textStyle: TextStyle,
): B {
  const own = table.attribs.align;
  const isCentered = context.styleOf(table).get('margin-left') === 'auto';
  const align =
    isCentered || own === 'center' ? 'center' : own === 'right' ? 'right' : (textStyle.textAlign ?? 'left');
  return { ...button, align };
}

/**
 * Reads columns without table cells: `inline-block` boxes, floating tables, and the divs of MJML. Undefined when the
 * children stand below each other.
 */
export function findFloatingColumns(
  context: ImportContext,
  element: HtmlElement,
  place: CollectContext,
): LayoutColumns | undefined {
  if (element.children.some((child) => isText(child) && !isBlank(child))) return undefined;
  const parts = childElements(element);
  if (parts.length < 2 || parts.length > 6) return undefined;
  const widths = parts.map((part) => floatingWidth(context, part));
  if (widths.some((width) => width === undefined)) return undefined;
  const total = widths.reduce<number>((sum, width) => sum + (width ?? 0), 0);
  if (total > context.width * 1.15) return undefined;
  const columns = parts.map((part, index) => {
    const style = context.styleOf(part);
    const inner = inheritTextStyle(place.textStyle, style);
    const content = place.collect(partNodes(part), { ...place, textStyle: inner, isInColumn: true });
    return { width: widths[index], box: { ...boxOf(context, part, style), content } };
  });
  return { kind: 'columns', columns };
}

/** The nodes of a column: a floating table itself, or the content of a div. */
function partNodes(part: HtmlElement) {
  return part.name === 'table' ? [part] : part.children;
}

/** The width in pixels of a floating element; undefined for others. */
function floatingWidth(context: ImportContext, element: HtmlElement): number | undefined {
  const style = context.styleOf(element);
  for (const name of classesOf(element)) {
    const match = /^mj-column-(per|px)-(\d{1,4})(?:-(\d{1,9}))?$/.exec(name);
    if (!match) continue;
    const amount = Number(`${match[2]}.${match[3] ?? '0'}`);
    return match[1] === 'per' ? (amount / 100) * context.width : amount;
  }
  const display = style.get('display') ?? '';
  const float = style.get('float') ?? (element.name === 'table' ? element.attribs.align : undefined);
  const isBeside =
    /^inline-(?:block|table)$|^table-cell$/.test(display) || float === 'left' || float === 'right';
  if (!isBeside || (element.name !== 'div' && element.name !== 'table')) return undefined;
  const limit = readPixels(style.get('max-width'), context.width);
  const percent = readPercent(style.get('width'));
  const width = readPixels(style.get('width'), context.width);
  return percent === 100 ? limit : (width ?? limit);
}
