import { quote } from '../../quote.ts';
import type { Rule } from '../../rule.ts';
import english from './english-passive.json';
import { proseOf, whyNoFormula, whyNotThisLanguage } from './prose.ts';

const MAX_PERCENT = 15;
/** A single passive sentence is no habit, even in a short text. */
const MANY = 2;

const FORMS_OF_BE = new Set(english.formsOfBe);
/** Participles that do not end in -ed, without those that are also common adjectives. */
const IRREGULAR = new Set(english.irregularParticiples);
/** Adjectives in -ed. */
const ADJECTIVES = new Set(english.adjectives);
const LONGEST_FORM = Math.max(...[...FORMS_OF_BE].map(({ length }) => length));

/** Many passive sentences: a form of "be" and a participle. A heuristic, for English only. */
export const passiveRule: Rule = {
  id: 'read.passive',
  area: 'readability',
  check(mail) {
    const prose = proseOf(mail);
    const notMeasured = whyNotThisLanguage(mail, ['en']) ?? whyNoFormula(prose);
    if (notMeasured !== undefined) return { notMeasured };
    const passive = prose.sentences.filter(({ words }) => isPassive(words));
    const percent = Math.round((passive.length / prose.sentences.length) * 100);
    if (passive[0] === undefined || passive.length < MANY || percent <= MAX_PERCENT) return [];
    return [
      {
        severity: 'low',
        blockId: null,
        message: `${percent} % of the sentences are passive, such as ${quote(passive[0].text)}.`,
        suggestion: 'Say who does it: “We sent your order” rather than “Your order was sent”.',
      },
    ];
  },
};

function fold(word: string): string {
  return word.toLowerCase().replace('’', "'");
}

/** Whether a participle follows a form of "be", perhaps after an adverb or "not". */
export function isPassive(words: readonly string[]): boolean {
  return words.some((word, index) => {
    if (word.length > LONGEST_FORM || !FORMS_OF_BE.has(fold(word))) return false;
    const [next = '', afterNext = ''] = words.slice(index + 1, index + 3).map(fold);
    return isParticiple(next) || ((next === 'not' || next.endsWith('ly')) && isParticiple(afterNext));
  });
}

/** Whether an English word in lower case is a participle that makes a passive after "be". */
function isParticiple(word: string): boolean {
  return IRREGULAR.has(word) || (word.length > 3 && word.endsWith('ed') && !ADJECTIVES.has(word));
}
