import { type Static, Type } from '@sinclair/typebox';
import { alignment, blockSchema, color, oneOf, text } from '../common.ts';

/** A heading. `color` is always there in 0.10.4 editors and may be absent in newer ones, so it is never filled in. */
export const TitleBlock = blockSchema('title', 'TitleBlock', 'A heading.', {
  content: text({ description: 'Rich text (HTML).' }),
  level: oneOf([1, 2, 3, 4], {
    description: 'Heading level; font sizes 36, 28, 22, 18 px.',
    default: 2,
    title: 'HeadingLevel',
  }),
  color: Type.Optional(color({ description: 'CSS color; default: textColor.' })),
  textAlign: alignment('Alignment of the text.', 'left'),
  fontFamily: Type.Optional(text({ description: 'CSS font; default: fontFamily.' })),
});

export type TitleBlock = Static<typeof TitleBlock>;
