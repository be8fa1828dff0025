import { checkerOf } from '../checker.ts';
import { addFault, addSchemaFaults, describeValue, type FaultList, quoteAll } from '../faults.ts';
import { type Fields, isFields } from '../record.ts';
import {
  type CheckedOperation,
  ContentOperation,
  MAX_OPERATIONS,
  type OperationName,
  operationNames,
} from './operation-schema.ts';

const TARGETS = ['id', 'ids', 'all_of_type'];
const ANCHORS = ['after', 'before', 'section'];
const POSITION = [...ANCHORS, 'column', 'index'];
// Merging recurses; real blocks are a handful of levels deep.
const MAX_DEPTH = 100;

/** The properties that belong to each operation, and the one it cannot do without. */
const RULES: Record<OperationName, { takes: readonly string[]; needs?: keyof ContentOperation }> = {
  add: { takes: ['block', ...POSITION], needs: 'block' },
  update: { takes: [...TARGETS, 'fields'], needs: 'fields' },
  move: { takes: ['id', ...POSITION], needs: 'id' },
  delete: { takes: TARGETS },
  update_settings: { takes: ['fields'], needs: 'fields' },
};

/**
 * Checks the form of a batch, whatever the content: properties that do not belong together, wrong types.
 * @returns the operations; trustworthy only when no fault was noted
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
    addFault(faults, `${path}/${needs}`, `${op} needs "${needs}". ${meaning}`);
  }
  if (op === 'update' || op === 'delete') checkTargets(op, given, path, faults);
  if (op === 'add' || op === 'move') checkPosition(op, given, path, faults);
}

function checkTargets(op: OperationName, given: string[], path: string, faults: FaultList): void {
  const targets = TARGETS.filter((key) => given.includes(key));
  if (targets.length === 1) return;
  const got = targets.length === 0 ? 'none' : quoteAll(targets);
  addFault(faults, path, `${op} needs exactly one of ${quoteAll(TARGETS)}; got ${got}.`);
}

function checkPosition(op: OperationName, given: string[], path: string, faults: FaultList): void {
  const anchors = ANCHORS.filter((key) => given.includes(key));
  if (anchors.length > 1) {
    const message = `${op} takes at most one of ${quoteAll(ANCHORS)}; got ${quoteAll(anchors)}.`;
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
  return depth === 0 || Object.values(value).some((inner) => exceedsDepth(inner, depth - 1));
}
