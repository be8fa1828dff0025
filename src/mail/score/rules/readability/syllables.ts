import { syllable } from 'syllable';
import spellings from './syllables.json';

/** Rules for counting syllables by spelling: adjacent vowels are one syllable, unless the language separates them. */
interface Spelling {
  /** Matches one syllable each; the first alternative that matches counts. */
  nucleus: RegExp;
  /** Silent vowels at the end. */
  silent?: RegExp;
}

/**
 * Within a few percent of dictionaries on running text, which is enough for averages over a mail. English spelling is
 * least regular and has a library with lists of exceptions.
 */
const SPELLINGS: ReadonlyMap<string, Spelling> = new Map(
  Object.entries<{ nucleus: string; silent?: string }>(spellings).map(([language, { nucleus, silent }]) => [
    language,
    { nucleus: new RegExp(nucleus, 'g'), ...(silent !== undefined && { silent: new RegExp(silent) }) },
  ]),
);

/** Words of a language are counted once: the library tries dozens of exceptions on each, and mails share most of their words. */
const KEPT = 5000;
const counted = new Map<string, Map<string, number>>();

/** Syllables of a word, at least one; numbers count as one. */
export function countSyllables(word: string, language: string): number {
  const known = counted.get(language) ?? new Map<string, number>();
  counted.set(language, known);
  const before = known.get(word);
  if (before !== undefined) return before;
  const count = countAnew(word, language);
  if (known.size >= KEPT) known.clear();
  if (word.length < 50) known.set(word, count);
  return count;
}

function countAnew(word: string, language: string): number {
  if (!/\p{L}/u.test(word)) return 1;
  if (language === 'en') return Math.max(syllable(word), 1);
  const spelling = SPELLINGS.get(language);
  if (spelling === undefined) throw new Error(`syllables are not counted in "${language}"`);
  const spoken = word
    .toLowerCase()
    .normalize('NFC')
    .replace(spelling.silent ?? /(?!)/, '');
  return Math.max(spoken.match(spelling.nucleus)?.length ?? 0, 1);
}
