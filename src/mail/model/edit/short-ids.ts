import type { TemplateContent } from '../template-content.ts';
import { isUuid, TAIL, tailOf } from './tails.ts';
import { type ContentTree, openTree, type TreeNode } from './tree.ts';

/**
 * The id by which a model is shown a block, and by which it may name it: of a UUID the last six characters, if no other
 * block can be meant by them; otherwise the id.
 */
export function shortenId(tree: ContentTree, id: string): string {
  if (!isUuid(id)) return id;
  const tail = tailOf(id);
  const others = [...(tree.nodesByTail.get(tail) ?? [])].filter((node) => node.id !== id);
  return others.length === 0 && !tree.nodeOfId.has(tail) ? tail : id;
}

/** As `shortenId`, for ids of blocks that are, or were, in a content. */
export function shortenIds(content: TemplateContent, ids: readonly string[]): string[] {
  const tree = openTree(content.blocks);
  return ids.map((id) => shortenId(tree, id));
}

/** The blocks a name can mean: the one with that id, or those whose UUID ends so. */
export function findByName(tree: ContentTree, name: string): TreeNode[] {
  const exact = tree.nodeOfId.get(name);
  if (exact) return [exact];
  if (name.length < TAIL) return [];
  const end = name.toLowerCase();
  const alike = tree.nodesByTail.get(tailOf(name)) ?? [];
  return [...alike].filter((node) => node.id?.toLowerCase().endsWith(end));
}
