import { type Block, type Content, columnsOf, countColumns, type ListPosition } from './content.ts';
import type { Box } from './preview.ts';

/** A place between blocks, and the line that shows it. */
export interface Gap extends ListPosition {
  index: number;
  left: number;
  top: number;
  width: number;
}

interface Dragged {
  /** Undefined: a new block. */
  id: string | undefined;
  type: string;
}

/** Where a block is; undefined if it is not shown. */
type ReadBox = (id: string) => Box | undefined;

/**
 * Distance of the first and last gap of a column from the border of the section, so that they differ from the gaps
 * outside.
 */
const INSET = 14;

/** Widths of columns as shares of their section; others are equal. */
const SHARES: Readonly<Record<string, readonly number[]>> = { '1-2': [1 / 3, 2 / 3], '2-1': [2 / 3, 1 / 3] };

/** Where a block can be dropped, in a preview of this width. */
export function listGaps(content: Content, boxOf: ReadBox, dragged: Dragged, width: number): Gap[] {
  const gaps = between(content.blocks, boxOf, {}, { left: 0, top: 0, width, height: 0 });
  // A section cannot be in a section.
  if (dragged.type === 'section') return gaps;
  const inner = content.blocks.map((block) => {
    const box = block.type === 'section' ? boxOf(block.id) : undefined;
    return box === undefined ? [] : insideOf(block, box, boxOf);
  });
  return [...gaps, ...inner.flat()];
}

function insideOf(section: Block, box: Box, boxOf: ReadBox): Gap[] {
  const count = countColumns(section);
  const shares = SHARES[String(section.columns)] ?? Array.from({ length: count }, () => 1 / count);
  const least = box.top + Math.min(INSET, box.height / 3);
  const most = box.top + box.height - Math.min(INSET, box.height / 3);
  let left = box.left;
  return shares.flatMap((share, column) => {
    const width = box.width * share;
    const place = { section: section.id, column };
    const area = { left, top: box.top + box.height / 2, width, height: 0 };
    left += width;
    const gaps = between(columnsOf(section)[column] ?? [], boxOf, place, area);
    return gaps.map((gap) => ({ ...gap, top: Math.min(Math.max(gap.top, least), most) }));
  });
}

/** The gaps of a list; `area`: where its only gap is if it shows no block. */
function between(list: readonly Block[], boxOf: ReadBox, position: ListPosition, area: Box): Gap[] {
  const shown = list.flatMap((block, index) => {
    const box = boxOf(block.id);
    return box === undefined ? [] : [{ index, box }];
  });
  const gaps = shown.map(({ index, box: { left, top, width } }, at) => {
    const before = shown[at - 1]?.box;
    return {
      ...position,
      index,
      left,
      width,
      top: before === undefined ? top : (bottomOf(before) + top) / 2,
    };
  });
  const last = shown.at(-1)?.box ?? area;
  gaps.push({ ...position, index: list.length, left: last.left, width: last.width, top: bottomOf(last) });
  return gaps;
}

const bottomOf = ({ top, height }: Box): number => top + height;

/** The gap that is nearest to a point. */
export function nearestGap(gaps: readonly Gap[], x: number, y: number): Gap | undefined {
  const distance = ({ left, top, width }: Gap) =>
    Math.hypot(Math.max(left - x, 0, x - left - width), top - y);
  return gaps.reduce<Gap | undefined>(
    (best, gap) => (best === undefined || distance(gap) < distance(best) ? gap : best),
    undefined,
  );
}
