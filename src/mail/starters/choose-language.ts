import languageWords from './language-words.json';
import { LANGUAGES, type StarterWords } from './words/index.ts';

/** A language a mail can be written in. */
interface ChosenLanguage {
  words: StarterWords;
  /** BCP-47, for the settings of the mail. */
  locale: string;
  /** Primary subtag of the language of the prompt. */
  spoken: string;
  /** What the caller should know, if the mail is not in the language that was asked for. */
  note: string | undefined;
}

/** Small words that no other of the languages has, or hardly. */
const SMALL_WORDS = Object.entries(languageWords).map(([language, words]) => ({
  language,
  pattern: new RegExp(`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, 'giu'),
}));

/** Fewer hits tell no language. */
const ENOUGH = 2;

/** The language that was asked for, or else that of the prompt; English where there are no texts. */
export function chooseLanguage(locale: string | undefined, prompt: string): ChosenLanguage {
  const english = LANGUAGES.get('en') as StarterWords;
  const spoken = guessLanguage(prompt);
  const guessed = LANGUAGES.get(spoken);
  if (locale === undefined && guessed !== undefined)
    return { words: guessed, locale: spoken, spoken, note: undefined };
  if (locale === undefined)
    return { words: english, locale: 'en', spoken, note: recordEnglish(nameOf(spoken)) };
  const tag = readTag(locale);
  const words = tag === undefined ? undefined : LANGUAGES.get(tag.language);
  if (words !== undefined && tag !== undefined) return { words, locale: tag.tag, spoken, note: undefined };
  return { words: english, locale: 'en', spoken, note: recordEnglish(`"${locale.slice(0, 40)}"`) };
}

const recordEnglish = (language: string): string =>
  `The starters have no texts in ${language} (only in ${[...LANGUAGES.keys()].join(', ')}), so the mail is in English: translate its texts and set settings.locale.`;

const nameOf = (language: string): string =>
  language === UNKNOWN
    ? 'the language of the prompt'
    : (new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language);

function readTag(locale: string): { tag: string; language: string } | undefined {
  try {
    const { baseName, language } = new Intl.Locale(locale.trim().replaceAll('_', '-'));
    return { tag: baseName, language };
  } catch {
    return undefined;
  }
}

/** A language without a list of words. */
const UNKNOWN = 'und';

/** Primary subtag of the language of a prompt; English if nothing tells. */
function guessLanguage(prompt: string): string {
  const counts = SMALL_WORDS.map(({ language, pattern }) => ({
    language,
    count: new Set((prompt.match(pattern) ?? []).map((word) => word.toLowerCase())).size,
  }));
  const best = counts.reduce((most, one) => (one.count > most.count ? one : most));
  if (best.count >= ENOUGH) return best.language;
  const letters = prompt.match(/\p{L}/gu)?.length ?? 0;
  const latin = prompt.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters > 0 && latin < letters / 2 ? UNKNOWN : 'en';
}
