import type { Static } from '@sinclair/typebox';
import { blockSchema, color, oneOf, pixels, pixelsOrFull } from '../common.ts';

/** A horizontal line. */
export const DividerBlock = blockSchema('divider', 'DividerBlock', 'A horizontal line.', {
  lineStyle: oneOf(['solid', 'dashed', 'dotted'], { description: 'Look of the line.', default: 'solid' }),
  color: color({ description: 'CSS color of the line.', default: '#e0e0e0' }),
  thickness: pixels({ description: 'Thickness in pixels.', default: 1 }),
  width: pixelsOrFull({ description: 'Length in pixels, or "full".', default: 'full' }),
});

export type DividerBlock = Static<typeof DividerBlock>;
