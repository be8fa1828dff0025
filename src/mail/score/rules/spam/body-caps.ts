import type { Rule } from '../../rule.ts';
import { countCases } from './text/count-cases.ts';

const MIN_LETTERS = 50;

/**
 * Share of capitals among the letters of the body as written: 75 % as in SpamAssassin's UPPERCASE_75_100 (1.5 points).
 * 30 % is our choice, twice what product names and headings in capitals amount to in legitimate mails.
 */
export const bodyCapsRule: Rule = {
  id: 'spam.body-caps',
  area: 'spam',
  check({ texts }) {
    const counts = texts
      .filter(({ role }) => role !== 'alt' && role !== 'label')
      .map(({ blockId, text }) => ({ blockId, ...countCases(text) }));
    const upper = counts.reduce((sum, count) => sum + count.upper, 0);
    const cased = counts.reduce((sum, count) => sum + count.cased, 0);
    const share = upper / Math.max(cased, 1);
    if (cased < MIN_LETTERS || share < 0.3) return [];
    const loudest = counts.reduce((most, count) => (count.upper > most.upper ? count : most));
    const percent = Math.floor(share * 100);
    return [
      {
        severity: share >= 0.75 ? 'high' : 'medium',
        blockId: loudest.blockId,
        message: `${percent} % of the letters of the mail are capitals; this block has the most of them.`,
        suggestion: 'Write in sentences. Capitals at the beginning and in names are enough.',
        points: share >= 0.75 ? 1.5 : 0.7,
      },
    ];
  },
};
