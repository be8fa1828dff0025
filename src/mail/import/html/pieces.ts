import type { LeafBlock } from '../../model/index.ts';
import { NO_SIDES, type Sides } from '../css/lengths.ts';
import type { Look } from '../css/look.ts';
import type { MarkupNode } from '../markup/node.ts';

/** What a mail is made of, before it is laid out as sections. */
export type Piece = LeafPiece | Box | Columns;

/** A block. */
export interface LeafPiece {
  kind: 'leaf';
  block: LeafBlock;
}

/** Things below each other with a common frame, such as a table cell or a div. */
export interface Box {
  kind: 'box';
  padding: Sides;
  backgroundColor?: string | undefined;
  borderRadius?: number | undefined;
  /** Width in pixels, when it says so. */
  width?: number | undefined;
  pieces: Piece[];
}

/** Boxes side by side. */
export interface Columns {
  kind: 'columns';
  columns: { width: number | undefined; box: Box }[];
}

/** A box without a frame. */
export function plainBox(pieces: Piece[]): Box {
  return { kind: 'box', padding: NO_SIDES, pieces };
}

/** A block as a piece. */
export function leaf(block: LeafBlock): LeafPiece {
  return { kind: 'leaf', block };
}

/** Whether there are columns somewhere inside. */
export function hasColumns(piece: Piece): boolean {
  if (piece.kind === 'leaf') return false;
  return piece.kind === 'columns' || piece.pieces.some(hasColumns);
}

/** Where pieces are collected. */
export interface Place {
  look: Look;
  /** Inside a column there is no room for columns: they are kept as HTML. */
  isInColumn: boolean;
  /** Collects what these nodes show; the readers of tables and columns go on with it inside. */
  collect: (nodes: readonly MarkupNode[], place: Place) => Piece[];
}
