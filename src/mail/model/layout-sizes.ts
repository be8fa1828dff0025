import type { ColumnLayout, SectionBlock, TitleBlock } from './index.ts';

/** Larger sizes make no sense in a mail, and very large numbers have no plain notation. */
const MAX_PIXELS = 2000;

/** Limits a number of pixels to `min` to 2000, with two decimals. */
export function clampPixels(value: number, min = 0, max = MAX_PIXELS): number {
  return Math.round(Math.min(Math.max(value, min), max) * 100) / 100;
}

/** A length in pixels as CSS. */
export function pixels(value: number, min = 0, max = MAX_PIXELS): string {
  return `${clampPixels(value, min, max)}px`;
}

/** Pixels below paragraphs, unless the block says otherwise. */
export const PARAGRAPH_SPACING = 16;

interface Spacing {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Four sides as CSS, as short as possible: every mail has hundreds of them. */
export function spacing({ top, right, bottom, left }: Spacing): string {
  const sides = [top, right, bottom, left].map((side) => (clampPixels(side) === 0 ? '0' : pixels(side)));
  if (sides[1] !== sides[3]) return sides.join(' ');
  if (sides[0] !== sides[2]) return sides.slice(0, 3).join(' ');
  return sides[0] === sides[1] ? (sides[0] as string) : sides.slice(0, 2).join(' ');
}

/** Font sizes of headings in pixels, by level; other levels have none. */
export const HEADING_PIXELS: Readonly<Record<TitleBlock['level'], number> & Partial<Record<number, number>>> =
  { 1: 36, 2: 28, 3: 22, 4: 18 };

/**
 * Line height of the label of a button as a share of its font size: makes a button of default sizes 44 px high, which
 * fingers need.
 */
export const BUTTON_LINE = 4 / 3;

/** Shares of the width in percent, by layout. */
export const COLUMN_SHARES: Readonly<Record<ColumnLayout, readonly number[]>> = {
  '1': [100],
  '2': [50, 50],
  '3': [33.33, 33.33, 33.34],
  '2-1': [66.67, 33.33],
  '1-2': [33.33, 66.67],
};

/** Widths of the columns in percent: free ones when there is one for each column and they fit in the row. */
export function columnSharesOf(
  { columns, columnWidths }: Pick<SectionBlock, 'columns' | 'columnWidths'>,
  count: number,
): readonly number[] {
  const sum = columnWidths?.reduce((total, width) => total + width, 0) ?? 0;
  const isUsable = columnWidths?.length === count && sum <= 100.5;
  return isUsable
    ? columnWidths.map((width) => Math.max(1, Math.round(width * 100) / 100))
    : (COLUMN_SHARES[columns] ?? [100]);
}
