import { type HtmlElement, isBlank, isElement, isText } from '../../parse/html.ts';
import { tableAround } from '../../parse/table-around.ts';
import { makeMenu } from '../blocks/make-block.ts';
import { MAX_COLUMNS } from '../blocks/make-sections.ts';
import { type ImportContext, note } from '../context.ts';
import { inheritTableTextStyle, inheritTextStyle, linePixels, type TextStyle } from '../css/text-style.ts';
import {
  addSides,
  type Declarations,
  isFlat,
  NO_SIDES,
  readPixels,
  type Sides,
  sidesOf,
} from '../css/values.ts';
import { plainText, plainTextOf } from '../text.ts';
import { isShrunk, spacingOf } from './available-width.ts';
import { isOneLine, keepRow } from './keep-row.ts';
import { boxOf, type CollectContext, emptyLine, keepAsHtml, readEmpty, simplifyBox } from './layout.ts';
import { type LayoutNode, makeLayoutBox, makeLeaf } from './layout-tree.ts';
import { readCellButton, readTableButton } from './read-button.ts';
import {
  findFloatingColumns,
  gapsBeside,
  hasContent,
  hasSpace,
  readCellColumns,
  shrinkBox,
} from './read-columns.ts';
import { hasTextBetweenRows, isDataTable, type RowNode, readDataTable, rowsOf } from './read-data-table.ts';
import { findImages, readSocialImages } from './read-leaf.ts';
import { isHidden } from './screens.ts';
import { alignColumns, type ColumnRow } from './share-width.ts';

/** Most characters of a table that is kept as HTML; a table with more text is the layout of a mail. */
const MAX_KEPT_TEXT = 1500;

/** Reads a table: a button, data, or a layout. */
export function readTable(context: ImportContext, table: HtmlElement, place: CollectContext): LayoutNode[] {
  const style = context.styleOf(table);
  const textStyle = inheritTableTextStyle(
    context.isQuirks ? withoutText(place.textStyle) : place.textStyle,
    style,
  );
  const button = readTableButton(context, table, textStyle);
  if (button) {
    const { top, bottom } = button.styles.padding;
    const bare = { ...button, styles: { ...button.styles, padding: NO_SIDES } };
    const isPlaced = button.align !== (textStyle.textAlign ?? 'left');
    const leaf = makeLeaf(isPlaced ? bare : alignAs(context, bare, table, place.textStyle));
    return [{ ...leaf, margin: { top, bottom } }];
  }
  const rows = rowsOf(table);
  const shrunk = isShrunk(table, style);
  const box = boxOf(context, table, style, place);
  if (hasTextBetweenRows(table) && plainTextOf(table).length <= MAX_KEPT_TEXT) {
    note(context, 'table', 'Merge tags stand between its rows; it is kept as HTML.', table);
    return [keepAsHtml(context, [table], place.textStyle)];
  }
  if (isDataTable(context, table, rows)) {
    return simplifyBox(context, {
      ...box,
      content: [makeLeaf(readDataTable(context, rows, { textStyle, room: box.room }, table))],
    });
  }
  const isWide = rows.some(({ cells }) => cells.filter((cell) => hasContent(context, cell)).length > 1);
  if (place.isInColumn && isWide) {
    const social = readSocialImages(context, findImages([table]), textStyle);
    if (social && plainText([table]) === '') return [makeLeaf(social)];
    note(context, 'table', 'Columns inside a column have no block; they are kept as HTML.', table);
    return [keepAsHtml(context, [table], place.textStyle)];
  }
  const spacing = spacingOf(table, style);
  const columnRows: ColumnRow[] = [];
  const inner = { ...place, textStyle, room: box.room, spacing, columnRows };
  const content = readParts(context, table, rows, inner);
  alignColumns(columnRows);
  if (content.length === 0) return readEmpty(context, style);
  return simplifyBox(
    context,
    shrunk ? shrinkBox(context, { ...box, content }, table, place) : { ...box, content },
  );
}

/** The text style inside a table in quirks mode, in which tables do not inherit the size and weight of text. */
function withoutText({ color, fontFamily, textAlign, isAlignedByAttribute }: TextStyle): TextStyle {
  return {
    ...(color ? { color } : {}),
    ...(fontFamily ? { fontFamily } : {}),
    ...(textAlign ? { textAlign } : {}),
    ...(isAlignedByAttribute ? { isAlignedByAttribute } : {}),
  };
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
    if (row) {
      const content = isHidden(context, row.row) ? [] : readRow(context, row, place);
      return row === rows[0] ? content : spaceRow(context, content, place.spacing);
    }
    if (isElement(child) && /^(?:thead|tbody|tfoot)$/.test(child.name)) {
      return readParts(context, child, rows, {
        ...place,
        textStyle: inheritTextStyle(place.textStyle, context.styleOf(child)),
      });
    }
    return place.collect([child], place);
  });
}

/** Adds the space between rows before the content of a row. */
function spaceRow(context: ImportContext, content: LayoutNode[], spacing = 0): LayoutNode[] {
  if (spacing === 0 || content.length === 0) return content;
  return simplifyBox(context, { ...makeLayoutBox(content), padding: { ...NO_SIDES, top: spacing } });
}

function readRow(context: ImportContext, { row, cells }: RowNode, place: CollectContext): LayoutNode[] {
  const style = context.styleOf(row);
  const textStyle = inheritTextStyle(place.textStyle, style);
  const isDivided = row.name === 'tr' && row.children.some((child) => isText(child) && !isBlank(child));
  if (isDivided && plainTextOf(row).length <= MAX_KEPT_TEXT) {
    return [keepRow(context, row, textStyle, 'Merge tags stand between its cells; it is kept as HTML.')];
  }
  const strays = row.children.filter((child) => !cells.includes(child as HtmlElement));
  const stray = place.collect(strays, { ...place, textStyle });
  const shown = cells.filter((cell) => hasContent(context, cell));
  const filled = shown.length > 0 ? shown : cells.filter((cell) => hasSpace(context, cell)).slice(0, 1);
  const box = boxOf(context, row, style, place);
  const [only] = filled;
  if (filled.length === 0) return [...stray, ...readEmptyRow(context, cells, row, textStyle)];
  if (filled.length === 1 && only) {
    const sides = gapsBeside(context, cells, only, place.room);
    const room = place.room === undefined ? undefined : place.room - sides.left - sides.right;
    const content = readCell(context, only, textStyle, { ...place, room });
    const inside = isFlat(sides)
      ? content
      : simplifyBox(context, { ...makeLayoutBox(content), padding: sides });
    return [...stray, ...simplifyBox(context, { ...box, content: inside })];
  }
  const compact = readSocialRow(context, filled, textStyle) ?? readMenuRow(context, filled, textStyle);
  if (compact) return [...stray, ...simplifyBox(context, { ...box, content: [compact] })];
  if (filled.length > MAX_COLUMNS && isOneLine(context, filled)) {
    return [...stray, keepRow(context, row, textStyle)];
  }
  const columns = readCellColumns(context, cells, filled, { ...place, textStyle });
  return [...stray, ...simplifyBox(context, { ...box, content: [columns] })];
}

function readCell(
  context: ImportContext,
  cell: HtmlElement,
  textStyle: TextStyle,
  place: CollectContext,
): LayoutNode[] {
  const style = context.styleOf(cell);
  const button = readCellButton(context, cell, { ...place, textStyle });
  if (button)
    return [
      makeLeaf({ ...button, styles: { ...button.styles, padding: NO_SIDES }, align: cellAlign(cell, place) }),
    ];
  const box = boxOf(context, cell, style, place);
  const room = cellWidth(box.room, style);
  const inner = {
    ...place,
    textStyle: inheritTextStyle(textStyle, style),
    room,
    ...(room !== box.room ? { isSized: true } : {}),
  };
  const columns = place.isInColumn ? undefined : findFloatingColumns(context, cell, inner);
  const content = columns ?? place.collect(cell.children, inner);
  return simplifyBox(context, { ...box, content });
}

/** The alignment of a cell in its row: left, unless the row is centered. */
function cellAlign(cell: HtmlElement, { textStyle }: CollectContext): 'left' | 'center' {
  const table = tableAround(cell);
  const isCentered = table?.attribs.align === 'center' && !table.attribs.width;
  return isCentered || (textStyle.isAlignedByAttribute && textStyle.textAlign === 'center')
    ? 'center'
    : 'left';
}

/** The room in a cell: its own width if that is less than the room around. */
function cellWidth(room: number | undefined, style: Declarations): number | undefined {
  const own = readPixels(style.get('width'));
  return own && room !== undefined && own < room ? own : room;
}

/** The space or line of a row without content: that of its highest cell. */
function readEmptyRow(
  context: ImportContext,
  cells: readonly HtmlElement[],
  row: HtmlElement,
  textStyle: TextStyle,
): LayoutNode[] {
  const found = cells.map((cell) => {
    const style = context.styleOf(cell);
    if (isHidden(context, cell)) return [];
    return readEmpty(context, style, emptyLine(cell.children, inheritTextStyle(textStyle, style)));
  });
  const height = ([node]: LayoutNode[]) =>
    node?.kind === 'leaf' && node.block.type === 'spacer' ? node.block.height : node ? 1 : 0;
  const highest = found.reduce((best, nodes) => (height(nodes) > height(best) ? nodes : best), []);
  return highest.length > 0 ? highest : readEmpty(context, context.styleOf(row));
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
  const { top, bottom, left, right } = menuPadding(context, cells[0] as HtmlElement);
  const fields = {
    items,
    fontSize,
    spacing: (left + right) / 2,
    textAlign: textStyle.textAlign ?? 'center',
    ...(color ? { color, linkColor: color } : {}),
  } as const;
  const more = Math.round((linePixels(inner) - fontSize * 1.5) / 2);
  return makeLeaf(
    makeMenu(context, fields, { padding: { ...NO_SIDES, top: top + more, bottom: bottom + more } }),
  );
}

/** The space around a link of a menu: that of its cell, and its own. */
function menuPadding(context: ImportContext, cell: HtmlElement): Sides {
  const link = cell.children.find((child) => isElement(child)) as HtmlElement;
  const own = sidesOf(context.styleOf(link), 'padding');
  const isBox = /block/.test(context.styleOf(link).get('display') ?? '');
  const inner = isBox ? own : { ...own, top: 0, bottom: 0 };
  return addSides(sidesOf(context.styleOf(cell), 'padding'), inner);
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
