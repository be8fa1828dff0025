import { type Static, Type } from '@sinclair/typebox';
import { alignment, blockSchema, border, cornerRadius, flag, pixels, pixelsOrFull, text } from '../common.ts';

/** A picture, optionally a link. `height`, `borderRadius` and `border` come from newer editors only. */
export const ImageBlock = blockSchema('image', 'ImageBlock', 'A picture.', {
  src: text({ description: 'URL of the picture (PNG, JPEG or GIF) or a merge tag.', default: '' }),
  alt: text({ description: 'Text for readers who do not see the picture.', default: '' }),
  width: pixelsOrFull({ description: 'Width in pixels, or "full".', default: 'full' }),
  height: Type.Optional(pixels({ description: 'Height in pixels; in proportion to the width when absent.' })),
  align: alignment('Position when narrower than its column.', 'center'),
  linkUrl: Type.Optional(text({ description: 'Where a click leads.' })),
  linkOpenInNewTab: Type.Optional(flag({ description: 'Open the link in a new tab.' })),
  placeholderUrl: Type.Optional(text({ description: 'Picture the editor shows while src is a merge tag.' })),
  decorative: Type.Optional(flag({ description: 'Carries no meaning; screen readers skip it.' })),
  borderRadius: Type.Optional(cornerRadius({ description: 'Corner radius in pixels.' })),
  border: Type.Optional(border),
});

export type ImageBlock = Static<typeof ImageBlock>;
