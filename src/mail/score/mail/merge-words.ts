import { isOutputTag } from '../../parse/merge-tag-meaning.ts';
import { decodeMergeTag, mapMergeTags, splitMergeTags } from '../../parse/merge-tags.ts';

/** What stands for a merge tag where texts are counted and compared: a name all languages have. */
export const MERGE_WORD = 'Robin';

/** First of the characters of a masked tag; two that tell its number follow, then as many as make up its length. */
const OPENER = '\ue000';
const FILLER = '\ue001';
const DIGITS = 0xe100;
const BASE = 0x1000;
const MASK = /\ue000([\ue100-\uf0ff])([\ue100-\uf0ff])\ue001*/g;

/** A text whose merge tags are hidden behind private characters, of the same length. */
export interface MaskedText {
  text: string;
  tags: readonly string[];
}

/**
 * Hides merge tags from a parser: `{% if a < b %}` is no element. Positions stay as they were.
 * @param isMarkup the text is HTML
 */
export function maskMergeTags(source: string, isMarkup: boolean): MaskedText {
  // The private characters may be those of an icon font; then merge tags are left to be text.
  if (source.includes(OPENER)) return { text: source, tags: [] };
  const tags: string[] = [];
  let text = '';
  for (const piece of splitMergeTags(source, isMarkup)) {
    if (!piece.isTag) text += piece.text;
    else text += mask(piece.text.length, tags.push(piece.text) - 1);
  }
  return { text: tags.length > 0 ? text : source, tags };
}

function mask(length: number, index: number): string {
  const digits = String.fromCharCode(DIGITS + Math.floor(index / BASE), DIGITS + (index % BASE));
  return OPENER + digits + FILLER.repeat(Math.max(length - 3, 0));
}

/** The piece of a masked text with merge tags as written. */
export function unmask({ tags }: MaskedText, piece: string): string {
  return replaceMasks(tags, piece, decodeMergeTag);
}

/** The piece of a masked text with a word for each merge tag that prints something. */
export function unmaskAsWords({ tags }: MaskedText, piece: string): string {
  return replaceMasks(tags, piece, wordFor);
}

function replaceMasks(tags: readonly string[], piece: string, write: (tag: string) => string): string {
  if (tags.length === 0 || !piece.includes(OPENER)) return piece;
  return piece.replace(MASK, (_mask, high: string, low: string) => {
    const index = (high.charCodeAt(0) - DIGITS) * BASE + low.charCodeAt(0) - DIGITS;
    return write(tags[index] ?? '');
  });
}

/** A plain text with a word for each merge tag that prints something. */
export function replaceMergeTags(text: string): string {
  return mapMergeTags(text, wordFor);
}

/** Conditions and loops print nothing themselves. */
function wordFor(tag: string): string {
  return isOutputTag(tag) ? MERGE_WORD : '';
}
