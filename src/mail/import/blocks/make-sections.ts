import type { ColumnLayout, ColumnStyle, LeafBlock, SectionBlock } from '../../model/index.ts';
import { COLUMN_SHARES } from '../../model/layout-sizes.ts';
import { type ImportContext, note } from '../context.ts';
import { type Sides, sidesOfPart } from '../css/values.ts';
import type { NoteLocation } from '../report.ts';
import { withLegibleFallback } from './background-image.ts';
import { makeSection } from './make-block.ts';

/** A column: its share of the row, and what is in it. */
export interface Column {
  /** Width in a unit that all columns of the row share; undefined for an equal share of the rest. */
  width: number | undefined;
  blocks: LeafBlock[];
  look?: ColumnStyle;
}

/** A row of a mail. */
export interface Row {
  columns: Column[];
  padding: Sides;
  backgroundColor?: string | undefined;
  borderRadius?: SectionBlock['borderRadius'] | undefined;
  stackOnMobile?: boolean | undefined;
  wrapper?: SectionBlock['wrapper'];
  border?: SectionBlock['border'];
  backgroundImage?: SectionBlock['backgroundImage'];
  verticalAlign?: SectionBlock['verticalAlign'];
  /** Where it stands in the source. */
  place?: NoteLocation;
}

/** Most columns of a section: editors show no more, and people could not change what the mail has beyond. */
export const MAX_COLUMNS = 3;

/** A row as a section; one of too many columns as several. */
export function makeSections(context: ImportContext, row: Row): SectionBlock[] {
  const count = row.columns.length;
  if (count <= MAX_COLUMNS) return [makeOneSection(context, row)];
  const size = count === 4 ? 2 : MAX_COLUMNS;
  const rows = Math.ceil(count / size);
  const why = `A section has at most ${MAX_COLUMNS} columns; they were laid out as ${rows} sections.`;
  note(context, `${count} columns`, why, row.place);
  return Array.from({ length: rows }, (_, index) => {
    const padding = sidesOfPart(row.padding, index, rows);
    const columns = row.columns.slice(index * size, (index + 1) * size);
    return makeOneSection(context, { ...row, columns, padding });
  });
}

function makeOneSection(context: ImportContext, row: Row): SectionBlock {
  const { columns, padding, backgroundColor, borderRadius, stackOnMobile, wrapper } = row;
  const { border, verticalAlign } = row;
  const backgroundImage =
    row.backgroundImage &&
    withLegibleFallback(
      context,
      row.backgroundImage,
      columns.flatMap(({ blocks, look }) => (look?.backgroundColor ? [] : blocks)),
    );
  const { layout, columnWidths } = columnLayoutOf(columns);
  const children = columns.map(({ blocks }) => blocks);
  const visibility = sharedVisibility(children.flat());
  const fields = {
    ...(stackOnMobile === undefined ? {} : { stackOnMobile }),
    ...(borderRadius ? { borderRadius } : {}),
    ...(wrapper ? { wrapper } : {}),
    ...(visibility ? { visibility } : {}),
    ...(border ? { border } : {}),
    ...(backgroundImage ? { backgroundImage } : {}),
    ...(columnWidths ? { columnWidths } : {}),
    ...(verticalAlign && verticalAlign !== 'top' ? { verticalAlign } : {}),
    ...(columns.some(({ look }) => look) ? { columnStyles: columns.map(({ look = {} }) => look) } : {}),
  };
  return makeSection(context, layout, children.length === 0 ? [[]] : children, fields, {
    padding,
    // What is behind the picture is the color of the section, too.
    backgroundColor: backgroundImage && backgroundColor ? backgroundImage.fallbackColor : backgroundColor,
  });
}

/** Where all blocks are shown: what is behind them is shown there only. */
function sharedVisibility(blocks: readonly LeafBlock[]): LeafBlock['visibility'] {
  const [first] = blocks.map(({ visibility }) => visibility);
  const isAlike = blocks.every(
    ({ visibility }) => visibility?.desktop === first?.desktop && visibility?.mobile === first?.mobile,
  );
  return isAlike ? first : undefined;
}

/** Difference in width, as a share of the row, from which columns get widths of their own. */
const TOLERANCE = 0.02;

/** The nearest layout, and the widths in percent when they are others. */
function columnLayoutOf(columns: readonly Column[]): { layout: ColumnLayout; columnWidths?: number[] } {
  if (columns.length < 2) return { layout: '1' };
  const shares = sharesOf(columns);
  const [first = 0.5] = shares;
  const layout = columns.length === 3 ? '3' : first >= 0.583 ? '2-1' : first <= 0.417 ? '1-2' : '2';
  const isOff = shares.some((share, index) => {
    return Math.abs(share - (COLUMN_SHARES[layout][index] ?? 0) / 100) > TOLERANCE;
  });
  return isOff ? { layout, columnWidths: percentsOf(shares) } : { layout };
}

/** Shares as percentages of two decimals that add up to 100. */
function percentsOf(shares: readonly number[]): number[] {
  const percents = shares.map((share) => Math.max(1, Math.floor(share * 10_000) / 100));
  const rest = 100 - percents.reduce((sum, percent) => sum + percent, 0);
  return percents.map((percent, index) =>
    index === percents.length - 1 ? Math.max(1, Math.round((percent + rest) * 100) / 100) : percent,
  );
}

/** The share of each column in the row. */
function sharesOf(columns: readonly Column[]): number[] {
  const known = columns.flatMap(({ width }) => (width === undefined ? [] : [width]));
  const sum = known.reduce((total, width) => total + width, 0);
  const rest = known.length === 0 ? 1 : sum / known.length;
  const widths = columns.map(({ width }) => width ?? rest);
  const total = widths.reduce((all, width) => all + width, 0);
  return total === 0 ? columns.map(() => 1 / columns.length) : widths.map((width) => width / total);
}
