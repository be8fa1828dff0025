import type { CSSProperties, ReactNode } from 'react';

export interface Column<Item> {
  id: string;
  header: string;
  cell(item: Item): ReactNode;
  /** As in CSS grid. Left out: `minmax(0, 1fr)`. */
  width?: string;
  isNumeric?: boolean;
  /** Left out where the table is too narrow for all columns. */
  isHiddenWhenNarrow?: boolean;
  /** Shown below the cell in place of hidden columns. */
  detail?(item: Item): string;
}

/** Tailwind finds names of classes only if they are written out. `rem`: the width of the table from which all columns are shown. */
const LAYOUTS = [
  { rem: 36, columns: '@xl:grid-cols-(--columns)', ifWide: '@max-xl:hidden', ifNarrow: '@xl:hidden' },
  { rem: 42, columns: '@2xl:grid-cols-(--columns)', ifWide: '@max-2xl:hidden', ifNarrow: '@2xl:hidden' },
  { rem: 48, columns: '@3xl:grid-cols-(--columns)', ifWide: '@max-3xl:hidden', ifNarrow: '@3xl:hidden' },
  { rem: 56, columns: '@4xl:grid-cols-(--columns)', ifWide: '@max-4xl:hidden', ifNarrow: '@4xl:hidden' },
  { rem: 64, columns: '@5xl:grid-cols-(--columns)', ifWide: '@max-5xl:hidden', ifNarrow: '@5xl:hidden' },
] as const;

/** Classes of a table whose columns depend on its width. */
export interface Layout {
  /** Of a row. */
  columns: string;
  ifWide: string;
  ifNarrow: string;
}

/** Rem of a column that takes what is left. */
const FLEXIBLE = 6;
const GAP = 1.25;
const PADDING = 2.5;
/** Of the menu at the end of a row. */
const MENU = 2;

/** The narrowest layout in which all columns can be read. */
export function layoutOf<Item>(columns: readonly Column<Item>[], hasMenu: boolean): Layout {
  const widths = columns.map(({ width }) =>
    Number(/^(?:minmax\()?([\d.]+)rem/.exec(width ?? '')?.[1] ?? FLEXIBLE),
  );
  const all = hasMenu ? [...widths, MENU] : widths;
  const rem = all.reduce((sum, width) => sum + width + GAP, PADDING - GAP);
  return LAYOUTS.find((layout) => layout.rem >= rem) ?? LAYOUTS[LAYOUTS.length - 1] ?? LAYOUTS[0];
}

/** The columns of a row, for wide and for narrow tables. */
export function columnStyle<Item>(columns: readonly Column<Item>[], hasMenu: boolean): CSSProperties {
  const tracksOf = (shown: readonly Column<Item>[]) =>
    [...shown.map(({ width }) => width ?? 'minmax(0, 1fr)'), ...(hasMenu ? [`${MENU}rem`] : [])].join(' ');
  return {
    '--columns': tracksOf(columns),
    '--narrow-columns': tracksOf(columns.filter(({ isHiddenWhenNarrow }) => !isHiddenWhenNarrow)),
  } as CSSProperties;
}
