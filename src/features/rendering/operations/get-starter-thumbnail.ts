import { Type } from '@sinclair/typebox';
import { Picture } from '../../../platform/files/picture.ts';
import { defineOperation } from '../../../platform/operation.ts';
import { sha256 } from '../../../platform/security/crypto.ts';
import { composeStarter, StarterName } from '../../starters/index.ts';
import { readThumbnailSize, ThumbnailInput } from '../thumbnails/thumbnail-input.ts';

export const getStarterThumbnail = defineOperation({
  name: 'getStarterThumbnail',
  summary: 'A picture of a starter as PNG, in the brand of the tenant',
  scope: 'tenant',
  effect: 'read',
  requestClass: 'render',
  input: Type.Object({
    starter: StarterName,
    locale: Type.Optional(
      Type.String({ maxLength: 35, description: 'Language of its texts; English when absent.' }),
    ),
    ...ThumbnailInput,
  }),
  output: Picture,
  async run({ deps, scope }, { starter, locale = 'en', ...picture }) {
    let made = 0;
    // Always the same ids, so that the picture is drawn only once.
    const makeId = () => {
      made += 1;
      return `starter-${made}`;
    };
    const { content, name } = await composeStarter({ deps, scope }, { starter, locale }, makeId);
    const json = JSON.stringify(content);
    const { png, etag } = await deps.services.rendering.thumbnails.getOrDraw(scope, {
      ...readThumbnailSize(picture),
      name,
      contentHash: sha256(json),
      readContent: async () => json,
    });
    return { bytes: png, type: 'image/png' as const, etag };
  },
});
