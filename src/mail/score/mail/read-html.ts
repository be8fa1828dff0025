import { EXTENTS, type Extent, SILENT_ELEMENTS } from '../../parse/allowed-html.ts';
import { type HtmlElement, parseHtml, visitNodes } from '../../parse/html.ts';
import { type MaskedMergeTags, maskMergeTags } from '../../parse/mask-merge-tags.ts';
import { styleInside } from './element-style.ts';
import type { MailElement, MailLink, TextRole } from './mail.ts';
import type { HtmlSource, MailDraft, Mutable } from './mail-draft.ts';
import { makeText, type TextPiece } from './make-text.ts';
import { decodeMergeTags, replaceMergeTags } from './merge-words.ts';
import { addImageElement } from './read-image-element.ts';
import type { TextStyle } from './styles.ts';

const BLOCKS = new Set(
  'address article aside blockquote caption center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const SKIPPED = new Set(SILENT_ELEMENTS);
const KEPT: Record<Extent, ReadonlySet<string>> = {
  inline: new Set(EXTENTS.inline.tags),
  rich: new Set(EXTENTS.rich.tags),
  markup: new Set(EXTENTS.markup.tags),
};

interface OpenElement {
  name: string;
  textStyle: TextStyle;
  element: Mutable<MailElement>;
  /** Length of `spoken` where the element begins. */
  from: number;
  link: OpenLink | undefined;
  isSkipped: boolean;
  /** The role of texts that begin here. */
  role: TextRole;
}

/** Elements whose accessible text rules need. */
const SPOKEN = /^(?:a|h[1-6])$/;

/** Deeper elements are dropped when rendered; their text stays. */
const MAX_DEPTH = 100;

interface OpenLink {
  link: Mutable<MailLink>;
  hasPicture: boolean;
  hasText: boolean;
}

interface ReadState {
  source: HtmlSource;
  draft: MailDraft;
  masked: MaskedMergeTags;
  openElements: OpenElement[];
  /** Links that are not closed yet, the innermost last. */
  openLinks: OpenLink[];
  /** The accessible text so far: what a screen reader says, with MERGE_WORD for merge tags. */
  spoken: string[];
  pieces: TextPiece[];
  /** Whether there are words in `pieces`. */
  hasWords: boolean;
  /** Whether only white space came after the last line break of `pieces`. */
  isAfterBreak: boolean;
  role: TextRole;
  /** Links in the text that is being read. */
  linksInText: Mutable<MailLink>[];
  skipDepth: number;
}

/** Reads HTML: its texts with their rendered style, links, images, headings and all elements. */
export function readHtml(draft: MailDraft, source: HtmlSource): void {
  if (source.html.trim() === '') return;
  const masked = maskMergeTags(source.html, true);
  const state: ReadState = {
    source,
    draft,
    masked,
    openElements: [],
    openLinks: [],
    spoken: [],
    pieces: [],
    hasWords: false,
    isAfterBreak: false,
    role: source.role,
    linksInText: [],
    skipDepth: 0,
  };
  visitNodes(parseHtml({ text: masked.text }), {
    enter: (element) => enter(state, element),
    leave: ({ name }) => leave(state, name),
    text: ({ data }) => write(state, data),
  });
  flush(state);
}

function currentStyle({ openElements, source }: ReadState): TextStyle {
  return openElements.at(-1)?.textStyle ?? source.textStyle;
}

function enter(state: ReadState, { name, attribs: masked, start, startTagEnd, end }: HtmlElement): void {
  const { source, draft, openElements } = state;
  const attributes = readAttributes(state, masked);
  const isKept = KEPT[source.extent].has(name) && openElements.length < MAX_DEPTH;
  if (BLOCKS.has(name)) flush(state);
  const parent = openElements.at(-1);
  const element: Mutable<MailElement> = {
    blockId: source.blockId,
    from: source.extent === 'markup' ? 'html' : 'rich',
    field: source.field,
    name,
    attributes,
    parent: parent?.element,
    text: '',
    start,
    startTagEnd,
    end,
  };
  const isDeep = openElements.length >= MAX_DEPTH;
  if (!isDeep) draft.elements.push(element);
  const outside = currentStyle(state);
  const open: OpenElement = {
    name,
    textStyle: isKept ? styleInside(outside, name, attributes, source.extent, draft.page) : outside,
    element,
    from: state.spoken.length,
    link: undefined,
    isSkipped: SKIPPED.has(name),
    role: roleOf(state, name, isKept),
  };
  openElements.push(open);
  if (open.isSkipped) state.skipDepth += 1;
  if (state.skipDepth > 0) return;
  if (name === 'br') breakLine(state);
  if (name === 'a' && attributes.href !== undefined && isKept) openLink(state, open, attributes.href);
  if (name === 'img' && isKept) showImage(state, open);
  showMergeTag(state, open, masked);
}

function readAttributes({ masked }: ReadState, attributes: Record<string, string>): Record<string, string> {
  if (!masked.hasTags) return attributes;
  const write = (text: string) => decodeMergeTags(masked.unmask(text));
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [write(name), write(value)]));
}

function roleOf({ openElements, source }: ReadState, name: string, isKept: boolean): TextRole {
  const outside = openElements.at(-1)?.role ?? source.role;
  // A title block is always a heading, and a table cell always a cell.
  if (!isKept || source.role === 'heading' || source.role === 'cell') return outside;
  if (/^h[1-6]$/.test(name)) return 'heading';
  return name === 'li' && outside !== 'heading' ? 'list-item' : outside;
}

function openLink(state: ReadState, open: OpenElement, href: string): void {
  const { blockId, field } = state.source;
  const link: Mutable<MailLink> = {
    blockId,
    href,
    text: '',
    kind: 'text',
    inText: undefined,
    element: open.element,
    field,
  };
  state.draft.links.push(link);
  state.linksInText.push(link);
  open.link = { link, hasPicture: false, hasText: false };
  state.openLinks.push(open.link);
}

function showImage(state: ReadState, open: OpenElement): void {
  const around = state.openLinks.at(-1);
  const alt = addImageElement(
    state.draft,
    open.element,
    state.source,
    currentStyle(state),
    around?.link.href,
  );
  if (around !== undefined) around.hasPicture = true;
  state.spoken.push(` ${replaceMergeTags(alt)} `);
}

/** Reads the element that an editor puts around the label of a merge tag: the tag replaces the element. */
function showMergeTag(state: ReadState, open: OpenElement, masked: Record<string, string>): void {
  const tag = masked['data-merge-tag'] ?? masked['data-logic-merge-tag'];
  if (tag === undefined || open.name !== 'span') return;
  write(state, tag);
  open.isSkipped = true;
  state.skipDepth += 1;
}

/** Two line breaks are the end of a paragraph. */
function breakLine(state: ReadState): void {
  state.spoken.push(' ');
  if (state.isAfterBreak) flush(state);
  else if (state.pieces.length > 0) {
    state.pieces.push({ text: '\n', raw: '\n', textStyle: currentStyle(state) });
    state.isAfterBreak = true;
  }
}

function write(state: ReadState, text: string): void {
  if (state.skipDepth > 0) return;
  const words = text.replace(/\s+/g, ' ');
  const textStyle = currentStyle(state);
  if (words === ' ' || words === '') {
    if (!textStyle.hidden) state.spoken.push(words);
    if (state.pieces.length > 0) state.pieces.push({ text: words, raw: words, textStyle });
    return;
  }
  if (!state.hasWords) state.role = state.openElements.at(-1)?.role ?? state.source.role;
  state.hasWords = true;
  state.isAfterBreak = false;
  if (!textStyle.hidden) for (const link of state.openLinks) link.hasText = true;
  const piece = readPiece(state, words, textStyle);
  if (!textStyle.hidden) state.spoken.push(piece.text);
  const last = state.pieces.at(-1);
  if (last?.textStyle === textStyle) {
    last.text += piece.text;
    last.raw += piece.raw;
  } else state.pieces.push(piece);
}

function readPiece({ masked }: ReadState, text: string, textStyle: TextStyle): TextPiece {
  if (!masked.hasTags) return { text, raw: text, textStyle };
  const written = masked.unmask(text);
  return { text: replaceMergeTags(written, true), raw: decodeMergeTags(written), textStyle };
}

function leave(state: ReadState, name: string): void {
  const open = state.openElements.at(-1);
  if (open === undefined || open.name !== name) return;
  if (BLOCKS.has(name)) flush(state);
  state.openElements.pop();
  if (open.isSkipped) state.skipDepth -= 1;
  const { element } = open;
  if (isReadAsWhole(element) && state.openElements.length < MAX_DEPTH) {
    element.text = clean(state.spoken.slice(open.from).join(''));
  }
  if (open.link !== undefined) {
    state.openLinks.pop();
    closeLink(open.link, element);
  }
  if (open.role === 'heading' && /^h[1-6]$/.test(name)) addHeading(state, element);
}

function isReadAsWhole({ name, attributes: { dir, style } }: MailElement): boolean {
  return SPOKEN.test(name) || dir !== undefined || (style !== undefined && /direction/i.test(style));
}

function closeLink({ link, hasPicture, hasText }: OpenLink, element: MailElement): void {
  // aria-label replaces the content as accessible name. Rich text loses this attribute when rendered.
  const label = element.from === 'html' ? element.attributes['aria-label']?.trim() : undefined;
  link.text = label || element.text;
  if (hasPicture && !hasText) link.kind = 'image';
}

function addHeading({ draft, source }: ReadState, element: MailElement): void {
  if (source.role === 'heading' || source.role === 'cell') return;
  draft.headings.push({
    blockId: source.blockId,
    level: Number(element.name[1]),
    text: element.text,
    element,
  });
}

function clean(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Ends the text that is being read. */
function flush(state: ReadState): void {
  if (state.pieces.length > 0) {
    state.spoken.push(' ');
    const text = makeText(state.source.blockId, state.role, state.pieces);
    if (text !== undefined) state.draft.texts.push(text);
    for (const link of state.linksInText) link.inText ??= text;
    state.pieces = [];
    state.hasWords = false;
    state.isAfterBreak = false;
  }
  // A link that continues after this text belongs to the text in which it begins.
  state.linksInText = state.openLinks.flatMap(({ link }) => (link.inText === undefined ? [link] : []));
}
