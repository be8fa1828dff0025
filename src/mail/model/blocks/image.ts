import { type Static, Type } from '@sinclair/typebox';
import { alignment, blockSchema, flag, pixelsOrFull, text } from '../common.ts';

/** A picture, optionally a link. */
export const ImageBlock = blockSchema('image', 'ImageBlock', 'A picture.', {
  src: text({ description: 'URL of the picture (PNG, JPEG or GIF) or a merge tag.', default: '' }),
  alt: text({ description: 'Text for readers who do not see the picture.', default: '' }),
  width: pixelsOrFull({ description: 'Width in pixels, or "full".', default: 'full' }),
  align: alignment('Position when narrower than its column.', 'center'),
  linkUrl: Type.Optional(text({ description: 'Where a click leads.' })),
  linkOpenInNewTab: Type.Optional(flag({ description: 'Open the link in a new tab.' })),
  placeholderUrl: Type.Optional(text({ description: 'Picture the editor shows while src is a merge tag.' })),
  decorative: Type.Optional(flag({ description: 'Carries no meaning; screen readers skip it.' })),
});

export type ImageBlock = Static<typeof ImageBlock>;
