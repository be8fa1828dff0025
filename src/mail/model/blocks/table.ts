import { type Static, Type } from '@sinclair/typebox';
import { alignment, blockSchema, color, flag, identifier, openObject, pixels, text } from '../common.ts';

const tableCell = openObject(
  {
    id: identifier('Unique in the block. Made by the service when omitted.'),
    content: text({ description: 'Rich text (HTML).', default: '' }),
  },
  { description: 'One cell.', title: 'TableCell' },
);

const tableRow = openObject(
  {
    id: identifier('Unique in the block. Made by the service when omitted.'),
    cells: Type.Array(tableCell, { description: 'Cells from left to right.', default: [] }),
  },
  { description: 'One row.', title: 'TableRow' },
);

/** A table of data. `color` is always there in 0.10.4 editors and may be absent in newer ones. */
export const TableBlock = blockSchema('table', 'TableBlock', 'A table of data.', {
  rows: Type.Array(tableRow, { description: 'Rows from top to bottom.', default: [] }),
  hasHeaderRow: flag({ description: 'The first row is a header.', default: true }),
  headerBackgroundColor: Type.Optional(color({ description: 'CSS color behind the header row.' })),
  borderColor: color({ description: 'CSS color of the lines.', default: '#e0e0e0' }),
  borderWidth: pixels({ description: 'Thickness of the lines in pixels.', default: 1 }),
  cellPadding: pixels({ description: 'Pixels around the text of a cell.', default: 8 }),
  fontSize: pixels({ description: 'Font size in pixels.', default: 15 }),
  fontFamily: Type.Optional(text({ description: 'CSS font family; that of the mail when absent.' })),
  color: Type.Optional(color({ description: 'CSS color; the text color of the mail when absent.' })),
  textAlign: alignment('Alignment of the text.', 'left'),
});

export type TableCell = Static<typeof tableCell>;
export type TableRow = Static<typeof tableRow>;
export type TableBlock = Static<typeof TableBlock>;
