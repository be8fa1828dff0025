import { shortenIds, type TemplateContent, walkBlocks } from '../../../mail/model/index.ts';
import { replaceInContent } from '../../../mail/texts/index.ts';
import type { TenantContext } from '../../../platform/operation.ts';
import { selectMediaTokens } from '../listing/filter-queries.ts';
import { parseContentBytes } from '../output.ts';
import { selectTemplateWithContent } from '../queries.ts';

/**
 * Most bytes of contents that one call reads: the size of the largest content, because all other requests wait
 * meanwhile.
 */
const MAX_BYTES = 2 * 1024 * 1024;

/** Most blocks listed for one template. */
const MAX_NAMED = 20;

interface BlockFilters {
  uses_media?: string | undefined;
  block_type?: string | undefined;
  link_domain?: string | undefined;
}

/**
 * Type and short id of the blocks that match filters, by template id. Templates beyond 2 MB of contents are left out.
 */
export async function findMatchingBlocks(
  { deps, scope }: TenantContext,
  ids: readonly string[],
  filters: BlockFilters,
): Promise<Map<string, string[]>> {
  const db = deps.db.reader;
  const { uses_media } = filters;
  const tokens = uses_media === undefined ? [] : await selectMediaTokens(scope, db, uses_media);
  const found = new Map<string, string[]>();
  let bytes = 0;
  for (const id of ids) {
    const row = await selectTemplateWithContent(scope, db, id);
    bytes += row?.json.byteLength ?? 0;
    if (row === undefined || bytes > MAX_BYTES) continue;
    found.set(id, listMatching(parseContentBytes(row.json), filters, tokens));
  }
  return found;
}

function listMatching(
  content: TemplateContent,
  { uses_media, block_type, link_domain }: BlockFilters,
  tokens: readonly string[],
): string[] {
  const blocks = [...walkBlocks(content)].map(({ block }) => block);
  const matches: Set<string>[] = [];
  if (block_type !== undefined)
    matches.push(new Set(blocks.filter(({ type }) => type === block_type).map(({ id }) => id)));
  if (link_domain !== undefined)
    matches.push(findReplaceable(content, 'domain', link_domain.toLowerCase(), []));
  if (uses_media !== undefined)
    matches.push(
      findReplaceable(
        content,
        'address',
        uses_media,
        tokens.map((token) => `/media/${token}/`),
      ),
    );
  const [first = new Set<string>(), ...others] = matches;
  const ids = [...first].filter((id) => others.every((other) => other.has(id))).slice(0, MAX_NAMED);
  const types = new Map(blocks.map(({ id, type }) => [id, type]));
  return shortenIds(content, ids).map((short, index) => `${types.get(ids[index] ?? '')} ${short}`);
}

/** The blocks in which a replacement would find the filters' text. */
function findReplaceable(
  content: TemplateContent,
  what: 'domain' | 'address',
  find: string,
  parts: readonly string[],
): Set<string> {
  return new Set(replaceInContent(content, { what, find, replace: '', parts }).blocks);
}
