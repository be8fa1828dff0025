import type { BlockInput } from './blocks.ts';
import type { DesignContext } from './design.ts';
import type { Family } from './family.ts';

type Row = BlockInput & { children: BlockInput[][] };

/** Gives titles and buttons the look of the family, and rounds the corners of cards that consist of several rows. */
export function finishRows(rows: readonly BlockInput[], { family, brand }: DesignContext): BlockInput[] {
  const finish = (block: BlockInput): BlockInput => {
    if (block.type === 'title') return finishTitle(block, family, brand.font);
    return block.type === 'button' ? finishButton(block, family) : block;
  };
  const finished = (rows as Row[]).map((row) => ({
    ...row,
    children: row.children.map((list) => list.map(finish)),
  }));
  return finished.map((row, index) => roundCorners(row, finished[index - 1], finished[index + 1], family));
}

function finishTitle(block: BlockInput, { titles, titleFont }: Family, font: string | undefined): BlockInput {
  const { size, line, weight, spacing } = titles[block.level as 1 | 2 | 3];
  const inner = String(block.content).replace(/^<p>|<\/p>$/g, '');
  const style = [
    `font-size:${fitSize(inner, size)}px`,
    `line-height:${line}`,
    ...(weight === 700 ? [] : [`font-weight:${weight}`]),
    ...(spacing === undefined ? [] : [`letter-spacing:${spacing}px`]),
  ].join(';');
  return { ...block, content: `<span style="${style}">${inner}</span>`, fontFamily: font ?? titleFont };
}

/** Pixels of a line on a phone. */
const PHONE_LINE = 290;
/** Width of a letter as a share of the font size. */
const LETTER = 0.58;

/** The size for a title, smaller for one that is long or has long words, which could not be broken on a phone. */
function fitSize(html: string, size: number): number {
  const plain = html.replace(/<[^<>]*>/g, '').replace(/&\w+;/g, 'x');
  const longest = Math.max(...plain.split(/[\s-]+/u).map((word) => word.length));
  const byLength = plain.length > 52 ? 0.72 : plain.length > 34 ? 0.84 : 1;
  return Math.max(
    Math.min(Math.round(size * byLength), Math.floor(PHONE_LINE / (longest * LETTER))),
    Math.min(size, 20),
  );
}

function finishButton(block: BlockInput, { button }: Family): BlockInput {
  const { borderRadius, fontSize, padding } = button;
  const { vertical, horizontal } = padding;
  const buttonPadding = { top: vertical, right: horizontal, bottom: vertical, left: horizontal };
  return { ...block, borderRadius, fontSize, buttonPadding };
}

interface Wrapper {
  padding: { top: number; right: number; bottom: number; left: number };
}

const wrapperOf = (row: Row) => row.wrapper as Wrapper;

/** Whether a row is a part of a card: it has a background and room at both sides. */
function isCard(row: Row | undefined): row is Row {
  if (row === undefined) return false;
  const { backgroundColor } = row.styles as { backgroundColor?: string };
  return backgroundColor !== undefined && wrapperOf(row).padding.left > 0;
}

function roundCorners(
  row: Row,
  before: Row | undefined,
  after: Row | undefined,
  { radius }: Family,
): BlockInput {
  if (radius.card === 0 || !isCard(row)) return row;
  const { padding } = wrapperOf(row);
  const isFirst = !isCard(before) || padding.top > 0 || wrapperOf(before).padding.bottom > 0;
  const isLast = !isCard(after) || padding.bottom > 0 || wrapperOf(after).padding.top > 0;
  const [top, bottom] = [isFirst ? radius.card : 0, isLast ? radius.card : 0];
  const borderRadius = { topLeft: top, topRight: top, bottomRight: bottom, bottomLeft: bottom };
  return {
    ...row,
    borderRadius,
    children: isFirst && top > 0 ? row.children.map((list) => roundPicture(list, top)) : row.children,
  };
}

/** A picture that begins a card has its corners, because many clients do not clip it. */
function roundPicture(list: BlockInput[], top: number): BlockInput[] {
  const [first, ...others] = list;
  if (first?.type !== 'image' || first.width !== 'full') return list;
  return [
    { ...first, borderRadius: { topLeft: top, topRight: top, bottomRight: 0, bottomLeft: 0 } },
    ...others,
  ];
}
