import { countColumns } from '../blocks/section.ts';
import { openTree, type TreeList, type TreeNode } from '../edit/tree.ts';
import { type Fields, isFields } from '../record.ts';
import type { TemplateContent } from '../template-content.ts';
import { type Budget, startBudget } from './align-sequences.ts';
import type { BlockChange, ContentDiff } from './content-diff.ts';
import { diffFields, type FieldChange } from './diff-fields.ts';
import { findMoved } from './find-moved.ts';
import { isEqual, isEqualBut } from './is-equal.ts';
import { type BlockPairs, matchBlocks } from './match-blocks.ts';
import { orderChanges } from './order-changes.ts';

/**
 * Compares two contents: blocks by their ids, fields at any depth, texts word by word. Takes contents that break the
 * rules of the content model too, such as ids that occur twice. The work is limited: beyond the limit texts count as
 * replaced.
 */
export function diffContent(before: TemplateContent, after: TemplateContent): ContentDiff {
  const trees = { before: openTree(before.blocks), after: openTree(after.blocks) };
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

/** What happened to a block there is now; undefined if nothing. */
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
  // The blocks inside are compared each for itself.
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

/** The lists of a section follow its layout, but need not: said only where they do not. */
function compareColumns(before: TreeNode, after: TreeNode): FieldChange[] {
  const [past, present] = [before.columns as TreeList[], after.columns as TreeList[]];
  const [old, young] = [(before.block as Fields).columns, (after.block as Fields).columns];
  const expected = old === young ? past.length : countColumns(young);
  if (present.length === expected) return [];
  return [{ path: 'children.length', before: past.length, after: present.length }];
}

function isRichText(type: string, path: string): boolean {
  if (type === 'title' || type === 'paragraph') return path === 'content';
  return type === 'table' && /^rows\.\d+\.cells\.\d+\.content$/.test(path);
}
