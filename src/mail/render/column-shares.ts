import type { ColumnLayout } from '../model/index.ts';

/** Shares of the width in percent, by layout. */
export const COLUMN_SHARES: Readonly<Record<ColumnLayout, readonly number[]>> = {
  '1': [100],
  '2': [50, 50],
  '3': [33.33, 33.33, 33.34],
  '2-1': [66.67, 33.33],
  '1-2': [33.33, 66.67],
};
