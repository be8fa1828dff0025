/** Constructs of template languages, by how they begin. */
const CLOSING: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '*|': '|*', '${': '}' };
const OPENING = /\{\{|\{%|\*\||\$\{/g;

/** A longer one is no merge tag but two marks that happen to stand in one text. */
const MAX_TAG = 2000;

/** Where a merge tag stands; `end` is after its last character. */
interface Span {
  start: number;
  end: number;
}

/** The merge tags of a text from left to right. Takes linear time whatever the text is. */
function findMergeTags(text: string): Span[] {
  const spans: Span[] = [];
  // Where each kind of mark closes next, so that no stretch is searched twice.
  const nextClose = new Map<string, number>();
  const opening = new RegExp(OPENING);
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const close = CLOSING[match[0]] as string;
    const from = match.index + 2;
    let at = nextClose.get(close) ?? -2;
    if (at !== -1 && at < from) at = text.indexOf(close, from);
    nextClose.set(close, at);
    if (at === -1 || at - from > MAX_TAG) continue;
    // `{{{ raw }}}` closes with the third brace.
    const end = at + close.length + (close === '}}' && text[at + 2] === '}' ? 1 : 0);
    spans.push({ start: match.index, end });
    opening.lastIndex = end;
  }
  return spans;
}

/** Changes what is between merge tags, and leaves the merge tags alone. */
export function mapOutsideMergeTags(text: string, change: (piece: string) => string): string {
  const spans = findMergeTags(text);
  if (spans.length === 0) return change(text);
  let out = '';
  let from = 0;
  for (const { start, end } of spans) {
    out += change(text.slice(from, start)) + text.slice(start, end);
    from = end;
  }
  return out + change(text.slice(from));
}

/** Characters that mean something to a parser of markup, and what stands for them: code points no text has. */
const MASKED = '<>"\'&/= \t\n\r\f`';
const FIRST_MASK = 0xfdd0;
const MASK = /[\ufdd0-\ufddc]/g;

/** A text in which no merge tag holds markup, of the same length, and the way back. */
export interface Masked {
  text: string;
  unmask: (piece: string) => string;
}

/** Hides merge tags from a parser: `{% if a < b %}` and `"{{ "x" }}"` are text to a mail, not tags and quotes. */
export function maskMergeTags(source: string): Masked {
  if (MASK.test(source)) {
    MASK.lastIndex = 0;
    return { text: source, unmask: (piece) => piece };
  }
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of findMergeTags(source)) {
    parts.push(source.slice(from, start), maskAll(source.slice(start, end)));
    from = end;
  }
  return { text: parts.length === 0 ? source : parts.join('') + source.slice(from), unmask };
}

function maskAll(tag: string): string {
  return tag.replace(/[<>"'&/= \t\n\r\f`]/g, (character) =>
    String.fromCharCode(FIRST_MASK + MASKED.indexOf(character)),
  );
}

function unmask(piece: string): string {
  return piece.replace(MASK, (character) => MASKED[character.charCodeAt(0) - FIRST_MASK] as string);
}
