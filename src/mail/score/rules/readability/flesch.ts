import type { Rule } from '../../rule.ts';
import { proseOf, whyNotThisLanguage, whyTooShort } from './prose.ts';
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
    const notMeasured = whyNotThisLanguage(mail, [...FORMULAS.keys()]) ?? whyTooShort(prose);
    if (notMeasured !== undefined) return { notMeasured };
    const ease = readingEaseOf(prose.words, prose.sentences.length, mail.language);
    if (ease >= PLAIN) return [];
    return [
      {
        severity: ease < ACADEMIC ? 'high' : 'medium',
        blockId: null,
        message: `The reading ease is ${Math.round(ease)} of 100; plain language has 60 or more.`,
        suggestion: 'Shorten sentences, and replace long words by common ones.',
      },
    ];
  },
};

/** Reading ease of a text in one of the languages that have a formula. */
export function readingEaseOf(words: readonly string[], sentences: number, language: string): number {
  const formula = FORMULAS.get(language);
  if (formula === undefined) throw new Error(`there is no formula for "${language}"`);
  const { base, perWord, perSyllable } = formula;
  const syllables = words.reduce((total, word) => total + countSyllables(word, language), 0);
  return base - (perWord * words.length) / sentences - (perSyllable * syllables) / words.length;
}
