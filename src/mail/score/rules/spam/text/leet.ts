import { allSpamWords } from '../words/index.ts';
import { foldWord } from './fold.ts';

const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' },
    ...{ '@': 'a', $: 's', '!': 'i', '|': 'l', '€': 'e' },
  }),
);

/** Words that spam disguises, of all languages: the language of the mail makes no difference. */
const disguised = new Set(allSpamWords.flatMap((words) => words.disguised.map(foldWord)));

/** Whether a folded word is one that spam disguises. */
export function isDisguisedWord(word: string): boolean {
  return disguised.has(word);
}

/**
 * Decodes digits and signs that replace letters (`v1agra`, `ca$h`) into a folded word; undefined when the result is not
 * a disguised word.
 */
export function readLeet(word: string): string | undefined {
  if (!/[0134578@$!|€]/.test(word) || !/\p{L}/u.test(word) || word.length > 30) return undefined;
  const plain = foldWord([...word].map((character) => SIGNS.get(character) ?? character).join(''));
  if (disguised.has(plain)) return plain;
  const other = foldWord(
    [...word].map((character) => (character === '1' ? 'l' : (SIGNS.get(character) ?? character))).join(''),
  );
  return disguised.has(other) ? other : undefined;
}
