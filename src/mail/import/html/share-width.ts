import { type Extent, MIN_WIDTH, widest } from './available-width.ts';
import type { LayoutColumns } from './layout-tree.ts';

/** The widths of cells of which some have none, as browsers share the room of a row. */
export function shareWidth(
  cells: readonly { width: number | undefined; extent: Extent }[],
  room: number,
): number[] {
  const declared = cells.reduce((sum, { width = 0 }) => sum + width, 0);
  const open = cells.filter(({ width }) => width === undefined);
  if (open.length === 0) return cells.map(({ width }) => width ?? 0);
  const rest = Math.max(room - declared, open.length * MIN_WIDTH);
  const min = open.reduce((sum, { extent }) => sum + extent.min, 0);
  const max = open.reduce((sum, { extent }) => sum + extent.max, 0);
  return cells.map(({ width, extent }) => {
    if (width !== undefined) return width;
    if (max <= rest) return max > 0 ? (extent.max / max) * rest : 1;
    if (min >= rest) return (Math.max(extent.min, 1) / Math.max(min, 1)) * rest;
    return extent.min + ((extent.max - extent.min) / Math.max(max - min, 1)) * (rest - min);
  });
}

/** The columns of a row of a table, and what is known of their widths. */
export interface ColumnRow {
  /** Equal for rows with the same cells. */
  key: string;
  columns: LayoutColumns;
  drafts: readonly { width: number | undefined; extent: Extent }[];
  room: number;
}

/** Gives the columns of rows with the same cells the same widths, as a table has them. */
export function alignColumns(rows: readonly ColumnRow[]): void {
  for (const alike of Map.groupBy(rows, ({ key }) => key).values()) {
    const [first] = alike;
    if (!first || alike.length < 2) continue;
    const drafts = first.drafts.map((_, index) => {
      const cells = alike.flatMap((row) => row.drafts[index] ?? []);
      const widths = cells.flatMap(({ width }) => width ?? []);
      return {
        width: widths.length > 0 ? Math.max(...widths) : undefined,
        extent: widest(cells.map(({ extent }) => extent)),
      };
    });
    const shares = shareWidth(drafts, first.room);
    for (const { columns } of alike) {
      for (const [index, column] of columns.columns.entries()) column.width = shares[index];
    }
  }
}
