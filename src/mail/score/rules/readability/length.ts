import type { Rule } from '../../rule.ts';
import { whyWordsDoNotCount } from './prose.ts';

const MAX_WORDS = 500;

/** A marketing mail that takes longer than two minutes to read. */
export const lengthRule: Rule = {
  id: 'read.length',
  area: 'readability',
  check(mail) {
    if (mail.kind !== 'marketing') return [];
    const notMeasured = whyWordsDoNotCount(mail);
    if (notMeasured !== undefined) return { notMeasured };
    if (mail.words <= MAX_WORDS) return [];
    return [
      {
        severity: 'low',
        blockId: null,
        message: `The mail has ${mail.words} words; few people read more than ${MAX_WORDS}.`,
        suggestion: 'Leave the details to the pages it links to.',
      },
    ];
  },
};
