import { EXTENTS, type Extent, SILENT_ELEMENTS } from '../../parse/allowed-html.ts';
import { type HtmlElement, parseHtml, visitNodes } from '../../parse/html.ts';
import type { Draft, MailDraft } from './draft.ts';
import { enterElement } from './element-looks.ts';
import type { HtmlSource } from './html-source.ts';
import type { Looks } from './looks.ts';
import type { MailElement, MailLink, TextRole } from './mail.ts';
import { makeText, type Piece } from './make-text.ts';
import { type MaskedText, maskMergeTags, unmask, unmaskAsWords } from './merge-words.ts';
import { addImageElement } from './read-image-element.ts';

const BLOCKS = new Set(
  'address article aside blockquote caption center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const SILENT = new Set(SILENT_ELEMENTS);
const KEPT: Record<Extent, ReadonlySet<string>> = {
  inline: new Set(EXTENTS.inline.tags),
  rich: new Set(EXTENTS.rich.tags),
  markup: new Set(EXTENTS.markup.tags),
};

interface Frame {
  name: string;
  looks: Looks;
  element: Draft<MailElement>;
  /** How many pieces were said before what is inside. */
  from: number;
  link: OpenLink | undefined;
  isSilent: boolean;
  /** What texts that begin here are. */
  role: TextRole;
}

/** Elements that rules call by what is inside. */
const NAMED = /^(?:a|h[1-6])$/;

/** Deeper elements are dropped when rendered; their text stays. */
const MAX_DEPTH = 100;

interface OpenLink {
  link: Draft<MailLink>;
  hasPicture: boolean;
  hasText: boolean;
}

interface Scan {
  source: HtmlSource;
  draft: MailDraft;
  masked: MaskedText;
  frames: Frame[];
  /** Links that are not closed yet, the innermost last. */
  openLinks: OpenLink[];
  /** All that was said so far, with alternative texts, masked. */
  said: string[];
  pieces: Piece[];
  /** Whether there are words in `pieces`. */
  hasWords: boolean;
  /** Whether nothing but white space came after the last line break of `pieces`. */
  isAfterBreak: boolean;
  role: TextRole;
  /** Links in the text that is being read. */
  pending: Draft<MailLink>[];
  silence: number;
}

/** Reads HTML: its texts as they look when rendered, links, pictures, headings, and every element. */
export function readHtml(draft: MailDraft, source: HtmlSource): void {
  if (source.html.trim() === '') return;
  const masked = maskMergeTags(source.html, true);
  const scan: Scan = {
    source,
    draft,
    masked,
    frames: [],
    openLinks: [],
    said: [],
    pieces: [],
    hasWords: false,
    isAfterBreak: false,
    role: source.role,
    pending: [],
    silence: 0,
  };
  visitNodes(parseHtml({ text: masked.text }), {
    enter: (element) => open(scan, element),
    leave: ({ name }) => close(scan, name),
    text: ({ data }) => write(scan, data),
  });
  flush(scan);
}

function looksNow({ frames, source }: Scan): Looks {
  return frames.at(-1)?.looks ?? source.looks;
}

function open(scan: Scan, { name, attribs: masked, start, startTagEnd, end }: HtmlElement): void {
  const { source, draft, frames } = scan;
  const attributes = readAttributes(scan, masked);
  const isKept = KEPT[source.extent].has(name) && frames.length < MAX_DEPTH;
  if (BLOCKS.has(name)) flush(scan);
  const parent = frames.at(-1);
  const element: Draft<MailElement> = {
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
  const isDeep = frames.length >= MAX_DEPTH;
  if (!isDeep) draft.elements.push(element);
  const outside = looksNow(scan);
  const frame: Frame = {
    name,
    looks: isKept ? enterElement(outside, name, attributes, source.extent, draft.page) : outside,
    element,
    from: scan.said.length,
    link: undefined,
    isSilent: SILENT.has(name),
    role: roleOf(scan, name, isKept),
  };
  frames.push(frame);
  if (frame.isSilent) scan.silence += 1;
  if (scan.silence > 0) return;
  if (name === 'br') breakLine(scan);
  if (name === 'a' && attributes.href !== undefined && isKept) openLink(scan, frame, attributes.href);
  if (name === 'img' && isKept) showImage(scan, frame);
  showMergeTag(scan, frame, masked);
}

function readAttributes({ masked }: Scan, attributes: Record<string, string>): Record<string, string> {
  if (masked.tags.length === 0) return attributes;
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [unmask(masked, name), unmask(masked, value)]),
  );
}

function roleOf({ frames, source }: Scan, name: string, isKept: boolean): TextRole {
  const outside = frames.at(-1)?.role ?? source.role;
  // A title is a heading and a cell a cell, whatever is in it.
  if (!isKept || source.role === 'heading' || source.role === 'cell') return outside;
  if (/^h[1-6]$/.test(name)) return 'heading';
  return name === 'li' && outside !== 'heading' ? 'list-item' : outside;
}

function openLink(scan: Scan, frame: Frame, href: string): void {
  const { blockId, field } = scan.source;
  const link: Draft<MailLink> = {
    blockId,
    href,
    text: '',
    kind: 'text',
    inText: undefined,
    element: frame.element,
    field,
  };
  scan.draft.links.push(link);
  scan.pending.push(link);
  frame.link = { link, hasPicture: false, hasText: false };
  scan.openLinks.push(frame.link);
}

function showImage(scan: Scan, frame: Frame): void {
  const around = scan.openLinks.at(-1);
  const alt = addImageElement(scan.draft, frame.element, scan.source, looksNow(scan), around?.link.href);
  if (around !== undefined) around.hasPicture = true;
  scan.said.push(` ${alt} `);
}

/** Editors mark a merge tag as an element with a label in it: the tag takes the place of the element. */
function showMergeTag(scan: Scan, frame: Frame, masked: Record<string, string>): void {
  const tag = masked['data-merge-tag'] ?? masked['data-logic-merge-tag'];
  if (tag === undefined || frame.name !== 'span') return;
  write(scan, tag);
  frame.isSilent = true;
  scan.silence += 1;
}

/** Two line breaks are the end of a paragraph. */
function breakLine(scan: Scan): void {
  scan.said.push(' ');
  if (scan.isAfterBreak) flush(scan);
  else if (scan.pieces.length > 0) {
    scan.pieces.push({ text: '\n', looks: looksNow(scan) });
    scan.isAfterBreak = true;
  }
}

function write(scan: Scan, text: string): void {
  if (scan.silence > 0) return;
  const words = text.replace(/\s+/g, ' ');
  const looks = looksNow(scan);
  if (!looks.hidden) scan.said.push(words);
  if (words === ' ' || words === '') {
    if (scan.pieces.length > 0) scan.pieces.push({ text: words, looks });
    return;
  }
  if (!scan.hasWords) scan.role = scan.frames.at(-1)?.role ?? scan.source.role;
  scan.hasWords = true;
  scan.isAfterBreak = false;
  if (!looks.hidden) for (const link of scan.openLinks) link.hasText = true;
  const last = scan.pieces.at(-1);
  if (last?.looks === looks) last.text += words;
  else scan.pieces.push({ text: words, looks });
}

function close(scan: Scan, name: string): void {
  const frame = scan.frames.at(-1);
  if (frame === undefined || frame.name !== name) return;
  if (BLOCKS.has(name)) flush(scan);
  scan.frames.pop();
  if (frame.isSilent) scan.silence -= 1;
  const { element } = frame;
  if (isReadAsWhole(element) && scan.frames.length < MAX_DEPTH) {
    element.text = clean(unmaskAsWords(scan.masked, scan.said.slice(frame.from).join('')));
  }
  if (frame.link !== undefined) {
    scan.openLinks.pop();
    closeLink(frame.link, element);
  }
  if (frame.role === 'heading' && /^h[1-6]$/.test(name)) addHeading(scan, element);
}

function isReadAsWhole({ name, attributes: { dir, style } }: MailElement): boolean {
  return NAMED.test(name) || dir !== undefined || (style !== undefined && /direction/i.test(style));
}

function closeLink({ link, hasPicture, hasText }: OpenLink, element: MailElement): void {
  // An accessible name that is said aloud instead of what is inside; rich text keeps none.
  const label = element.from === 'html' ? element.attributes['aria-label']?.trim() : undefined;
  link.text = label || element.text;
  if (hasPicture && !hasText) link.kind = 'image';
}

function addHeading({ draft, source }: Scan, element: MailElement): void {
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
function flush(scan: Scan): void {
  if (scan.pieces.length > 0) {
    scan.said.push(' ');
    const text = makeText(scan.source.blockId, scan.role, scan.pieces, scan.masked);
    if (text !== undefined) scan.draft.texts.push(text);
    for (const link of scan.pending) link.inText ??= text;
    scan.pieces = [];
    scan.hasWords = false;
    scan.isAfterBreak = false;
  }
  // A link that goes on beyond this text keeps waiting only if it was in none yet.
  scan.pending = scan.openLinks.flatMap(({ link }) => (link.inText === undefined ? [link] : []));
}
