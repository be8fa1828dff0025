import languageWords from './language-words.json';
import { LANGUAGES, type StarterWords } from './words/index.ts';

/** A language a mail can be written in. */
interface ChosenLanguage {
  words: StarterWords;
  /** BCP-47, for the settings of the mail. */
  locale: string;
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
  if (locale === undefined) {
    const guessed = guessLanguage(prompt);
    return { words: LANGUAGES.get(guessed) ?? english, locale: guessed, note: undefined };
  }
  const tag = readTag(locale);
  const words = tag === undefined ? undefined : LANGUAGES.get(tag.language);
  if (words !== undefined && tag !== undefined) return { words, locale: tag.tag, note: undefined };
  const spoken = [...LANGUAGES.keys()].join(', ');
  return {
    words: english,
    locale: 'en',
    note: `The starters have no texts in "${locale.slice(0, 40)}" (only in ${spoken}), so the mail is in English: translate its texts and set settings.locale.`,
  };
}

function readTag(locale: string): { tag: string; language: string } | undefined {
  try {
    const { baseName, language } = new Intl.Locale(locale.trim().replaceAll('_', '-'));
    return { tag: baseName, language };
  } catch {
    return undefined;
  }
}

function guessLanguage(prompt: string): string {
  const counts = SMALL_WORDS.map(({ language, pattern }) => ({
    language,
    count: new Set((prompt.match(pattern) ?? []).map((word) => word.toLowerCase())).size,
  }));
  const best = counts.reduce((most, one) => (one.count > most.count ? one : most));
  return best.count >= ENOUGH ? best.language : 'en';
}
