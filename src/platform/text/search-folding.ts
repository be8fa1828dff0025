/** Marks above and below letters of the Latin, Greek and Cyrillic scripts; those of other scripts are letters. */
const DIACRITICS = /[\u0300-\u036f]/g;

/** Letters with a stroke and ligatures, which have no decomposition. */
const PLAIN_LETTERS: Record<string, string> = { Ø: 'O', Ł: 'L', Đ: 'D', Ħ: 'H', Æ: 'AE', Œ: 'OE' };
const STROKED = /[ØŁĐĦÆŒ]/g;

/**
 * Folds a text for searching: like `foldName`, and letters without their accents, so that "strasse" equals "Straße" and
 * "cafe" equals "Café".
 */
export function foldText(text: string): string {
  // Most texts are ASCII, for which upper case is enough.
  if (isAscii(text)) return text.toUpperCase();
  const decomposed = text.normalize('NFKC').toUpperCase().normalize('NFKD').replace(DIACRITICS, '');
  return decomposed.replace(STROKED, (letter) => PLAIN_LETTERS[letter] ?? letter).normalize('NFC');
}

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

/** Letters and digits of ASCII, and all other characters. */
const CANDIDATES = /[0-9A-Za-z\x80-\uffff]+/g;
const ASCII = /^[0-9A-Za-z]+$/;

/**
 * Words: runs of letters and digits. Scripts that are written without spaces have runs of their own, which can be several
 * words. A pictograph such as an emoji is a word.
 */
const WORDS =
  /([\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+)|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー])[\p{L}\p{N}\p{M}])+|\p{Extended_Pictographic}/gu;

export interface Word {
  text: string;
  /** Characters of a script without spaces, any part of which can be a word. */
  isRun: boolean;
  /** Where it begins in the text, in UTF-16 units. */
  at: number;
}

export function readWords(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: candidate, index } of text.matchAll(CANDIDATES)) {
    // Unicode classes take five times as long, and most words are ASCII.
    if (ASCII.test(candidate)) words.push({ text: candidate, isRun: false, at: index });
    else {
      for (const match of candidate.matchAll(WORDS)) {
        words.push({ text: match[0], isRun: match[1] !== undefined, at: index + match.index });
      }
    }
  }
  return words;
}

/** Sequences of `length` characters (code points) in a text; those of a shorter text are none. */
export function sequencesOf(characters: readonly string[], length: number): string[] {
  const sequences: string[] = [];
  for (let start = 0; start + length <= characters.length; start += 1) {
    sequences.push(characters.slice(start, start + length).join(''));
  }
  return sequences;
}

/**
 * Sequences of up to `length` characters that every text containing `text` has, at most `most`: neighbors without
 * overlap, and the last.
 */
export function coveringSequences(text: string, length: number, most: number): string[] {
  const characters = [...text];
  const size = Math.min(length, characters.length);
  if (size === 0) return [];
  const sequences = new Set<string>();
  const lastStart = characters.length - size;
  for (let start = 0; start < lastStart && sequences.size < most - 1; start += size) {
    sequences.add(characters.slice(start, start + size).join(''));
  }
  sequences.add(characters.slice(lastStart).join(''));
  return [...sequences];
}
