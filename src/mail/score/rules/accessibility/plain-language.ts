import { languageWords } from './words/index.ts';

/** Small words that occur in only one of the languages. */
const ownWords = new Map(
  [...languageWords].map(([language, { smallWords }]) => {
    const others = new Set(
      [...languageWords].flatMap(([other, words]) => (other === language ? [] : words.smallWords)),
    );
    return [language, new Set(smallWords.filter((word) => !others.has(word)))];
  }),
);

/** A text with this share of the small words of one language is certainly in that language. */
const CERTAIN = 0.08;

/** Whether the small words of a text show that it is in a language, without the detectors. */
export function isPlainlyIn(language: string, words: readonly string[]): boolean {
  const own = ownWords.get(language);
  if (own === undefined) return false;
  const looked = words.slice(0, 300);
  const count = looked.filter((word) => own.has(word.toLowerCase())).length;
  return count >= looked.length * CERTAIN;
}
