import type { Rule } from '../../rule.ts';
import { proseOf, whyNoFormula, whyNotThisLanguage } from './prose.ts';
import readingEase from './reading-ease.json';
import { countSyllables } from './syllables.ts';

/** Ease = base − perWord · words per sentence − perSyllable · syllables per word. */
interface Formula {
  base: number;
  perWord: number;
  perSyllable: number;
}

/** Flesch's reading ease and its adaptations to other languages. */
const FORMULAS: ReadonlyMap<string, Formula> = new Map(Object.entries(readingEase));

/** 60 to 70 is plain language; below 50 difficult, below 30 for academics (Flesch 1948). */
const PLAIN = 50;
const ACADEMIC = 30;

/** Reading ease, from about 0 (hard) to 100 (easy), by the formula of the mail's language. */
export const fleschRule: Rule = {
  id: 'read.flesch',
  area: 'readability',
  check(mail) {
    const prose = proseOf(mail);
    const notMeasured =
      whyNotThisLanguage(mail, [...FORMULAS.keys(), ...LIX_LANGUAGES]) ?? whyNoFormula(prose);
    if (notMeasured !== undefined) return { notMeasured };
    // Rounded as it is shown, so that no finding names a good value.
    const ease = Math.round(easeOf(prose.words, prose.sentences.length, mail.language));
    if (ease >= PLAIN) return [];
    return [
      {
        severity: ease < ACADEMIC ? 'high' : 'medium',
        blockId: null,
        message: `The reading ease is ${ease} of 100; plain language has 60 or more.`,
        suggestion: 'Shorten sentences, and replace long words by common ones.',
      },
    ];
  },
};

/**
 * Languages measured by LIX (Björnsson 1968), words per sentence plus the percentage of words with more than six
 * letters: 25 is easy, 60 very hard.
 */
const LIX_LANGUAGES = ['sv', 'da', 'no', 'nb', 'nn', 'pl', 'ru'];
const LONG_LETTERS = 6;

/** Reading ease of a text, by the formula of its language; 110 less LIX where there is none. */
function easeOf(words: readonly string[], sentences: number, language: string): number {
  if (!LIX_LANGUAGES.includes(language)) return readingEaseOf(words, sentences, language);
  const long = words.filter((word) => word.length > LONG_LETTERS).length;
  return 110 - words.length / sentences - (100 * long) / words.length;
}

/** Reading ease of a text in one of the languages that have a formula. */
export function readingEaseOf(words: readonly string[], sentences: number, language: string): number {
  const formula = FORMULAS.get(language);
  if (formula === undefined) throw new Error(`there is no formula for "${language}"`);
  const { base, perWord, perSyllable } = formula;
  const syllables = words.reduce((total, word) => total + countSyllables(word, language), 0);
  return base - (perWord * words.length) / sentences - (perSyllable * syllables) / words.length;
}
