import type { ContentOperation } from '../edit/operation-schema.ts';
import type { TreeList, TreeNode } from '../edit/tree.ts';
import type { Fields } from '../record.ts';
import { findLongestIncreasing } from './longest-increasing.ts';
import { addOperation, type Plan, requireId } from './plan.ts';

type Position = Pick<ContentOperation, 'after' | 'section' | 'column' | 'index'>;

/**
 * Plans what is to be added and moved, list by list from the front: each block goes right after the one before it.
 * What is to leave a list later may stand in between; the order of the others is right at once.
 */
export function planPlaces(plan: Plan): void {
  placeList(plan, plan.after.top, plan.run.tree.top, { index: 0 });
  for (const section of plan.after.top.nodes) {
    for (const [column, list] of (section.columns ?? []).entries()) {
      const present = findPresent(plan, section)?.columns?.[column];
      const start = { section: section.id as string, ...(column > 0 && { column }), index: 0 };
      placeList(plan, list, present, start);
    }
  }
}

function placeList(plan: Plan, target: TreeList, present: TreeList | undefined, start: Position): void {
  const indexes = new Map(present?.nodes.map((node, index) => [node, index]));
  const staying = target.nodes.filter((node) => {
    const there = findPresent(plan, node);
    return there !== undefined && indexes.has(there);
  });
  const kept = findLongestIncreasing(
    staying.map((node) => indexes.get(findPresent(plan, node) as TreeNode) as number),
  );
  const inPlace = new Set(staying.filter((_, position) => kept.has(position)));
  let position = start;
  for (const node of target.nodes) {
    if (plan.obstacle) return;
    const id = requireId(plan, node);
    if (!inPlace.has(node)) placeBlock(plan, node, id, position);
    position = { after: id };
  }
}

function placeBlock(plan: Plan, node: TreeNode, id: string, position: Position): void {
  const isThere = findPresent(plan, node) !== undefined;
  addOperation(
    plan,
    isThere ? { op: 'move', id, ...position } : { op: 'add', block: leaveMoved(plan, node), ...position },
  );
}

/** A new section brings the blocks inside it that are new too; the others are moved in after it. */
function leaveMoved(plan: Plan, { block, columns }: TreeNode): Fields {
  const whole = block as Fields;
  if (!columns) return whole;
  const children = columns.map((column) =>
    column.nodes.filter((node) => findPresent(plan, node) === undefined).map((node) => node.block),
  );
  return { ...whole, children };
}

/** The block in the content as it is by now; undefined when it is not there yet. */
function findPresent(plan: Plan, { id }: TreeNode): TreeNode | undefined {
  return id === undefined ? undefined : plan.run.tree.nodeOfId.get(id);
}
