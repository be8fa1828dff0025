import { type Static, Type } from '@sinclair/typebox';
import {
  alignment,
  around,
  blockSchema,
  color,
  flag,
  identifier,
  oneOf,
  openObject,
  pixels,
  text,
} from '../common.ts';

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
    cells: Type.Array(tableCell, { description: 'Cells.', default: [] }),
  },
  { description: 'One row.', title: 'TableRow' },
);

/**
 * A table of data. `color` is always there in 0.10.4 editors and may be absent in newer ones. `lines`, `cellSpace` and
 * `columnWidths` are extensions of this service; editors keep them.
 */
export const TableBlock = blockSchema('table', 'TableBlock', 'A table of data.', {
  rows: Type.Array(tableRow, { description: 'Rows.', default: [] }),
  hasHeaderRow: flag({ description: 'First row is a header.', default: true }),
  headerBackgroundColor: Type.Optional(color({ description: 'Behind the header row.' })),
  borderColor: color({ description: 'Color of lines.', default: '#e0e0e0' }),
  borderWidth: pixels({ description: 'Line thickness in pixels.', default: 1 }),
  cellPadding: pixels({ description: 'Pixels around text of cells.', default: 8 }),
  fontSize: pixels({ description: 'Font size in pixels.', default: 15 }),
  fontFamily: Type.Optional(text({ description: 'CSS font; default: fontFamily.' })),
  color: Type.Optional(color({ description: 'CSS color; default: textColor.' })),
  textAlign: alignment('Alignment of the text.', 'left'),
  lines: Type.Optional(
    oneOf(['all', 'rows', 'header'], { description: 'Cells with lines.', default: 'all' }),
  ),
  cellSpace: Type.Optional(around),
  columnWidths: Type.Optional(Type.Array(Type.Number({ minimum: 1 }), { description: 'Percent each.' })),
});

export type TableCell = Static<typeof tableCell>;
export type TableRow = Static<typeof tableRow>;
export type TableBlock = Static<typeof TableBlock>;
