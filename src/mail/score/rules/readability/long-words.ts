import type { Rule } from '../../rule.ts';
import { proseOf, whyNoFormula, whyNotThisLanguage } from './prose.ts';
import { countSyllables } from './syllables.ts';

const LONG_SYLLABLES = 3;
const MAX_PERCENT = 15;
/** A few long words are no burden, even in a short text. */
const MANY = 4;
const SHOWN = 4;

/** Many words of three syllables and more, as in Gunning's Fog index; names are not counted. English only. */
export const longWordsRule: Rule = {
  id: 'read.long-words',
  area: 'readability',
  check(mail) {
    const prose = proseOf(mail);
    const notMeasured = whyNotThisLanguage(mail, ['en']) ?? whyNoFormula(prose);
    if (notMeasured !== undefined) return { notMeasured };
    const long = prose.words.filter(
      (word) => /^\p{Ll}/u.test(word) && countSyllables(word, 'en') >= LONG_SYLLABLES,
    );
    const percent = Math.round((long.length / prose.words.length) * 100);
    if (long.length < MANY || percent <= MAX_PERCENT) return [];
    return [
      {
        severity: 'low',
        blockId: null,
        message: `${percent} % of the words have three syllables or more, such as ${nameSome(long)}.`,
        suggestion: 'Use the shorter word where there is one: “use” for “utilize”, “help” for “assistance”.',
      },
    ];
  },
};

/** The longest, each once. */
function nameSome(words: readonly string[]): string {
  const sorted = [...new Set(words)].sort(
    (one, other) => other.length - one.length || (one < other ? -1 : 1),
  );
  return sorted
    .slice(0, SHOWN)
    .map((word) => `“${word}”`)
    .join(', ');
}
