import { editContent } from '../edit/edit-content.ts';
import { type ContentOperation, MAX_OPERATIONS } from '../edit/operation-schema.ts';
import type { TreeNode } from '../edit/tree.ts';
import { type Fields, isFields } from '../record.ts';
import type { TemplateContent } from '../template-content.ts';
import type { ContentDiff } from './content-diff.ts';
import { diffContent } from './diff-content.ts';
import { isEqual } from './is-equal.ts';
import { makePatch } from './make-patch.ts';
import { addOperation, type Plan, requireId, startPlan } from './plan.ts';
import { listDoomed, planBlocks } from './plan-changes.ts';
import { planPlaces } from './plan-places.ts';

/** Operations that turn one content into another, or why there are none. */
export type PlannedOperations = { operations: ContentOperation[] } | { operations: null; reason: string };

const OBSTACLES = {
  too_many: `It takes more than ${MAX_OPERATIONS} operations. Write the content as a whole instead.`,
  impossible:
    'Operations cannot express it: fields beside blocks and settings, settings that are null, damaged blocks, or ids that occur twice. Write the content as a whole instead.',
};

/**
 * The operations by which `editContent` turns one content into the other, if it keeps fields and block types this
 * service does not know. They are tried before they are returned. Equal contents need none. `diff`: of these two
 * contents, if it is there already.
 */
export function planOperations(
  before: TemplateContent,
  after: TemplateContent,
  diff: ContentDiff = diffContent(before, after),
): PlannedOperations {
  let plan = planAll(before, after, diff, false);
  if (plan.obstacle === 'too_many') plan = planAll(before, after, diff, true);
  if (!plan.obstacle && !leadsTo(plan, before, after)) plan.obstacle = 'impossible';
  if (plan.obstacle) return { operations: null, reason: OBSTACLES[plan.obstacle] };
  return { operations: plan.operations };
}

function planAll(
  before: TemplateContent,
  after: TemplateContent,
  diff: ContentDiff,
  isCoarse: boolean,
): Plan {
  const plan = startPlan(before, diff);
  planSettings(plan, before, after);
  planBlockOperations(plan, isCoarse);
  return plan;
}

function leadsTo({ operations }: Plan, before: TemplateContent, after: TemplateContent): boolean {
  if (operations.length === 0) return isEqual(before, after);
  const edited = editContent(before, operations, { makeId: () => '', unknown: 'keep' });
  return edited.ok && isEqual(edited.content, after);
}

function planSettings(plan: Plan, before: TemplateContent, after: TemplateContent): void {
  const { blocks: _old, settings: past, ...oldOthers } = before;
  const { blocks: _new, settings, ...others } = after;
  const patch = isFields(past) && isFields(settings) ? makePatch(past, settings) : undefined;
  if (!patch || !isEqual(oldOthers, others)) plan.obstacle = 'impossible';
  else if (Object.keys(patch).length > 0) addOperation(plan, { op: 'update_settings', fields: patch });
}

/** Deleting first makes ids free; updating next makes columns; sections that give something away go last. */
function planBlockOperations(plan: Plan, isCoarse: boolean): void {
  if (plan.obstacle) return;
  const plans = planBlocks(plan, isCoarse);
  const { doomed, emptied } = listDoomed(plan, plans);
  planDeletion(plan, doomed);
  planUpdates(plan, plans.patches);
  planPlaces(plan);
  planDeletion(plan, emptied);
}

function planDeletion(plan: Plan, nodes: readonly TreeNode[]): void {
  if (nodes.length === 0) return;
  addOperation(plan, { op: 'delete', ...nameBlocks(plan, nodes) });
}

/** Blocks that change alike, as when all buttons get another color, are changed by one operation. */
function planUpdates(plan: Plan, patches: ReadonlyMap<TreeNode, Fields>): void {
  const groups = new Map<string, { nodes: TreeNode[]; fields: Fields }>();
  for (const [node, fields] of patches) {
    const key = JSON.stringify(fields);
    const group = groups.get(key);
    if (group) group.nodes.push(node);
    else groups.set(key, { nodes: [node], fields });
  }
  for (const { nodes, fields } of groups.values()) {
    addOperation(plan, { op: 'update', ...nameBlocks(plan, nodes), fields });
  }
}

function nameBlocks(plan: Plan, nodes: readonly TreeNode[]): Pick<ContentOperation, 'id' | 'ids'> {
  const ids = nodes.map((node) => requireId(plan, node));
  return ids.length === 1 ? { id: ids[0] as string } : { ids };
}
