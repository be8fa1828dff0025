import { derive, type Mail, type MailText } from '../../mail/mail.ts';
import { splitWords } from '../../mail/words.ts';

/** Sentence by sentence what people read as running text: no headings, labels, tables or footers. */
export interface Prose {
  sentences: readonly { text: string; words: readonly string[] }[];
  words: readonly string[];
}

/** The running text of a mail; several rules ask for it. */
export function proseOf(mail: Mail): Prose {
  return derive(mail, readProse);
}

function readProse({ texts }: Mail): Prose {
  const sentences = texts
    .filter((text) => isRunningText(text) && !text.isFooter)
    .flatMap((text) => text.sentences)
    .map((text) => ({ text, words: splitWords(text) }))
    .filter(({ words }) => words.length > 0);
  return { sentences, words: sentences.flatMap(({ words }) => words) };
}

/** Text in sentences, as opposed to labels, headings and cells. */
export function isRunningText({ role }: MailText): boolean {
  return role === 'paragraph' || role === 'list-item' || role === 'html';
}

/** Languages written without spaces, where a count of words says little. */
const UNSPACED = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my', 'bo']);

/** Why words are not counted in this mail, if so. */
export function whyWordsDoNotCount(mail: Mail): string | undefined {
  if (!UNSPACED.has(mail.language)) return undefined;
  return `Words are not counted in the language of this mail (${mail.language}).`;
}

const MIN_WORDS = 50;
const MIN_SENTENCES = 3;

/** Why a measure of the whole text would be chance, if so: formulas need some text. */
export function whyTooShort({ words, sentences }: Prose): string | undefined {
  if (words.length >= MIN_WORDS && sentences.length >= MIN_SENTENCES) return undefined;
  return `Too little running text to measure: it takes ${MIN_WORDS} words and ${MIN_SENTENCES} sentences.`;
}

/** Why a rule made for some languages says nothing about this mail, if so. */
export function whyNotThisLanguage(mail: Mail, languages: readonly string[]): string | undefined {
  if (mail.language === '') return 'The mail does not say what language it is in.';
  return languages.includes(mail.language) ? undefined : `Not measured in the language "${mail.language}".`;
}
