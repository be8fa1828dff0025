import type { Rule, RuleFinding } from '../../rule.ts';
import { foldWord } from './text/fold.ts';
import { listSpamTexts, type SpamText } from './text/spam-text.ts';
import { allSpamWords, perLanguage, type SpamWords } from './words/index.ts';

const MILLION = 1_000_000;
const MAX_PER_FIFTY_WORDS = 3;
const MIN_AMOUNTS = 4;
const SIGNS = '[$€£¥]|us\\$|usd|eur|gbp|chf|jpy';
const NUMBER =
  "\\d{1,3}(?:[.,'’ \\u00a0\\u202f]\\d{3}){1,6}(?:[.,]\\d{1,2})?(?!\\d)|\\d+(?:[.,]\\d{1,2})?(?!\\d)";

/**
 * Sums of a million and more, as in SpamAssassin's US_DOLLARS_3 (1.0 points), and running text with many amounts of
 * money; prices in tables and in receipts do not count. The limit is our choice.
 */
export const moneyRule: Rule = {
  id: 'spam.money',
  area: 'spam',
  check(mail) {
    const pattern = patternOf(mail.language) ?? patternOfOthers;
    const texts = listSpamTexts(mail).filter(
      ({ source }) => source?.role !== 'label' && source?.role !== 'alt',
    );
    const findings: RuleFinding[] = [];
    const huge = texts
      .map((text) => ({ text, sum: findHuge(text, pattern) }))
      .find(({ sum }) => sum !== undefined);
    if (huge) findings.push(describeHuge(huge.text, huge.sum as string));
    if (mail.kind === 'marketing') findings.push(...findDense(texts, pattern));
    return findings;
  },
};

function findHuge({ text }: SpamText, amount: RegExp): string | undefined {
  for (const [found, after, millionsAfter, before, millionsBefore] of text.matchAll(amount)) {
    const value = readNumber(after ?? before ?? '');
    const hasMillions = millionsAfter !== undefined || millionsBefore !== undefined;
    if (value >= MILLION || (hasMillions && value > 0)) return found.trim();
  }
  return undefined;
}

function describeHuge({ blockId }: SpamText, sum: string): RuleFinding {
  return {
    severity: 'medium',
    blockId,
    message: `Sums like ${sum} are typical of fraud mails.`,
    suggestion: 'Leave the sum out, or write it without the sign of the currency, e.g. in a linked page.',
    points: 1,
  };
}

function findDense(texts: readonly SpamText[], amount: RegExp): RuleFinding[] {
  const spoken = texts.filter(({ source }) => source !== undefined && source.role !== 'cell');
  const counts = spoken.map(({ text, blockId }) => ({ blockId, count: text.match(amount)?.length ?? 0 }));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const words = spoken.reduce((sum, { source }) => sum + (source?.words.length ?? 0), 0);
  if (total < MIN_AMOUNTS || total <= (MAX_PER_FIFTY_WORDS * words) / 50) return [];
  const most = counts.reduce((best, count) => (count.count > best.count ? count : best));
  return [
    {
      severity: 'medium',
      blockId: most.blockId,
      message: `${total} amounts of money in ${words} words are many.`,
      suggestion: 'Name fewer prices in the text; a table or the linked page has room for them.',
      points: 0.4,
    },
  ];
}

/** Reads `1.234.567,89` and `1,234,567.89`: one or two digits after the last separator are decimals. */
function readNumber(text: string): number {
  return Number(text.replace(/[.,]\d{1,2}$/, '').replace(/\D/g, ''));
}

const patternOf = perLanguage(makePattern);
const patternOfOthers = makePattern([]);

/**
 * Matches an amount of money, with the signs of all currencies and the words of a language; without lists only with the
 * words for millions of all languages. Groups: number and word for millions after a sign, then the same before one.
 */
function makePattern(lists: readonly SpamWords[]): RegExp {
  const money = [SIGNS, ...lists.flatMap((list) => list.money).map(escapeWord)].join('|');
  const spoken = (lists.length > 0 ? lists : allSpamWords).flatMap((list) => list.millions);
  const millions = [...new Set(spoken.flatMap((word) => [word, foldWord(word)]))].map(escapeWord).join('|');
  const source =
    `(?<![\\p{L}\\d])(?:${SIGNS})\\s?(${NUMBER})(?:\\s?(${millions})(?!\\p{L}))?` +
    `|(?<![\\p{L}\\d.,])(${NUMBER})\\s?(?:(${millions})\\s+)?(?:(?:of|de|di|d['’]|us)\\s?)?(?:${money})(?!\\p{L})`;
  return new RegExp(source, 'giu');
}

function escapeWord(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
