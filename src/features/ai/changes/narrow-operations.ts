import { type ContentOperation, type TemplateContent, walkBlocks } from '../../../mail/model/index.ts';
import { createId } from '../../../platform/ids.ts';
import { findNamed } from './find-named.ts';
import { keepItemIds } from './keep-item-ids.ts';

/** What a model said it would change before it changed it. */
export interface Scope {
  /** Ids of blocks. */
  blocks: ReadonlySet<string>;
  settings: boolean;
}

/** Reads the list of what is to be changed: ids as the outline has them, or "settings". Unknown ones are left out. */
export function readScope(content: TemplateContent, touches: readonly unknown[]): Scope {
  const names = touches.filter((name) => typeof name === 'string');
  const blocks = names.flatMap((name) => findNamed(content, name)?.id ?? []);
  return { blocks: new Set(blocks), settings: names.includes('settings') };
}

/**
 * Operations without what lies beyond the scope: blocks a model did not say it would change stay as they are, whatever
 * else it answers. Names of blocks become full ids, and new blocks get ids of their own.
 */
export function narrowOperations(
  content: TemplateContent,
  operations: readonly ContentOperation[],
  scope: Scope,
): { operations: ContentOperation[]; dropped: number } {
  const run: Run = { content, scope, newIds: new Map(), deleted: new Set() };
  const kept = operations
    .map((operation) => narrow(run, operation))
    .filter((operation) => operation !== undefined);
  return { operations: kept, dropped: operations.length - kept.length };
}

interface Run {
  content: TemplateContent;
  scope: Scope;
  /** Ids a model gave to blocks it added → those they get. */
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

/** Update and delete: each block by its id. */
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

/** Blocks that are new belong to the model; names that mean nothing are left for the check, which says so. */
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

/** A block that comes back under the id of one that was deleted is that block. */
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
