import { type Fields, isFields } from '../record.ts';
import { alignSequences, type Budget, findLongestIncreasing } from './align-sequences.ts';
import { diffText, type TextRun } from './diff-text.ts';

/** A changed field. */
export interface FieldChange {
  /** Names and numbers of list items joined by dots, `items.2.text`; those that hold a dot or a space in quotes. */
  path: string;
  /** Absent for an added field. */
  before?: unknown;
  /** Absent for a removed field. */
  after?: unknown;
  /** The former position of a list item that was moved. Changes of its fields are separate. */
  from?: string;
  /** The changed words of a text. */
  runs?: TextRun[];
}

/** Options of a comparison of fields. */
interface FieldComparison {
  budget: Budget;
  /** Whether the text at a path is HTML of a rich-text editor. */
  isRichText(path: string): boolean;
}

/** Deeper down, values are replaced as a whole: real ones are a handful of levels deep. */
const MAX_DEPTH = 20;

interface Run extends FieldComparison {
  changes: FieldChange[];
}

/** The changed fields of two objects at any depth. `leftOut`: a field to ignore. */
export function diffFields(
  before: Fields,
  after: Fields,
  comparison: FieldComparison,
  leftOut?: string,
): FieldChange[] {
  const run: Run = { ...comparison, changes: [] };
  compareFields(run, '', before, after, 0, leftOut);
  return run.changes;
}

function compareFields(
  run: Run,
  path: string,
  before: Fields,
  after: Fields,
  depth: number,
  leftOut?: string,
): void {
  for (const key of Object.keys(before)) {
    if (key === leftOut) continue;
    const place = joinPath(path, key);
    if (Object.hasOwn(after, key)) compareValues(run, place, before[key], after[key], depth + 1);
    else run.changes.push({ path: place, before: before[key] });
  }
  for (const key of Object.keys(after)) {
    if (key === leftOut || Object.hasOwn(before, key)) continue;
    run.changes.push({ path: joinPath(path, key), after: after[key] });
  }
}

function compareValues(run: Run, path: string, before: unknown, after: unknown, depth: number): void {
  if (before === after) return;
  const isDeep = depth < MAX_DEPTH;
  if (isDeep && isFields(before) && isFields(after)) compareFields(run, path, before, after, depth);
  else if (isDeep && Array.isArray(before) && Array.isArray(after))
    compareLists(run, path, before, after, depth);
  else if (typeof before === 'string' && typeof after === 'string') compareTexts(run, path, before, after);
  else if (!isEqual(before, after)) run.changes.push({ path, before, after });
}

function compareTexts(run: Run, path: string, before: string, after: string): void {
  const runs = diffText(before, after, { isRich: run.isRichText(path), budget: run.budget });
  run.changes.push({ path, before, after, ...(runs && { runs }) });
}

function compareLists(
  run: Run,
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
  depth: number,
): void {
  const [old, newer] = [indexById(before), indexById(after)];
  if (old && newer) compareItems(run, path, before as Fields[], after as Fields[], { old, newer, depth });
  else compareSequences(run, path, before, after, depth);
}

/** Positions of items by id; undefined unless every item has a unique id. */
function indexById(list: readonly unknown[]): Map<string, number> | undefined {
  const places = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    const id = isFields(item) ? item.id : undefined;
    if (typeof id !== 'string' || places.has(id)) return undefined;
    places.set(id, index);
  }
  return places;
}

/** Compares lists of items with ids, such as the links of a menu. */
function compareItems(
  run: Run,
  path: string,
  before: readonly Fields[],
  after: readonly Fields[],
  { old, newer, depth }: { old: Map<string, number>; newer: Map<string, number>; depth: number },
): void {
  for (const [id, index] of old) {
    if (!newer.has(id)) run.changes.push({ path: joinPath(path, index), before: before[index] });
  }
  const kept = [...newer].filter(([id]) => old.has(id));
  const inPlace = findLongestIncreasing(kept.map(([id]) => old.get(id) as number));
  const moved = new Set(kept.filter((_, position) => !inPlace.has(position)).map(([id]) => id));
  for (const [id, index] of newer) {
    const place = joinPath(path, index);
    const past = old.get(id);
    if (past === undefined) run.changes.push({ path: place, after: after[index] });
    else {
      if (moved.has(id)) run.changes.push({ path: place, from: joinPath(path, past) });
      compareFields(run, place, before[past] as Fields, after[index] as Fields, depth + 1);
    }
  }
}

/** Compares other lists: equal items are matched first, the rest by position. */
function compareSequences(
  run: Run,
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
  depth: number,
): void {
  const hunks = alignSequences(before.map(writeItem), after.map(writeItem), run.budget);
  for (const { beforeFrom, beforeTo, afterFrom, afterTo } of hunks) {
    const shared = Math.min(beforeTo - beforeFrom, afterTo - afterFrom);
    for (let step = 0; step < shared; step += 1) {
      const [past, index] = [beforeFrom + step, afterFrom + step];
      compareValues(run, joinPath(path, index), before[past], after[index], depth + 1);
    }
    for (let past = beforeFrom + shared; past < beforeTo; past += 1) {
      run.changes.push({ path: joinPath(path, past), before: before[past] });
    }
    for (let index = afterFrom + shared; index < afterTo; index += 1) {
      run.changes.push({ path: joinPath(path, index), after: after[index] });
    }
  }
}

function writeItem(item: unknown): string {
  return JSON.stringify(item) ?? '';
}

function joinPath(path: string, key: string | number): string {
  const step = typeof key === 'number' || /^[^\s."\\]+$/.test(key) ? key : JSON.stringify(key);
  return path === '' ? `${step}` : `${path}.${step}`;
}

/** Operations are refused when they are nested deeper. */
const MAX_PATCH_DEPTH = 90;

/**
 * The JSON Merge Patch that turns one object into another. Empty if they are equal. Undefined if no patch
 * can do it, because a patch cannot set a field to null. `leftOut`: a field to ignore.
 */
export function makePatch(before: Fields, after: Fields, leftOut?: string, depth = 0): Fields | undefined {
  if (depth > MAX_PATCH_DEPTH) return undefined;
  const entries: [string, unknown][] = [];
  for (const key of Object.keys(before)) {
    if (key !== leftOut && !Object.hasOwn(after, key)) entries.push([key, null]);
  }
  for (const [key, value] of Object.entries(after)) {
    const past = Object.hasOwn(before, key) ? before[key] : undefined;
    if (key === leftOut || isEqual(past, value)) continue;
    const change = isFields(value)
      ? makePatch(isFields(past) ? past : {}, value, undefined, depth + 1)
      : value;
    if (change === undefined || change === null) return undefined;
    entries.push([key, change]);
  }
  // Not by assignment: a field may be called "__proto__".
  return Object.fromEntries(entries);
}

/** Beyond this, values are compared as text: a document nested thousands deep must not exhaust the stack. */
const MAX_EQUAL_DEPTH = 100;

/** Whether two JSON values are equal, in any order of keys. */
export function isEqual(one: unknown, other: unknown, depth = 0): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (depth > MAX_EQUAL_DEPTH) return JSON.stringify(one) === JSON.stringify(other);
  if (Array.isArray(one)) return Array.isArray(other) && areListsEqual(one, other, depth);
  return isFields(one) && isFields(other) && isEqualBut(undefined, one, other, depth);
}

/** As isEqual, for objects, ignoring one field. */
export function isEqualBut(
  key: string | undefined,
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
  depth = 0,
): boolean {
  let count = 0;
  for (const name in one) {
    if (name === key) continue;
    count += 1;
    // Every object inherits "__proto__" and "constructor".
    if (!Object.hasOwn(other, name) || !isEqual(one[name], other[name], depth + 1)) return false;
  }
  for (const name in other) if (name !== key) count -= 1;
  return count === 0;
}

function areListsEqual(one: readonly unknown[], other: readonly unknown[], depth: number): boolean {
  return one.length === other.length && one.every((item, index) => isEqual(item, other[index], depth + 1));
}
