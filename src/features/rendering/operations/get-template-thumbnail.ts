import { Type } from '@sinclair/typebox';
import { defineOperation } from '../../../platform/operation.ts';
import { Picture } from '../../../platform/picture.ts';
import { TemplateId } from '../../templates/index.ts';
import { openTemplateSource } from '../render-mail.ts';
import { MAX_THUMBNAIL_HEIGHT, MAX_THUMBNAIL_WIDTH, MIN_THUMBNAIL_SIDE } from '../thumbnails/thumbnail.ts';

/** Greatest height as a multiple of the width, unless the caller says otherwise. */
const USUAL_RATIO = 4;

export const getTemplateThumbnail = defineOperation({
  name: 'getTemplateThumbnail',
  summary: 'A picture of a stored template as PNG, drawn from its blocks',
  scope: 'tenant',
  effect: 'read',
  requestClass: 'render',
  input: Type.Object({
    template_id: TemplateId,
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
  }),
  output: Picture,
  async run(context, { template_id, width, max_height, layout, dark }) {
    const { deps, scope } = context;
    const { template, source } = await openTemplateSource(context, template_id);
    const { png, etag } = await deps.services.rendering.thumbnails.getOrDraw(scope, {
      name: template.name ?? 'Untitled',
      contentHash: template.hash,
      readContent: source.readContent,
      width,
      maxHeight: max_height ?? Math.min(USUAL_RATIO * width, MAX_THUMBNAIL_HEIGHT),
      layout,
      isDark: dark,
    });
    return { bytes: png, type: 'image/png' as const, etag };
  },
});
