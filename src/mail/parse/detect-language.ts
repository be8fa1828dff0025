/**
 * The languages that both detectors know: ISO 639-3 as one of them names them, ISO 639-1 as locales do. Other languages
 * are not measured, because the detectors would take them for one of these.
 */
const LANGUAGES = new Map(
  (
    'arb ar ben bn cmn zh deu de ell el eng en fra fr hin hi hun hu ita it jpn ja kor ko nld nl pol pl por pt ' +
    'ron ro rus ru spa es swe sv tha th tur tr'
  )
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(' ') as [string, string]),
);
/** Characters that are enough for the detectors. */
const ENOUGH = 1200;

/**
 * Loads the two detectors with the first text that needs them: they bring 180 KB of tables, which most mails never
 * need. tinyld and franc-min are MIT.
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

/** Guesses this close to the best one count as equal: Russian and Bulgarian are close by their letters alone. */
const AS_GOOD = 0.98;

/** The language of a text if two independent detectors agree on it. */
export function detectLanguage(text: string): string | undefined {
  const { detect, francAll } = loadDetectors();
  const sample = text.slice(0, ENOUGH);
  const guess = detect(sample);
  const seconds = francAll(sample).filter(([, likeness]) => likeness >= AS_GOOD);
  return seconds.some(([code]) => LANGUAGES.get(code) === guess) ? guess : undefined;
}
