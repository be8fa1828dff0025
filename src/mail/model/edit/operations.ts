import { type Static, Type } from '@sinclair/typebox';
import { checkerOf } from '../checker.ts';
import { addFault, addSchemaFaults, describeValue, type FaultList, quoteAll } from '../faults.ts';
import { type Fields, isFields } from '../record.ts';

/** The kinds of operations. */
const operationNames = ['add', 'update', 'move', 'delete', 'update_settings', 'update_texts'] as const;

type OperationName = (typeof operationNames)[number];

/** Most operations of one batch. */
export const MAX_OPERATIONS = 200;

/** An object with any fields; they are checked later by the type of the block. */
function anyFields(description: string) {
  return Type.Unsafe<Fields>(Type.Object({}, { description }));
}

/**
 * One change of a content. Flat, because language models handle one object with optional properties better than
 * a union of objects; editContent checks which properties belong to which `op`.
 */
export const ContentOperation = Type.Object({
  // Not a union of literals: the same constraint costs fewer tokens as an enum.
  op: Type.Unsafe<OperationName>(Type.String({ enum: [...operationNames] })),
  id: Type.Optional(Type.String({ description: 'Block to update, move or delete.' })),
  ids: Type.Optional(Type.Array(Type.String(), { minItems: 1, description: 'Several to update or delete.' })),
  all_of_type: Type.Optional(Type.String({ description: 'Update or delete all blocks of this type.' })),
  fields: Type.Optional(
    anyFields('For update and update_settings: JSON Merge Patch; null removes or resets.'),
  ),
  block: Type.Optional(anyFields('For add: {type, ...}. Missing ids and defaults are filled in.')),
  module: Type.Optional(Type.String({ description: 'Add the blocks of this saved module instead.' })),
  texts: Type.Optional(anyFields('For update_texts: as get-template returns them.')),
  after: Type.Optional(Type.String({ description: 'Add or move after this block.' })),
  before: Type.Optional(Type.String({ description: 'Add or move before this block.' })),
  section: Type.Optional(Type.String({ description: 'Add or move into this section.' })),
  column: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Column of that section, from 0; default 0.' }),
  ),
  index: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Position there, or at top level; default last.',
    }),
  ),
});

export type ContentOperation = Static<typeof ContentOperation>;

/** A batch of operations, in the order they are applied. */
export const ContentOperations = Type.Array(ContentOperation, {
  minItems: 1,
  maxItems: MAX_OPERATIONS,
  description: 'Applied in order, all or none.',
});

export type ContentOperations = Static<typeof ContentOperations>;

/** An operation with all properties its `op` needs. */
export type AddOperation = ContentOperation & { op: 'add'; block: Fields };
export type ModuleOperation = ContentOperation & { op: 'add'; block?: never; module: string };
export type UpdateOperation = ContentOperation & { op: 'update'; fields: Fields };
export type MoveOperation = ContentOperation & { op: 'move'; id: string };
export type DeleteOperation = ContentOperation & { op: 'delete' };
export type SettingsOperation = ContentOperation & { op: 'update_settings'; fields: Fields };
export type TextsOperation = ContentOperation & { op: 'update_texts'; texts: Fields };
export type CheckedOperation =
  | TextsOperation
  | AddOperation
  | ModuleOperation
  | UpdateOperation
  | MoveOperation
  | DeleteOperation
  | SettingsOperation;

const TARGETS = ['id', 'ids', 'all_of_type'];
const ANCHORS = ['after', 'before', 'section'];
const POSITION = [...ANCHORS, 'column', 'index'];
// Merging recurses; real blocks are a handful of levels deep.
const MAX_DEPTH = 100;

/** The properties of each operation, and the required one. */
const RULES: Record<OperationName, { takes: readonly string[]; needs?: keyof ContentOperation }> = {
  add: { takes: ['block', 'module', ...POSITION] },
  update: { takes: [...TARGETS, 'fields'], needs: 'fields' },
  move: { takes: ['id', ...POSITION], needs: 'id' },
  delete: { takes: TARGETS },
  update_settings: { takes: ['fields'], needs: 'fields' },
  update_texts: { takes: ['texts'], needs: 'texts' },
};

/**
 * Checks the form of a batch without the content: properties that do not belong together, wrong types.
 * @returns the operations; valid only without faults
 */
export function readOperations(input: unknown, faults: FaultList): CheckedOperation[] {
  if (!Array.isArray(input) || input.length === 0 || input.length > MAX_OPERATIONS) {
    const got = Array.isArray(input) ? input.length : describeValue(input);
    const message = `"operations" must be a list of 1 to ${MAX_OPERATIONS} operations; got ${got}.`;
    addFault(faults, '/operations', message);
    return [];
  }
  for (const [index, operation] of input.entries()) checkOperation(operation, `/operations/${index}`, faults);
  return input;
}

function checkOperation(operation: unknown, path: string, faults: FaultList): void {
  if (!isFields(operation)) {
    const message = `An operation must be an object with an "op"; got ${describeValue(operation)}.`;
    addFault(faults, path, message);
    return;
  }
  const op = operationNames.find((name) => name === operation.op);
  if (!op) {
    const message = `"op" must be one of ${quoteAll(operationNames)}; got ${describeValue(operation.op)}.`;
    addFault(faults, `${path}/op`, message);
    return;
  }
  if (exceedsDepth(operation, MAX_DEPTH)) {
    addFault(faults, path, `Objects and lists are nested more than ${MAX_DEPTH} deep; flatten them.`);
    return;
  }
  checkProperties(op, operation, path, faults);
  const checker = checkerOf(ContentOperation);
  if (!checker.check(operation)) addSchemaFaults(faults, checker.explain(operation), path, nameOperation(op));
}

function checkProperties(op: OperationName, operation: Fields, path: string, faults: FaultList): void {
  const { takes, needs } = RULES[op];
  const given = Object.keys(operation).filter((key) => key !== 'op' && operation[key] !== undefined);
  const foreign = given.find((key) => !takes.includes(key));
  if (foreign !== undefined) {
    const message = `${describeValue(foreign)} does not belong to ${op}; it takes ${quoteAll(takes)}.`;
    const isPrintable = foreign.length <= 40;
    addFault(
      faults,
      isPrintable ? `${path}/${foreign.replaceAll('~', '~0').replaceAll('/', '~1')}` : path,
      message,
    );
  }
  if (needs && !given.includes(needs)) {
    const meaning = ContentOperation.properties[needs].description;
    addFault(faults, `${path}/${needs}`, `"${op}" needs "${needs}". ${meaning}`);
  }
  if (op === 'add') checkAdded(given, path, faults);
  if (op === 'update' || op === 'delete') checkTargets(op, given, path, faults);
  if (op === 'add' || op === 'move') checkPosition(op, given, path, faults);
}

function checkAdded(given: string[], path: string, faults: FaultList): void {
  const isBlock = given.includes('block');
  if (isBlock !== given.includes('module')) return;
  if (isBlock) addFault(faults, `${path}/module`, '"module" does not go with "block"; send one of them.');
  else
    addFault(
      faults,
      `${path}/block`,
      `"add" needs "block". ${ContentOperation.properties.block.description}`,
    );
}

function checkTargets(op: OperationName, given: string[], path: string, faults: FaultList): void {
  const targets = TARGETS.filter((key) => given.includes(key));
  if (targets.length === 1) return;
  const got = targets.length === 0 ? 'none' : quoteAll(targets);
  addFault(faults, path, `"${op}" needs exactly one of ${quoteAll(TARGETS)}; got ${got}.`);
}

function checkPosition(op: OperationName, given: string[], path: string, faults: FaultList): void {
  const anchors = ANCHORS.filter((key) => given.includes(key));
  if (anchors.length > 1) {
    const message = `"${op}" takes at most one of ${quoteAll(ANCHORS)}; got ${quoteAll(anchors)}.`;
    addFault(faults, path, message);
    return;
  }
  if (given.includes('column') && anchors[0] !== 'section') {
    addFault(faults, `${path}/column`, '"column" is for "section" only; give the id of the section too.');
  }
  if (given.includes('index') && anchors.length === 1 && anchors[0] !== 'section') {
    const message = `"index" does not go with "${anchors[0]}"; use it with "section", or alone for the top level.`;
    addFault(faults, `${path}/index`, message);
  }
}

function nameOperation(op: OperationName): string {
  return `${/^[au]/.test(op) ? 'an' : 'a'} ${op} operation`;
}

function exceedsDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  // `Object.values` of a long list takes 50 times as long as the list itself.
  const inside: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return inside.some((inner) => exceedsDepth(inner, depth - 1));
}
