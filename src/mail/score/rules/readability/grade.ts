import type { Rule, RuleFinding } from '../../rule.ts';
import { proseOf, whyNoFormula, whyNotThisLanguage } from './prose.ts';
import { countSyllables } from './syllables.ts';

/** Grades above this are reported, as in Hemingway. */
const GOOD_GRADE = 9;
const HARD_GRADE = 12;

/**
 * Years of school needed to read the mail: the mean of the Flesch-Kincaid grade (syllables) and the Automated
 * Readability Index (letters), two formulas for English with different errors.
 */
export const gradeRule: Rule = {
  id: 'read.grade',
  area: 'readability',
  check(mail) {
    const prose = proseOf(mail);
    const notMeasured = whyNotThisLanguage(mail, ['en']) ?? whyNoFormula(prose);
    if (notMeasured !== undefined) return { notMeasured };
    // Rounded as it is shown, so that no finding names a good value.
    const grade = Math.round(gradeOf(prose.words, prose.sentences.length));
    return grade > GOOD_GRADE ? [describeGrade(grade)] : [];
  },
};

/** Grade of an English text by its words and how many sentences they make. */
export function gradeOf(words: readonly string[], sentences: number): number {
  const perSentence = words.length / sentences;
  const sum = (count: (word: string) => number) => words.reduce((total, word) => total + count(word), 0);
  const syllables = sum((word) => countSyllables(word, 'en')) / words.length;
  const letters = sum(countLetters) / words.length;
  const fleschKincaid = 0.39 * perSentence + 11.8 * syllables - 15.59;
  const automated = 4.71 * letters + 0.5 * perSentence - 21.43;
  return (fleschKincaid + automated) / 2;
}

function countLetters(word: string): number {
  return /^[A-Za-z0-9]*$/.test(word) ? word.length : (word.match(/[\p{L}\p{N}]/gu)?.length ?? 0);
}

function describeGrade(grade: number): RuleFinding {
  return {
    severity: grade > HARD_GRADE ? 'high' : 'medium',
    blockId: null,
    message: `The text takes ${grade} years of school to read; up to ${GOOD_GRADE} is easy for most people.`,
    suggestion: 'Use shorter sentences and everyday words.',
  };
}
