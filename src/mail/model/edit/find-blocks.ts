import type { Block, TemplateContent } from '../template-content.ts';
import { findByName } from './short-ids.ts';
import { explainUnknown, explainVague } from './suggest-ids.ts';
import { openTree } from './tree.ts';

/**
 * The blocks with the given ids, whole or as outlines show them, inside sections too, in the order asked and each once,
 * and the ids that name none.
 */
export function findBlocks(
  content: TemplateContent,
  ids: readonly string[],
): { blocks: Block[]; missing: string[] } {
  const tree = openTree(content.blocks);
  const missing = new Set<string>();
  const found = new Set<unknown>();
  for (const id of ids) {
    const [node, another] = findByName(tree, id);
    if (node && !another) found.add(node.block);
    else missing.add(id);
  }
  // Stored content went through parseContent.
  return { blocks: [...found] as Block[], missing: [...missing] };
}

/** The whole id of the block a name means, or why it means none, and which there are. */
export function findBlockId(content: TemplateContent, name: string): { id: string } | { fault: string } {
  const tree = openTree(content.blocks);
  const [node, another] = findByName(tree, name);
  if (node && another) return { fault: explainVague(tree, name) };
  return node?.id === undefined ? { fault: explainUnknown(tree, name) } : { id: node.id };
}
