import { type Static, Type } from '@sinclair/typebox';
import { alignment, blockSchema, flag, pixels, pixelsOrFull, text } from '../common.ts';

/** A video: mail clients show its poster with a play button that links to it. `height` comes from newer editors only. */
export const VideoBlock = blockSchema(
  'video',
  'VideoBlock',
  'A poster picture with a play button, linking to a video.',
  {
    url: text({ description: 'URL of the video page.', default: '' }),
    openInNewTab: Type.Optional(flag({ description: 'Open the link in a new tab.' })),
    thumbnailUrl: text({ description: 'URL of the poster picture.', default: '' }),
    alt: text({ description: 'Text for readers who do not see the poster.', default: 'Video' }),
    width: pixelsOrFull({ description: 'Width in pixels, or "full".', default: 'full' }),
    height: Type.Optional(
      pixels({ description: 'Height of the poster in pixels; in proportion to the width when absent.' }),
    ),
    align: alignment('Position when narrower than its column.', 'center'),
    placeholderUrl: Type.Optional(
      text({ description: 'Picture the editor shows while thumbnailUrl is a merge tag.' }),
    ),
  },
);

export type VideoBlock = Static<typeof VideoBlock>;
