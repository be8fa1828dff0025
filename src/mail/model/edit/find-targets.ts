import { shorten } from '../../parse/shorten.ts';
import { countColumns } from '../blocks/section.ts';
import { addFault, describeValue, isFull } from '../faults.ts';
import { nameBlock } from '../read-content.ts';
import type { Fields } from '../record.ts';
import type { EditRun } from './edit-run.ts';
import type { ContentOperation } from './operations.ts';
import {
  type ContentTree,
  findByName,
  fitColumns,
  shortenId,
  type TreeList,
  type TreeNode,
  walkNodes,
} from './tree.ts';

/** A block that an operation changes, and the path of the property that names it. */
export interface Target {
  node: TreeNode;
  path: string;
}

/** The blocks that `id`, `ids` or `all_of_type` name, each once; unknown ids are added as faults. */
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

/** The block with an id; adds a fault when it is unknown. */
export function findNode(run: EditRun, id: string, path: string, op: string): TreeNode | undefined {
  const [node, another] = findByName(run.tree, id);
  if (node && another) return refuseAmbiguous(run, id, path, op);
  if (node || run.hasFailedAdd) return node;
  addFault(run.faults, path, isFull(run.faults) ? '' : `${op}: ${explainMissing(run, id)}`);
  return undefined;
}

function refuseAmbiguous(run: EditRun, id: string, path: string, op: string): undefined {
  addFault(run.faults, path, `${op}: ${explainAmbiguous(run.tree, id)}`);
}

function explainMissing(run: EditRun, id: string): string {
  if ([...run.deleted].some((deleted) => deleted.endsWith(id)))
    return `there is no block ${describeValue(id)}; an earlier operation deleted it.`;
  return explainUnknown(run.tree, id);
}

/** The section with an id; adds a fault when it is unknown. */
function findSection(run: EditRun, id: string, path: string, op: string): TreeNode | undefined {
  const [node, another] = findByName(run.tree, id);
  if (node && another) return refuseAmbiguous(run, id, path, op);
  if (node?.columns || (!node && run.hasFailedAdd)) return node;
  const sections = suggestIds(run.tree, id, (other) => other.columns !== undefined, 'Sections');
  const found = node
    ? `${describeValue(id)} is ${nameBlock(node.type ?? '')}, not a section`
    : `there is no section ${describeValue(id)}`;
  // Only damaged data has such sections.
  const damaged = `section ${describeValue(id)} has no lists of blocks; delete it and add a new one`;
  addFault(run.faults, path, `${op}: ${node?.type === 'section' ? damaged : found}. ${sections}`);
  return undefined;
}

function findByType(run: EditRun, type: string, path: string, op: string): Target[] {
  const counts = new Map<string, number>();
  const targets: Target[] = [];
  for (const node of walkNodes(run.tree)) {
    if (node.type === type) targets.push({ node, path: `${path}/all_of_type` });
    if (node.type !== undefined) counts.set(node.type, (counts.get(node.type) ?? 0) + 1);
  }
  if (targets.length > 0 || run.hasFailedAdd) return targets;
  const types = [...counts].slice(0, 20).map(([name, count]) => `${count} ${printType(name)}`);
  const there = types.length > 0 ? `there are ${types.join(', ')}` : 'there are no blocks at all';
  addFault(
    run.faults,
    `${path}/all_of_type`,
    `${op}: there is no block of type ${describeValue(type)}; ${there}.`,
  );
  return targets;
}

/** Where a block goes. `index` counts without the block that is moved. */
interface BlockPosition {
  list: TreeList;
  index: number;
}

/** The block to place; `node` when it is in the tree already. */
interface PositionedBlock {
  isSection: boolean;
  node?: TreeNode;
}

/** The place that the position fields of an operation name, or undefined with a fault added. */
export function findPosition(
  run: EditRun,
  operation: ContentOperation,
  path: string,
  block: PositionedBlock,
): BlockPosition | undefined {
  if (operation.after !== undefined) return findBeside(run, operation, 'after', path, block);
  if (operation.before !== undefined) return findBeside(run, operation, 'before', path, block);
  if (operation.section === undefined) return placeAt(run, run.tree.top, operation.index, path, block);
  const list = findColumn(run, operation, path, block);
  return list && placeAt(run, list, operation.index, path, block);
}

function findBeside(
  run: EditRun,
  operation: ContentOperation,
  side: 'after' | 'before',
  path: string,
  block: PositionedBlock,
): BlockPosition | undefined {
  const id = operation[side] as string;
  const anchor = findNode(run, id, `${path}/${side}`, `${operation.op} ${side}`);
  if (!anchor) return undefined;
  if (anchor === block.node) {
    const message = `A block cannot be moved ${side} itself; name another block.`;
    return refuse(run, `${path}/${side}`, message);
  }
  if (block.isSection && anchor.list.section) {
    return refuse(run, `${path}/${side}`, explainNesting(anchor.list.section, block));
  }
  const { list } = anchor;
  const index = list.nodes.indexOf(anchor) + (side === 'after' ? 1 : 0);
  const leaves = block.node?.list === list && list.nodes.indexOf(block.node) < index;
  return { list, index: leaves ? index - 1 : index };
}

function findColumn(
  run: EditRun,
  operation: ContentOperation,
  path: string,
  block: PositionedBlock,
): TreeList | undefined {
  const section = findSection(run, operation.section as string, `${path}/section`, operation.op);
  if (!section) return undefined;
  if (block.isSection) return refuse(run, `${path}/section`, explainNesting(section, block));
  const column = operation.column ?? 0;
  const lists = section.columns ?? [];
  const layout = (section.block as Fields).columns;
  // An editor that changes the layout may leave the lists as they were: there can be more or fewer.
  const count = Math.max(lists.length, countColumns(layout));
  if (column >= count) {
    const range = count === 1 ? '0' : `0 to ${count - 1}`;
    const message = `"column" must be ${range}: section ${describeValue(section.id)} has the layout ${describeValue(layout)}; got ${column}.`;
    return refuse(run, `${path}/column`, message);
  }
  if (column >= lists.length) fitColumns(section, count);
  return lists[column];
}

function placeAt(
  run: EditRun,
  list: TreeList,
  index: number | undefined,
  path: string,
  block: PositionedBlock,
): BlockPosition | undefined {
  const length = list.nodes.length - (block.node?.list === list ? 1 : 0);
  if (index === undefined || index <= length) return { list, index: index ?? length };
  const range = length === 0 ? '0' : `0 to ${length}`;
  return refuse(
    run,
    `${path}/index`,
    `"index" must be ${range} there; got ${index}. Leave it out for the end.`,
  );
}

function explainNesting(section: TreeNode, block: PositionedBlock): string {
  const other = section === block.node ? 'a block at the top level' : `section ${describeValue(section.id)}`;
  return `A section cannot be inside a section; put it after or before ${other} instead.`;
}

function refuse(run: EditRun, path: string, message: string): undefined {
  addFault(run.faults, path, message);
}

/** Most ids in a message. */
const LISTED_IDS = 10;

/** The message for an unknown id. */
export function explainUnknown(tree: ContentTree, id: string): string {
  const blocks = suggestIds(tree, id, () => true, 'Blocks');
  return `there is no block ${describeValue(id)}. ${blocks} The outline of the template shows all ids.`;
}

/** The message for the end of an id that several blocks share. */
export function explainAmbiguous(tree: ContentTree, id: string): string {
  const meant = findByName(tree, id).map((node) => describeId(node.id ?? ''));
  const listed = meant.slice(0, LISTED_IDS).join(', ');
  return `several blocks have ids that end in ${describeValue(id)}: ${listed}.`;
}

/** The ids that begin as the wanted one does, which may have been cut; else the first of the right kind. */
function suggestIds(
  tree: ContentTree,
  wanted: string,
  isRight: (node: TreeNode) => boolean,
  kind: string,
): string {
  const right = [...tree.nodeOfId].filter(([, node]) => isRight(node));
  if (right.length === 0) return `There are no ${kind.toLowerCase()}.`;
  const start = wanted.slice(0, 6);
  const alike = start.length < 4 ? [] : right.filter(([id]) => id.startsWith(start));
  const listed = (alike.length > 0 ? alike : right).slice(0, LISTED_IDS);
  const ids = listed
    .map(
      ([id, node]) =>
        `${describeId(shortenId(tree, id))}${kind === 'Blocks' ? ` (${printType(node.type ?? '')})` : ''}`,
    )
    .join(', ');
  const more = right.length - listed.length;
  return `${kind}: ${ids}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** A type of an unknown block may have any length. */
function printType(type: string): string {
  return shorten(type, 40);
}

/** Ids are listed in full, so that they can be copied. */
function describeId(id: string): string {
  return id.length > 40 ? describeValue(id) : JSON.stringify(id);
}
