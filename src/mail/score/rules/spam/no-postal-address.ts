import type { Mail, MailText } from '../../mail/mail.ts';
import type { Rule } from '../../rule.ts';
import { explainGuess } from './note-of-guess.ts';
import { foldWord } from './text/fold.ts';
import { mergeTagsIn } from './text/merge-tags-in.ts';
import { listSpamTexts, type SpamText } from './text/spam-text.ts';
import { isNumber } from './text/tokens.ts';
import { noListFor, perLanguage } from './words/index.ts';

/** Names of merge tags for an address. */
const NAMED = /address|adresse|postal|direccion|indirizzo|endereco|imprint|impressum/i;

/** A postal code with a place: US, GB and CA, NL, and four to six digits with a name, as in most of Europe. */
const POSTAL_CODE =
  /\b[A-Z]{2},? \d{5}(?:-\d{4})?\b|\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b|\b\d{4} ?[A-Z]{2}\b|\b(?:[A-Z]{1,2}-)?\d{2,3}[ -]?\d{2,3} \p{Lu}\p{L}{2,}/u;

/**
 * Marketing mails without the postal address of the sender, which the CAN-SPAM act (15 U.S.C. 7704) and most European
 * laws require. Accepted are a merge tag of that name, a postal code, or a number near a word for a street.
 */
export const noPostalAddressRule: Rule = {
  id: 'spam.no-postal-address',
  area: 'spam',
  check(mail) {
    if (mail.kind !== 'marketing' || mail.texts.some(hasAddressTag)) return [];
    const words = addressWordsOf(mail.language);
    if (words === undefined) return hasCode(mail) ? [] : noListFor(mail.language);
    if (hasCode(mail) || listSpamTexts(mail).some((text) => isAddress(text, words))) return [];
    return [
      {
        ...(mail.isKindSure ? { severity: 'medium', points: 0.4 } : { severity: 'low', points: 0.1 }),
        blockId: null,
        message: 'The mail has no postal address of its sender.',
        suggestion: `Add the address of your company to the footer, or the merge tag your sending service has for it.${explainGuess(mail)}`,
      },
    ];
  },
};

function hasAddressTag(text: MailText): boolean {
  return mergeTagsIn(text).some((tag) => NAMED.test(tag) && !/e-?mail/i.test(tag));
}

function hasCode({ texts }: Mail): boolean {
  return texts.some(({ text, role }) => role !== 'alt' && /\d/.test(text) && POSTAL_CODE.test(text));
}

interface AddressWords {
  whole: ReadonlySet<string>;
  endings: readonly string[];
}

const addressWordsOf = perLanguage((lists): AddressWords => {
  const items = lists.flatMap(({ address }) => address);
  return {
    whole: new Set(items.filter((item) => !item.startsWith('-')).map(foldWord)),
    endings: items.filter((item) => item.startsWith('-')).map((item) => foldWord(item.slice(1))),
  };
});

/** Most words between a house number and the word for its street. */
const REACH = 4;

function isAddress({ source, tokens }: SpamText, { whole, endings }: AddressWords): boolean {
  if (source === undefined || source.role === 'alt' || source.role === 'cell') return false;
  const { list } = tokens;
  if (!list.some(isNumber)) return false;
  return list.some(({ word }, index) => {
    const isWord =
      whole.has(word) || endings.some((ending) => word.length > ending.length + 1 && word.endsWith(ending));
    return isWord && list.slice(Math.max(index - REACH, 0), index + REACH + 1).some(isNumber);
  });
}
