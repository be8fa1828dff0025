import { addFault, describeValue, type FaultList } from '../faults.ts';
import { MAX_BLOCKS, nameBlock, readSingleBlock } from '../read-content.ts';
import type { Fields } from '../record.ts';
import { allowWriting, type EditRun, refuseSize } from './edit-run.ts';
import { findPlace } from './find-place.ts';
import { type BlocksOfType, refuseUnknownInBlock } from './known-fields.ts';
import type { AddOperation } from './operation-schema.ts';
import { plantBlock, walkTree, withInner } from './tree.ts';

/** Adds a block, with its ids and defaults filled in. */
export function applyAdd(run: EditRun, operation: AddOperation, path: string): void {
  const { block } = operation;
  const before = run.faults.total;
  const place = findPlace(run, operation, path, { isSection: block.type === 'section' });
  if (run.unknown === 'refuse') {
    refuseUnknownInBlock(run.faults, block, `${path}/block`, groupBlocks(run));
  }
  const whole = readNewBlock(run, block, `${path}/block`);
  const isAllowed = allowWriting(run, path, block, 1);
  if (!place || !isAllowed || run.faults.total > before) {
    run.hasFailedAdd = true;
    return;
  }
  const node = plantBlock(run.tree, whole, place.list, place.index);
  for (const { id } of withInner(node)) run.added.add(id as string);
}

function readNewBlock(run: EditRun, block: Fields, path: string): unknown {
  const read = readSingleBlock(block, path, { makeId: run.makeId, unknownBlockTypes: run.unknown });
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

/** The blocks of each type, looked for once and only when asked: a section may bring thousands of blocks. */
function groupBlocks(run: EditRun): BlocksOfType {
  let groups: Map<string | undefined, unknown[]> | undefined;
  const group = () => {
    const made = new Map<string | undefined, unknown[]>();
    for (const { type, block } of walkTree(run.tree)) {
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
