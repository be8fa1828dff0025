import { type ContentTree, type TreeList, type TreeNode, walkNodes } from '../edit/tree.ts';
import { findLongestIncreasing } from './align-sequences.ts';

/** Pairs of old and new blocks; blocks without a partner were removed or added. */
export interface BlockPairs {
  /** By the block as it is now. */
  before: Map<TreeNode, TreeNode>;
  /** By the block as it was. */
  after: Map<TreeNode, TreeNode>;
}

/**
 * Pairs blocks by their ids. Damaged data may have an id several times, or blocks without: of those the equal ones
 * are paired first, the others in their order, those without an id only with one of the same type.
 */
export function matchBlocks(before: ContentTree, after: ContentTree): BlockPairs {
  const pairs: BlockPairs = { before: new Map(), after: new Map() };
  const old = groupById(before);
  for (const [id, newer] of groupById(after)) {
    const past = old.get(id) ?? [];
    const [one, another] = [past[0], newer[0]];
    if (one && another && id !== undefined && past.length === 1 && newer.length === 1)
      pair(pairs, one, another);
    else pairAlike(pairs, past, newer);
  }
  return pairs;
}

function pair({ before, after }: BlockPairs, past: TreeNode, present: TreeNode): void {
  before.set(present, past);
  after.set(past, present);
}

function groupById(tree: ContentTree): Map<string | undefined, TreeNode[]> {
  const groups = new Map<string | undefined, TreeNode[]>();
  for (const node of walkNodes(tree)) {
    const group = groups.get(node.id);
    if (group) group.push(node);
    else groups.set(node.id, [node]);
  }
  return groups;
}

function pairAlike(pairs: BlockPairs, past: readonly TreeNode[], present: readonly TreeNode[]): void {
  const writeType = ({ id, type }: TreeNode): string => (id === undefined ? `${type}` : '');
  for (const write of [writeBlock, writeType]) {
    const free = new Map<string, TreeNode[]>();
    // From the end, so that the first is taken first.
    for (const node of past.toReversed()) {
      if (pairs.after.has(node)) continue;
      const key = write(node);
      const others = free.get(key);
      if (others) others.push(node);
      else free.set(key, [node]);
    }
    for (const node of present) {
      const found = pairs.before.has(node) ? undefined : free.get(write(node))?.pop();
      if (found) pair(pairs, found, node);
    }
  }
}

function writeBlock({ block }: TreeNode): string {
  return JSON.stringify(block) ?? '';
}

/**
 * The blocks, as they are now, that have to be moved: those that came from another list, and in each list the fewest
 * that bring the others into order.
 */
export function findMoved(after: ContentTree, pairs: BlockPairs): Set<TreeNode> {
  const moved = new Set<TreeNode>();
  recordMoved(moved, after.top, pairs);
  for (const node of after.top.nodes) {
    for (const column of node.columns ?? []) recordMoved(moved, column, pairs);
  }
  return moved;
}

function recordMoved(moved: Set<TreeNode>, list: TreeList, pairs: BlockPairs): void {
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

/** Whether two lists correspond: both the top level, or the same column of the same section. */
function isSameList(before: TreeList, after: TreeList, pairs: BlockPairs): boolean {
  if (!before.section || !after.section) return before.section === after.section;
  if (pairs.after.get(before.section) !== after.section) return false;
  return before.section.columns?.indexOf(before) === after.section.columns?.indexOf(after);
}

function indexNodes(list: TreeList): Map<TreeNode, number> {
  return new Map(list.nodes.map((node, index) => [node, index]));
}
