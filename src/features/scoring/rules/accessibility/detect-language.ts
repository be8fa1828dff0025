import { languageWords } from './words/index.ts';

/** Languages in the terms of both detectors: ISO 639-3 of one, ISO 639-1 of the other and of locales. */
const LANGUAGES = new Map(
  (
    'ara ar ben bn cmn zh deu de ell el eng en fin fi fra fr heb he hin hi hun hu ita it jpn ja kor ko nld nl nob no ' +
    'pol pl por pt ron ro rus ru spa es swe sv tha th tur tr'
  )
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(' ') as [string, string]),
);
/** Norwegian in its two forms is one language to a detector. */
const SAME: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

/** Detectors need no more characters than this. */
const ENOUGH = 1200;

/**
 * The two detectors, loaded with the first text that is doubtful: they bring 180 KB of tables along, which most mails
 * never need. tinyld is MIT, franc-min MIT.
 */
function loadDetectors(): { detect(text: string): string; franc(text: string): string } {
  const { detect } = require('tinyld/light') as typeof import('tinyld/light');
  const { franc } = require('franc-min') as typeof import('franc-min');
  return { detect, franc };
}

/** Whether the detectors know a language: a primary subtag in lower case. */
export function isDetectable(language: string): boolean {
  return [...LANGUAGES.values()].includes(SAME[language] ?? language);
}

/** Whether two primary subtags mean one language to a detector. */
export function isSameLanguage(one: string, other: string): boolean {
  return (SAME[one] ?? one) === (SAME[other] ?? other);
}

/** The language of a text when two detectors of different make agree on it. */
export function detectLanguage(text: string): string | undefined {
  const { detect, franc } = loadDetectors();
  const sample = text.slice(0, ENOUGH);
  const found = LANGUAGES.get(franc(sample));
  return found !== undefined && detect(sample) === found ? found : undefined;
}

/** Small words that no other of the languages has. */
const ownWords = new Map(
  [...languageWords].map(([language, { smallWords }]) => {
    const others = new Set(
      [...languageWords].flatMap(([other, words]) => (other === language ? [] : words.smallWords.split(' '))),
    );
    return [language, new Set(smallWords.split(' ').filter((word) => !others.has(word)))];
  }),
);

/** Share of small words of one language only in which a text is that language without a doubt. */
const CERTAIN = 0.1;

/** Whether a text is certainly in a language, by a glance at its small words: no detector needs to be asked. */
export function isPlainlyIn(language: string, words: readonly string[]): boolean {
  const own = ownWords.get(language);
  if (own === undefined) return false;
  const looked = words.slice(0, 300);
  const count = looked.filter((word) => own.has(word.toLowerCase())).length;
  return count >= looked.length * CERTAIN;
}
