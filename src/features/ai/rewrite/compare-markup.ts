import { type Kept, type Markup, readMarkup } from './read-markup.ts';

/**
 * What a rewritten text has lost, gained or mixed up of the merge tags and the inline markup of the text it came from:
 * whole sentences; none when all is kept exactly.
 */
export function compareMarkup(before: string, after: string): string[] {
  const [one, other] = [readMarkup(before), readMarkup(after)];
  const tags = compareLists(one.tags, other.tags);
  const elements = compareLists(one.elements, other.elements);
  const faults = [
    ...describe('merge tag', tags),
    ...describe('element', elements),
    ...describeBalance(one, other),
    ...describeOrder(one, other),
  ];
  return [...new Set(faults)];
}

interface Difference {
  lost: string[];
  added: string[];
  moved: string[];
}

/** By number and place. */
function compareLists(before: readonly Kept[], after: readonly Kept[]): Difference {
  const [gone, come] = [itemsBeyond(before, after), itemsBeyond(after, before)];
  const lost = subtract(gone, come);
  return { lost, added: subtract(come, gone), moved: subtract(gone, lost) };
}

/** The items of a list whose like, in that place, the other does not have. */
function itemsBeyond(list: readonly Kept[], other: readonly Kept[]): string[] {
  const keyOf = ({ item, around }: Kept) => JSON.stringify([item, around]);
  return subtract(list.map(keyOf), other.map(keyOf)).map((key) => (JSON.parse(key) as [string, string])[0]);
}

/** As a multiset. */
function subtract(list: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const item of other) counts.set(item, (counts.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
}

function describe(what: string, { lost, added, moved }: Difference): string[] {
  return [
    ...lost.map((item) => `The ${what} ${item} got lost.`),
    ...added.map((item) => `The ${what} ${item} was not there before.`),
    ...moved.map((item) => `The ${what} ${item} stands within other elements than before.`),
  ];
}

function describeBalance(before: Markup, after: Markup): string[] {
  return subtract(after.unbalanced, before.unbalanced).map((tag) => `${tag} has no counterpart.`);
}

function describeOrder({ logic: before }: Markup, { logic: after }: Markup): string[] {
  const hasSame = before.length === after.length && subtract(before, after).length === 0;
  if (!hasSame || before.every((tag, index) => tag === after[index])) return [];
  return [`The conditions and loops must stay in their order: ${before.join(' ')}.`];
}
