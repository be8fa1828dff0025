import { isAscii, withoutAddresses } from '../../../mail/words.ts';
import { foldWord, withoutInvisible } from './fold.ts';
import { readLeet } from './leet.ts';

/** A word of a text, a number or a percent sign. */
export interface Token {
  /** For comparison: lower case, without accents and disguises. */
  word: string;
  /** Offsets in `Tokens.text`. */
  start: number;
  end: number;
}

/** A text cut into words. */
export interface Tokens {
  /** The text in its plain form (NFKC), without invisible characters. */
  text: string;
  list: readonly Token[];
}

/** Letters and digits, with signs between them that replace letters; or a percent sign. */
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:[@$!|€]+[\p{L}\p{N}]+)*|%/gu;
const ASCII_TOKEN = /[A-Za-z0-9]+(?:[@$!|]+[A-Za-z0-9]+)*|%/g;
const NUMBER = /^\p{N}+$/u;

/** Splits a text into words, without addresses. Linear time. */
export function tokenize(source: string): Tokens {
  const plain = withoutAddresses(source);
  const isPlain = isAscii(plain);
  const text = isPlain ? plain : withoutInvisible(plain.normalize('NFKC'));
  const list: Token[] = [];
  const pattern = isPlain ? ASCII_TOKEN : TOKEN;
  pattern.lastIndex = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    addTokens(list, text, found[0], found.index);
  }
  return { text, list };
}

function addTokens(list: Token[], text: string, match: string, start: number): void {
  const end = start + match.length;
  const isPlain = /^[A-Za-z]+$/.test(match);
  const leet = isPlain ? undefined : readLeet(match);
  if (isPlain || leet !== undefined) list.push({ word: leet ?? match.toLowerCase(), start, end });
  else if (/[@$!|€]/.test(match)) {
    for (const part of match.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      addTokens(list, text, part[0], start + part.index);
    }
  } else if (NUMBER.test(match) && isContinued(list.at(-1), text, start)) {
    (list.at(-1) as Token).end = end;
  } else list.push({ word: foldWord(match), start, end });
}

/** `1,000` and `1 000` are one number. */
function isContinued(last: Token | undefined, text: string, start: number): boolean {
  if (last === undefined || !NUMBER.test(last.word)) return false;
  return /^[.,'’\u00a0\u202f ]$/.test(text.slice(last.end, start));
}

export function isNumber({ word }: Token): boolean {
  const first = word.charCodeAt(0);
  // Fast path: numbers do not begin with a letter.
  return !(first >= 97 && first <= 122) && NUMBER.test(word);
}
