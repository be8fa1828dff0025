import type { TSchema } from '@sinclair/typebox';
import { UnknownBlock } from '../blocks/leaf.ts';
import { countColumns } from '../blocks/section.ts';
import { addFault, describeValue, type Fault, type FaultList, hasTooManyFaults } from '../faults.ts';
import { nameBlock, readSingleBlock, readSingleSettings } from '../read-content.ts';
import { type Fields, isFields } from '../record.ts';
import { blockSchemas, TemplateSettings } from '../template-content.ts';
import { applyAdd, applyModule } from './add-blocks.ts';
import { allowWriting, type EditRun } from './edit-run.ts';
import { findNode, findPosition, findTargets, type Target } from './find-targets.ts';
import type {
  AddOperation,
  CheckedOperation,
  DeleteOperation,
  ModuleOperation,
  MoveOperation,
  SettingsOperation,
  TextsOperation,
  UpdateOperation,
} from './operations.ts';
import { planTexts } from './texts.ts';
import { fitColumns, moveNode, removeNodes, type TreeNode } from './tree.ts';
import { refuseUnknownFields } from './unknown-fields.ts';

/** Applies an operation, or adds the faults that prevent it. `path`: path of the operation in faults. */
export function applyOperation(run: EditRun, operation: CheckedOperation, path: string): void {
  switch (operation.op) {
    case 'add':
      if (operation.module === undefined) applyAdd(run, operation as AddOperation, path);
      else applyModule(run, operation as ModuleOperation, path);
      break;
    case 'update':
      applyUpdate(run, operation, path);
      break;
    case 'move':
      applyMove(run, operation, path);
      break;
    case 'delete':
      applyDelete(run, operation, path);
      break;
    case 'update_settings':
      applySettings(run, operation, path);
      break;
    case 'update_texts':
      applyTexts(run, operation, path);
      break;
  }
}

/** Replaces texts of blocks and settings, by updates of the fields they are in. */
function applyTexts(run: EditRun, { texts }: TextsOperation, path: string): void {
  for (const [id, given] of Object.entries(texts)) {
    if (hasTooManyFaults(run.faults) || run.isTooLarge) return;
    const at = `${path}/texts/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const node = id === 'settings' ? undefined : findNode(run, id, at, 'update_texts');
    if (id !== 'settings' && node === undefined) continue;
    const plan = planTexts(node === undefined ? run.settings : node.block, given);
    if ('fault' in plan) {
      addFault(run.faults, plan.at === '' ? at : `${at}/${plan.at}`, plan.fault);
      continue;
    }
    const { fields } = plan;
    if (node === undefined) applySettings(run, { op: 'update_settings', fields }, at);
    else applyUpdate(run, { op: 'update', id, fields }, at);
  }
}

/** Fields no update may set, and what to do instead. */
const UNCHANGEABLE: Record<string, string> = {
  id: 'other operations and comments refer to a block by it. Leave it out.',
  type: 'delete the block and add one of the other type.',
  children: 'add, move, update and delete the blocks inside, each by its own operation.',
};

/** Changes fields of blocks. */
function applyUpdate(run: EditRun, operation: UpdateOperation, path: string): void {
  const targets = findTargets(run, operation, path);
  if (!allowWriting(run, path, operation.fields, targets.length)) return;
  // A fault of one block mostly concerns all blocks of its type, so it is reported once.
  const failed = new Set<string | undefined>();
  for (const target of targets) {
    if (hasTooManyFaults(run.faults)) return;
    if (failed.has(target.node.type)) continue;
    if (!updateBlock(run, target, operation.fields, `${path}/fields`)) failed.add(target.node.type);
  }
}

/** Changes settings. */
function applySettings(run: EditRun, operation: SettingsOperation, path: string): void {
  const { fields } = operation;
  const inner = `${path}/fields`;
  if (!allowWriting(run, path, fields, 1)) return;
  const before = run.faults.total;
  if (run.unknown === 'refuse') {
    const owner = { faults: run.faults, schema: TemplateSettings, name: 'the settings', path: inner };
    refuseUnknownFields({ ...owner, existing: () => [run.settings] }, fields);
  }
  const merged = mergePatch(run.settings, fields);
  const options = { makeId: run.makeId, unknownShapes: run.unknown };
  const read = readSingleSettings(merged, inner, options, run.settings);
  recordFaults(run, read.faults, fields, inner, 'The settings were');
  if (run.faults.total === before) run.settings = read.settings;
}

function updateBlock(
  run: EditRun,
  { node, path: targetPath }: Target,
  fields: Fields,
  path: string,
): boolean {
  const schema = blockSchemas.get(node.type ?? '') ?? (run.unknown === 'keep' ? UnknownBlock : undefined);
  if (!schema) {
    const type = describeValue(node.type);
    const message = `Block ${describeValue(node.id)} is of the type ${type}, which this service does not know: it can be moved and deleted, not updated.`;
    addFault(run.faults, targetPath, message);
    return false;
  }
  const before = run.faults.total;
  refuseFields(run, node, schema, fields, path);
  if (run.faults.total > before) return false;
  const merged = mergePatch(node.block, fields) as Fields;
  const whole = readMerged(run, node, merged, fields, path);
  if (run.faults.total > before) return false;
  replaceBlock(run, node, whole);
  return true;
}

function refuseFields(run: EditRun, node: TreeNode, schema: TSchema, fields: Fields, path: string): void {
  for (const [key, instead] of Object.entries(UNCHANGEABLE)) {
    if (!Object.hasOwn(fields, key) || !Object.hasOwn(schema.properties, key)) continue;
    addFault(run.faults, `${path}/${key}`, `"${key}" cannot be updated; ${instead}`);
  }
  if (run.unknown === 'keep') return;
  const name = nameBlock(node.type ?? '');
  refuseUnknownFields({ faults: run.faults, schema, name, path, existing: () => [node.block] }, fields);
}

/** Checks and fills a merged block. The blocks inside a section are not touched, so they are not checked either. */
function readMerged(run: EditRun, node: TreeNode, merged: Fields, fields: Fields, path: string): Fields {
  const shallow = node.columns ? { ...merged, children: [] } : merged;
  const options = { makeId: run.makeId, unknownShapes: run.unknown };
  const read = readSingleBlock(shallow, path, options, node.block);
  recordFaults(run, read.faults, fields, path, `Block ${describeValue(node.id)} was`);
  const whole = read.block as Fields;
  if (!node.columns) return whole;
  return whole === shallow ? merged : { ...whole, children: merged.children };
}

/** Faults in fields outside the patch come from older data; the message says to set them too. */
function recordFaults(run: EditRun, found: FaultList, fields: Fields, path: string, subject: string): void {
  for (const fault of found.kept) {
    const isOld = !isTouched(fields, fault, path);
    const hint = isOld ? ` ${subject} stored like that; set this field in the same operation.` : '';
    addFault(run.faults, fault.path, fault.message + hint);
  }
}

function isTouched(fields: Fields, fault: Fault, path: string): boolean {
  let value: unknown = fields;
  for (const step of fault.path.slice(path.length + 1).split('/')) {
    if (!isFields(value)) return true;
    if (!Object.hasOwn(value, step)) return false;
    value = value[step];
  }
  return true;
}

function replaceBlock(run: EditRun, node: TreeNode, block: Fields): void {
  const layout = (node.block as Fields).columns;
  node.block = block;
  if (node.id === undefined) {
    // Damaged data had no list; it was filled in.
    node.id = block.id as string;
    run.tree.nodeOfId.set(node.id, node);
  }
  if (node.columns && block.columns !== layout) fitColumns(node, countColumns(block.columns));
  if (!node.isNew) run.updated.add(node.id);
}

/** Moves a block, with the blocks inside it. */
function applyMove(run: EditRun, operation: MoveOperation, path: string): void {
  const node = findNode(run, operation.id, `${path}/id`, 'move');
  if (!node) return;
  const place = findPosition(run, operation, path, { isSection: node.type === 'section', node });
  if (!place) return;
  moveNode(node, place.list, place.index);
  if (!node.isNew) run.moved.add(node.id as string);
}

/** Deletes blocks, with the blocks inside them. */
function applyDelete(run: EditRun, operation: DeleteOperation, path: string): void {
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

/**
 * The outcome of a JSON Merge Patch (RFC 7396): objects merge, null removes, anything else replaces.
 * Changes neither argument, shares what it can with both, and is `target` itself when nothing changes.
 */
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isFields(patch)) return patch;
  const base = isFields(target) ? target : {};
  let merged: Fields | undefined;
  for (const [key, change] of Object.entries(patch)) {
    const isThere = Object.hasOwn(base, key);
    if (change === undefined || (change === null && !isThere)) continue;
    const before = isThere ? base[key] : undefined;
    const after = change === null ? undefined : mergePatch(before, change);
    if (change !== null && isThere && after === before) continue;
    merged ??= { ...base };
    if (change === null) delete merged[key];
    else setField(merged, key, after);
  }
  return merged ?? base;
}

/** Assigning to "__proto__" would change the prototype. */
function setField(fields: Fields, key: string, value: unknown): void {
  Object.defineProperty(fields, key, { value, enumerable: true, writable: true, configurable: true });
}
