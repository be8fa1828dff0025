import { addFault, describeValue, isFull } from '../faults.ts';
import { nameBlock } from '../read-content.ts';
import type { EditRun } from './edit-run.ts';
import type { ContentOperation } from './operation-schema.ts';
import { findByName } from './short-ids.ts';
import { explainUnknown, explainVague, suggestIds } from './suggest-ids.ts';
import { type TreeNode, walkTree } from './tree.ts';

/** A block an operation is about, and the path of what names it. */
export interface Target {
  node: TreeNode;
  path: string;
}

/** The blocks that `id`, `ids` or `all_of_type` name, each once; those that are not there are noted as faults. */
export function findTargets(run: EditRun, operation: ContentOperation, path: string): Target[] {
  if (operation.all_of_type !== undefined) return findByType(run, operation.all_of_type, path, operation.op);
  const { id, ids } = operation;
  const named = ids
    ? ids.map((id, index) => ({ id, path: `${path}/ids/${index}` }))
    : [{ id: id as string, path: `${path}/id` }];
  const targets = new Map<TreeNode, string>();
  for (const { id, path } of named) {
    const node = findNode(run, id, path, operation.op);
    if (node && !targets.has(node)) targets.set(node, path);
  }
  return [...targets].map(([node, path]) => ({ node, path }));
}

/** The block with an id; noted as a fault when there is none. */
export function findNode(run: EditRun, id: string, path: string, op: string): TreeNode | undefined {
  const [node, another] = findByName(run.tree, id);
  if (node && another) return refuseVague(run, id, path, op);
  if (node || run.hasFailedAdd) return node;
  addFault(run.faults, path, isFull(run.faults) ? '' : `${op}: ${explainMissing(run, id)}`);
  return undefined;
}

function refuseVague(run: EditRun, id: string, path: string, op: string): undefined {
  addFault(run.faults, path, `${op}: ${explainVague(run.tree, id)}`);
}

function explainMissing(run: EditRun, id: string): string {
  if ([...run.deleted].some((deleted) => deleted.endsWith(id)))
    return `there is no block ${describeValue(id)}; an earlier operation deleted it.`;
  return explainUnknown(run.tree, id);
}

/** The section with an id; noted as a fault when there is none. */
export function findSection(run: EditRun, id: string, path: string, op: string): TreeNode | undefined {
  const [node, another] = findByName(run.tree, id);
  if (node && another) return refuseVague(run, id, path, op);
  if (node?.columns || (!node && run.hasFailedAdd)) return node;
  const sections = suggestIds(run.tree, id, (other) => other.columns !== undefined, 'Sections');
  const found = node
    ? `${describeValue(id)} is ${nameBlock(node.type ?? '')}, not a section`
    : `there is no section ${describeValue(id)}`;
  // Damaged data: the editor makes no such sections.
  const damaged = `section ${describeValue(id)} has no lists of blocks; delete it and add a new one`;
  addFault(run.faults, path, `${op}: ${node?.type === 'section' ? damaged : found}. ${sections}`);
  return undefined;
}

function findByType(run: EditRun, type: string, path: string, op: string): Target[] {
  const counts = new Map<string, number>();
  const targets: Target[] = [];
  for (const node of walkTree(run.tree)) {
    if (node.type === type) targets.push({ node, path: `${path}/all_of_type` });
    if (node.type !== undefined) counts.set(node.type, (counts.get(node.type) ?? 0) + 1);
  }
  if (targets.length > 0 || run.hasFailedAdd) return targets;
  const types = [...counts].slice(0, 20).map(([name, count]) => `${count} ${name}`);
  const there = types.length > 0 ? `there are ${types.join(', ')}` : 'there are no blocks at all';
  addFault(
    run.faults,
    `${path}/all_of_type`,
    `${op}: there is no block of type ${describeValue(type)}; ${there}.`,
  );
  return targets;
}
