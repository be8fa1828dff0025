import type { Column } from '../blocks/make-sections.ts';
import { NO_SIDES, type Sides } from '../css/values.ts';

/** Rounding of widths. */
const TOLERANCE = 2;

/** Columns that are wider together than their row stand below each other. */
export function toLines(columns: readonly Column[], inner: number): Column[][] {
  const lines: Column[][] = [[]];
  let used = 0;
  for (const column of columns) {
    const width = column.width ?? 0;
    if (used > 0 && used + width > inner + TOLERANCE) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(column);
    used += width;
  }
  return lines;
}

/** The space beside columns that do not fill their row: they stand in its middle. */
export function besideOf(columns: readonly Column[], inner: number): Sides {
  const rest = inner - columns.reduce((sum, { width = 0 }) => sum + width, 0);
  if (columns.length === 0 || rest <= TOLERANCE) return NO_SIDES;
  return { ...NO_SIDES, left: Math.floor(rest / 2), right: Math.ceil(rest / 2) };
}
