import { type Static, Type } from '@sinclair/typebox';
import { blockSchemas } from '../../../mail/model/index.ts';
import { invalidField, notFound } from '../../../platform/errors.ts';
import { requireFolder } from '../../../platform/folders/folders.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import { parseSince, SinceInput } from '../../../platform/pagination.ts';
import { foldTag, TEMPLATE_FOLDERS } from '../organizing/attributes.ts';
import { selectTag } from '../organizing/tag-queries.ts';
import { blockFact, domainFact } from '../search/read-texts.ts';
import { hasFact, selectMediaTokens, type TemplateFilters } from './filter-queries.ts';

/** Filters for templates. */
export const FilterInput = Type.Object({
  folder_id: Type.Optional(
    Type.String({
      maxLength: 255,
      description: '"top": in no folder.',
      'x-id-of': 'template_folder',
    }),
  ),
  tag: Type.Optional(Type.String({ maxLength: 1000, description: 'A tag they have.' })),
  updated_since: SinceInput,
  author: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Id of the last writer of the content.',
    }),
  ),
  uses_media: Type.Optional(Type.String({ maxLength: 255, description: 'Id of a media file.' })),
  block_type: Type.Optional(Type.String({ maxLength: 255, description: 'Type of a block in it.' })),
  link_domain: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Host of a link in it.',
    }),
  ),
});

type Filters = { [Name in keyof Static<typeof FilterInput>]?: string | undefined };

/**
 * Undefined if there is no such tag: then the list is empty. Throws `not_found` for an unknown folder or media file, and
 * `validation_failed` for an unknown type of blocks.
 */
export async function readFilters(
  { deps, scope }: TenantContext,
  { folder_id, tag, author, updated_since, uses_media, block_type, link_domain }: Filters,
): Promise<TemplateFilters | undefined> {
  const db = deps.db.reader;
  const isTop = folder_id === 'top';
  if (folder_id !== undefined && !isTop) await requireFolder(TEMPLATE_FOLDERS, scope, db, folder_id);
  // One in the trash has addresses too.
  if (uses_media !== undefined && (await selectMediaTokens(scope, db, uses_media)).length === 0)
    throw notFound('File');
  if (block_type !== undefined) await requireBlockType({ deps, scope }, block_type);
  const known = tag === undefined ? undefined : await selectTag(scope, db, foldTag(tag));
  if (tag !== undefined && known === undefined) return undefined;
  const since = parseSince(updated_since, 'updated_since');
  return {
    ...(isTop && { top: 1 }),
    ...(folder_id !== undefined && !isTop && { folder: folder_id }),
    ...(known !== undefined && { tag: known.id }),
    ...(author !== undefined && { author }),
    ...(since !== undefined && { updatedSince: since }),
    ...(uses_media !== undefined && { media: uses_media }),
    ...(block_type !== undefined && { blockType: blockFact(block_type) }),
    ...(link_domain !== undefined && { linkDomain: domainFact(hostOf(link_domain)) }),
  };
}

/** Editors may have stored types that this version does not know. */
async function requireBlockType({ deps, scope }: TenantContext, type: string): Promise<void> {
  if (blockSchemas.has(type)) return;
  const isIndexed = await deps.services.templates.search.catchUp(scope.tenant.id);
  if (!isIndexed || (await hasFact(scope, deps.db.reader, blockFact(type)))) return;
  const types = [...blockSchemas.keys()].map((one) => `"${one}"`).join(', ');
  throw invalidField('block_type', `must be one of: ${types}.`);
}

/** Accepts a whole link too, because agents send one. */
function hostOf(domain: string): string {
  return (domain.includes('://') ? URL.parse(domain)?.host : undefined) ?? domain;
}
