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

/** Addresses of countries that write the code elsewhere, or a word for the street in another script. */
const ADDRESSES_ELSEWHERE = [
  // Ireland, Latvia and Portugal
  /\b[AC-FHKNPRTV-Y]\d[\dW] ?[AC-FHKNPRTV-Y\d]{4}\b|\bLV-\d{4}\b|\b\d{4}-\d{3} \p{Lu}\p{L}/u,
  // Japan, China and Korea
  /\u3012\s?\d{3}-?\d{4}|\d{3}-\d{4}\s{0,3}\p{Script=Han}{2,4}[\u90FD\u9053\u5E9C\u770C]|\p{Script=Han}[\u8DEF\u8857\u9053\u5DF7]\s?\d{1,5}\s?[\u53F7\u865F]/u,
  /[\u90FD\u9053\u5E9C\u770C\u5E02\u533A][^\n\d]{1,20}\d{1,4}(?:\u4E01\u76EE|-\d{1,4}-\d)|\p{Script=Hangul}(?:\uB85C|\uAE38)\s?\d{1,4}(?!\p{L})/u,
  // Cyrillic, Arabic and Hebrew
  /(?<!\p{L})(?:\u0443\u043B|\u0443\u043B\u0438\u0446\u0430|\u0432\u0443\u043B|\u0432\u0443\u043B\u0438\u0446\u044F|\u043F\u0440\u043E\u0441\u043F|\u043F\u0440\u043E\u0441\u043F\u0435\u043A\u0442|\u043F\u0435\u0440|\u0431\u0443\u043B|\u0431\u0443\u043B\u0435\u0432\u0430\u0440\u0434)(?!\p{L})[^\n\d]{1,40}\d/iu,
  /(?<!\p{L})(?:\u0634\u0627\u0631\u0639|\u0637\u0631\u064A\u0642|\u0635\.\s?\u0628)(?!\p{L})[^\n\p{Nd}]{0,40}\p{Nd}|\p{Nd}{1,5}\s(?:\u0634\u0627\u0631\u0639|\u0637\u0631\u064A\u0642)(?!\p{L})/u,
  /(?<!\p{L})(?:\u05E8\u05D7\u05D5\u05D1|\u05E8\u05D7['\u05F3]|\u05E9\u05D3\u05E8\u05D5\u05EA|\u05E9\u05D3['\u05F3])[^\n\d]{1,40}\d/u,
];

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
  return texts.some(
    ({ text, role }) => role !== 'alt' && /\p{Nd}/u.test(text) && CODES.some((code) => code.test(text)),
  );
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

const CODES = [POSTAL_CODE, ...ADDRESSES_ELSEWHERE];

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
