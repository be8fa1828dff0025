import type { Draft } from './draft.ts';
import { type Looks, toHex } from './looks.ts';
import type { MailText, TextRole, TextRun } from './mail.ts';
import { type MaskedText, unmask, unmaskAsWords } from './merge-words.ts';
import { splitSentences, splitWords } from './words.ts';

/** A piece of text of the same looks; merge tags are masked. */
export interface Piece {
  text: string;
  looks: Looks;
}

/** A text of pieces in order; undefined when there is nothing in it, not even hidden. */
export function makeText(
  blockId: string,
  role: TextRole,
  pieces: readonly Piece[],
  masked: MaskedText,
): Draft<MailText> | undefined {
  const runs = pieces
    .map(({ text, looks }) => toRun(unmaskAsWords(masked, text), looks))
    .filter((run) => run.text.trim() !== '');
  if (runs.length === 0) return undefined;
  const seen = pieces
    .filter(({ looks }) => !looks.hidden)
    .map((piece) => piece.text)
    .join('');
  const text = squeeze(unmaskAsWords(masked, seen));
  const main = findMain(pieces);
  return {
    blockId,
    role,
    text,
    raw: masked.tags.length === 0 ? text : squeeze(unmask(masked, seen)),
    runs,
    fontSize: main.fontSize,
    lineHeight: main.lineHeight,
    align: main.align,
    isFooter: false,
    sentences: splitSentences(text),
    words: splitWords(text),
  };
}

/** Plain text of one look. */
export function makePlainText(
  blockId: string,
  role: TextRole,
  text: string,
  looks: Looks,
  masked: MaskedText,
) {
  return makeText(blockId, role, [{ text: text.trim(), looks }], masked);
}

function toRun(text: string, looks: Looks): TextRun {
  const { fontSize, bold, href, underlined, hidden, uppercase, onImage } = looks;
  return {
    text,
    color: toHex(looks.color),
    background: toHex(looks.background),
    fontSize: Math.round(fontSize * 100) / 100,
    bold,
    href,
    underlined,
    hidden,
    uppercase,
    onImage,
  };
}

/** White space as one space; line breaks stay. */
function squeeze(text: string): string {
  const spaced = text.replace(/[^\S\n]+/g, ' ');
  return (spaced.includes('\n') ? spaced.replace(/ *\n */g, '\n') : spaced).trim();
}

/** The looks most letters have; among those that are hidden only if all are. */
function findMain(pieces: readonly Piece[]): Looks {
  const letters = new Map<Looks, number>();
  for (const { text, looks } of pieces) {
    letters.set(looks, (letters.get(looks) ?? 0) + (looks.hidden ? 0.001 : 1) * text.trim().length);
  }
  let main = (pieces[0] as Piece).looks;
  for (const [looks, count] of letters) if (count > (letters.get(main) ?? 0)) main = looks;
  return main;
}
