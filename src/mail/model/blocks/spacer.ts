import type { Static } from '@sinclair/typebox';
import { blockSchema, pixels } from '../common.ts';

/** Empty space of a given height. */
export const SpacerBlock = blockSchema('spacer', 'SpacerBlock', 'Empty vertical room.', {
  height: pixels({ description: 'Height in pixels, without padding.', default: 24 }),
});

export type SpacerBlock = Static<typeof SpacerBlock>;
