import { outlineBlock } from '../edit/outline-content.ts';
import type { TreeNode } from '../edit/tree.ts';
import { isFields } from '../record.ts';
import type { BlockChange, ContentDiff } from './content-diff.ts';
import type { FieldChange } from './diff-fields.ts';

/** Where a block stands; at the top level when no section is named. All counted from 0. */
export interface BlockPlace {
  section?: string;
  column?: number;
  index: number;
}

/** A change of a block, as data. */
export interface ListedChange {
  /** `moved`: nothing in it changed. A changed one that has moved too has a `from`. */
  change: 'added' | 'removed' | 'moved' | 'changed';
  id: string | null;
  type: string | null;
  /** The line of the outline. */
  outline: string;
  /** Of a removed block: where it was. */
  place: BlockPlace;
  /** Of a moved block: where it was. */
  from?: BlockPlace;
  /** Of an added or removed block: all of it, but of a section not the blocks inside, which are listed themselves. */
  block?: unknown;
  fields?: FieldChange[];
}

/** The changes of a diff as data that is enough to draw them. */
export function listChanges(diff: ContentDiff): ListedChange[] {
  const placeOf = makePlaces();
  return diff.blocks.map((change) => {
    const { before, after, isMoved, fields } = change;
    const node = (after ?? before) as TreeNode;
    return {
      change: nameChange(change),
      id: node.id ?? null,
      type: node.type ?? null,
      outline: outlineBlock(after ? diff.after : diff.before, node, ''),
      place: placeOf(node),
      ...(before && isMoved && { from: placeOf(before) }),
      ...((!before || !after) && { block: leaveInner(node) }),
      ...(fields.length > 0 && { fields }),
    };
  });
}

export function nameChange({ before, after, fields }: BlockChange): ListedChange['change'] {
  if (!before) return 'added';
  if (!after) return 'removed';
  return fields.length > 0 ? 'changed' : 'moved';
}

/** Tells places of blocks. A list is numbered once, when the first of its blocks is asked for. */
export function makePlaces(): (node: TreeNode) => BlockPlace {
  const numbers = new Map<TreeNode, number>();
  return (node) => {
    if (!numbers.has(node)) for (const [index, other] of node.list.nodes.entries()) numbers.set(other, index);
    const index = numbers.get(node) as number;
    const { section } = node.list;
    if (!section) return { index };
    const column = section.columns?.indexOf(node.list) ?? 0;
    return { ...(section.id !== undefined && { section: section.id }), column, index };
  };
}

function leaveInner({ block, columns }: TreeNode): unknown {
  if (!columns || !isFields(block)) return block;
  const { children: _children, ...own } = block;
  return own;
}
