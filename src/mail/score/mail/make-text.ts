import type { MailText, TextRole, TextRun } from './mail.ts';
import type { Mutable } from './mail-draft.ts';
import { replaceMergeTags } from './merge-words.ts';
import { type TextStyle, toHex } from './styles.ts';
import { splitSentences, splitWords } from './words.ts';

/** A piece of text of the same style. */
export interface TextPiece {
  /** With MERGE_WORD for merge tags. */
  text: string;
  /** With merge tags as written. */
  raw: string;
  textStyle: TextStyle;
}

/** Makes a text of pieces in order; undefined when they are all white space. */
export function makeText(
  blockId: string,
  role: TextRole,
  pieces: readonly TextPiece[],
): Mutable<MailText> | undefined {
  const runs = pieces
    .map(({ text, textStyle }) => toRun(text, textStyle))
    .filter((run) => run.text.trim() !== '');
  if (runs.length === 0) return undefined;
  const shown = pieces.filter(({ textStyle }) => !textStyle.hidden);
  const text = squeeze(shown.map((piece) => piece.text).join(''));
  const main = findMainStyle(pieces);
  return {
    blockId,
    role,
    text,
    raw: squeeze(shown.map((piece) => piece.raw).join('')),
    runs,
    fontSize: main.fontSize,
    lineHeight: main.lineHeight,
    align: main.align,
    isFooter: false,
    sentences: splitSentences(text),
    words: splitWords(text),
  };
}

/** Makes a text of a plain text of one style. */
export function makePlainText(blockId: string, role: TextRole, text: string, textStyle: TextStyle) {
  const raw = text.trim();
  return makeText(blockId, role, [{ text: replaceMergeTags(raw), raw, textStyle }]);
}

function toRun(text: string, textStyle: TextStyle): TextRun {
  const { fontSize, bold, href, underlined, hidden, uppercase, onImage } = textStyle;
  return {
    text,
    color: toHex(textStyle.color),
    background: toHex(textStyle.background),
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
  return (spaced.includes('\n') ? spaced.replace(/(?<! ) *\n */g, '\n') : spaced).trim();
}

/** The style most letters have; among those that are hidden only if all are. */
function findMainStyle(pieces: readonly TextPiece[]): TextStyle {
  const letters = new Map<TextStyle, number>();
  for (const { text, textStyle } of pieces) {
    letters.set(
      textStyle,
      (letters.get(textStyle) ?? 0) + (textStyle.hidden ? 0.001 : 1) * text.trim().length,
    );
  }
  let main = (pieces[0] as TextPiece).textStyle;
  for (const [textStyle, count] of letters) if (count > (letters.get(main) ?? 0)) main = textStyle;
  return main;
}
