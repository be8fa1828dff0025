import type { TSchema } from '@sinclair/typebox';
import { UnknownBlock } from '../blocks/leaf.ts';
import { countColumns } from '../blocks/section.ts';
import { addFault, describeValue, type Fault, type FaultList, isHopeless } from '../faults.ts';
import { nameBlock, readSingleBlock, readSingleSettings } from '../read-content.ts';
import { type Fields, isFields } from '../record.ts';
import { TemplateSettings } from '../settings.ts';
import { blockSchemas } from '../template-content.ts';
import { allowWriting, type EditRun } from './edit-run.ts';
import { findTargets, type Target } from './find-targets.ts';
import { refuseUnknownFields } from './known-fields.ts';
import { mergePatch } from './merge-patch.ts';
import type { SettingsOperation, UpdateOperation } from './operation-schema.ts';
import { fitColumns, type TreeNode } from './tree.ts';

/** Fields no update may set, and what to do instead. */
const UNCHANGEABLE: Record<string, string> = {
  id: 'other operations and comments refer to a block by it. Leave it out.',
  type: 'delete the block and add one of the other type.',
  children: 'add, move, update and delete the blocks inside, each by its own operation.',
};

/** Changes fields of blocks. */
export function applyUpdate(run: EditRun, operation: UpdateOperation, path: string): void {
  const targets = findTargets(run, operation, path);
  if (!allowWriting(run, path, operation.fields, targets.length)) return;
  // What is wrong for one block is mostly wrong for all of its type: said once.
  const failed = new Set<string | undefined>();
  for (const target of targets) {
    if (isHopeless(run.faults)) return;
    if (failed.has(target.node.type)) continue;
    if (!updateBlock(run, target, operation.fields, `${path}/fields`)) failed.add(target.node.type);
  }
}

/** Changes settings. */
export function applySettings(run: EditRun, operation: SettingsOperation, path: string): void {
  const { fields } = operation;
  const inner = `${path}/fields`;
  if (!allowWriting(run, path, fields, 1)) return;
  const before = run.faults.total;
  if (run.unknown === 'refuse') {
    const owner = { faults: run.faults, schema: TemplateSettings, name: 'the settings', path: inner };
    refuseUnknownFields({ ...owner, existing: () => [run.settings] }, fields);
  }
  const merged = mergePatch(run.settings, fields);
  const read = readSingleSettings(merged, inner, { makeId: run.makeId });
  noteFaults(run, read.faults, fields, inner, 'The settings were');
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
  const read = readSingleBlock(shallow, path, { makeId: run.makeId });
  noteFaults(run, read.faults, fields, path, `Block ${describeValue(node.id)} was`);
  const whole = read.block as Fields;
  if (!node.columns) return whole;
  return whole === shallow ? merged : { ...whole, children: merged.children };
}

/** Faults of fields the patch does not touch come from older data; the way out is to set them too. */
function noteFaults(run: EditRun, found: FaultList, fields: Fields, path: string, subject: string): void {
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
    // Damaged data had none; now it was filled in.
    node.id = block.id as string;
    run.tree.nodeOfId.set(node.id, node);
  }
  if (node.columns && block.columns !== layout) fitColumns(node, countColumns(block.columns));
  if (!node.isNew) run.updated.add(node.id);
}
