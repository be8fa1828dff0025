import { shortenIds, walkBlocks } from '../../mail/model/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { parseContentBytes, selectTemplateWithContent, templateNotFound } from '../templates/index.ts';

/** Ids of blocks by template kept in memory. */
export const MAX_BLOCK_NAME_BYTES = 4 * 1024 * 1024;
const BYTES_PER_BLOCK = 150;
const BYTES_PER_TEMPLATE = 500;

/** The ids of a template's blocks, each with the short form in which agents are shown it. */
export type BlockNames = ReadonlyMap<string, string>;

/** The blocks a template has at a version: a content of 2 MB is looked through once, not with every list. */
export async function readBlockNames(
  deps: Deps,
  scope: TenantScope,
  db: Connection,
  { id, version }: { id: string; version: number },
): Promise<BlockNames> {
  const key = `${id} ${version}`;
  const cache = deps.services.comments.blockNames;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const template = await selectTemplateWithContent(scope, db, id);
  if (template === undefined) throw templateNotFound();
  const content = parseContentBytes(template.json);
  const ids = [...walkBlocks(content)].map(({ block }) => block.id);
  const shortIds = shortenIds(content, ids);
  const names = new Map(ids.map((blockId, index) => [blockId, shortIds[index] ?? blockId]));
  // The version that was read, should it have changed since: a version never changes.
  cache.set(`${id} ${template.version}`, names, BYTES_PER_TEMPLATE + ids.length * BYTES_PER_BLOCK);
  return names;
}
