import { LANGUAGES, type StarterWords } from './words/index.ts';

/** A language a mail can be written in. */
export interface ChosenLanguage {
  words: StarterWords;
  /** BCP-47, for the settings of the mail. */
  locale: string;
  /** What the caller should know, if the mail is not in the language that was asked for. */
  note: string | undefined;
}

/** Small words that no other of the languages has, or hardly. */
const SMALL_WORDS: Readonly<Record<string, RegExp>> = {
  en: /(?<!\p{L})(?:the|and|with|for|our|an|of|that|write|create|make|please|your)(?!\p{L})/giu,
  de: /(?<!\p{L})(?:der|die|das|und|mit|für|eine|einen|ein|unser\w*|bitte|schreibe?|erstelle?|ist|zum|zur|über)(?!\p{L})/giu,
  fr: /(?<!\p{L})(?:le|les|des|et|avec|pour|une|notre|nos|du|écris|crée|créer|rédige|sur|est|votre)(?!\p{L})/giu,
  es: /(?<!\p{L})(?:el|los|las|y|con|para|una|nuestr\w+|del|crea|escribe|correo|es|sobre)(?!\p{L})/giu,
  nl: /(?<!\p{L})(?:de|het|een|en|met|voor|onze|ons|van|maak|schrijf|over|mail)(?!\p{L})/giu,
  it: /(?<!\p{L})(?:il|gli|e|con|per|una|nostr\w+|del|della|crea|scrivi|di|che)(?!\p{L})/giu,
  pt: /(?<!\p{L})(?:o|os|as|e|com|para|uma|noss\w+|do|da|cria|crie|escreva|não|sobre)(?!\p{L})/giu,
};

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
  const counts = Object.entries(SMALL_WORDS).map(([language, words]) => ({
    language,
    count: new Set((prompt.match(words) ?? []).map((word) => word.toLowerCase())).size,
  }));
  const best = counts.reduce((most, one) => (one.count > most.count ? one : most));
  return best.count >= ENOUGH ? best.language : 'en';
}
