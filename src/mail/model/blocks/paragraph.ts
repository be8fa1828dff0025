import { type Static, Type } from '@sinclair/typebox';
import { blockSchema, pixels, text } from '../common.ts';

/** Running text. `paragraphSpacing` comes from newer editors only. */
export const ParagraphBlock = blockSchema(
  'paragraph',
  'ParagraphBlock',
  'Running text; renders nothing when empty.',
  {
    content: text({
      description:
        'Rich text (HTML): p, br, strong, em, u, s, a, span[style], ul, ol, li, sub, sup, h1-h4, mark.',
    }),
    paragraphSpacing: Type.Optional(
      pixels({ description: 'Space between paragraphs in pixels; 16 when absent.' }),
    ),
  },
);

export type ParagraphBlock = Static<typeof ParagraphBlock>;
