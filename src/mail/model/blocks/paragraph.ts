import type { Static } from '@sinclair/typebox';
import { blockSchema, text } from '../common.ts';

/** Running text. */
export const ParagraphBlock = blockSchema(
  'paragraph',
  'ParagraphBlock',
  'Running text; renders nothing when empty.',
  {
    content: text({
      description:
        'Rich text (HTML): p, br, strong, em, u, s, a, span[style], ul, ol, li, sub, sup, h1-h4, mark.',
    }),
  },
);

export type ParagraphBlock = Static<typeof ParagraphBlock>;
