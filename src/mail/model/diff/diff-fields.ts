import { type Fields, isFields } from '../record.ts';
import { alignSequences, type Budget } from './align-sequences.ts';
import { diffText, type TextRun } from './diff-text.ts';
import { isEqual } from './is-equal.ts';
import { findLongestIncreasing } from './longest-increasing.ts';

/** A field that is not as it was. */
export interface FieldChange {
  /** Names and numbers of list items joined by dots, `items.2.text`; those that hold a dot or a space in quotes. */
  path: string;
  /** Absent: there was none. */
  before?: unknown;
  /** Absent: there is none any more. */
  after?: unknown;
  /** Of an item of a list that has moved within it: where it was. What changed inside it comes as changes of their own. */
  from?: string;
  /** Of a text: what in it changed, word by word. */
  runs?: TextRun[];
}

/** What comparing fields needs to know. */
export interface FieldComparison {
  budget: Budget;
  /** Whether the text at a path is HTML of a rich-text editor. */
  isRichText(path: string): boolean;
}

/** Deeper down, values are replaced as a whole: real ones are a handful of levels deep. */
const DEEPEST = 20;

interface Run extends FieldComparison {
  changes: FieldChange[];
}

/** What differs between two objects, field by field, at any depth. `leftOut`: a field that is not looked at. */
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
  const isDeep = depth < DEEPEST;
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
  const [old, young] = [indexById(before), indexById(after)];
  if (old && young) compareItems(run, path, before as Fields[], after as Fields[], { old, young, depth });
  else compareSequences(run, path, before, after, depth);
}

/** Places of items by their ids; undefined when not every item has an id of its own. */
function indexById(list: readonly unknown[]): Map<string, number> | undefined {
  const places = new Map<string, number>();
  for (const [index, item] of list.entries()) {
    const id = isFields(item) ? item.id : undefined;
    if (typeof id !== 'string' || places.has(id)) return undefined;
    places.set(id, index);
  }
  return places;
}

/** Lists of things that have ids, such as the links of a menu. */
function compareItems(
  run: Run,
  path: string,
  before: readonly Fields[],
  after: readonly Fields[],
  { old, young, depth }: { old: Map<string, number>; young: Map<string, number>; depth: number },
): void {
  for (const [id, index] of old) {
    if (!young.has(id)) run.changes.push({ path: joinPath(path, index), before: before[index] });
  }
  const kept = [...young].filter(([id]) => old.has(id));
  const inPlace = findLongestIncreasing(kept.map(([id]) => old.get(id) as number));
  const moved = new Set(kept.filter((_, position) => !inPlace.has(position)).map(([id]) => id));
  for (const [id, index] of young) {
    const place = joinPath(path, index);
    const past = old.get(id);
    if (past === undefined) run.changes.push({ path: place, after: after[index] });
    else {
      if (moved.has(id)) run.changes.push({ path: place, from: joinPath(path, past) });
      compareFields(run, place, before[past] as Fields, after[index] as Fields, depth + 1);
    }
  }
}

/** Other lists: what is the same is found, the rest is compared one by one. */
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
