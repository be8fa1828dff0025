import { foldWord, lookalikeOf } from './fold.ts';
import { isDisguisedWord, readLeet } from './leet.ts';

export interface Disguise {
  /** The word as it looks. */
  shown: string;
  how: 'invisible' | 'scripts' | 'styled' | 'leet' | 'gaps';
  /** Whether `undisguise` takes it off. */
  isMechanical: boolean;
}

/** Characters without width between letters. Joiners are part of words in other scripts and of emoji only. */
const INVISIBLE =
  /(?<=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}])[\u200b-\u200d\u2060\ufeff\u180e]+(?=[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}])/gu;
/** Joiners inside numbers keep mail clients from making links of them: 5&zwnj;55, 10&zwnj;am. */
const NUMBER = /^\d+\p{L}{0,2}$/u;
/** Soft hyphens are legitimate, but not after every letter. */
const BROKEN = /(?<!\p{L})\p{L}(?:\u00ad+\p{L}){2,}(?!\p{L})/gu;
const WORD = /[\p{L}\p{M}\p{N}\u200b-\u200d\u2060\ufeff\u180e\u00ad]+(?:[@$!|€]+[\p{L}\p{N}]+)*/gu;
/** Letters that are symbols of mathematics: bold, italic, script, in frames. */
const STYLED =
  /[\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u24b6-\u24e9]{3,}/gu;
const GAPS = /(?<![\p{L}\p{N}])\p{L}(?:([ .*_·-])\p{L}(?:\1\p{L})+)(?![\p{L}\p{N}])/gu;
/**
 * Languages whose script resembles Latin, so that a word in two scripts may be legitimate: `SMS-ки` without the dash.
 */
const OTHER_SCRIPT = new Set('ru uk be bg sr mk kk ky mn tg el'.split(' '));
const SUSPICIOUS =
  /[^\x20-\x7e\u00a0-\u024f\u2010-\u2027\u20ac]|\u00ad|\p{L}[0-9@$!|]|[0-9@$!|]\p{L}|(?<!\p{L})\p{L}[ .*_·-]\p{L}(?!\p{L})/u;

/** Words of a text that are written so that programs do not read them. */
export function findDisguises(text: string, language: string): Disguise[] {
  // Fast path for most texts.
  if (!SUSPICIOUS.test(text)) return [];
  const words = [...text.matchAll(WORD)].flatMap(({ 0: word }) => judgeWord(word, language));
  const gaps = [...text.matchAll(GAPS)].flatMap(({ 0: shown }): Disguise[] => {
    const word = foldWord(shown.replace(/[^\p{L}]/gu, ''));
    return isDisguisedWord(word) ? [{ shown, how: 'gaps', isMechanical: false }] : [];
  });
  const styled = [...text.matchAll(STYLED)].map(({ 0: shown }): Disguise => {
    return { shown: shown.normalize('NFKC'), how: 'styled', isMechanical: true };
  });
  return [...words, ...gaps, ...styled];
}

function judgeWord(word: string, language: string): Disguise[] {
  const shown = word.replace(/[\u200b-\u200d\u2060\ufeff\u180e\u00ad]/g, '');
  if (NUMBER.test(shown)) return [];
  if (word.search(INVISIBLE) >= 0 || isBroken(word)) return [{ shown, how: 'invisible', isMechanical: true }];
  if (mixesScripts(shown, language)) return [{ shown, how: 'scripts', isMechanical: true }];
  return readLeet(shown) === undefined ? [] : [{ shown, how: 'leet', isMechanical: false }];
}

function isBroken(word: string): boolean {
  return word.search(BROKEN) >= 0;
}

/** Latin letters and look-alikes of other scripts in one word. */
function mixesScripts(word: string, language: string): boolean {
  if (!/[a-z]/i.test(word) || !/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)) return false;
  const letters = [...word].filter((character) => /\p{L}/u.test(character));
  if (letters.length < 3) return false;
  const kinds = letters.map((letter) => (/\p{Script=Latin}/u.test(letter) ? 'L' : 'x')).join('');
  const others = letters.filter((_letter, index) => kinds[index] === 'x');
  if (others.some((letter) => lookalikeOf(letter) === undefined)) return false;
  const changes = kinds.match(/Lx|xL/g)?.length ?? 0;
  return changes > (OTHER_SCRIPT.has(language) ? 1 : 0);
}

/** The text with disguises taken off that need no guessing: invisible characters, look-alikes, styled letters. */
export function undisguise(text: string, language: string): string {
  return text
    .replace(INVISIBLE, '')
    .replace(BROKEN, (word) => word.replaceAll('\u00ad', ''))
    .replace(STYLED, (letters) => letters.normalize('NFKC'))
    .replace(WORD, (word) => (mixesScripts(word, language) ? toLatin(word) : word));
}

function toLatin(word: string): string {
  return [...word].map(toLatinLetter).join('');
}

function toLatinLetter(letter: string): string {
  const latin = /\p{Script=Latin}/u.test(letter) ? undefined : lookalikeOf(letter);
  if (latin === undefined) return letter;
  return letter === letter.toLowerCase() ? latin : latin.toUpperCase();
}
