import type { ContentTree, TreeList, TreeNode } from '../edit/tree.ts';
import { findLongestIncreasing } from './longest-increasing.ts';
import type { BlockPairs } from './match-blocks.ts';

/**
 * The blocks, as they are now, that have to be moved: those that came from another list, and in each list the fewest
 * that bring the others into order.
 */
export function findMoved(after: ContentTree, pairs: BlockPairs): Set<TreeNode> {
  const moved = new Set<TreeNode>();
  noteMoved(moved, after.top, pairs);
  for (const node of after.top.nodes) {
    for (const column of node.columns ?? []) noteMoved(moved, column, pairs);
  }
  return moved;
}

function noteMoved(moved: Set<TreeNode>, list: TreeList, pairs: BlockPairs): void {
  const staying: TreeNode[] = [];
  const places: number[] = [];
  const indexes = new Map<TreeList, Map<TreeNode, number>>();
  for (const node of list.nodes) {
    const before = pairs.before.get(node);
    if (!before) continue;
    if (!isSameList(before.list, list, pairs)) moved.add(node);
    else {
      const index = indexes.get(before.list) ?? indexNodes(before.list);
      indexes.set(before.list, index);
      staying.push(node);
      places.push(index.get(before) as number);
    }
  }
  const kept = findLongestIncreasing(places);
  for (const [position, node] of staying.entries()) if (!kept.has(position)) moved.add(node);
}

/** Whether a list is what has become of another: both the top level, or the same column of the same section. */
export function isSameList(before: TreeList, after: TreeList, pairs: BlockPairs): boolean {
  if (!before.section || !after.section) return before.section === after.section;
  if (pairs.after.get(before.section) !== after.section) return false;
  return before.section.columns?.indexOf(before) === after.section.columns?.indexOf(after);
}

function indexNodes(list: TreeList): Map<TreeNode, number> {
  return new Map(list.nodes.map((node, index) => [node, index]));
}
