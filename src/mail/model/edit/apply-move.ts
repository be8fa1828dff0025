import type { EditRun } from './edit-run.ts';
import { findPlace } from './find-place.ts';
import { findNode, findTargets } from './find-targets.ts';
import type { DeleteOperation, MoveOperation } from './operation-schema.ts';
import { moveNode, removeNodes } from './tree.ts';

/** Moves a block, with the blocks inside it. */
export function applyMove(run: EditRun, operation: MoveOperation, path: string): void {
  const node = findNode(run, operation.id, `${path}/id`, 'move');
  if (!node) return;
  const place = findPlace(run, operation, path, { isSection: node.type === 'section', node });
  if (!place) return;
  moveNode(node, place.list, place.index);
  if (!node.isNew) run.moved.add(node.id as string);
}

/** Deletes blocks, with the blocks inside them. */
export function applyDelete(run: EditRun, operation: DeleteOperation, path: string): void {
  const targets = findTargets(run, operation, path);
  for (const { id, isNew } of removeNodes(
    run.tree,
    targets.map(({ node }) => node),
  )) {
    if (id === undefined) continue;
    run.added.delete(id);
    if (!isNew) run.deleted.add(id);
  }
}
