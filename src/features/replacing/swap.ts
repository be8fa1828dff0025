import { findBlocks, isColor, parseContent, type TemplateContent } from '../../mail/model/index.ts';
import { type ReplacedContent, replaceBlockRuns, replaceInContent } from '../../mail/texts/index.ts';
import { featureUnavailable, invalidField } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import type { TenantContext } from '../../platform/operation.ts';
import { findNamedFile } from '../media/index.ts';
import { moduleNotFound, selectModuleNamed } from '../saved-modules/index.ts';
import { parseContentBytes, requireTemplateWithContent } from '../templates/index.ts';
import type { ReplaceInput } from './schema.ts';

/** A replacement with all that it names. */
export interface Swap {
  /** The content with the replacement; the same object if nothing was found. */
  apply(content: TemplateContent): ReplacedContent;
  /** Filters that only such templates meet. */
  filters: { uses_media?: string; link_domain?: string };
}

/** Throws `validation_failed` for what cannot be replaced, and `not_found` for a module, template or block that is not there. */
export async function planSwap(context: TenantContext, { what, find, replace }: ReplaceInput): Promise<Swap> {
  if (find === replace) throw invalidField('replace', 'is the same as find.');
  switch (what) {
    case 'address':
      return planAddress(context, find.trim(), replace.trim());
    case 'domain':
      return planDomain(find, replace);
    case 'color':
      return planColor(find, replace);
    case 'text':
      return { apply: (content) => replaceInContent(content, { what, find, replace }), filters: {} };
    case 'block':
      return planBlocks(context, find, replace);
  }
}

async function planAddress(context: TenantContext, find: string, replace: string): Promise<Swap> {
  const old = await findNamedFile(context, find);
  const isAddress = (text: string) => /^(?:[a-z][\w+.-]*:|\/|\{\{|#)/i.test(text);
  if (old === undefined && !isAddress(find))
    throw invalidField('find', 'is neither an address nor the id of a media file.');
  const wanted = isAddress(replace) ? replace : (await findNamedFile(context, replace))?.url;
  if (wanted === undefined)
    throw invalidField('replace', 'is neither an address nor the id of a media file.');
  const parts = old?.addressParts ?? [];
  return {
    apply: (content) => replaceInContent(content, { what: 'address', find, replace: wanted, parts }),
    filters: old === undefined ? {} : { uses_media: old.id },
  };
}

const HOST = /^[\p{L}\p{N}.-]{1,253}$/u;

function planDomain(find: string, replace: string): Swap {
  const from = find.trim().toLowerCase();
  const to = replace.trim();
  for (const [field, host] of [
    ['find', from],
    ['replace', to],
  ] as const) {
    if (!HOST.test(host))
      throw invalidField(field, 'must be a host such as shop.example, without https:// and path.');
  }
  return {
    apply: (content) => replaceInContent(content, { what: 'domain', find: from, replace: to }),
    filters: { link_domain: from },
  };
}

function planColor(find: string, replace: string): Swap {
  for (const [field, color] of Object.entries({ find, replace })) {
    if (color.trim() === '' || !isColor(color) || color.includes('{'))
      throw invalidField(field, 'must be a CSS color such as #1a73e8.');
  }
  return {
    apply: (content) =>
      replaceInContent(content, { what: 'color', find: find.trim(), replace: replace.trim() }),
    filters: {},
  };
}

async function planBlocks(context: TenantContext, find: string, replace: string): Promise<Swap> {
  const wanted = await readBlocks(context, 'find', find);
  const others = replace.trim() === '' ? [] : await readBlocks(context, 'replace', replace);
  return { apply: (content) => replaceBlockRuns(content, wanted, others), filters: {} };
}

/** The blocks of a saved module or a block of a template, in full form. */
async function readBlocks(
  context: TenantContext,
  field: 'find' | 'replace',
  name: string,
): Promise<readonly unknown[]> {
  const { deps, scope } = context;
  const db = deps.db.reader;
  const [templateId = '', blockId] = name.split('#');
  if (blockId !== undefined) {
    const row = await requireTemplateWithContent(scope, db, templateId);
    const { blocks, missing } = findBlocks(parseContentBytes(row.json), [blockId]);
    if (missing.length > 0) throw invalidField(field, 'names a block that the template does not have.');
    return blocks;
  }
  if (!scope.plan.features.saved_modules) throw featureUnavailable('saved_modules');
  const module = await selectModuleNamed(scope, db, name);
  if (module === undefined) throw moduleNotFound();
  const parsed = parseContent(
    { blocks: JSON.parse(Buffer.from(module.json).toString()), settings: {} },
    { makeId: createId, unknownBlockTypes: 'keep', unknownFields: 'keep', unknownShapes: 'keep' },
  );
  if (!parsed.ok) throw invalidField(field, 'names a saved module whose blocks cannot be used any more.');
  return parsed.content.blocks;
}
