import { type Static, Type } from '@sinclair/typebox';
import { blockSchema, color, lineStyles, oneOf, pixels } from '../common.ts';

/** Newer editors only. */
const percent = Type.Unsafe<`${number}%`>(Type.String({ pattern: '^\\d{1,3}(\\.\\d{1,4})?%$' }));

/** A horizontal line. */
export const DividerBlock = blockSchema('divider', 'DividerBlock', 'A horizontal line.', {
  lineStyle: oneOf(lineStyles, { description: 'Look of the line.', default: 'solid' }),
  color: color({ description: 'CSS color of the line.', default: '#e0e0e0' }),
  thickness: pixels({ description: 'Thickness in pixels.', default: 1 }),
  width: Type.Union([Type.Number({ minimum: 0 }), Type.Literal('full'), percent], {
    description: 'Length in pixels or percent ("50%"), or "full".',
    default: 'full',
  }),
});

export type DividerBlock = Static<typeof DividerBlock>;
