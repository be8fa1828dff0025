import type { Rule } from '../../rule.ts';
import { proseOf, whyNotThisLanguage, whyTooShort } from './prose.ts';
import { countSyllables } from './syllables.ts';

const LONG_SYLLABLES = 3;
const MAX_SHARE = 0.15;
const SHOWN = 4;

/** Many words of three syllables and more, as in Gunning's Fog index; names are not counted. English only. */
export const longWordsRule: Rule = {
  id: 'read.long-words',
  area: 'readability',
  check(mail) {
    const prose = proseOf(mail);
    const notMeasured = whyNotThisLanguage(mail, ['en']) ?? whyTooShort(prose);
    if (notMeasured !== undefined) return { notMeasured };
    const long = prose.words.filter(
      (word) => /^\p{Ll}/u.test(word) && countSyllables(word, 'en') >= LONG_SYLLABLES,
    );
    const share = long.length / prose.words.length;
    if (share <= MAX_SHARE) return [];
    return [
      {
        severity: 'low',
        blockId: null,
        message: `${Math.round(share * 100)} % of the words have three syllables or more, such as ${nameSome(long)}.`,
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
