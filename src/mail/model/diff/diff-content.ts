import { countColumns } from '../blocks/section.ts';
import { buildTree, type ContentTree, type TreeList, type TreeNode, withDescendants } from '../edit/tree.ts';
import { type Fields, isFields } from '../record.ts';
import type { TemplateContent } from '../template-content.ts';
import { type Budget, startBudget } from './align-sequences.ts';
import { diffFields, type FieldChange, isEqual, isEqualBut } from './diff-fields.ts';
import { type BlockPairs, findMoved, matchBlocks } from './match-blocks.ts';

/** A changed or moved block. Without `before` it was added, without `after` removed. */
export interface BlockChange {
  before?: TreeNode;
  after?: TreeNode;
  /** Whether it has to be moved for the others to be in order. */
  isMoved: boolean;
  /** Changed fields; blocks inside a section are separate changes. */
  fields: FieldChange[];
}

/** The differences of two contents; `listChanges` and `describeDiff` present them. */
export interface ContentDiff {
  before: ContentTree;
  after: ContentTree;
  pairs: BlockPairs;
  /** In reading order; removed blocks come where they were. */
  blocks: BlockChange[];
  settings: FieldChange[];
  /** Fields of the content beside blocks and settings, which only editors newer than this service write. */
  others: FieldChange[];
}

/** How much changed; a block may have both moved and changed. */
export interface DiffSummary {
  added: number;
  removed: number;
  moved: number;
  changed: number;
  /** Settings that changed. */
  settings: number;
}

/** How many blocks and settings a diff is about. */
export function summarizeDiff({ blocks, settings }: ContentDiff): DiffSummary {
  const count = (isIt: (change: BlockChange) => boolean): number => blocks.filter(isIt).length;
  return {
    added: count(({ before }) => before === undefined),
    removed: count(({ after }) => after === undefined),
    moved: count(({ isMoved }) => isMoved),
    changed: count(({ fields }) => fields.length > 0),
    settings: settings.length,
  };
}

/**
 * Compares two contents: blocks by their ids, fields at any depth, texts word by word. Takes contents that break the
 * rules of the content model too, such as ids that occur twice. The work is limited: beyond the limit texts count as
 * replaced.
 */
export function diffContent(before: TemplateContent, after: TemplateContent): ContentDiff {
  const trees = { before: buildTree(before.blocks), after: buildTree(after.blocks) };
  const pairs = matchBlocks(trees.before, trees.after);
  const moved = findMoved(trees.after, pairs);
  const budget = startBudget();
  const { blocks: _old, settings: oldSettings, ...oldOthers } = before;
  const { blocks: _new, settings, ...others } = after;
  const comparison = { budget, isRichText: () => false };
  return {
    ...trees,
    pairs,
    blocks: orderChanges({ ...trees, pairs, moved }, (node) => describeChange(node, pairs, moved, budget)),
    settings: compare(oldSettings, settings, (one, other) => diffFields(one, other, comparison)),
    others: diffFields(oldOthers, others, comparison),
  };
}

/** The change of a block of the new content; undefined if it did not change. */
function describeChange(
  after: TreeNode,
  pairs: BlockPairs,
  moved: ReadonlySet<TreeNode>,
  budget: Budget,
): BlockChange | undefined {
  const before = pairs.before.get(after);
  if (!before) return { after, isMoved: false, fields: [] };
  const fields = compareBlocks(before, after, budget);
  const isMoved = moved.has(after);
  return isMoved || fields.length > 0 ? { before, after, isMoved, fields } : undefined;
}

function compareBlocks(before: TreeNode, after: TreeNode, budget: Budget): FieldChange[] {
  const type = after.type ?? '';
  const comparison = { budget, isRichText: (path: string) => isRichText(type, path) };
  // The blocks inside are compared one by one.
  const leftOut = before.columns && after.columns ? 'children' : undefined;
  const changes = compare(before.block, after.block, (one, other) =>
    isEqualBut(leftOut, one, other) ? [] : diffFields(one, other, comparison, leftOut),
  );
  return leftOut ? [...changes, ...compareColumns(before, after)] : changes;
}

function compare(
  before: unknown,
  after: unknown,
  diff: (before: Fields, after: Fields) => FieldChange[],
): FieldChange[] {
  if (isFields(before) && isFields(after)) return diff(before, after);
  return isEqual(before, after) ? [] : [{ path: '', before, after }];
}

/** The number of lists of a section, where it differs from the layout. */
function compareColumns(before: TreeNode, after: TreeNode): FieldChange[] {
  const [past, present] = [before.columns as TreeList[], after.columns as TreeList[]];
  const [old, newer] = [(before.block as Fields).columns, (after.block as Fields).columns];
  const expected = old === newer ? past.length : countColumns(newer);
  if (present.length === expected) return [];
  return [{ path: 'children.length', before: past.length, after: present.length }];
}

function isRichText(type: string, path: string): boolean {
  if (type === 'title' || type === 'paragraph') return path === 'content';
  return type === 'table' && /^rows\.\d+\.cells\.\d+\.content$/.test(path);
}

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
function orderChanges(
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
      const gone = withDescendants(node).filter((inner) => !pairs.after.has(inner));
      const others = removed.get(place);
      if (others) others.push(...gone);
      else removed.set(place, gone);
    }
  };
  placeList(before.top, after.top);
  for (const section of before.top.nodes) {
    const present = pairs.after.get(section);
    // The blocks of a removed section follow it.
    if (!present) continue;
    for (const [index, column] of (section.columns ?? []).entries()) {
      placeList(column, present.columns?.[index] ?? present);
    }
  }
  return removed;
}
