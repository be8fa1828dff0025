import { addFault, describeValue, isFull } from '../faults.ts';
import { nameBlock } from '../read-content.ts';
import type { EditRun } from './edit-run.ts';
import type { ContentOperation } from './operation-schema.ts';
import { findByName, shortenId } from './short-ids.ts';
import { type TreeNode, walkTree } from './tree.ts';

/** A block an operation is about, and the path of what names it. */
export interface Target {
  node: TreeNode;
  path: string;
}

/** Ids a message lists: enough to recognise the one that was meant. */
const LISTED_IDS = 10;

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
  const meant = findByName(run.tree, id).map((node) => describeId(node.id ?? ''));
  const listed = meant.slice(0, LISTED_IDS).join(', ');
  addFault(run.faults, path, `${op}: several blocks have ids that end in ${describeValue(id)}: ${listed}.`);
}

function explainMissing(run: EditRun, id: string): string {
  const missing = `there is no block ${describeValue(id)}`;
  if ([...run.deleted].some((deleted) => deleted.endsWith(id)))
    return `${missing}; an earlier operation deleted it.`;
  const blocks = suggestIds(run, id, () => true, 'Blocks');
  return `${missing}. ${blocks} The outline of the template shows all ids.`;
}

/** The section with an id; noted as a fault when there is none. */
export function findSection(run: EditRun, id: string, path: string, op: string): TreeNode | undefined {
  const [node, another] = findByName(run.tree, id);
  if (node && another) return refuseVague(run, id, path, op);
  if (node?.columns || (!node && run.hasFailedAdd)) return node;
  const sections = suggestIds(run, id, (other) => other.columns !== undefined, 'Sections');
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

/** The ids that begin as the wanted one does, which may have been cut; else the first of the right kind. */
function suggestIds(
  run: EditRun,
  wanted: string,
  isRight: (node: TreeNode) => boolean,
  kind: string,
): string {
  const right = [...run.tree.nodeOfId].filter(([, node]) => isRight(node));
  if (right.length === 0) return `There are no ${kind.toLowerCase()}.`;
  const start = wanted.slice(0, 6);
  const alike = start.length < 4 ? [] : right.filter(([id]) => id.startsWith(start));
  const listed = (alike.length > 0 ? alike : right).slice(0, LISTED_IDS);
  const ids = listed
    .map(
      ([id, node]) => `${describeId(shortenId(run.tree, id))}${kind === 'Blocks' ? ` (${node.type})` : ''}`,
    )
    .join(', ');
  const more = right.length - listed.length;
  return `${kind}: ${ids}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** Ids are listed in full, since they are there to be copied. */
function describeId(id: string): string {
  return id.length > 40 ? describeValue(id) : JSON.stringify(id);
}
