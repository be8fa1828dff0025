import { cleanCharacters } from '../../parse/escape.ts';
import { parseHtml, visitNodes } from '../../parse/html.ts';
import { isSafeLink } from '../../parse/safe-url.ts';
import { protectTags, restorePlainly } from '../protected-tags.ts';
import { writePlainAddress } from './plain-address.ts';

const BLOCKS = new Set(
  'address article aside blockquote center dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr main ol p pre section table tr ul'.split(
    ' ',
  ),
);
/** Elements with an empty line around them. */
const SPACED = new Set('blockquote h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '));
const SKIPPED = new Set(
  'iframe math noembed noscript option script select style svg template textarea title xmp'.split(' '),
);

/** Lists inside lists are indented up to this depth. */
const MAX_INDENT = 6;

/** Longer than the mark of a list item. */
const TAIL_LENGTH = 20;

interface TextState {
  /** Joined at the end, because reading from a text while it grows copies all of it each time. */
  pieces: string[];
  /** The last characters. */
  tail: string;
  /** Line breaks to be written before the next word. */
  breaks: number;
  space: boolean;
  lists: { isOrdered: boolean; count: number }[];
  /** `from`: the number of pieces before the link. */
  links: { href: string; from: number }[];
  /** Of each open element, what holds for the text in it. */
  open: Visibility[];
  /** Open tables. Cells of a table with headers have marks between them from its first header on. */
  tables: { hasHeaders: boolean; cells: number }[];
}

interface Visibility {
  /** It or an element around it is hidden, or has no text of its own. */
  isSkipped: boolean;
  /** Its text has no size. What is inside may have one: cells of layout tables have none. */
  isSizeless: boolean;
}

const VISIBLE: Visibility = { isSkipped: false, isSizeless: false };

/** The text of HTML: paragraphs, list items and rows on lines of their own, links followed by their URLs. */
export function readHtml(html: string): string {
  const source = protectTags(cleanCharacters(html));
  const state: TextState = {
    pieces: [],
    tail: '',
    breaks: 0,
    space: false,
    lists: [],
    links: [],
    open: [],
    tables: [],
  };
  const plain = (text: string) => restorePlainly(source, text);
  visitNodes(parseHtml({ text: source.text }), {
    enter: ({ name, attribs }) => enter(state, name, attribs, plain),
    leave: ({ name }) => leave(state, name, plain),
    text: ({ data }) => write(state, data),
  });
  return plain(state.pieces.join('')).trim();
}

/** The text of HTML on one line, without URLs. */
export function readHtmlAsLine(html: string): string {
  return readHtml(html.replace(/\shref\s*=/gi, ' x=')).replace(/\s+/g, ' ');
}

function enter(
  state: TextState,
  name: string,
  attributes: Record<string, string>,
  plain: (text: string) => string,
): void {
  state.open.push(visibilityIn(state.open.at(-1), name, attributes));
  if (name === 'table') state.tables.push({ hasHeaders: false, cells: 0 });
  if (BLOCKS.has(name)) addBreaks(state, isTight(state, name) ? 1 : 2);
  if (name === 'br') addBreaks(state, Math.min(state.breaks + 1, 2));
  if (name === 'ul' || name === 'ol')
    state.lists.push({ isOrdered: name === 'ol', count: Number(attributes.start) || 1 });
  if (name === 'li') startItem(state, Number(attributes.value));
  if (name === 'td' || name === 'th') startCell(state, name);
  if (name === 'a')
    state.links.push({ href: plain(attributes.href ?? '').trim(), from: state.pieces.length });
  if (name === 'img' && attributes.alt) write(state, attributes.alt);
}

function leave(state: TextState, name: string, plain: (text: string) => string): void {
  state.open.pop();
  if (name === 'table') state.tables.pop();
  const table = state.tables.at(-1);
  if (name === 'tr' && table !== undefined) table.cells = 0;
  if (name === 'ul' || name === 'ol') state.lists.pop();
  if (name === 'a') endLink(state, plain);
  if (BLOCKS.has(name)) addBreaks(state, isTight(state, name) ? 1 : 2);
}

/** Items of lists have no empty lines between them. */
function isTight(state: TextState, name: string): boolean {
  return !SPACED.has(name) || state.lists.length > 0;
}

function addBreaks(state: TextState, breaks: number): void {
  state.breaks = Math.max(state.breaks, breaks);
  state.space = false;
}

function startItem(state: TextState, value: number): void {
  const list = state.lists.at(-1);
  if (list && value > 0) list.count = value;
  addBreaks(state, state.lists.length > 1 || (list && list.count > 1) ? 1 : Math.max(state.breaks, 1));
  const mark = list?.isOrdered ? `${list.count}. ` : '- ';
  if (list) list.count += 1;
  writeBreaks(state);
  append(state, `${'  '.repeat(Math.min(Math.max(state.lists.length - 1, 0), MAX_INDENT))}${mark}`);
}

const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i;
const FONT_SIZE = /(?:^|;)\s*font-size\s*:\s*([\d.]{1,9})/i;

function visibilityIn(
  { isSkipped, isSizeless } = VISIBLE,
  name: string,
  attributes: Record<string, string>,
): Visibility {
  const size = FONT_SIZE.exec(attributes.style ?? '')?.[1];
  return {
    isSkipped: isSkipped || SKIPPED.has(name) || isHidden(attributes),
    isSizeless: size === undefined ? isSizeless : Number(size) === 0,
  };
}

function isHidden({ hidden, style }: Record<string, string>): boolean {
  return hidden !== undefined || (style !== undefined && HIDDEN.test(style));
}

/** Cells of a row stand beside each other. */
function startCell(state: TextState, name: string): void {
  const table = state.tables.at(-1);
  if (table !== undefined) {
    table.hasHeaders ||= name === 'th';
    table.cells += 1;
    if (table.hasHeaders && table.cells > 1 && state.open.at(-1)?.isSkipped !== true) {
      append(state, ' | ');
      state.breaks = 0;
      state.space = false;
    }
  }
  if (state.breaks === 0 && state.tail !== '' && !state.tail.endsWith('\n')) state.space = true;
}

function endLink(state: TextState, plain: (text: string) => string): void {
  const link = state.links.pop();
  if (!link || link.href === '' || link.href.startsWith('#') || !isSafeLink(link.href)) return;
  const label = plain(state.pieces.slice(link.from).join('')).trim();
  if (label === link.href || `mailto:${label}` === link.href || `tel:${label}` === link.href) return;
  const address = writePlainAddress(link.href);
  append(state, label === '' ? address : ` (${address})`);
}

function write(state: TextState, text: string): void {
  const { isSkipped, isSizeless } = state.open.at(-1) ?? VISIBLE;
  if (isSkipped || isSizeless) return;
  const words = text.replace(/(?:\s|\u034f|\u200b)+/g, ' ');
  if (words.trim() === '') {
    if (words !== '' && state.breaks === 0) state.space = true;
    return;
  }
  const needsSpace = (state.space || words.startsWith(' ')) && state.breaks === 0;
  writeBreaks(state);
  if (needsSpace && state.tail !== '' && !/\s$/.test(state.tail)) append(state, ' ');
  append(state, words.trim());
  state.space = words.endsWith(' ');
}

/** Writes the pending line breaks; there are none right after the mark of a list item or cell. */
function writeBreaks(state: TextState): void {
  if (state.breaks > 0 && state.tail !== '' && !/(?:(?:^|\n) *(?:-|\d+\.)| \|) $/.test(state.tail)) {
    append(state, '\n'.repeat(state.breaks));
  }
  state.breaks = 0;
}

function append(state: TextState, text: string): void {
  state.pieces.push(text);
  state.tail = (state.tail + text.slice(-TAIL_LENGTH)).slice(-TAIL_LENGTH);
}
