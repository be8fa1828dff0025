import { type Static, Type } from '@sinclair/typebox';
import {
  around,
  blockSchema,
  border,
  color,
  cornerRadius,
  flag,
  oneOf,
  openObject,
  text,
} from '../common.ts';
import { LeafBlock } from './leaf.ts';

const columnLayouts = ['1', '2', '3', '2-1', '1-2'] as const;

const wrapper = openObject(
  {
    backgroundColor: Type.Optional(color({ description: 'CSS color.' })),
    padding: Type.Optional(around),
    borderRadius: Type.Optional(cornerRadius({ description: 'Corner radius.' })),
  },
  { description: 'Full-width band framing the section.', title: 'SectionWrapper' },
);

const backgroundImage = openObject(
  {
    src: text({ description: 'URL.' }),
    size: Type.Optional(oneOf(['cover', 'contain', 'auto'], { description: 'Size.', default: 'cover' })),
    position: Type.Optional(text({ description: 'CSS position.' })),
    repeat: Type.Optional(flag({ description: 'Tile it.', default: false })),
    fallbackColor: Type.Optional(color({ description: 'Without pictures.' })),
  },
  { description: 'Picture behind the section.', title: 'SectionBackgroundImage' },
);

const columnStyle = openObject(
  {
    backgroundColor: Type.Optional(color({ description: 'CSS color.' })),
    border: Type.Optional(border),
    borderRadius: Type.Optional(cornerRadius({ description: 'Corner radius.' })),
    padding: Type.Optional(around),
  },
  { description: 'A box.', title: 'ColumnStyle' },
);

/**
 * A row of columns. `stackOnMobile`, `borderRadius`, `border` and `wrapper` come from newer editors only.
 * The number of lists in `children` is not tied to `columns`: the 0.10.4 editor changes the layout without
 * touching the lists, so both longer and shorter ones are saved, and a renderer goes by the lists.
 * `backgroundImage`, `columnWidths`, `columnStyles` and `verticalAlign` are extensions of this service; editors keep them.
 */
export const SectionBlock = blockSchema(
  'section',
  'SectionBlock',
  'A row of one to three columns holding other blocks.',
  {
    columns: oneOf(columnLayouts, {
      description: 'Layout: equal columns, or 2/3 + 1/3 ("2-1"), or 1/3 + 2/3 ("1-2").',
      default: '1',
      title: 'ColumnLayout',
    }),
    children: Type.Array(Type.Array(LeafBlock), {
      description: 'One list of blocks per column; no sections inside. Empty lists when omitted.',
      default: [[]],
    }),
    stackOnMobile: Type.Optional(
      flag({ description: 'false keeps columns side by side on a phone.', default: true }),
    ),
    borderRadius: Type.Optional(cornerRadius({ description: 'Corner radius in pixels.' })),
    border: Type.Optional(border),
    wrapper: Type.Optional(wrapper),
    backgroundImage: Type.Optional(backgroundImage),
    columnWidths: Type.Optional(
      Type.Array(Type.Number({ minimum: 1 }), {
        description: 'Percent for each column.',
      }),
    ),
    columnStyles: Type.Optional(Type.Array(columnStyle, { description: 'Look of each column.' })),
    verticalAlign: Type.Optional(
      oneOf(['top', 'middle', 'bottom'], { description: 'Position in columns.', default: 'top' }),
    ),
  },
);

export type ColumnLayout = (typeof columnLayouts)[number];
export type ColumnStyle = Static<typeof columnStyle>;
export type SectionBlock = Static<typeof SectionBlock>;

/** How many columns a layout has; 1 for an unknown layout. */
export function countColumns(layout: unknown): 1 | 2 | 3 {
  if (layout === '3') return 3;
  return layout === '2' || layout === '2-1' || layout === '1-2' ? 2 : 1;
}
