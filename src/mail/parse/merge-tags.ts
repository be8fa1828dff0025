/** A syntax of merge tags and the meaning of its tags. */
export interface MergeTagDialect {
  /** The template languages and sending services that write it. */
  languages: string;
  open: string;
  close: string;
  /** Pattern of where a tag begins, when `open` also begins other things. */
  starts?: string;
  /** Whether a piece from `open` to `close` is a tag. */
  accepts?(tag: string): boolean;
  /** Whether a tag prints a value. `inner` is what stands between the marks. */
  isOutput(inner: string): boolean;
  /** Matches the inner text of a tag that opens a condition or loop; the first group is its name. */
  opensBlock?: RegExp;
  /** Matches the inner text of a tag that closes a condition or loop; the first group is its name. */
  closesBlock?: RegExp;
}

const BLOCKS_WITH_END = 'if|list|switch|macro|foreach|for|while';
/** Elements of JSP and ColdFusion, and of Campaign Monitor; the second group prints a value. */
const ELEMENT_BLOCKS =
  'c:(?:if|choose|when|otherwise|foreach)|cf(?:if|loop|output|switch)|layout|multiline|repeater|singleline';
const ELEMENT_VALUES =
  'c:out|fmt:[a-z]+|current(?:day|dayname|month|monthname|year)|email|firstname|fullname|lastname';
const ELEMENT_NAMES = `${ELEMENT_BLOCKS}|${ELEMENT_VALUES}|[cx]:[a-z]+|cf[a-z]+|forwardtoafriend|preferences|unsubscribe|webversion`;
/** An attribute that does nothing in browsers. */
const HARMLESS = /\s(?!on|src|style|href|id=|class|is=|action|formaction|background)[a-z]{1,20}="[^"<>]*"/gi;

/** Whether browsers do nothing with an element of a name that HTML lacks: it has no other attributes with values. */
function isHarmless(tag: string): boolean {
  return !/[<>=]/.test(tag.slice(1, -1).replace(HARMLESS, ''));
}

const LIQUID_BLOCKS = 'if|unless|for|case|capture|comment|raw|tablerow|autoescape|block|macro|filter|with';

/** All merge tag syntaxes. Import, render, score, starters and AI read this table. */
export const MERGE_TAG_DIALECTS: readonly MergeTagDialect[] = [
  {
    languages: 'Liquid, Handlebars, Mustache, Jinja, Twig',
    open: '{{',
    close: '}}',
    isOutput: (inner) => !/^~?\s*(?:[#/^!>]|else\b)/.test(inner),
    opensBlock: /^~?#\s*([\w.-]+)/,
    closesBlock: /^~?\/\s*([\w.-]+)/,
  },
  {
    languages: 'Liquid, Jinja, Twig',
    open: '{%',
    close: '%}',
    isOutput: () => false,
    opensBlock: new RegExp(`^-?\\s*(${LIQUID_BLOCKS})\\b`, 'i'),
    closesBlock: /^-?\s*end(\w+)/i,
  },
  { languages: 'Jinja, Twig', open: '{#', close: '#}', isOutput: () => false },
  {
    languages: 'Mailchimp',
    open: '*|',
    close: '|*',
    isOutput: (inner) => !/^(?:IF|IFNOT|ELSE|ELSEIF|END|INTERESTED|HIDE)\b/i.test(inner),
    opensBlock: /^(IF|IFNOT|INTERESTED)\b/i,
    closesBlock: /^END:(IF|INTERESTED)\b/i,
  },
  { languages: 'JavaScript, FreeMarker, Velocity', open: '${', close: '}', isOutput: () => true },
  { languages: 'ERB, EJS', open: '<%', close: '%>', isOutput: (inner) => /^[-=]/.test(inner) },
  {
    languages: 'PHP',
    open: '<?',
    close: '?>',
    starts: '<\\?(?!xml)',
    isOutput: (inner) => /^(?:=|php\s+echo\b)/.test(inner),
    opensBlock: new RegExp(`^(?:php)?\\s*(${BLOCKS_WITH_END})\\b.*:\\s*$`, 's'),
    closesBlock: new RegExp(`^(?:php)?\\s*end(${BLOCKS_WITH_END})\\b`),
  },
  {
    languages: 'FreeMarker',
    open: '</#',
    close: '>',
    isOutput: () => false,
    closesBlock: new RegExp(`^(${BLOCKS_WITH_END})\\b`),
  },
  {
    languages: 'FreeMarker',
    open: '<#',
    close: '>',
    starts: '<#(?=[a-z-])',
    isOutput: () => false,
    opensBlock: new RegExp(`^(${BLOCKS_WITH_END})\\b`),
  },
  { languages: 'FreeMarker', open: '<@', close: '>', starts: '<@(?=[a-z])', isOutput: () => true },
  { languages: 'FreeMarker', open: '</@', close: '>', isOutput: () => false },
  {
    languages: 'JSP, ColdFusion, Campaign Monitor',
    open: '<',
    close: '>',
    starts: `<(?=/?(?:${ELEMENT_NAMES})[\\s/>])`,
    accepts: isHarmless,
    isOutput: (inner) => new RegExp(`^(?:${ELEMENT_VALUES})\\b`, 'i').test(inner),
    opensBlock: new RegExp(`^(${ELEMENT_BLOCKS})\\b(?!.*/$)`, 'is'),
    closesBlock: new RegExp(`^/(${ELEMENT_BLOCKS})\\b`, 'i'),
  },
];

type Marks = Pick<MergeTagDialect, 'open' | 'close' | 'starts' | 'accepts'>;

/** Rich-text editors write `<%= name %>` and `<?= name ?>` with entities. */
const ESCAPED_MARKS: readonly Marks[] = [
  { open: '&lt;%', close: '%&gt;' },
  { open: '&lt;?', close: '?&gt;', starts: '&lt;\\?(?!xml)' },
];
const ESCAPED_OPENING = /&lt;[%?]/;
const PLAIN: readonly Marks[] = MERGE_TAG_DIALECTS;
const IN_MARKUP: readonly Marks[] = [...MERGE_TAG_DIALECTS, ...ESCAPED_MARKS];

/** A dollar sign before a Liquid tag, as in `${{ price }}`, is text. */
function matchOpenings(marks: readonly Marks[]): RegExp {
  const openings = marks.map(
    ({ open, starts }) => starts ?? open.replace(/[{*|$]/g, '\\$&') + (open === '${' ? '(?![{%])' : ''),
  );
  return new RegExp(openings.join('|'), 'i');
}

const PLAIN_OPENING = matchOpenings(PLAIN);
const MARKUP_OPENING = matchOpenings(IN_MARKUP);

/** Whether a text contains the beginning of a merge tag. */
export function mayHaveMergeTag(text: string): boolean {
  return PLAIN_OPENING.test(text);
}

/** Most characters of a merge tag; longer ones are two unrelated marks in one text. */
const MAX_TAG = 2000;

interface MergeTagPiece {
  text: string;
  isTag: boolean;
}

interface Span {
  start: number;
  /** After the last character. */
  end: number;
}

/** Whether a piece of HTML has a tag or a comment, also an incomplete one with a `>` behind it. */
function hasElement(html: string): boolean {
  const start = html.search(/<[a-z/!]/i);
  return start >= 0 && html.includes('>', start);
}

/** State of a search for one kind of marks, so that no part of the text is searched twice. */
interface Memory {
  /** Offset of the next closing mark; -1: none. */
  close: number;
  /** Offset of a closing mark whose tag was rejected. */
  refused: number;
}

/** Finds merge tags from left to right in linear time. */
function findSpans(text: string, marks: readonly Marks[], accepts: (span: Span) => boolean): Span[] {
  const spans: Span[] = [];
  const memories = new Map<string, Memory>();
  const opening = new RegExp(marks === PLAIN ? PLAIN_OPENING : MARKUP_OPENING, 'gi');
  for (let match = opening.exec(text); match; match = opening.exec(text)) {
    const [found] = match;
    const mark = marks.find(({ open }) => open === found) as Marks;
    const { open, close } = mark;
    const memory = memories.get(open) ?? { close: -2, refused: -1 };
    memories.set(open, memory);
    const from = match.index + open.length;
    if (memory.close !== -1 && memory.close < from) memory.close = text.indexOf(close, from);
    if (memory.close === -1 || memory.close === memory.refused) continue;
    const span = spanOf(text, open, close, match.index, memory.close);
    const isTooLong = span.end - span.start > MAX_TAG;
    if (isTooLong || mark.accepts?.(text.slice(span.start, span.end)) === false || !accepts(span)) {
      memory.refused = memory.close;
      continue;
    }
    spans.push(span);
    opening.lastIndex = span.end;
  }
  return spans;
}

/** Of several opening marks before one closing mark, the last one counts. */
function spanOf(text: string, open: string, close: string, first: number, closeAt: number): Span {
  const last = text.lastIndexOf(open, closeAt - open.length);
  const start = Math.max(last, first);
  const end = closeAt + close.length;
  // `{{{ raw }}}`
  const isTriple = open === '{{' && text[start - 1] === '{' && start - 1 >= first && text[end] === '}';
  return isTriple ? { start: start - 1, end: end + 1 } : { start, end };
}

/**
 * Splits a text into merge tags and the text between them.
 * @param isMarkup the text is HTML: tags may be written with entities, and may not contain elements
 */
export function splitMergeTags(text: string, isMarkup = false): MergeTagPiece[] {
  if (text === '') return [];
  if (!mayHaveMergeTag(text) && !(isMarkup && ESCAPED_OPENING.test(text))) return [{ text, isTag: false }];
  const spans = isMarkup
    ? findSpans(text, IN_MARKUP, ({ start, end }) => !hasElement(text.slice(start + 1, end)))
    : findSpans(text, PLAIN, () => true);
  const pieces: MergeTagPiece[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    if (start > from) pieces.push({ text: text.slice(from, start), isTag: false });
    pieces.push({ text: text.slice(start, end), isTag: true });
    from = end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isTag: false });
  return pieces;
}

/** The merge tags of a text, plain or HTML; those that HTML writes with entities are decoded. */
export function listMergeTags(text: string): string[] {
  const tags = splitMergeTags(text).flatMap((piece) => (piece.isTag ? [piece.text] : []));
  if (!ESCAPED_OPENING.test(text)) return tags;
  const escaped = splitMergeTags(text, true).filter((piece) => piece.isTag && piece.text.startsWith('&lt;'));
  return [...tags, ...escaped.map((piece) => decodeMergeTag(piece.text))];
}

/** Whether a text contains merge tags. */
export function hasMergeTag(text: string): boolean {
  return splitMergeTags(text).some((piece) => piece.isTag);
}

/** The text between the merge tags. */
export function withoutMergeTags(text: string): string {
  return mapMergeTags(text, () => '');
}

/** Changes the merge tags of a text and leaves everything else alone. */
export function mapMergeTags(text: string, change: (tag: string) => string, isMarkup = false): string {
  return splitMergeTags(text, isMarkup)
    .map((piece) => (piece.isTag ? change(piece.text) : piece.text))
    .join('');
}

/** Changes what is between merge tags and leaves the merge tags alone. */
export function mapOutsideMergeTags(
  text: string,
  change: (piece: string) => string,
  isMarkup = false,
): string {
  return splitMergeTags(text, isMarkup)
    .map((piece) => (piece.isTag ? piece.text : change(piece.text)))
    .join('');
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
  '#039': "'",
  '#34': '"',
};

/**
 * Decodes the entities in a merge tag of HTML: editors write `{% if x &lt; 3 %}`, template languages need the
 * characters.
 */
export function decodeMergeTag(tag: string): string {
  return tag.replace(/&(#?\w{1,5});/g, (entity, name) =>
    Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] as string) : entity,
  );
}
