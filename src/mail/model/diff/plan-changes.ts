import { countColumns } from '../blocks/section.ts';
import { type TreeNode, walkTree, withInner } from '../edit/tree.ts';
import { type Fields, isFields } from '../record.ts';
import { isEqual } from './is-equal.ts';
import { makePatch } from './make-patch.ts';
import type { Plan } from './plan.ts';

/** How blocks that are in both contents come to be what they are now. */
export interface BlockPlans {
  /** Patches of changed blocks, as they are now. */
  patches: Map<TreeNode, Fields>;
  /** Blocks, as they are now, that no patch makes: they are deleted and added again under their id. */
  remade: Set<TreeNode>;
}

/** `isCoarse`: sections in which anything is different are remade, which takes fewer operations. */
export function planBlocks({ pairs }: Plan, isCoarse: boolean): BlockPlans {
  const plans: BlockPlans = { patches: new Map(), remade: new Set() };
  for (const [after, before] of pairs.before) {
    const isRough = isCoarse && after.type === 'section' && !isEqual(before.block, after.block);
    const patch = isRough ? undefined : patchBlock(before, after);
    if (patch === undefined) {
      // What was or is inside goes, or comes, with the section.
      for (const inner of withInner(after)) if (pairs.before.has(inner)) plans.remade.add(inner);
      for (const inner of withInner(before)) {
        const present = pairs.after.get(inner);
        if (present) plans.remade.add(present);
      }
    } else if (Object.keys(patch).length > 0) plans.patches.set(after, patch);
  }
  for (const node of plans.remade) plans.patches.delete(node);
  return plans;
}

/** The patch of a block, without the blocks inside it; undefined when there is none. */
function patchBlock(before: TreeNode, after: TreeNode): Fields | undefined {
  const [one, other] = [before.block, after.block];
  if (!isFields(one) || !isFields(other)) return isEqual(one, other) ? {} : undefined;
  if (before.columns && after.columns) {
    return one.columns === other.columns && before.columns.length === after.columns.length
      ? makePatch(one, other, 'children')
      : patchLayout(before, after);
  }
  const patch = makePatch(one, other);
  const isRefused =
    patch && ('type' in patch || 'id' in patch || (after.type === 'section' && 'children' in patch));
  return isRefused ? undefined : patch;
}

/** Another layout comes with its columns; lists that do not fit it, as some editors leave them, cannot be had by it. */
function patchLayout({ block }: TreeNode, after: TreeNode): Fields | undefined {
  const [one, other] = [block as Fields, after.block as Fields];
  const fits = one.columns !== other.columns && after.columns?.length === countColumns(other.columns);
  return fits ? makePatch(one, other, 'children') : undefined;
}

/** Ids of the blocks to delete first; and of sections to delete last, because something inside them is still needed. */
export function listDoomed({ before, pairs }: Plan, { remade }: BlockPlans) {
  const survives = (node: TreeNode): boolean => {
    const present = pairs.after.get(node);
    return present !== undefined && !remade.has(present);
  };
  const emptied = before.top.nodes.filter(
    (node) => !survives(node) && node.columns?.some((column) => column.nodes.some(survives)),
  );
  const late = new Set(emptied);
  const doomed = [...walkTree(before)].filter((node) => {
    if (survives(node) || late.has(node)) return false;
    const { section } = node.list;
    // Inside a section that goes too, only what comes back under the same id has to go by itself, and early.
    return !section || survives(section) || (late.has(section) && pairs.after.has(node));
  });
  return { doomed, emptied };
}
