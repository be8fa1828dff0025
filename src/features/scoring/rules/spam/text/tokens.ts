import { withoutAddresses } from '../../../mail/words.ts';
import { foldWord, withoutInvisible } from './fold.ts';
import { readLeet } from './leet.ts';

/** A word of a text, a number or a percent sign. */
export interface Token {
  /** As compared: lower case, no accents, disguises taken off. */
  word: string;
  /** Where it stands in `Tokens.text`. */
  start: number;
  end: number;
}

/** A text cut into words. */
export interface Tokens {
  /** The text in its plain form (NFKC), without invisible characters. */
  text: string;
  list: readonly Token[];
}

/** Letters and digits, with the signs between them that stand for letters; a percent sign. */
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:[@$!|€]+[\p{L}\p{N}]+)*|%/gu;
const NUMBER = /^\p{N}+$/u;

/** Cuts a text into words. Addresses are none. Takes time in proportion to the text. */
export function tokenise(source: string): Tokens {
  const text = withoutInvisible(withoutAddresses(source).normalize('NFKC'));
  const list: Token[] = [];
  for (const { 0: match, index } of text.matchAll(TOKEN)) addTokens(list, text, match, index);
  return { text, list };
}

function addTokens(list: Token[], text: string, match: string, start: number): void {
  const end = start + match.length;
  const isPlain = /^[a-z]+$/.test(match);
  const leet = isPlain ? undefined : readLeet(match);
  if (isPlain || leet !== undefined) list.push({ word: leet ?? match, start, end });
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
  return NUMBER.test(word);
}
