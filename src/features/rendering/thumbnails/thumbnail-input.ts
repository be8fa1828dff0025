import { type Static, Type } from '@sinclair/typebox';
import { MAX_THUMBNAIL_HEIGHT, MAX_THUMBNAIL_WIDTH, MIN_THUMBNAIL_SIDE } from './thumbnail.ts';

/** Greatest height as a multiple of the width, unless the caller says otherwise. */
const USUAL_RATIO = 4;

/** The caller's options for the picture of a mail. */
export const ThumbnailInput = {
  width: Type.Integer({
    minimum: MIN_THUMBNAIL_SIDE,
    maximum: MAX_THUMBNAIL_WIDTH,
    default: 320,
    description: 'Width of the picture in pixels.',
  }),
  max_height: Type.Optional(
    Type.Integer({
      minimum: MIN_THUMBNAIL_SIDE,
      maximum: MAX_THUMBNAIL_HEIGHT,
      description: `A longer mail is cut off here. Four times the width when absent, ${MAX_THUMBNAIL_HEIGHT} at most.`,
    }),
  ),
  layout: Type.Union([Type.Literal('desktop'), Type.Literal('phone')], {
    default: 'desktop',
    description: '"phone": 375 CSS pixels wide, with columns below each other.',
  }),
  dark: Type.Boolean({ default: false, description: 'With the colors of dark mode.' }),
};

const AllInput = Type.Object(ThumbnailInput);

export function readThumbnailSize({ width, max_height, layout, dark }: Static<typeof AllInput>) {
  const maxHeight = max_height ?? Math.min(USUAL_RATIO * width, MAX_THUMBNAIL_HEIGHT);
  return { width, maxHeight, layout, isDark: dark };
}
