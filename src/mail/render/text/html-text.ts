import { Parser } from 'htmlparser2';
import { cleanCharacters } from '../../parse/escape.ts';
import { isSafeLink } from '../../parse/safe-url.ts';
import { protectTags, restorePlainly } from '../protected-tags.ts';

const BLOCKS = new Set(
  'address article aside blockquote center dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr main ol p pre section table tr ul'.split(
    ' ',
  ),
);
/** Elements with an empty line around them. */
const SPACED = new Set('blockquote h1 h2 h3 h4 h5 h6 ol p pre table ul'.split(' '));
const SILENT = new Set(
  'iframe math noembed noscript option script select style svg template textarea title xmp'.split(' '),
);

/** Lists inside lists are indented up to this depth. */
const MAX_INDENT = 6;

interface Scan {
  text: string;
  /** Line breaks owed before the next word. */
  breaks: number;
  space: boolean;
  lists: { isOrdered: boolean; count: number }[];
  links: { href: string; from: number }[];
  silence: number;
}

/** The text of HTML: paragraphs, list items and rows on lines of their own, links followed by their URLs. */
export function readHtml(html: string): string {
  const source = protectTags(cleanCharacters(html));
  const scan: Scan = { text: '', breaks: 0, space: false, lists: [], links: [], silence: 0 };
  const plain = (text: string) => restorePlainly(source, text);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open(scan, name, attributes, plain),
      onclosetag: (name) => close(scan, name, plain),
      ontext: (text) => write(scan, text),
    },
    { decodeEntities: true },
  );
  parser.end(source.text);
  return plain(scan.text).trim();
}

/** The text of HTML on one line, without URLs. */
export function readHtmlAsLine(html: string): string {
  return readHtml(html.replace(/\shref\s*=/gi, ' x=')).replace(/\s+/g, ' ');
}

function open(
  scan: Scan,
  name: string,
  attributes: Record<string, string>,
  plain: (text: string) => string,
): void {
  if (SILENT.has(name)) scan.silence += 1;
  if (BLOCKS.has(name)) owe(scan, isTight(scan, name) ? 1 : 2);
  if (name === 'br') owe(scan, Math.min(scan.breaks + 1, 2));
  if (name === 'ul' || name === 'ol')
    scan.lists.push({ isOrdered: name === 'ol', count: Number(attributes.start) || 1 });
  if (name === 'li') startItem(scan);
  if (name === 'td' || name === 'th') startCell(scan);
  if (name === 'a') scan.links.push({ href: plain(attributes.href ?? '').trim(), from: scan.text.length });
  if (name === 'img' && attributes.alt) write(scan, attributes.alt);
}

function close(scan: Scan, name: string, plain: (text: string) => string): void {
  if (SILENT.has(name)) scan.silence = Math.max(scan.silence - 1, 0);
  if (name === 'ul' || name === 'ol') scan.lists.pop();
  if (name === 'a') endLink(scan, plain);
  if (BLOCKS.has(name)) owe(scan, isTight(scan, name) ? 1 : 2);
}

/** Items of lists stand close together, whatever is in them. */
function isTight(scan: Scan, name: string): boolean {
  return !SPACED.has(name) || scan.lists.length > 0;
}

function owe(scan: Scan, breaks: number): void {
  scan.breaks = Math.max(scan.breaks, breaks);
  scan.space = false;
}

function startItem(scan: Scan): void {
  const list = scan.lists.at(-1);
  owe(scan, scan.lists.length > 1 || (list && list.count > 1) ? 1 : Math.max(scan.breaks, 1));
  const mark = list?.isOrdered ? `${list.count}. ` : '- ';
  if (list) list.count += 1;
  settle(scan);
  scan.text += `${'  '.repeat(Math.min(Math.max(scan.lists.length - 1, 0), MAX_INDENT))}${mark}`;
}

/** Cells of a row stand beside each other. */
function startCell(scan: Scan): void {
  if (scan.breaks === 0 && scan.text !== '' && !scan.text.endsWith('\n')) scan.space = true;
}

function endLink(scan: Scan, plain: (text: string) => string): void {
  const link = scan.links.pop();
  if (!link || link.href === '' || link.href.startsWith('#') || !isSafeLink(link.href)) return;
  const label = plain(scan.text.slice(link.from)).trim();
  if (label === link.href || `mailto:${label}` === link.href || `tel:${label}` === link.href) return;
  scan.text += label === '' ? link.href : ` (${link.href})`;
}

function write(scan: Scan, text: string): void {
  if (scan.silence > 0) return;
  const words = text.replace(/(?:\s|\u034f|\u200b)+/g, ' ');
  if (words.trim() === '') {
    if (words !== '' && scan.breaks === 0) scan.space = true;
    return;
  }
  const needsSpace = (scan.space || words.startsWith(' ')) && scan.breaks === 0;
  settle(scan);
  if (needsSpace && scan.text !== '' && !/\s$/.test(scan.text)) scan.text += ' ';
  scan.text += words.trim();
  scan.space = words.endsWith(' ');
}

/** Writes the line breaks that are owed; right after the mark of a list item there are none. */
function settle(scan: Scan): void {
  if (scan.breaks > 0 && scan.text !== '' && !/(?:^|\n) *(?:-|\d+\.) $/.test(scan.text.slice(-20))) {
    scan.text += '\n'.repeat(scan.breaks);
  }
  scan.breaks = 0;
}
