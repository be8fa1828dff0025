import { childElements, type HtmlElement } from '../parse/html.ts';
import {
  type BlockReader,
  boxStyle,
  type Declarations,
  type Look,
  lookInside,
  lookOn,
  readDeclarations,
  readLength,
} from './look.ts';
import { block, type DrawNode, type DrawStyle, row } from './node.ts';

const ROW_GROUPS = new Set(['thead', 'tbody', 'tfoot']);

/** Width of a letter in font sizes, on average. */
const WORD_WIDTH = 0.6;

/** Characters beyond which a cell gets no larger share of its row. */
const MAX_WEIGHT = 60;

/** A table of HTML, of data or of layout, as rows of boxes. */
export function layOutTable(
  table: HtmlElement,
  declarations: Declarations,
  look: Look,
  flow: BlockReader,
): DrawNode {
  const [background, on] = lookOn(backgroundOf(table, declarations), look, flow.page);
  const inside = lookInside(table, declarations, on, flow.page);
  const given = readLength(declarations.get('width') ?? table.attribs.width, look.place.width);
  const width = Math.min(given ?? look.place.width, look.place.width);
  const rows = listRows(table).map((line) =>
    layOutRow(line, { ...inside, place: { ...inside.place, width } }, flow, table),
  );
  const align = table.attribs.align ?? (look.align === 'left' ? undefined : look.align);
  const margin = align === 'center' ? '0 auto' : align === 'right' ? '0 0 0 auto' : undefined;
  const style = { ...boxStyle(declarations, look), ...background, width, ...(margin && { margin }) };
  return block(style, rows);
}

function listRows(table: HtmlElement): HtmlElement[] {
  return childElements(table).flatMap((child) => {
    if (ROW_GROUPS.has(child.name)) return childElements(child).filter(({ name }) => name === 'tr');
    return child.name === 'tr' ? [child] : [];
  });
}

function layOutRow(line: HtmlElement, look: Look, flow: BlockReader, table: HtmlElement): DrawNode {
  const declarations = readDeclarations(line);
  const [background, on] = lookOn(backgroundOf(line, declarations), look, flow.page);
  const inside = lookInside(line, declarations, on, flow.page);
  const cells = childElements(line).filter(({ name }) => name === 'td' || name === 'th');
  return row(
    background,
    cells.map((cell) => layOutCell(cell, cells.length, inside, flow, table)),
  );
}

function layOutCell(
  cell: HtmlElement,
  count: number,
  look: Look,
  flow: BlockReader,
  table: HtmlElement,
): DrawNode {
  const declarations = readDeclarations(cell);
  const [background, on] = lookOn(backgroundOf(cell, declarations), look, flow.page);
  const inside = lookInside(cell, declarations, on, flow.page);
  const width = readLength(declarations.get('width') ?? cell.attribs.width, look.place.width);
  const align = declarations.get('text-align') ?? cell.attribs.align ?? (cell.name === 'th' ? 'center' : '');
  if (align === 'left' || align === 'center' || align === 'right') inside.align = align;
  const height = readLength(declarations.get('height') ?? cell.attribs.height, 0);
  const border = readLength(table.attribs.border, 0) ?? 0;
  const padding = readLength(table.attribs.cellpadding, 0);
  const room = width ?? look.place.width / count;
  const style: DrawStyle = {
    ...(padding !== undefined && { padding: Math.min(padding, 100) }),
    ...boxStyle(withoutWidth(declarations), { ...inside, place: { ...inside.place, width: room } }),
    ...background,
    ...(border > 0 && { border: `${Math.min(border, 10)}px solid #b0b0b0` }),
    ...(height !== undefined && { minHeight: Math.min(height, 1000) }),
    ...shareOf(cell, width),
    minWidth: Math.min(longestWordOf(cell) * inside.size * WORD_WIDTH, look.place.width / 2),
  };
  const children = flow.read(cell.children, { ...inside, place: { ...inside.place, width: room } });
  return block({ ...style, ...verticalStyle(declarations, cell) }, children);
}

const withoutWidth = (declarations: Declarations): Declarations =>
  new Map([...declarations].filter(([property]) => property !== 'width' && property !== 'max-width'));

/** The part of the row that a cell takes: its width, or as much as its text needs beside the others. */
function shareOf(cell: HtmlElement, width: number | undefined): DrawStyle {
  if (width !== undefined) return { flexBasis: width, flexShrink: 1, flexGrow: 0.001 };
  const span = Number(cell.attribs.colspan) || 1;
  const { length } = textOf(cell);
  return { flexBasis: 0, flexGrow: Math.min(Math.max(length, 3), MAX_WEIGHT) * Math.min(span, 20) };
}

function textOf({ startTagEnd, endTagStart, source }: HtmlElement): string {
  return source.text
    .slice(startTagEnd, Math.min(endTagStart, startTagEnd + 4_000))
    .replace(/<[^<>]*>/g, ' ')
    .trim();
}

/** Letters of the longest word of a cell, which keeps it from being broken. */
function longestWordOf(cell: HtmlElement): number {
  return Math.max(
    0,
    ...textOf(cell)
      .split(/\s+/)
      .map((word) => word.length),
  );
}

function verticalStyle(declarations: Declarations, cell: HtmlElement): DrawStyle {
  const align = declarations.get('vertical-align') ?? cell.attribs.valign ?? 'middle';
  if (align === 'top') return {};
  return { alignSelf: align === 'bottom' ? 'flex-end' : 'center' };
}

function backgroundOf({ attribs }: HtmlElement, declarations: Declarations): string | undefined {
  return declarations.get('background-color') ?? declarations.get('background') ?? attribs.bgcolor;
}
