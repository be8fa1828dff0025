import { MERGE_TAG_DIALECTS } from '../../parse/merge-tags.ts';

/** Elements that do not end a word. */
const INLINE = /^<\/?(?:a|abbr|b|code|em|font|i|mark|s|small|span|strike|strong|sub|sup|u)\b/i;
/** Elements whose content is not text. */
const RAW = /^<(script|style|title|template)\b/i;
const RAW_BEGINS = 'sStT';
/** An attribute that is read or shown, or leads somewhere. */
const ATTRIBUTE = /\s(href|alt|title)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** A stretch of HTML. */
interface HtmlPiece {
  /**
   * `text`: with entities. `markup`: a tag, a comment, or an element whose content is not text. `verbatim`: a merge tag,
   * or a `<` that begins no tag.
   */
  kind: 'text' | 'markup' | 'verbatim';
  source: string;
}

/** The pieces of HTML in order; together they are all of it. Takes linear time, also for broken HTML. */
export function* scanHtml(html: string): Generator<HtmlPiece, void, undefined> {
  const scan: Scan = { html, hasNo: new Set(), next: /[<{*$]/g, stop: /[>"']/g };
  let from = 0;
  while (from < html.length) {
    const start = findNext(scan, from);
    if (start > from) yield { kind: 'text', source: html.slice(from, start) };
    if (start === html.length) return;
    const end = findEnd(scan, start);
    const isMarkup =
      end > start + 1 && html.charCodeAt(start) === LESS && html.charCodeAt(start + 1) !== PERCENT;
    yield { kind: isMarkup ? 'markup' : 'verbatim', source: html.slice(start, end) };
    from = end;
  }
}

/**
 * The text of HTML as one line: no tags, entities decoded, merge tags as they are. Stops soon after `enough`
 * characters, so that long documents cost little; the caller cuts.
 */
export function stripHtml(html: string, enough: number): string {
  let text = '';
  for (const { kind, source } of scanHtml(html)) {
    if (text.length > enough) break;
    if (kind === 'text') text += decodeEntities(collapseSpace(source));
    else if (kind === 'verbatim') text += source;
    else if (!INLINE.test(source)) text += ' ';
  }
  return collapseSpace(text).trim();
}

/** The texts of HTML: what is shown, alternative texts and titles, and addresses of links. */
export interface HtmlTexts {
  text: string;
  alts: string[];
  links: string[];
}

/** Takes linear time, also for broken HTML. */
export function readHtmlTexts(html: string): HtmlTexts {
  const found: HtmlTexts = { text: '', alts: [], links: [] };
  for (const { kind, source } of scanHtml(html)) {
    if (kind === 'text') found.text += decodeEntities(source);
    else if (kind === 'verbatim') found.text += source;
    else {
      if (!INLINE.test(source)) found.text += ' ';
      readAttributes(source, found);
    }
  }
  found.text = collapseSpace(found.text).trim();
  return found;
}

function readAttributes(tag: string, { alts, links }: HtmlTexts): void {
  for (const [, name = '', quoted, single, bare] of tag.matchAll(ATTRIBUTE)) {
    const value = decodeEntities(quoted ?? single ?? bare ?? '').trim();
    if (value !== '') (name.toLowerCase() === 'href' ? links : alts).push(value);
  }
}

/** Runs of white space and control characters become one space. */
export function collapseSpace(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ');
}

/** A text as JSON that stays on its line: JSON leaves some characters as they are that end a line. */
export function toJsonLine(text: string): string {
  return JSON.stringify(text.toWellFormed()).replace(/[\u0085\u2028\u2029]/g, ' ');
}

interface Scan {
  html: string;
  /** Marks that do not occur in the rest of the text; searching for them repeatedly would take quadratic time. */
  hasNo: Set<string>;
  /** What may begin a piece, and what may end a tag: made once, because a content has half a million tags. */
  next: RegExp;
  stop: RegExp;
}

const LESS = 0x3c;
const PERCENT = 0x25;

/** Where the next tag, comment or merge tag may begin. */
function findNext({ html, next }: Scan, from: number): number {
  next.lastIndex = from;
  return next.test(html) ? next.lastIndex - 1 : html.length;
}

/** The end of the tag, comment or merge tag at `start`; one character further when none begins there. */
function findEnd(scan: Scan, start: number): number {
  const { html } = scan;
  const isTag = html.charCodeAt(start) === LESS && html.charCodeAt(start + 1) !== PERCENT;
  if (!isTag) {
    const dialect = MERGE_TAG_DIALECTS.find(({ open }) => html.startsWith(open, start));
    return (dialect && findAfter(scan, dialect.close, start + dialect.open.length)) ?? start + 1;
  }
  if (!startsTag(html.charCodeAt(start + 1))) return start + 1;
  // As in browsers, an unclosed comment or element extends to the end.
  if (html.startsWith('<!--', start)) return findAfter(scan, '-->', start + 4) ?? html.length;
  const raw = RAW_BEGINS.includes(html[start + 1] ?? '') && RAW.exec(html.slice(start, start + 12))?.[1];
  return raw ? findRawEnd(scan, raw, start) : findTagEnd(scan, start);
}

/** Whether a `<` before this character begins a tag: before `/`, `!`, `?` and letters. */
function startsTag(code: number): boolean {
  const lower = code | 0x20;
  return code === 0x2f || code === 0x21 || code === 0x3f || (lower >= 0x61 && lower <= 0x7a);
}

function findRawEnd(scan: Scan, name: string, start: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = start;
  const found = closing.exec(scan.html);
  return (found && findAfter(scan, '>', found.index)) ?? scan.html.length;
}

/** Attributes may contain ">", in quotes or in merge tags, but a quote may also be left open. */
function findTagEnd(scan: Scan, start: number): number {
  const quoted = scan.hasNo.has('quoted') ? undefined : findQuotedTagEnd(scan, start);
  if (quoted !== undefined) return quoted;
  scan.hasNo.add('quoted');
  return findAfter(scan, '>', start) ?? scan.html.length;
}

function findQuotedTagEnd(scan: Scan, start: number): number | undefined {
  const { html, stop } = scan;
  stop.lastIndex = start;
  while (stop.test(html)) {
    const mark = html[stop.lastIndex - 1] as string;
    if (mark === '>') return stop.lastIndex;
    const closed = findAfter(scan, mark, stop.lastIndex);
    if (closed === undefined) return undefined;
    stop.lastIndex = closed;
  }
  return undefined;
}

function findAfter(scan: Scan, text: string, from: number): number | undefined {
  if (scan.hasNo.has(text)) return undefined;
  const index = scan.html.indexOf(text, from);
  if (index >= 0) return index + text.length;
  scan.hasNo.add(text);
  return undefined;
}

/** Numeric entities and the commonest named ones as characters; others stay. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] as string) : entity;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}
