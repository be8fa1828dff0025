import { makeMenu } from '../blocks/make-block.ts';
import { readPixels } from '../css/lengths.ts';
import { inheritLook, inheritTableLook, type Look } from '../css/look.ts';
import { type ImportRun, note } from '../import-run.ts';
import type { ElementNode } from '../markup/node.ts';
import { hasText, plainText, plainTextOf } from '../markup/text.ts';
import { findImages, isHidden } from './classify.ts';
import { findFloatingColumns } from './floating-columns.ts';
import { framed, frameOf, keepNodes, readEmpty } from './frame.ts';
import { leaf, type Piece, type Place } from './pieces.ts';
import { readTableButton } from './read-button.ts';
import { hasTextBetweenRows, isDataTable, type RowNode, readDataTable, rowsOf } from './read-data-table.ts';
import { readSocialImages } from './read-image.ts';

/** A table with more text than this is the layout of a mail, not a part that can be kept as HTML. */
const MAX_KEPT_TEXT = 1500;

/** A table: a button, data, or the layout of what is in its cells. */
export function readTable(run: ImportRun, table: ElementNode, place: Place): Piece[] {
  const style = run.styleOf(table);
  const look = inheritTableLook(place.look, style);
  const button = readTableButton(run, table, look);
  if (button) return [leaf(alignAs(run, button, table, place.look))];
  const rows = rowsOf(table);
  const box = frameOf(run, table, style);
  if (hasTextBetweenRows(table) && plainTextOf(table).length <= MAX_KEPT_TEXT) {
    note(run, 'table', 'Merge tags stand between its rows; it is kept as HTML.', table);
    return [keepNodes(run, [table], place.look)];
  }
  if (isDataTable(run, table, rows)) {
    return framed({ ...box, pieces: [leaf(readDataTable(run, rows, look, table))] });
  }
  const isWide = rows.some(({ cells }) => cells.filter((cell) => hasContent(run, cell)).length > 1);
  if (place.isInColumn && isWide) {
    const social = readSocialImages(run, findImages([table]), look);
    if (social && plainText([table]) === '') return [leaf(social)];
    note(run, 'table', 'Columns inside a column have no block; they are kept as HTML.', table);
    return [keepNodes(run, [table], place.look)];
  }
  const pieces = readParts(run, table, rows, { ...place, look });
  return pieces.length === 0 ? readEmpty(run, style) : framed({ ...box, pieces });
}

/** Rows, and whatever stands between them where it does not belong. */
function readParts(run: ImportRun, part: ElementNode, rows: readonly RowNode[], place: Place): Piece[] {
  const byElement = new Map(rows.map((row) => [row.row, row]));
  return part.children.flatMap((child) => {
    const row = child.kind === 'element' ? byElement.get(child) : undefined;
    if (row) return isHidden(run.styleOf(row.row)) ? [] : readRow(run, row, place);
    if (child.kind === 'element' && /^(?:thead|tbody|tfoot)$/.test(child.name)) {
      return readParts(run, child, rows, { ...place, look: inheritLook(place.look, run.styleOf(child)) });
    }
    return place.collect([child], place);
  });
}

function readRow(run: ImportRun, { row, cells }: RowNode, place: Place): Piece[] {
  const style = run.styleOf(row);
  const look = inheritLook(place.look, style);
  const strays = row.children.filter((child) => !cells.includes(child as ElementNode));
  const stray = place.collect(strays, { ...place, look });
  const filled = cells.filter((cell) => hasContent(run, cell));
  const box = { ...frameOf(run, row, style), width: undefined };
  const [only] = filled;
  if (filled.length === 0)
    return [...stray, ...cells.slice(0, 1).flatMap((cell) => readEmptyCell(run, cell, row))];
  if (filled.length === 1 && only)
    return [...stray, ...framed({ ...box, pieces: readCell(run, only, look, place) })];
  const compact = readSocialRow(run, filled, look) ?? readMenuRow(run, filled, look);
  if (compact) return [...stray, ...framed({ ...box, pieces: [compact] })];
  const columns = filled.map((cell) => {
    const cellStyle = run.styleOf(cell);
    const inner = inheritLook(look, cellStyle);
    const pieces = place.collect(cell.children, { ...place, look: inner, isInColumn: true });
    return {
      width: readPixels(cellStyle.get('width'), run.width),
      box: { ...frameOf(run, cell, cellStyle), pieces },
    };
  });
  return [...stray, ...framed({ ...box, pieces: [{ kind: 'columns', columns }] })];
}

function readCell(run: ImportRun, cell: ElementNode, look: Look, place: Place): Piece[] {
  const style = run.styleOf(cell);
  const inner = { ...place, look: inheritLook(look, style) };
  const columns = place.isInColumn ? undefined : findFloatingColumns(run, cell, inner);
  const pieces = columns ? [columns] : place.collect(cell.children, inner);
  return framed({ ...frameOf(run, cell, style), width: undefined, pieces });
}

function readEmptyCell(run: ImportRun, cell: ElementNode, row: ElementNode): Piece[] {
  const own = readEmpty(run, run.styleOf(cell));
  return own.length > 0 ? own : readEmpty(run, run.styleOf(row));
}

/** Whether a cell shows anything: many are there for the gap they make. */
function hasContent(run: ImportRun, cell: ElementNode): boolean {
  if (isHidden(run.styleOf(cell))) return false;
  return hasText(cell.children) || cell.children.some((child) => child.kind === 'element' && hasThing(child));
}

function hasThing(element: ElementNode): boolean {
  if (/^(?:img|hr|video|iframe|input|form|svg|object|script|audio|embed|canvas|picture)$/.test(element.name))
    return true;
  return element.children.some((child) => child.kind === 'element' && hasThing(child));
}

/** A row of which every cell is a linked icon. */
function readSocialRow(run: ImportRun, cells: readonly ElementNode[], look: Look): Piece | undefined {
  if (plainText(cells) !== '') return undefined;
  const social = readSocialImages(run, findImages(cells), look);
  return social && leaf(social);
}

/** A row of which every cell is a short text link. */
function readMenuRow(run: ImportRun, cells: readonly ElementNode[], look: Look): Piece | undefined {
  if (cells.length < 3 || cells.length > 12) return undefined;
  const items = [];
  let color: string | undefined;
  let inner = look;
  for (const cell of cells) {
    const inside = cell.children.filter(
      (child) => child.kind === 'element' || (child.kind === 'text' && child.raw.trim() !== ''),
    );
    const [link] = inside;
    if (inside.length !== 1 || link?.kind !== 'element' || link.name !== 'a') return undefined;
    const text = plainTextOf(link);
    if (text === '' || text.length > 30 || findImages([link]).length > 0) return undefined;
    const style = run.styleOf(link);
    inner = inheritLook(inheritLook(look, run.styleOf(cell)), style);
    color ??= inner.color;
    items.push({
      id: run.makeId(),
      text,
      url: link.attributes.get('href') ?? '',
      openInNewTab: link.attributes.get('target') === '_blank',
      bold: inner.isBold ?? false,
      underline: !/none/.test(style.get('text-decoration') ?? ''),
    });
  }
  const { fontSize = 16 } = inner;
  return leaf(
    makeMenu(run, {
      items,
      fontSize,
      textAlign: look.textAlign ?? 'center',
      ...(color ? { color, linkColor: color } : {}),
    }),
  );
}

function alignAs<B extends { align?: 'left' | 'center' | 'right' }>(
  run: ImportRun,
  button: B,
  table: ElementNode,
  look: Look,
): B {
  const own = table.attributes.get('align');
  const isCentered = run.styleOf(table).get('margin-left') === 'auto';
  const align =
    isCentered || own === 'center' ? 'center' : own === 'right' ? 'right' : (look.textAlign ?? 'left');
  return { ...button, align };
}
