import { applyOperation } from '../edit/apply-operation.ts';
import { type EditRun, startRun } from '../edit/edit-run.ts';
import { type CheckedOperation, type ContentOperation, MAX_OPERATIONS } from '../edit/operation-schema.ts';
import { type ContentTree, openTree, type TreeNode } from '../edit/tree.ts';
import type { TemplateContent } from '../template-content.ts';
import type { ContentDiff } from './content-diff.ts';
import type { BlockPairs } from './match-blocks.ts';

/** Operations as they are being found. */
export interface Plan {
  before: ContentTree;
  after: ContentTree;
  pairs: BlockPairs;
  /** The old content with the operations found so far applied: positions refer to it. */
  run: EditRun;
  operations: ContentOperation[];
  /** Set when going on is pointless. */
  obstacle: 'too_many' | 'impossible' | undefined;
}

export function startPlan(content: TemplateContent, { before, after, pairs }: ContentDiff): Plan {
  const options = { makeId: () => '', unknown: 'keep' } as const;
  return {
    before,
    after,
    pairs,
    run: startRun(openTree(content.blocks), content.settings, options),
    operations: [],
    obstacle: undefined,
  };
}

/** Adds an operation to a plan, and does what it says. */
export function addOperation(plan: Plan, operation: ContentOperation): void {
  if (plan.obstacle) return;
  if (plan.operations.length === MAX_OPERATIONS) {
    plan.obstacle = 'too_many';
    return;
  }
  plan.operations.push(operation);
  applyOperation(plan.run, operation as CheckedOperation, '');
  if (plan.run.faults.total > 0) plan.obstacle = 'impossible';
}

/** The id of a block that operations can name. Damaged data may have none; then there is no way on. */
export function requireId(plan: Plan, { id }: TreeNode): string {
  if (id === undefined) plan.obstacle ??= 'impossible';
  return id ?? '';
}
