import type { Static } from '@sinclair/typebox';
import { shortenIds, type TemplateContent, walkBlocks } from '../../mail/model/index.ts';
import type { ReplacedContent } from '../../mail/texts/index.ts';
import { DomainError, invalidField } from '../../platform/errors.ts';
import type { DomainEvent } from '../../platform/events.ts';
import { defineOperation, type TenantContext } from '../../platform/operation.ts';
import { decodeCursor, encodeCursor } from '../../platform/pagination.ts';
import type { Connection } from '../../platform/ports/database.ts';
import { sha256Hex } from '../../platform/security/crypto.ts';
import {
  ConcurrentChange,
  changeTemplate,
  chooseTemplates,
  parseContentBytes,
  prepareContent,
  readFilters,
  selectTemplateWithContent,
  type TemplateWithContent,
  templateEvent,
  transactOnTemplate,
} from '../templates/index.ts';
import { MAX_TEMPLATES, type ReplacedTemplate, ReplaceInput, ReplaceOutput } from './schema.ts';
import { planSwap, type Swap } from './swap.ts';

/** Bytes of contents that one call reads: as many as one content may have, because all other requests wait meanwhile. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Of one template. The server answers nothing else while it is searched. */
const MAX_TEMPLATE_BYTES = 512 * 1024;
const TOO_LARGE = 'It is larger than 512 KB, which is too large for this. Change it by itself.';

/** Others write between two transactions. */
const TEMPLATES_PER_TRANSACTION = 10;

/** Blocks that are named for one template. */
const MAX_NAMED_BLOCKS = 20;

export const replaceInTemplates = defineOperation({
  name: 'replaceInTemplates',
  summary: 'Replace an address, a domain of links, a color, a text or a block in many templates',
  scope: 'tenant',
  effect: 'write',
  input: ReplaceInput,
  output: ReplaceOutput,
  async run({ deps, scope }, input) {
    if (input.dry_run === true && input.plan !== undefined)
      throw invalidField('plan', 'is made by a dry run. Leave dry_run out to carry it out.');
    const context = { deps, scope };
    const swap = await planSwap(context, input);
    const chosen = await choose(context, input, swap);
    const planned = await planChanges(context, swap, chosen);
    if (input.all_or_none === true && planned.next !== null)
      throw invalidField(
        'all_or_none',
        `needs templates that one call can change: ${MAX_TEMPLATES}, with 2 MB together. Choose fewer by template_ids, tag or folder_id, or leave it out.`,
      );
    const { next, searched, failed } = planned;
    const rest = {
      searched,
      next_cursor: next,
      ...(!chosen.isIndexed && { search_incomplete: true }),
    };
    if (input.dry_run === true) {
      const items = [...planned.changes.map(({ item }) => item), ...failed];
      return {
        items,
        changed: planned.changes.length,
        failed: failed.length,
        ...rest,
        plan: planOf(input, planned),
      };
    }
    if (input.plan !== undefined && input.plan !== planOf(input, planned))
      throw new DomainError(
        'version_conflict',
        'Templates have changed since the dry run, so nothing was changed. Repeat the dry run.',
      );
    const tooLarge = failed.find(({ error }) => error === TOO_LARGE);
    if (input.all_or_none === true && tooLarge !== undefined) throw refuseAll(tooLarge);
    const done = await carryOut(context, swap, planned, input.all_or_none === true);
    const all = [...done, ...failed];
    const unchanged = all.filter(({ error }) => error !== undefined);
    const items = input.plan === undefined ? all : unchanged;
    return { items, changed: all.length - unchanged.length, failed: unchanged.length, ...rest };
  },
});

/** The templates to check, each with the cursor that continues after it. The first starts at the given cursor. */
interface Chosen {
  ids: { id: string; cursor: string }[];
  /** After the last one. */
  next: string | null;
  isIndexed: boolean;
}

async function choose(context: TenantContext, input: ReplaceInput, swap: Swap): Promise<Chosen> {
  const { deps, scope } = context;
  const { what, find, template_ids, cursor, archived = false, folder_id, tag, block_type } = input;
  const { uses_media, link_domain } = input;
  const filter = { folder_id, tag, block_type, uses_media, link_domain };
  const audience = JSON.stringify([
    'replace',
    scope.tenant.id,
    what,
    find,
    template_ids ?? null,
    filter,
    archived,
  ]);
  const after = cursor === undefined ? undefined : decodeCursor(deps.urlSigningKey, audience, cursor);
  const encode = (position: readonly (string | number)[]) =>
    encodeCursor(deps.urlSigningKey, audience, position);
  if (template_ids !== undefined) {
    if (Object.values(filter).some((value) => value !== undefined))
      throw invalidField('template_ids', 'cannot go with filters.');
    const ids = [...new Set(template_ids)].map((id, index) => ({ id, cursor: encode([index + 1]) }));
    return { ids: ids.slice(Number(after?.[0] ?? 0)), next: null, isIndexed: true };
  }
  const filters = await readFilters(context, {
    ...filter,
    uses_media: uses_media ?? swap.filters.uses_media,
    link_domain: link_domain ?? swap.filters.link_domain,
  });
  if (filters === undefined) return { ids: [], next: null, isIndexed: true };
  const page = { filters, archived: archived ? 'all' : 'false', after, limit: MAX_TEMPLATES } as const;
  const { templates, next, isIndexed } = await chooseTemplates(context, page);
  const ids = templates.map(({ id, position }) => ({ id, cursor: encode(position) }));
  return { ids, next: next === undefined ? null : encode(next), isIndexed };
}

/** A template that has something to replace. */
interface PlannedChange {
  id: string;
  version: number;
  item: ReplacedTemplate;
}

interface Planned {
  changes: PlannedChange[];
  /** Not there, or too large. */
  failed: ReplacedTemplate[];
  searched: number;
  /** Where to continue. */
  next: string | null;
}

/** Reads the templates until there are too many bytes. */
async function planChanges(context: TenantContext, swap: Swap, chosen: Chosen): Promise<Planned> {
  const planned: Planned = { changes: [], failed: [], searched: 0, next: chosen.next };
  let bytes = 0;
  for (const [index, { id, cursor }] of chosen.ids.entries()) {
    const row = await selectTemplateWithContent(context.scope, context.deps.db.reader, id);
    planned.searched += 1;
    if (row === undefined) {
      planned.failed.push({ id, version: 0, error: 'Template not found.' });
      continue;
    }
    if (row.json.byteLength > MAX_TEMPLATE_BYTES) {
      planned.failed.push({ id, version: row.version, error: TOO_LARGE });
      continue;
    }
    bytes += row.json.byteLength;
    const before = parseContentBytes(row.json);
    const replaced = swap.apply(before);
    if (replaced.count > 0)
      planned.changes.push({ id, version: row.version, item: describe(row, before, replaced) });
    // Other requests are answered between two templates.
    await Bun.sleep(0);
    if (bytes >= MAX_BYTES && index < chosen.ids.length - 1) return { ...planned, next: cursor };
  }
  return planned;
}

/** Names of the changed blocks are taken from the content before. */
function describe(
  row: TemplateWithContent,
  before: TemplateContent,
  { count, blocks, settings }: ReplacedContent,
): ReplacedTemplate {
  const named = blocks.slice(0, MAX_NAMED_BLOCKS);
  const types = new Map([...walkBlocks(before)].map(({ block }) => [block.id, block.type]));
  const lines = shortenIds(before, named).map(
    (id, index) => `${types.get(named[index] ?? '') ?? 'block'} ${id}`,
  );
  return {
    id: row.id,
    ...(row.name !== null && { name: row.name }),
    version: row.version,
    count,
    blocks: [...(settings ? ['settings'] : []), ...lines],
  };
}

/** Identifies the request and the versions in which matches were found. */
function planOf({ what, find, replace }: ReplaceInput, { changes }: Planned): string {
  const versions = changes.map(({ id, version }) => [id, version]);
  return sha256Hex(JSON.stringify([what, find, replace, versions])).slice(0, 16);
}

/** Makes the changes. Templates that have changed since they were planned are refused. */
async function carryOut(
  context: TenantContext,
  swap: Swap,
  { changes }: Planned,
  isAllOrNone: boolean,
): Promise<ReplacedTemplate[]> {
  const { deps, scope } = context;
  const size = isAllOrNone ? MAX_TEMPLATES : TEMPLATES_PER_TRANSACTION;
  const items: ReplacedTemplate[] = [];
  for (let start = 0; start < changes.length; start += size) {
    const chunk = changes.slice(start, start + size);
    const done = await transactOnTemplate(context, async (db) => {
      const outcomes: Static<typeof ReplaceOutput>['items'] = [];
      const events: DomainEvent[] = [];
      for (const change of chunk) {
        const { item, event } = await changeOne(context, db, swap, change);
        if (isAllOrNone && item.error !== undefined) throw refuseAll(item);
        outcomes.push(item);
        if (event !== undefined) events.push(event);
      }
      return { outcomes, events };
    });
    // Published at once, because a later chunk may fail, for example if the disk is full.
    deps.events.publish(done.events, scope);
    items.push(...done.outcomes);
  }
  return items;
}

async function changeOne(
  context: TenantContext,
  db: Connection,
  swap: Swap,
  { id, version, item }: PlannedChange,
): Promise<{ item: ReplacedTemplate; event?: DomainEvent }> {
  const row = await selectTemplateWithContent(context.scope, db, id);
  if (row === undefined) return { item: { ...item, error: 'It has been deleted.' } };
  if (row.version !== version)
    return {
      item: { ...item, version: row.version, error: 'It has been changed in the meantime. Try again.' },
    };
  try {
    const { json, ...before } = row;
    const present = parseContentBytes(json);
    const content = prepareContent(context.scope, swap.apply(present).content, present);
    const after = await changeTemplate(context, db, before, { content });
    const changed = { ...item, version: after.version };
    return after.version === version
      ? { item: changed }
      : { item: changed, event: templateEvent('template.updated', after) };
  } catch (error) {
    // It is thrown before the first write of a template.
    if (!(error instanceof DomainError) || error instanceof ConcurrentChange) throw error;
    return { item: { ...item, error: error.message } };
  }
}

function refuseAll({ id, name, error = '' }: ReplacedTemplate): DomainError {
  const message = `Nothing was changed, because one template cannot be: ${error}`;
  return new DomainError('conflict', message, {
    facts: { template_id: id, ...(name !== undefined && { name }) },
    quotesOthers: true,
  });
}
