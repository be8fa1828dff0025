import type { Block, TemplateContent } from '../template-content.ts';
import { findByName } from './short-ids.ts';
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
