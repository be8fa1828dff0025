import { splitWords } from '../../mail/words.ts';
import { andMore, quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';
import { isRunningText, whyWordsDoNotCount } from './prose.ts';

/** Words from which Hemingway calls a sentence very hard, and half as many again. */
const HARD = 20;
const VERY_HARD = 30;

/** Long sentences; one finding per block, for its longest. */
export const longSentenceRule: Rule = {
  id: 'read.long-sentence',
  area: 'readability',
  check(mail) {
    const notMeasured = whyWordsDoNotCount(mail);
    if (notMeasured !== undefined) return { notMeasured };
    const prose = mail.texts.filter((text) => isRunningText(text) && !text.isFooter);
    return [...Map.groupBy(prose, ({ blockId }) => blockId)].flatMap(([blockId, texts]) => {
      const long = texts
        .filter((text) => text.words.length > HARD)
        .flatMap((text) => text.sentences)
        .map((sentence) => ({ sentence, words: splitWords(sentence).length }))
        .filter(({ words }) => words > HARD)
        .sort((one, other) => other.words - one.words);
      const [longest] = long;
      if (longest === undefined) return [];
      return [
        {
          severity: longest.words > VERY_HARD ? 'medium' : 'low',
          blockId,
          message: `A sentence of ${longest.words} words: ${quote(longest.sentence)}${andMore(long.length - 1)}.`,
          suggestion: `Split it; up to ${HARD} words are read in one go.`,
        },
      ];
    });
  },
};
