import { languageWords } from './words/index.ts';

/**
 * Languages both detectors know, in the terms of one, ISO 639-3, and of locales, ISO 639-1. Any other is not measured:
 * they would take it for one of these.
 */
const LANGUAGES = new Map(
  (
    'arb ar ben bn cmn zh deu de ell el eng en fra fr hin hi hun hu ita it jpn ja kor ko nld nl pol pl por pt ' +
    'ron ro rus ru spa es swe sv tha th tur tr'
  )
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(' ') as [string, string]),
);
/** Detectors need no more characters than this. */
const ENOUGH = 1200;

/**
 * The two detectors, loaded with the first text that is doubtful: they bring 180 KB of tables along, which most mails
 * never need. tinyld is MIT, franc-min MIT.
 */
function loadDetectors(): {
  detect(text: string): string;
  francAll(text: string): [code: string, likeness: number][];
} {
  const { detect } = require('tinyld/light') as typeof import('tinyld/light');
  const { francAll } = require('franc-min') as typeof import('franc-min');
  return { detect, francAll };
}

/** Whether the detectors know a language: a primary subtag in lower case. */
export function isDetectable(language: string): boolean {
  return [...LANGUAGES.values()].includes(language);
}

/** What is this near to the best guess is as good: Russian and Bulgarian are, by their letters alone. */
const AS_GOOD = 0.98;

/** The language of a text when two detectors of different make agree on it. */
export function detectLanguage(text: string): string | undefined {
  const { detect, francAll } = loadDetectors();
  const sample = text.slice(0, ENOUGH);
  const guess = detect(sample);
  const seconds = francAll(sample).filter(([, likeness]) => likeness >= AS_GOOD);
  return seconds.some(([code]) => LANGUAGES.get(code) === guess) ? guess : undefined;
}

/** Small words that no other of the languages has. */
const ownWords = new Map(
  [...languageWords].map(([language, { smallWords }]) => {
    const others = new Set(
      [...languageWords].flatMap(([other, words]) => (other === language ? [] : words.smallWords)),
    );
    return [language, new Set(smallWords.filter((word) => !others.has(word)))];
  }),
);

/** Share of small words of one language only in which a text is that language without a doubt. */
const CERTAIN = 0.08;

/** Whether a text is certainly in a language, by a glance at its small words: no detector needs to be asked. */
export function isPlainlyIn(language: string, words: readonly string[]): boolean {
  const own = ownWords.get(language);
  if (own === undefined) return false;
  const looked = words.slice(0, 300);
  const count = looked.filter((word) => own.has(word.toLowerCase())).length;
  return count >= looked.length * CERTAIN;
}
