import { splitMergeTags } from './merge-tags.ts';

/** Characters that mean something to a parser of markup, and what stands for them: code points no text has. */
const MASKED = '<>"\'&/= \t\n\r\f`';
const FIRST_MASK = 0xfdd0;
const MASK = /[\ufdd0-\ufddc]/g;

/** A text in which no merge tag holds markup, of the same length, and the way back. */
export interface MaskedMergeTags {
  text: string;
  unmask: (piece: string) => string;
}

/**
 * Hides merge tags from a parser: `{% if a < b %}` and `"{{ "x" }}"` are text to a mail, not tags and quotes.
 * @param isMarkup as for splitMergeTags
 */
export function maskMergeTags(source: string, isMarkup = false): MaskedMergeTags {
  if (source.search(MASK) >= 0) return { text: source, unmask: (piece) => piece };
  const pieces = splitMergeTags(source, isMarkup);
  if (!pieces.some((piece) => piece.isTag)) return { text: source, unmask: (piece) => piece };
  return { text: pieces.map((piece) => (piece.isTag ? mask(piece.text) : piece.text)).join(''), unmask };
}

function mask(tag: string): string {
  return tag.replace(/[<>"'&/= \t\n\r\f`]/g, (character) =>
    String.fromCharCode(FIRST_MASK + MASKED.indexOf(character)),
  );
}

function unmask(piece: string): string {
  if (piece.search(MASK) < 0) return piece;
  return piece.replace(MASK, (character) => MASKED[character.charCodeAt(0) - FIRST_MASK] as string);
}
