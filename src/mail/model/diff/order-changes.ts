import { type ContentTree, type TreeList, type TreeNode, withInner } from '../edit/tree.ts';
import type { BlockChange } from './content-diff.ts';
import type { BlockPairs } from './match-blocks.ts';

interface Compared {
  before: ContentTree;
  after: ContentTree;
  pairs: BlockPairs;
  moved: ReadonlySet<TreeNode>;
}

/** Removed blocks by the block they came after, or by the list they began, as these are now. */
type Removed = Map<TreeNode | TreeList, TreeNode[]>;

/**
 * All changes in the order a reader of the mail meets them: those of blocks there are now, as `describe` tells them,
 * and removed blocks where they were.
 */
export function orderChanges(
  compared: Compared,
  describe: (node: TreeNode) => BlockChange | undefined,
): BlockChange[] {
  const removed = placeRemoved(compared);
  const changes: BlockChange[] = [];
  const addRemoved = (place: TreeNode | TreeList): void => {
    for (const before of removed.get(place) ?? []) changes.push({ before, isMoved: false, fields: [] });
  };
  const addList = (list: TreeList): void => {
    addRemoved(list);
    for (const node of list.nodes) {
      const change = describe(node);
      if (change) changes.push(change);
      for (const column of node.columns ?? []) addList(column);
      addRemoved(node);
    }
  };
  addList(compared.after.top);
  return changes;
}

function placeRemoved({ before, after, pairs, moved }: Compared): Removed {
  const removed: Removed = new Map();
  const placeList = (list: TreeList, start: TreeNode | TreeList): void => {
    let place = start;
    for (const node of list.nodes) {
      const present = pairs.after.get(node);
      if (present && !moved.has(present)) place = present;
      if (present) continue;
      const gone = withInner(node).filter((inner) => !pairs.after.has(inner));
      const others = removed.get(place);
      if (others) others.push(...gone);
      else removed.set(place, gone);
    }
  };
  placeList(before.top, after.top);
  for (const section of before.top.nodes) {
    const present = pairs.after.get(section);
    // Of a removed section, what was inside comes with it.
    if (!present) continue;
    for (const [index, column] of (section.columns ?? []).entries()) {
      placeList(column, present.columns?.[index] ?? present);
    }
  }
  return removed;
}
