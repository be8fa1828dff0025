import { type Static, Type } from '@sinclair/typebox';
import { blockSchema, border, color, cornerRadius, flag, oneOf, openObject, spacing } from '../common.ts';
import { LeafBlock } from './leaf.ts';

const columnLayouts = ['1', '2', '3', '2-1', '1-2'] as const;

const wrapper = openObject(
  {
    backgroundColor: Type.Optional(color({ description: 'CSS color of the band.' })),
    padding: Type.Optional(
      spacing([0, 0, 0, 0], {
        description: 'Space between the edge of the band and the section.',
        title: 'WrapperPadding',
      }),
    ),
    borderRadius: Type.Optional(cornerRadius({ description: 'Corner radius in pixels.' })),
  },
  { description: 'Full-width band framing the section.', title: 'SectionWrapper' },
);

/**
 * A row of columns. `stackOnMobile`, `borderRadius`, `border` and `wrapper` come from newer editors only.
 * The number of lists in `children` is not tied to `columns`: the 0.10.4 editor changes the layout without
 * touching the lists, so both longer and shorter ones are saved, and a renderer goes by the lists.
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
  },
);

export type ColumnLayout = (typeof columnLayouts)[number];
export type SectionBlock = Static<typeof SectionBlock>;

/** How many columns a layout has; 1 for an unknown layout. */
export function countColumns(layout: unknown): 1 | 2 | 3 {
  if (layout === '3') return 3;
  return layout === '2' || layout === '2-1' || layout === '1-2' ? 2 : 1;
}
