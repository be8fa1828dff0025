import synonyms from './field-synonyms.json';

const LONGEST = 40;

/** Names that writers use for fields, and the fields they may mean, best first. */
const SYNONYMS = new Map<string, readonly string[]>(Object.entries(synonyms));

/** Known names that are like a mistaken one. */
export interface NearestNames {
  /** Best first, at most three. */
  names: string[];
  /** Whether it differs by no more than a slip; otherwise one name only contains the other. */
  isSlip: boolean;
}

/**
 * The known names a mistaken one was probably meant to be: other spellings first, then names of the same meaning, then
 * names that are spelled alike. Names may be dotted paths; the last step is what is compared.
 */
export function findNearestNames(name: string, known: readonly string[]): NearestNames {
  const wanted = name.length > LONGEST ? '' : simplify(name);
  if (wanted === '') return { names: [], isSlip: false };
  const scored = known
    .map((candidate) => ({ candidate, score: scoreName(wanted, simplify(lastStep(candidate))) }))
    .filter(({ score }) => score < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.score - other.score);
  const best = scored[0];
  if (best?.score === 0 && !best.candidate.includes('.')) return { names: [best.candidate], isSlip: true };
  const alike = SYNONYMS.get(wanted)?.filter((meant) => known.includes(meant)) ?? [];
  if (alike.length > 0) return { names: alike.slice(0, 2), isSlip: true };
  const names = scored.slice(0, 3).map(({ candidate }) => candidate);
  return { names, isSlip: best !== undefined && best.score < LONGEST };
}

/** 0 for the same letters, more for less alike, from LONGEST on for parts of each other, infinite for not alike. */
function scoreName(wanted: string, candidate: string): number {
  const distance = countEdits(wanted, candidate);
  if (distance <= Math.max(1, Math.floor((wanted.length + 1) / 3))) return distance;
  const isPart = candidate.includes(wanted) || wanted.includes(candidate);
  return isPart && Math.min(wanted.length, candidate.length) >= 3
    ? distance + LONGEST
    : Number.POSITIVE_INFINITY;
}

function lastStep(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, '');
}

/** Levenshtein distance. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
