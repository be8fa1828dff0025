import type { LeafBlock, SectionBlock } from '../../model/index.ts';
import type { BackgroundImage } from '../css/background.ts';
import { NO_SIDES, type Sides } from '../css/values.ts';

/** The layout tree of a mail, from which sections are made. */
export type LayoutNode = LayoutLeaf | LayoutBox | LayoutColumns;

/** A block. */
interface LayoutLeaf {
  kind: 'leaf';
  block: LeafBlock;
  margin?: Margin;
  isFixed?: boolean;
}

/** Space above and below, which collapses with that of neighbors. */
export interface Margin {
  top: number;
  bottom: number;
}

/** Nodes below each other with a common frame, such as a table cell or a div. */
export interface LayoutBox {
  kind: 'box';
  margin?: Margin | undefined;
  padding: Sides;
  /** Space beside it, when it is narrower than its place. */
  inset?: Sides;
  /** Whether it is as wide as the window: it stands in nothing that has a width. */
  isPage?: boolean;
  /** Whether it has a width of its own in the window, so that padding around it does not make it narrower. */
  isFixed?: boolean;
  backgroundColor?: string | undefined;
  backgroundImage?: BackgroundImage | undefined;
  borderRadius?: number | undefined;
  /** Lines along its sides. */
  border?: SectionBlock['border'];
  content: LayoutNode[];
}

/** Boxes side by side. */
export interface LayoutColumns {
  kind: 'columns';
  margin?: Margin;
  isFixed?: boolean;
  /** Whether they stay side by side on a phone. */
  isRow?: boolean;
  verticalAlign?: SectionBlock['verticalAlign'];
  columns: { width: number | undefined; box: LayoutBox }[];
}

/** A box without a frame. */
export function makeLayoutBox(content: LayoutNode[]): LayoutBox {
  return { kind: 'box', padding: NO_SIDES, content };
}

/** Whether a box shows where it ends. */
export function hasLook({ backgroundColor, backgroundImage, border }: LayoutBox): boolean {
  return backgroundColor !== undefined || backgroundImage !== undefined || border !== undefined;
}

/** Whether a box or one inside it shows where it ends. */
export function showsBox(node: LayoutNode): boolean {
  return node.kind === 'box' && (hasLook(node) || node.content.some(showsBox));
}

/** A block as a layout node. */
export function makeLeaf(block: LeafBlock): LayoutLeaf {
  return { kind: 'leaf', block };
}

/** Whether there are columns somewhere inside. */
export function hasColumns(node: LayoutNode): boolean {
  if (node.kind === 'leaf') return false;
  return node.kind === 'columns' || node.content.some(hasColumns);
}
