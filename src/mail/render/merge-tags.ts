/** Constructs of template languages by how they begin and end: Liquid, Handlebars, Jinja, Mailchimp, JS-like, ERB. */
const KINDS = [
  ['{{', '}}'],
  ['{%', '%}'],
  ['{#', '#}'],
  ['*|', '|*'],
  ['${', '}'],
  ['<%', '%>'],
] as const;

const OPENING = /\{\{|\{%|\{#|\*\||\$\{|<%/;
const MARKUP = /<[a-z/!][^>]*>/i;

export interface Piece {
  text: string;
  isTag: boolean;
}

/**
 * Cuts a text into merge tags and what is between them. Takes linear time, whatever is left open.
 * @param isMarkup the text is HTML: something that looks like a tag but has elements inside is not one
 */
export function splitMergeTags(text: string, isMarkup = false): Piece[] {
  if (!OPENING.test(text)) return text === '' ? [] : [{ text, isTag: false }];
  const pieces: Piece[] = [];
  const hasNo = new Set<string>();
  const opening = new RegExp(OPENING, 'g');
  let from = 0;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const span = findTag(text, found.index, found[0], hasNo);
    if (!span || (isMarkup && MARKUP.test(text.slice(span.start, span.end)))) continue;
    if (span.start > from) pieces.push({ text: text.slice(from, span.start), isTag: false });
    pieces.push({ text: text.slice(span.start, span.end), isTag: true });
    from = span.end;
    opening.lastIndex = from;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isTag: false });
  return pieces;
}

function findTag(text: string, start: number, opening: string, hasNo: Set<string>) {
  const closing = KINDS.find(([begin]) => begin === opening)?.[1] as string;
  if (hasNo.has(closing)) return undefined;
  const close = text.indexOf(closing, start + 2);
  if (close < 0) {
    hasNo.add(closing);
    return undefined;
  }
  // Of several openings before one closing, the last is the one that is closed.
  const last = text.lastIndexOf(opening, close - 2);
  return { start: Math.max(last, start), end: close + closing.length };
}

/** Whether a text contains merge tags. */
export function hasMergeTag(text: string): boolean {
  return /\{\{|\{%|\*\||\$\{|<%/.test(text) && splitMergeTags(text).some((piece) => piece.isTag);
}

/** The text between the merge tags. */
export function withoutMergeTags(text: string): string {
  return splitMergeTags(text)
    .map((piece) => (piece.isTag ? '' : piece.text))
    .join('');
}

/**
 * A merge tag as it may stand in markup: as it is, except that a space keeps `<` and `--` from beginning an element
 * or ending a comment. To template languages `a <b` and `a < b` are the same.
 */
export function inertTag(tag: string): string {
  return tag.replace(/<(?=[a-z/!?])/gi, '< ').replace(/--(?=!?>)/g, '-- ');
}

/** As inertTag, within an attribute in double quotes; template languages take either kind of quotes. */
export function inertTagInAttribute(tag: string): string {
  return inertTag(tag).replaceAll('"', tag.includes("'") ? '&quot;' : "'");
}

/** A guard or other text of a template language, in whatever syntax: as it is, but never an element. */
export function inertGuard(guard: string): string {
  return /^<!--[^<>[\]-]*-->$/.test(guard.trim()) ? guard : inertTag(guard);
}
