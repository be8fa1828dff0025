import { addFault, describeValue, type FaultList } from '../faults.ts';
import { MAX_BLOCKS, nameBlock, readSingleBlock } from '../read-content.ts';
import type { Fields } from '../record.ts';
import { allowWriting, type EditRun, refuseSize } from './edit-run.ts';
import { findPosition } from './find-targets.ts';
import type { AddOperation, ContentOperation, ModuleOperation } from './operations.ts';
import { insertBlock, type TreeNode, walkNodes, withDescendants } from './tree.ts';
import { type BlocksOfType, refuseUnknownInBlock } from './unknown-fields.ts';

/** Adds a block, with its ids and defaults filled in. */
export function applyAdd(run: EditRun, operation: AddOperation, path: string): void {
  addBlock(run, operation, path, { block: operation.block, at: `${path}/block`, unknown: run.unknown });
}

/** Adds the blocks of a saved module one behind the other. */
export function applyModule(run: EditRun, operation: ModuleOperation, path: string): void {
  const at = `${path}/module`;
  const blocks = run.modules.get(operation.module);
  if (blocks === undefined) {
    const message = `There is no saved module ${describeValue(operation.module)}. The list of saved modules shows all ids.`;
    addFault(run.faults, at, message);
    run.hasFailedAdd = true;
    return;
  }
  let position: ContentOperation = operation;
  for (const block of blocks) {
    // Saved modules keep what newer editors have written.
    const node = addBlock(run, position, path, { block: block as Fields, at, unknown: 'keep' });
    if (node === undefined) return;
    position = { op: 'add', after: node.id as string };
  }
}

/** Adds a block at the position of the operation. `at`: path of its faults. Undefined: it has faults. */
function addBlock(
  run: EditRun,
  position: ContentOperation,
  path: string,
  { block, at, unknown }: { block: Fields; at: string; unknown: 'keep' | 'refuse' },
): TreeNode | undefined {
  const before = run.faults.total;
  const place = findPosition(run, position, path, { isSection: block.type === 'section' });
  if (unknown === 'refuse') refuseUnknownInBlock(run.faults, block, at, groupBlocks(run));
  const isAllowed = allowWriting(run, path, block, 1);
  const whole = isAllowed ? readNewBlock(run, block, at, unknown) : block;
  if (!place || !isAllowed || run.faults.total > before) {
    run.hasFailedAdd = true;
    return undefined;
  }
  const node = insertBlock(run.tree, whole, place.list, place.index);
  for (const { id } of withDescendants(node)) run.added.add(id as string);
  return node;
}

function readNewBlock(run: EditRun, block: Fields, path: string, unknown: 'keep' | 'refuse'): unknown {
  const read = readSingleBlock(block, path, {
    makeId: run.makeId,
    unknownBlockTypes: unknown,
    unknownShapes: unknown,
  });
  copyFaults(read.faults, run.faults);
  if (run.tree.count + read.blockCount > MAX_BLOCKS) {
    const message = `With this block the content has more than ${MAX_BLOCKS} blocks. Split it or leave something out.`;
    refuseSize(run, path, message);
  }
  for (const [id, place] of read.pathOfId) {
    const other = run.tree.nodeOfId.get(id);
    if (!other) continue;
    const message = `The id ${describeValue(id)} is already that of ${nameBlock(other.type ?? '')}; ids of blocks must differ. Omit it to get a new one.`;
    addFault(run.faults, `${place}/id`, message);
  }
  return read.block;
}

/** The blocks of each type, grouped on first use: a section may bring thousands of blocks. */
function groupBlocks(run: EditRun): BlocksOfType {
  let groups: Map<string | undefined, unknown[]> | undefined;
  const group = () => {
    const made = new Map<string | undefined, unknown[]>();
    for (const { type, block } of walkNodes(run.tree)) {
      const blocks = made.get(type);
      if (blocks) blocks.push(block);
      else made.set(type, [block]);
    }
    return made;
  };
  return (type) => {
    groups ??= group();
    return groups.get(type) ?? [];
  };
}

function copyFaults(from: FaultList, to: FaultList): void {
  for (const { path, message } of from.kept) addFault(to, path, message);
  to.total += from.total - from.kept.length;
}
