import { countColumns } from '../blocks/section.ts';
import { applyOperation } from '../edit/apply-operations.ts';
import { editContent } from '../edit/edit-content.ts';
import { type EditRun, startRun } from '../edit/edit-run.ts';
import { type CheckedOperation, type ContentOperation, MAX_OPERATIONS } from '../edit/operations.ts';
import {
  buildTree,
  type ContentTree,
  type TreeList,
  type TreeNode,
  walkNodes,
  withDescendants,
} from '../edit/tree.ts';
import { type Fields, isFields } from '../record.ts';
import type { TemplateContent } from '../template-content.ts';
import { findLongestIncreasing } from './align-sequences.ts';
import { type ContentDiff, diffContent } from './diff-content.ts';
import { isEqual, makePatch } from './diff-fields.ts';
import type { BlockPairs } from './match-blocks.ts';

/** Operations that turn one content into another, or why there are none. */
export type PlannedOperations = { operations: ContentOperation[] } | { operations: null; reason: string };

const OBSTACLES = {
  too_many: `It takes more than ${MAX_OPERATIONS} operations. Write the content as a whole instead.`,
  impossible:
    'Operations cannot express it: fields beside blocks and settings, settings that are null, damaged blocks, or ids that occur twice. Write the content as a whole instead.',
};

/**
 * The operations by which `editContent` turns one content into the other, if it keeps fields and block types this
 * service does not know. The operations are tried before they are returned. Equal contents need none. `diff`: of these two
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

/** Deletes first to free ids, updates next to make columns, and deletes sections last whose blocks were moved out. */
function planBlockOperations(plan: Plan, isCoarse: boolean): void {
  if (plan.obstacle) return;
  const plans = planBlocks(plan, isCoarse);
  const { deletedFirst, deletedLast } = listDeletions(plan, plans);
  planDeletion(plan, deletedFirst);
  planUpdates(plan, plans.patches);
  planPositions(plan);
  planDeletion(plan, deletedLast);
}

function planDeletion(plan: Plan, nodes: readonly TreeNode[]): void {
  if (nodes.length === 0) return;
  addOperation(plan, { op: 'delete', ...nameBlocks(plan, nodes) });
}

/** Equal patches become one operation, e.g. when all buttons get another color. */
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

/** How blocks of both contents are changed. */
interface BlockPlans {
  /** Patches of changed blocks, as they are now. */
  patches: Map<TreeNode, Fields>;
  /** New blocks that a patch cannot produce: they are deleted and added again under their id. */
  remade: Set<TreeNode>;
}

/** `isCoarse`: sections in which anything is different are remade, which takes fewer operations. */
function planBlocks({ pairs }: Plan, isCoarse: boolean): BlockPlans {
  const plans: BlockPlans = { patches: new Map(), remade: new Set() };
  for (const [after, before] of pairs.before) {
    const isRough = isCoarse && after.type === 'section' && !isEqual(before.block, after.block);
    const patch = isRough ? undefined : patchBlock(before, after);
    if (patch === undefined) {
      // The blocks inside are deleted and added with the section.
      for (const inner of withDescendants(after)) if (pairs.before.has(inner)) plans.remade.add(inner);
      for (const inner of withDescendants(before)) {
        const present = pairs.after.get(inner);
        if (present) plans.remade.add(present);
      }
    } else if (Object.keys(patch).length > 0) plans.patches.set(after, patch);
  }
  for (const node of plans.remade) plans.patches.delete(node);
  return plans;
}

/** The patch of a block, without the blocks inside it. Undefined if the block is unchanged. */
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

/** A new layout brings its columns; lists that do not fit the layout cannot be produced by a patch. */
function patchLayout({ block }: TreeNode, after: TreeNode): Fields | undefined {
  const [one, other] = [block as Fields, after.block as Fields];
  const fits = one.columns !== other.columns && after.columns?.length === countColumns(other.columns);
  return fits ? makePatch(one, other, 'children') : undefined;
}

/** The blocks to delete first, and the sections to delete last, after blocks inside them were moved out. */
function listDeletions({ before, pairs }: Plan, { remade }: BlockPlans) {
  const survives = (node: TreeNode): boolean => {
    const present = pairs.after.get(node);
    return present !== undefined && !remade.has(present);
  };
  const deletedLast = before.top.nodes.filter(
    (node) => !survives(node) && node.columns?.some((column) => column.nodes.some(survives)),
  );
  const last = new Set(deletedLast);
  const deletedFirst = [...walkNodes(before)].filter((node) => {
    if (survives(node) || last.has(node)) return false;
    const { section } = node.list;
    // Inside a deleted section, only blocks that are added again under the same id are deleted separately.
    return !section || survives(section) || (last.has(section) && pairs.after.has(node));
  });
  return { deletedFirst, deletedLast };
}

type Position = Pick<ContentOperation, 'after' | 'section' | 'column' | 'index'>;

/**
 * Plans what is to be added and moved, list by list from the front: each block goes right after the one before it.
 * What is to leave a list later may stand in between; the order of the others is right at once.
 */
function planPositions(plan: Plan): void {
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
    isThere
      ? { op: 'move', id, ...position }
      : { op: 'add', block: withNewChildren(plan, node), ...position },
  );
}

/** A new section brings the blocks inside it that are new too; the others are moved in after it. */
function withNewChildren(plan: Plan, { block, columns }: TreeNode): Fields {
  const whole = block as Fields;
  if (!columns) return whole;
  const children = columns.map((column) =>
    column.nodes.filter((node) => findPresent(plan, node) === undefined).map((node) => node.block),
  );
  return { ...whole, children };
}

/** The block in the content with the operations found so far; undefined before it is added. */
function findPresent(plan: Plan, { id }: TreeNode): TreeNode | undefined {
  return id === undefined ? undefined : plan.run.tree.nodeOfId.get(id);
}

/** Operations as they are being found. */
interface Plan {
  before: ContentTree;
  after: ContentTree;
  pairs: BlockPairs;
  /** The old content with the operations found so far applied: positions refer to it. */
  run: EditRun;
  operations: ContentOperation[];
  /** Set when no plan can be found. */
  obstacle: 'too_many' | 'impossible' | undefined;
}

function startPlan(content: TemplateContent, { before, after, pairs }: ContentDiff): Plan {
  const options = { makeId: () => '', unknown: 'keep' } as const;
  return {
    before,
    after,
    pairs,
    run: startRun(buildTree(content.blocks), content.settings, options),
    operations: [],
    obstacle: undefined,
  };
}

/** Adds an operation to a plan and applies it. */
function addOperation(plan: Plan, operation: ContentOperation): void {
  if (plan.obstacle) return;
  if (plan.operations.length === MAX_OPERATIONS) {
    plan.obstacle = 'too_many';
    return;
  }
  plan.operations.push(operation);
  applyOperation(plan.run, operation as CheckedOperation, '');
  if (plan.run.faults.total > 0) plan.obstacle = 'impossible';
}

/** The id of a block that operations can name. Damaged data may have none; then no plan is possible. */
function requireId(plan: Plan, { id }: TreeNode): string {
  if (id === undefined) plan.obstacle ??= 'impossible';
  return id ?? '';
}
