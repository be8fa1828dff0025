import { shortenIds, walkBlocks } from '../../mail/model/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Connection } from '../../platform/ports/database.ts';
import type { TenantScope } from '../../platform/scope.ts';
import { parseContentBytes, requireTemplateWithContent, templateNotFound } from '../templates/index.ts';
import { type CommentOutput, toThreads } from './output.ts';
import { selectCommentedTemplate, selectComments } from './queries.ts';

const BYTES_PER_BLOCK = 150;
const BYTES_PER_TEMPLATE = 500;

/** The ids of a template's blocks, each with the short form that agents see. */
export type BlockNames = ReadonlyMap<string, string>;

/** The blocks of a template at a version, cached, so that a content of 2 MB is not parsed for every list. */
async function readBlockNames(
  deps: Deps,
  scope: TenantScope,
  db: Connection,
  { id, version }: { id: string; version: number },
): Promise<BlockNames> {
  const key = `${id} ${version}`;
  const cache = deps.services.comments.blockNames;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const template = await requireTemplateWithContent(scope, db, id);
  const content = parseContentBytes(template.json);
  const ids = [...walkBlocks(content)].map(({ block }) => block.id);
  const shortIds = shortenIds(content, ids);
  const names = new Map(ids.map((blockId, index) => [blockId, shortIds[index] ?? blockId]));
  // Under the version that was read: the template may have changed since `version` was.
  cache.set(`${id} ${template.version}`, names, BYTES_PER_TEMPLATE + ids.length * BYTES_PER_BLOCK);
  return names;
}

/** Estimated size of a comment beside its text, as an object and as JSON. */
const BYTES_PER_COMMENT = 1024;
const BYTES_PER_LIST = 1024;

/** All comments of a template. */
interface CommentList {
  items: CommentOutput[];
  /** Threads that are open, threads that are resolved, and comments altogether. */
  open: number;
  resolved: number;
  comments: number;
  next_cursor: null;
}

export interface CachedThreads {
  list: CommentList;
  /** Undefined if no comment is about a block. */
  names: BlockNames | undefined;
}

/**
 * The threads of a template. It is the same object as long as neither they nor the template change, so that a surface can
 * cache its serialized form. Throws `not_found`.
 */
export async function readThreads(
  deps: Deps,
  scope: TenantScope,
  templateId: string,
): Promise<CachedThreads> {
  const { reader } = deps.db;
  const template = await selectCommentedTemplate(scope, reader, templateId);
  if (template === undefined) throw templateNotFound();
  // Ids of templates are not used again, so a key stands for one state only.
  const key = `${template.id} ${template.version} ${template.changes}`;
  const cache = deps.services.comments.threads;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const rows = await selectComments(scope, reader, templateId);
  const isAnchored = rows.some((row) => row.blockId !== null);
  const names = isAnchored ? await readBlockNames(deps, scope, reader, template) : undefined;
  const items = toThreads(rows, (blockId) => names?.has(blockId) === false);
  const open = items.filter((thread) => thread.resolved_at === null).length;
  const list = { items, open, resolved: items.length - open, comments: rows.length, next_cursor: null };
  const loaded = { list, names };
  const weight = BYTES_PER_LIST + rows.length * BYTES_PER_COMMENT + template.bytes * 3;
  cache.set(key, loaded, weight);
  return loaded;
}
