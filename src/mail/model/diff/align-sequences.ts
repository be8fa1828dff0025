/** A range of one sequence that was replaced by a range of another; either may be empty. */
export interface Hunk {
  beforeFrom: number;
  beforeTo: number;
  afterFrom: number;
  afterTo: number;
}

/** The steps a comparison may still take, of some nanoseconds each. A whole content shares one budget. */
export interface Budget {
  steps: number;
}

/** About 10 ms. Without a limit, two unlike texts of n words take n² steps. */
const MAX_STEPS = 1_500_000;

/** Limit for one text, so that steps remain for the other texts. */
const MAX_STEPS_PER_TEXT = 500_000;

export function startBudget(): Budget {
  return { steps: MAX_STEPS };
}

/**
 * Where two sequences differ, as few elements as possible (Myers, "An O(ND) difference algorithm"). When that would
 * exceed the budget, only elements that occur once on either side are compared.
 */
export function alignSequences(before: readonly string[], after: readonly string[], budget: Budget): Hunk[] {
  const { start, beforeEnd, afterEnd } = trimEnds(before, after);
  if (start === beforeEnd || start === afterEnd) return listHunks([], start, beforeEnd, afterEnd);
  const [old, newer] = numberElements(before.slice(start, beforeEnd), after.slice(start, afterEnd));
  // Elements that the other side lacks cannot match and make the search slow.
  const oldKept = keepShared(old, newer);
  const newerKept = keepShared(newer, old);
  const one = Int32Array.from(oldKept, (index) => old[index] as number);
  const other = Int32Array.from(newerKept, (index) => newer[index] as number);
  const matches = findMatches(one, other, budget) ?? matchUnique(one, other);
  const placed = matches.map(([i, j]): [number, number] => [
    start + (oldKept[i] as number),
    start + (newerKept[j] as number),
  ]);
  return listHunks(placed, start, beforeEnd, afterEnd);
}

function trimEnds(before: readonly string[], after: readonly string[]) {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { start, beforeEnd: before.length - end, afterEnd: after.length - end };
}

/** The same elements as numbers, which compare faster. */
function numberElements(...sequences: string[][]): [number[], number[]] {
  const numbers = new Map<string, number>();
  const toNumber = (element: string): number => {
    const known = numbers.get(element);
    if (known !== undefined) return known;
    numbers.set(element, numbers.size);
    return numbers.size - 1;
  };
  const [one = [], other = []] = sequences.map((sequence) => sequence.map(toNumber));
  return [one, other];
}

function keepShared(sequence: readonly number[], other: readonly number[]): number[] {
  const there = new Set(other);
  return [...sequence.keys()].filter((index) => there.has(sequence[index] as number));
}

type Match = [before: number, after: number];

/** Pairs of a longest common subsequence, in order; undefined when finding it takes too long. */
function findMatches(before: Int32Array, after: Int32Array, budget: Budget): Match[] | undefined {
  const search = startSearch(before, after);
  const most = Math.min(budget.steps, MAX_STEPS_PER_TEXT);
  const trace: Int32Array[] = [];
  let isFound = false;
  while (!isFound && search.steps <= most) {
    const edits = trace.length;
    isFound = goFurther(search, edits);
    trace.push(search.furthest.slice(search.offset - edits, search.offset + edits + 1));
  }
  budget.steps -= search.steps;
  return isFound ? traceBack(before, after, trace) : undefined;
}

interface Search {
  before: Int32Array;
  after: Int32Array;
  /** How far into `before` a number of edits leads, by diagonal: what was inserted less what was deleted. */
  furthest: Int32Array;
  /** Where diagonal 0 is. */
  offset: number;
  steps: number;
}

function startSearch(before: Int32Array, after: Int32Array): Search {
  const offset = before.length + after.length + 1;
  return { before, after, furthest: new Int32Array(2 * offset + 1), offset, steps: 0 };
}

/** Reaches as far as one more edit allows on every diagonal. @returns whether the end was reached */
function goFurther(search: Search, edits: number): boolean {
  const { before, after, furthest, offset } = search;
  for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
    const below = furthest[offset + diagonal + 1] as number;
    const above = furthest[offset + diagonal - 1] as number;
    const isDown = diagonal === -edits || (diagonal !== edits && above < below);
    const start = isDown ? below : above + 1;
    let x = start;
    while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
    furthest[offset + diagonal] = x;
    search.steps += 1 + x - start;
    if (x >= before.length && x - diagonal >= after.length) return true;
  }
  return false;
}

function traceBack(before: Int32Array, after: Int32Array, trace: readonly Int32Array[]): Match[] {
  const matches: Match[] = [];
  let x = before.length;
  let y = after.length;
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const past = trace[edits - 1] as Int32Array;
    const reach = (diagonal: number): number => past[diagonal + edits - 1] ?? -1;
    const diagonal = x - y;
    const isDown = diagonal === -edits || (diagonal !== edits && reach(diagonal - 1) < reach(diagonal + 1));
    const from = isDown ? diagonal + 1 : diagonal - 1;
    const fromX = reach(from);
    const fromY = fromX - from;
    while (x > fromX && y > fromY && x > 0 && y > 0 && before[x - 1] === after[y - 1]) {
      x -= 1;
      y -= 1;
      matches.push([x, y]);
    }
    x = fromX;
    y = fromY;
  }
  while (x > 0 && y > 0) {
    x -= 1;
    y -= 1;
    matches.push([x, y]);
  }
  return matches.reverse();
}

/** Pairs of elements that occur once on either side, as many as are in the same order. */
function matchUnique(before: Int32Array, after: Int32Array): Match[] {
  const places = new Map([...listUnique(after)].map(([element, index]) => [element, index]));
  const pairs: Match[] = [];
  for (const [element, index] of listUnique(before)) {
    const place = places.get(element);
    if (place !== undefined) pairs.push([index, place]);
  }
  const kept = findLongestIncreasing(pairs.map(([, place]) => place));
  return pairs.filter((_, index) => kept.has(index));
}

/** Elements that occur once, with their places, in order. */
function listUnique(sequence: Int32Array): Map<number, number> {
  const places = new Map<number, number>();
  const repeated = new Set<number>();
  for (const [index, element] of sequence.entries()) {
    if (places.has(element)) repeated.add(element);
    else places.set(element, index);
  }
  for (const element of repeated) places.delete(element);
  return places;
}

function listHunks(matches: readonly Match[], start: number, beforeEnd: number, afterEnd: number): Hunk[] {
  const hunks: Hunk[] = [];
  let [beforeFrom, afterFrom] = [start, start];
  for (const [beforeTo, afterTo] of [...matches, [beforeEnd, afterEnd]] as Match[]) {
    if (beforeTo > beforeFrom || afterTo > afterFrom)
      hunks.push({ beforeFrom, beforeTo, afterFrom, afterTo });
    beforeFrom = beforeTo + 1;
    afterFrom = afterTo + 1;
  }
  return hunks;
}

/**
 * The positions of a longest increasing subsequence of different numbers, in O(n log n). What is not in it is the
 * smallest set that has to be moved for the rest to be in order.
 */
export function findLongestIncreasing(values: readonly number[]): Set<number> {
  // `ends[n]`: position of the smallest value that ends an increasing subsequence of n + 1 values.
  const ends: number[] = [];
  const previous = new Int32Array(values.length);
  for (const [position, value] of values.entries()) {
    const length = countSmaller(values, ends, value);
    previous[position] = length === 0 ? -1 : (ends[length - 1] as number);
    ends[length] = position;
  }
  const kept = new Set<number>();
  for (let position = ends.at(-1) ?? -1; position >= 0; position = previous[position] as number) {
    kept.add(position);
  }
  return kept;
}

function countSmaller(values: readonly number[], ends: readonly number[], value: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[ends[middle] as number] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
