import { splitMergeTags } from './merge-tags.ts';

/** Characters with a meaning in markup. Each is replaced by a Unicode noncharacter, which texts do not contain. */
const MASKED = '<>"\'&/= \t\n\r\f`';
const FIRST_MASK = 0xfdd0;
const MASK = /[\ufdd0-\ufddc]/g;

/** A text of the same length whose merge tags hold no markup. */
export interface MaskedMergeTags {
  text: string;
  /** Restores the merge tags in a piece of the text. */
  unmask: (piece: string) => string;
  hasTags: boolean;
}

/**
 * Hides merge tags from a parser: `{% if a < b %}` and `"{{ "x" }}"` are text to a mail, not tags and quotes.
 * @param isMarkup as for splitMergeTags
 */
export function maskMergeTags(source: string, isMarkup = false): MaskedMergeTags {
  const pieces = splitMergeTags(source, isMarkup);
  const hasTags = pieces.some((piece) => piece.isTag);
  if (!hasTags || source.search(MASK) >= 0) return { text: source, unmask: (piece) => piece, hasTags };
  const text = pieces.map((piece) => (piece.isTag ? mask(piece.text) : piece.text)).join('');
  return { text, unmask, hasTags };
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
