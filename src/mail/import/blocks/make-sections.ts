import type { ColumnLayout, LeafBlock, SectionBlock } from '../../model/index.ts';
import { type ImportContext, note } from '../context.ts';
import { type Sides, sidesOfPart } from '../css/values.ts';
import type { NotePlace } from '../report.ts';
import { makeSection } from './make-block.ts';

/** A column: its share of the row, and what is in it. */
export interface Column {
  /** Width in a unit that all columns of the row share; undefined for an equal share of the rest. */
  width: number | undefined;
  blocks: LeafBlock[];
}

/** A row of a mail. */
export interface Row {
  columns: Column[];
  padding: Sides;
  backgroundColor?: string | undefined;
  borderRadius?: number | undefined;
  stackOnMobile?: boolean | undefined;
  wrapper?: SectionBlock['wrapper'];
  /** Where it stands in the source. */
  place?: NotePlace;
}

/** A row as a section; one of more than three columns as several. */
export function makeSections(context: ImportContext, row: Row): SectionBlock[] {
  const count = row.columns.length;
  if (count <= 3) return [makeOneSection(context, row)];
  const size = count === 4 ? 2 : 3;
  const rows = Math.ceil(count / size);
  const why = `A section has at most three columns; they were laid out as ${rows} sections.`;
  note(context, `${count} columns`, why, row.place);
  return Array.from({ length: rows }, (_, index) => {
    const padding = sidesOfPart(row.padding, index, rows);
    const columns = row.columns.slice(index * size, (index + 1) * size);
    return makeOneSection(context, { ...row, columns, padding });
  });
}

function makeOneSection(context: ImportContext, row: Row): SectionBlock {
  const { columns, padding, backgroundColor, borderRadius, stackOnMobile, wrapper } = row;
  const fields = {
    ...(stackOnMobile === undefined ? {} : { stackOnMobile }),
    ...(borderRadius ? { borderRadius } : {}),
    ...(wrapper ? { wrapper } : {}),
  };
  const children = columns.map(({ blocks }) => blocks);
  const layout = columnLayoutOf(context, columns, row.place);
  return makeSection(context, layout, children.length === 0 ? [[]] : children, fields, {
    padding,
    backgroundColor,
  });
}

/** Difference in width, as a share of the row, from which a note is added. */
const TOLERANCE = 0.06;

function columnLayoutOf(context: ImportContext, columns: readonly Column[], place: NotePlace): ColumnLayout {
  if (columns.length < 2) return '1';
  const shares = sharesOf(columns);
  const [first = 0.5] = shares;
  const layout = columns.length === 3 ? '3' : first >= 0.583 ? '2-1' : first <= 0.417 ? '1-2' : '2';
  const target = { '1': 1, '2': 0.5, '3': 1 / 3, '2-1': 2 / 3, '1-2': 1 / 3 }[layout];
  const isOff =
    columns.length === 3
      ? shares.some((share) => Math.abs(share - target) > TOLERANCE)
      : Math.abs(first - target) > TOLERANCE;
  if (isOff) {
    const percents = shares.map((share) => `${Math.round(share * 100)} %`).join(' / ');
    note(context, `columns ${percents}`, `The nearest layout of a section is "${layout}".`, place);
  }
  return layout;
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
