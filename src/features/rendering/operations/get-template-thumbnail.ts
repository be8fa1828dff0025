import { Type } from '@sinclair/typebox';
import { Picture } from '../../../platform/files/picture.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { TemplateId } from '../../templates/index.ts';
import { openTemplateSource } from '../render-mail.ts';
import { readThumbnailSize, ThumbnailInput } from '../thumbnails/thumbnail-input.ts';

export const getTemplateThumbnail = defineOperation({
  name: 'getTemplateThumbnail',
  summary: 'A picture of a stored template as PNG, drawn from its HTML',
  scope: 'tenant',
  effect: 'read',
  requestClass: 'render',
  input: Type.Object({ template_id: TemplateId, ...ThumbnailInput }),
  output: Picture,
  async run(context, { template_id, ...picture }) {
    const { deps, scope } = context;
    const { template, source } = await openTemplateSource(context, template_id);
    const { png, etag } = await deps.services.rendering.thumbnails.getOrDraw(scope, {
      ...readThumbnailSize(picture),
      name: template.name ?? 'Untitled',
      contentHash: template.hash,
      readContent: source.readContent,
    });
    return { bytes: png, type: 'image/png' as const, etag };
  },
});
