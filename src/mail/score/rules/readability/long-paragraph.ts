import type { MailText } from '../../mail/mail.ts';
import { andMore, quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';
import { isRunningText, whyWordsDoNotCount } from './prose.ts';

const MAX_WORDS = 80;
const MAX_SENTENCES = 5;
/** Short sentences are a long paragraph from this number of words on. */
const MANY_WORDS = 50;

/**
 * Long paragraphs, which readers skip on a phone: 80 words are about twelve lines there. Counts visible paragraphs; a
 * block may hold several.
 */
export const longParagraphRule: Rule = {
  id: 'read.long-paragraph',
  area: 'readability',
  check(mail) {
    const notMeasured = whyWordsDoNotCount(mail);
    if (notMeasured !== undefined) return { notMeasured };
    const long = mail.texts.filter((text) => isRunningText(text) && !text.isFooter && isLong(text));
    return [...Map.groupBy(long, ({ blockId }) => blockId)].map(([blockId, [first, ...others]]) => {
      const { text, words, sentences } = first as MailText;
      return {
        severity: 'medium',
        blockId,
        message: `A paragraph of ${words.length} words in ${count(sentences.length, 'sentence')}: ${quote(text)}${andMore(others.length)}.`,
        suggestion: `Split it: at most ${MAX_WORDS} words and ${MAX_SENTENCES} sentences, one thought each.`,
      };
    });
  },
};

function isLong({ words, sentences }: MailText): boolean {
  return words.length > MAX_WORDS || (words.length > MANY_WORDS && sentences.length > MAX_SENTENCES);
}

function count(number: number, what: string): string {
  return number === 1 ? `one ${what}` : `${number} ${what}s`;
}
