import {
  type ContentOperation,
  type ContentOperations,
  editContent,
  type Fault,
  parseContent,
  planOperations,
  type TemplateContent,
  walkBlocks,
} from '../../../mail/model/index.ts';
import { createId } from '../../../platform/ids.ts';
import type { Checked } from '../prompting/ask-checked.ts';
import type { TagCheck } from '../prompting/prompt.ts';
import { keepBlockIds, keepItemIds } from './keep-ids.ts';
import { findNamed, keepUnshown } from './shown-content.ts';
import { tidyBlock, tidySettings, undoNotationChanges } from './tidy.ts';

/** The smallest change of a content that does what a model's answer asks for. */
export interface PlannedChange {
  /** The model's comment on it. */
  reply: string;
  content: TemplateContent;
  /**
   * The operations that make `content` of the former one. Empty: nothing changes. Undefined: they would be too many.
   */
  operations: ContentOperations | undefined;
}

/**
 * Checks a model's answer to a request to change a content, and reduces it to the smallest change: blocks that the
 * model did not announce stay as they are, equal texts stay byte for byte, and a block that replaces another keeps its
 * id. If the answer has all blocks, only the differences count.
 */
export function planChange(before: TemplateContent, answer: unknown, tags: TagCheck): Checked<PlannedChange> {
  const { reply, touches, operations, blocks, settings } = Object(answer) as Record<string, unknown>;
  if (!Array.isArray(touches))
    return refuse('"touches" is missing: list the ids of the blocks to change, or [].');
  const scope = readScope(before, touches);
  const wanted = Array.isArray(operations) && operations.length > 0 ? operations : undefined;
  const read =
    wanted === undefined && Array.isArray(blocks)
      ? readWhole(before, { blocks, settings })
      : readList(wanted);
  if (!read.ok) return read;
  const text = typeof reply === 'string' ? reply : '';
  if (read.value.length === 0) return { ok: true, value: { reply: text, content: before, operations: [] } };
  return applyWithin(before, read.value, scope, tags, text);
}

function readList(operations: readonly unknown[] = []): Checked<ContentOperation[]> {
  const bad = operations.findIndex((operation) => typeof operation !== 'object' || operation === null);
  if (bad >= 0) return refuse(`operations.${bad} must be an object with "op".`);
  const tidy = operations.map((operation) => tidyOperation(operation as Record<string, unknown>));
  return { ok: true, value: tidy };
}

/**
 * Leaves out properties that are null or empty: models add them for completeness. Null inside `fields` is kept, because
 * it removes a field.
 */
function tidyOperation(operation: Record<string, unknown>): ContentOperation {
  const given = Object.entries(operation).filter(
    ([, value]) => value !== null && value !== '' && !isEmptyList(value),
  );
  const { block, ...rest } = Object.fromEntries(given);
  return { ...rest, ...(block !== undefined && { block: tidyBlock(block) }) } as ContentOperation;
}

/** Reads an answer that has all blocks, as operations on the former content. */
function readWhole(
  before: TemplateContent,
  { blocks, settings }: { blocks: readonly unknown[]; settings: unknown },
): Checked<ContentOperation[]> {
  const given = tidySettings(settings) as object;
  const input = { ...before, blocks: blocks.map(tidyBlock), settings: { ...before.settings, ...given } };
  const parsed = parseContent(input, {
    makeId: createId,
    unknownBlockTypes: 'refuse',
    unknownFields: 'refuse',
    replaced: before,
  });
  if (!parsed.ok) return { ok: false, faults: describeFaults(parsed.faults) };
  const whole = keepUnshown(before, keepBlockIds(before, parsed.content));
  const planned = planOperations(before, undoNotationChanges(before, whole));
  if (planned.operations === null)
    return refuse(`Answer with operations instead of all blocks. ${planned.reason}`);
  return { ok: true, value: planned.operations };
}

function applyWithin(
  before: TemplateContent,
  wanted: readonly ContentOperation[],
  scope: Scope,
  tags: TagCheck,
  reply: string,
): Checked<PlannedChange> {
  const operations = narrowOperations(before, wanted, scope);
  if (operations.length === 0) {
    return refuse(
      'None of the operations is about a block of "touches". List there what the request asks to change.',
    );
  }
  const edited = editContent(before, operations, { makeId: createId, unknown: 'refuse' });
  if (!edited.ok) return { ok: false, faults: describeFaults(edited.faults) };
  const after = undoNotationChanges(before, keepBlockIds(before, edited.content));
  const invented = tags.findInvented(after);
  if (invented.length > 0) return { ok: false, faults: [describeInvented(invented)] };
  const smallest = planOperations(before, after).operations ?? undefined;
  return { ok: true, value: { reply, content: after, operations: smallest } };
}

/** Invented merge tags, as a sentence. */
export function describeInvented(tags: readonly string[]): string {
  const listed = tags.slice(0, 10).join(', ');
  return `There ${tags.length === 1 ? 'is no merge tag' : 'are no merge tags'} ${listed}: use only those that are offered.`;
}

/** Faults of a content or of operations as sentences that name the place. */
export function describeFaults(faults: readonly Fault[]): string[] {
  return faults.map(({ path, message }) =>
    path === '' ? message : `${path.slice(1).replaceAll('/', '.')}: ${message}`,
  );
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function refuse(fault: string): { ok: false; faults: string[] } {
  return { ok: false, faults: [fault] };
}

/** The changes that a model announced before it made them. */
interface Scope {
  /** Ids of blocks. */
  blocks: ReadonlySet<string>;
  settings: boolean;
}

/** Reads the list of announced changes: ids as in the outline, or "settings". Unknown ones are left out. */
function readScope(content: TemplateContent, touches: readonly unknown[]): Scope {
  const names = touches.filter((name) => typeof name === 'string');
  const blocks = names.flatMap((name) => findNamed(content, name)?.id ?? []);
  return { blocks: new Set(blocks), settings: names.includes('settings') };
}

/**
 * Removes operations on blocks that the model did not announce. Short ids become full ids, and new blocks get new ids.
 */
function narrowOperations(
  content: TemplateContent,
  operations: readonly ContentOperation[],
  scope: Scope,
): ContentOperation[] {
  const run: Run = { content, scope, newIds: new Map(), deleted: new Set() };
  return operations.map((operation) => narrow(run, operation)).filter((operation) => operation !== undefined);
}

interface Run {
  content: TemplateContent;
  scope: Scope;
  /** Ids that the model gave to added blocks → ids that they get. */
  newIds: Map<string, string>;
  deleted: Set<string>;
}

function narrow(run: Run, operation: ContentOperation): ContentOperation | undefined {
  switch (operation.op) {
    case 'update_settings':
      return run.scope.settings ? operation : undefined;
    case 'add':
      return placeBlock(run, addFresh(run, operation));
    case 'move':
      return isWithin(run, operation.id) ? placeBlock(run, operation) : undefined;
    default:
      return narrowTargets(run, operation);
  }
}

/** An update or deletion, limited to the announced blocks. */
function narrowTargets(run: Run, operation: ContentOperation): ContentOperation | undefined {
  const { id, ids, all_of_type, ...rest } = operation;
  const named =
    all_of_type === undefined ? (ids ?? (id === undefined ? [] : [id])) : listOfType(run, all_of_type);
  const targets = named.filter((name) => isWithin(run, name)).map((name) => resolve(run, name));
  if (targets.length === 0) return undefined;
  if (operation.op === 'delete') for (const target of targets) run.deleted.add(target);
  const [only, another] = targets;
  if (only === undefined || another !== undefined) return { ...rest, ids: targets };
  return keepItemIds(run.content, { ...rest, id: only });
}

function listOfType({ content }: Run, type: string): string[] {
  return [...walkBlocks(content)].filter(({ block }) => block.type === type).map(({ block }) => block.id);
}

/** Whether the model may change the block. Unknown names pass: the check of the operations reports them. */
function isWithin(run: Run, name: string | undefined): boolean {
  if (name === undefined || run.newIds.has(name)) return true;
  const block = findNamed(run.content, name);
  return block === undefined || run.scope.blocks.has(block.id);
}

function resolve({ content, newIds }: Run, name: string): string {
  return newIds.get(name) ?? findNamed(content, name)?.id ?? name;
}

function placeBlock(run: Run, operation: ContentOperation): ContentOperation {
  const placed = { ...operation };
  for (const key of ['id', 'after', 'before', 'section'] as const) {
    const name = operation[key];
    if (name !== undefined) placed[key] = resolve(run, name);
  }
  return placed;
}

/** Gives an added block a new id, unless the model has deleted a block with its id before: then it keeps that id. */
function addFresh(run: Run, operation: ContentOperation): ContentOperation {
  if (operation.block === undefined) return operation;
  const rename = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const { id, children, ...rest } = value as Record<string, unknown>;
    return {
      ...rest,
      ...renamed(run, id),
      ...(Array.isArray(children) && { children: renameAll(children) }),
    };
  };
  const renameAll = (lists: readonly unknown[]) =>
    lists.map((list) => (Array.isArray(list) ? list.map(rename) : list));
  return { ...operation, block: rename(operation.block) as NonNullable<ContentOperation['block']> };
}

function renamed(run: Run, id: unknown): { id?: string } {
  if (typeof id !== 'string' || id === '') return {};
  const old = findNamed(run.content, id)?.id;
  if (old !== undefined && run.deleted.has(old)) return { id: old };
  const fresh = createId();
  run.newIds.set(id, fresh);
  return { id: fresh };
}
