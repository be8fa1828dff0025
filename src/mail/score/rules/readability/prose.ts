import { isFiller } from '../../mail/filler-text.ts';
import { derive, type Mail, type MailText } from '../../mail/mail.ts';
import { splitWords } from '../../mail/words.ts';

/** The running text of a mail: without headings, labels, tables and footers. */
interface Prose {
  sentences: readonly { text: string; words: readonly string[] }[];
  words: readonly string[];
}

/** The running text of a mail, read once for several rules. */
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

/** Languages written without spaces, where counts of words mean little. */
const UNSPACED = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my', 'bo']);

/** Why words are not counted in this mail; undefined: they are. */
export function whyWordsDoNotCount(mail: Mail): string | undefined {
  if (!UNSPACED.has(mail.language)) return undefined;
  return `Words are not counted in the language of this mail (${mail.language}).`;
}

const MIN_WORDS = 15;

/** Why a text cannot be measured by formulas; undefined: it can. */
export function whyNoFormula({ words }: Prose): string | undefined {
  if (isFiller(words)) return 'The text is a placeholder (lorem ipsum), so there is nothing to read yet.';
  if (words.length >= MIN_WORDS) return undefined;
  return `Too little running text to measure: it takes ${MIN_WORDS} words.`;
}

/** Why a rule for some languages does not measure this mail; undefined: it does. */
export function whyNotThisLanguage(mail: Mail, languages: readonly string[]): string | undefined {
  if (mail.language === '') return 'The mail declares no language.';
  return languages.includes(mail.language) ? undefined : `Not measured in the language "${mail.language}".`;
}
