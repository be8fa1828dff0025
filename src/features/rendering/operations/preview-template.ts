import { Type } from '@sinclair/typebox';
import { findBlocks, type TemplateContent } from '../../../mail/model/index.ts';
import { sha256 } from '../../../platform/crypto.ts';
import { invalidField } from '../../../platform/errors.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { Picture } from '../../../platform/picture.ts';
import { TemplateId } from '../../templates/index.ts';
import { openTemplateSource } from '../render-mail.ts';
import { readPngHeight } from '../thumbnails/thumbnail.ts';

/** Pixels of the picture, one for each CSS pixel. Models scale larger pictures down. */
const WIDTHS = { desktop: 640, phone: 375 };
const MAX_HEIGHT = 1_568;

export const previewTemplate = defineOperation({
  name: 'previewTemplate',
  summary: 'A picture of a stored template, or of some of its blocks, for agents',
  scope: 'tenant',
  effect: 'read',
  requestClass: 'render',
  input: Type.Object({
    template_id: TemplateId,
    layout: Type.Union([Type.Literal('desktop'), Type.Literal('phone')], {
      default: 'desktop',
      description: 'phone: 375 pixels wide.',
    }),
    dark: Type.Boolean({ default: false, description: 'In dark mode.' }),
    block_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 255 }), {
        minItems: 1,
        maxItems: 100,
        description: 'Only these blocks, e.g. those below the cut.',
      }),
    ),
  }),
  output: Type.Object({
    template_id: Type.String(),
    version: Type.Integer(),
    cut_off: Type.Optional(Type.Boolean({ description: 'The mail goes on below the picture.' })),
    picture: Picture,
  }),
  async run(context, { template_id, layout, dark, block_ids }) {
    const { deps, scope } = context;
    const { template, source } = await openTemplateSource(context, template_id);
    const part =
      block_ids === undefined
        ? { contentHash: template.hash, readContent: source.readContent }
        : takeBlocks(await source.readContent(), block_ids);
    const { png, etag } = await deps.services.rendering.thumbnails.getOrDraw(scope, {
      ...part,
      name: template.name ?? 'Untitled',
      width: WIDTHS[layout],
      maxHeight: MAX_HEIGHT,
      layout,
      isDark: dark,
    });
    return {
      template_id: template.id,
      version: template.version,
      ...(readPngHeight(png) >= MAX_HEIGHT && { cut_off: true }),
      picture: { bytes: png, type: 'image/png' as const, etag },
    };
  },
});

/** A content of these blocks only. Throws `validation_failed` for an unknown one. */
function takeBlocks(json: string, ids: readonly string[]) {
  const content = JSON.parse(json) as TemplateContent;
  const { blocks, missing } = findBlocks(content, ids);
  if (missing.length > 0) throw invalidField('block_ids', `has ids of no block: ${missing.join(', ')}.`);
  const part = JSON.stringify({ ...content, blocks });
  return { contentHash: sha256(part), readContent: async () => part };
}
