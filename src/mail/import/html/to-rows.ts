import type { LeafBlock } from '../../model/index.ts';
import type { RowDraft } from '../blocks/lay-columns.ts';
import { padBlock } from '../blocks/make-block.ts';
import { isSameColor } from '../css/colors.ts';
import { addSides, isFlat, NO_SIDES, type Sides } from '../css/lengths.ts';
import { type Box, type Columns, hasColumns, type Piece } from './pieces.ts';

/** Lays the pieces of a mail out as rows. `page` is the color behind the mail. */
export function toRows(box: Box, page: string | undefined): RowDraft[] {
  return mergeRows(layBox(box, page, page)).filter((row) =>
    row.columns.some(({ blocks }) => blocks.length > 0),
  );
}

function layBox(box: Box, around: string | undefined, page: string | undefined): RowDraft[] {
  const behind = box.backgroundColor ?? around;
  const rows = isFrameOfRows(box) ? layParts(box, behind, page) : [layLeaves(box)];
  return frameRows(rows, box, behind, page);
}

/** Whether the things in a box are rows of their own rather than blocks of one row. */
function isFrameOfRows(box: Box): boolean {
  if (box.pieces.some(hasColumns)) return true;
  return (
    box.pieces.every((piece) => piece.kind === 'box') ||
    (isFlat(box.padding) && box.pieces.some((piece) => piece.kind === 'box'))
  );
}

function layParts(box: Box, behind: string | undefined, page: string | undefined): RowDraft[] {
  const rows: RowDraft[] = [];
  let group: Piece[] = [];
  const endGroup = () => {
    if (group.length > 0) rows.push(layLeaves({ kind: 'box', padding: NO_SIDES, pieces: group }));
    group = [];
  };
  for (const piece of box.pieces) {
    if (piece.kind === 'leaf') group.push(piece);
    else {
      endGroup();
      if (piece.kind === 'box') rows.push(...layBox(piece, behind, page));
      else rows.push(layColumns(piece));
    }
  }
  endGroup();
  return rows;
}

function layLeaves(box: Box): RowDraft {
  return { columns: [{ width: undefined, blocks: box.pieces.flatMap(flatten) }], padding: NO_SIDES };
}

function layColumns({ columns }: Columns): RowDraft {
  const drafts = columns.map(({ width, box }) => ({ width, blocks: flatten(box) }));
  return { columns: drafts, padding: NO_SIDES };
}

/** The blocks in a piece, with the frames around them turned into their own space and color. */
export function flatten(piece: Piece): LeafBlock[] {
  if (piece.kind === 'leaf') return [piece.block];
  const blocks =
    piece.kind === 'box' ? piece.pieces.flatMap(flatten) : piece.columns.flatMap(({ box }) => flatten(box));
  return piece.kind === 'box' ? padBlocks(blocks, piece.padding, piece.backgroundColor) : blocks;
}

/** Blocks in a frame: the first is further from the top, the last from the bottom, all from the sides. */
export function padBlocks(blocks: LeafBlock[], padding: Sides, backgroundColor?: string): LeafBlock[] {
  if (isFlat(padding) && !backgroundColor) return blocks;
  return blocks.map((block, index) => {
    const top = index === 0 ? padding.top : 0;
    const bottom = index === blocks.length - 1 ? padding.bottom : 0;
    return padBlock(block, { ...padding, top, bottom }, backgroundColor);
  });
}

/** Puts rows into the frame of the box around them. */
function frameRows(
  rows: RowDraft[],
  box: Box,
  behind: string | undefined,
  page: string | undefined,
): RowDraft[] {
  return rows.map((row, index) => {
    const top = index === 0 ? box.padding.top : 0;
    const bottom = index === rows.length - 1 ? box.padding.bottom : 0;
    const room = { ...box.padding, top, bottom };
    const isCard = row.backgroundColor !== undefined && isSameColor(behind, page) && !isFlat(room);
    // Room around a card that shows the page behind it must not take the color of the card.
    if (isCard && !row.wrapper) return { ...row, wrapper: { padding: room } };
    if (isCard && row.wrapper) {
      return {
        ...row,
        wrapper: { ...row.wrapper, padding: addSides(row.wrapper.padding ?? NO_SIDES, room) },
      };
    }
    const isOwn = box.backgroundColor !== undefined && !isSameColor(box.backgroundColor, page);
    const color = row.backgroundColor ?? (isOwn ? box.backgroundColor : undefined);
    const borderRadius = row.borderRadius ?? (rows.length === 1 ? box.borderRadius : undefined);
    return { ...row, padding: addSides(row.padding, room), backgroundColor: color, borderRadius };
  });
}

/** Joins rows of one column that look alike: a mail is built of a table row for every line. */
function mergeRows(rows: RowDraft[]): RowDraft[] {
  const merged: RowDraft[] = [];
  for (const row of rows) {
    const last = merged.at(-1);
    if (last && canJoin(last, row)) merged[merged.length - 1] = join(last, row);
    else merged.push(row);
  }
  return merged;
}

function canJoin(one: RowDraft, other: RowDraft): boolean {
  const isPlain = (row: RowDraft) => row.columns.length === 1 && !row.wrapper && !row.borderRadius;
  if (!isPlain(one) || !isPlain(other) || !isSameColor(one.backgroundColor, other.backgroundColor))
    return false;
  if (one.padding.left !== other.padding.left || one.padding.right !== other.padding.right) return false;
  const count = (row: RowDraft) => row.columns[0]?.blocks.length ?? 0;
  return count(one) < 2 || count(other) < 2;
}

function join(one: RowDraft, other: RowDraft): RowDraft {
  const push = (row: RowDraft) => {
    const { top, bottom } = row.padding;
    return padBlocks(row.columns[0]?.blocks ?? [], { top, right: 0, bottom, left: 0 });
  };
  const blocks = [...push(one), ...push(other)];
  return { ...one, columns: [{ width: undefined, blocks }], padding: { ...one.padding, top: 0, bottom: 0 } };
}
