import { collapseSpace, decodeEntities, scanHtml } from '../edit/plain-text.ts';
import { alignSequences, type Budget, type Hunk } from './align-sequences.ts';

/**
 * A stretch of a text that stayed, came or went. The equal and the deleted ones together are the older text, the equal
 * and the inserted ones the new.
 */
export interface TextRun {
  kind: 'equal' | 'inserted' | 'deleted';
  text: string;
  /**
   * The same as HTML that is safe to show inside a line: of the markup only elements for the look of text are left,
   * and of their attributes where a link leads, as its title.
   */
  html: string;
}

/** Most characters, older and new together; longer texts count as replaced. */
const MAX_LENGTH = 200_000;

/**
 * The runs of a text that has changed, word by word. Undefined where this says no more than both texts: single
 * words, colors, addresses, and texts that are too long.
 */
export function diffText(
  before: string,
  after: string,
  options: { isRich: boolean; budget: Budget },
): TextRun[] | undefined {
  if (before.length + after.length > MAX_LENGTH) return undefined;
  if (!options.isRich && !(/\S\s+\S/.test(before) || /\S\s+\S/.test(after))) return undefined;
  const names: StyleNames = new Map();
  const split = options.isRich ? (text: string) => splitRichText(text, names) : splitWords;
  const [older, newer] = [split(before), split(after)];
  const hunks = alignSequences(
    older.map((token) => token.key),
    newer.map((token) => token.key),
    options.budget,
  );
  return writeRuns(older, newer, mergeHunks(older, hunks));
}

/** Joins changes with only a space or a mark between them. */
function mergeHunks(tokens: readonly Token[], hunks: readonly Hunk[]): Hunk[] {
  const merged: Hunk[] = [];
  for (const hunk of hunks) {
    const last = merged.at(-1);
    const isClose =
      last !== undefined &&
      hunk.beforeFrom - last.beforeTo <= 3 &&
      tokens.slice(last.beforeTo, hunk.beforeFrom).every(({ text }) => /^[^\p{L}\p{N}\n]?$/u.test(text));
    if (isClose) Object.assign(last, { beforeTo: hunk.beforeTo, afterTo: hunk.afterTo });
    else merged.push({ ...hunk });
  }
  return merged;
}

function writeRuns(older: readonly Token[], newer: readonly Token[], hunks: readonly Hunk[]): TextRun[] {
  const runs: TextRun[] = [];
  const add = (kind: TextRun['kind'], tokens: readonly Token[]): void => {
    const run = { kind, ...showTokens(tokens) };
    if (run.text !== '') runs.push(run);
  };
  let from = 0;
  for (const { beforeFrom, beforeTo, afterFrom, afterTo } of hunks) {
    add('equal', older.slice(from, beforeFrom));
    add('deleted', older.slice(beforeFrom, beforeTo));
    add('inserted', newer.slice(afterFrom, afterTo));
    from = beforeTo;
  }
  add('equal', older.slice(from));
  return runs;
}

function showTokens(tokens: readonly Token[]): { text: string; html: string } {
  let html = '';
  let close = '';
  let styleKey = '';
  for (const { text, style } of tokens) {
    if (text === '') continue;
    if (style.key !== styleKey) {
      html += close + style.open;
      ({ close, key: styleKey } = style);
    }
    html += text === '\n' ? '<br>' : escapeHtml(text);
  }
  return { text: tokens.map(({ text }) => text).join(''), html: html + close };
}

/** The smallest part of a text that counts as changed: a word, a space, a mark, a merge tag, a break. */
interface Token {
  /** Compared with other tokens: the text and its style. */
  key: string;
  text: string;
  /** The inline elements around it, outermost first; empty for plain text. */
  style: Style;
}

/** The inline elements around a token. */
interface Style {
  /** Short for the tags as written: the same word in another link is another token. */
  key: string;
  /** Tags that are safe to show. */
  open: string;
  close: string;
}

/** Short names for styles, the same for both texts that are compared: tags may be long, and a word repeats them. */
type StyleNames = Map<string, string>;

const PLAIN: Style = { key: '', open: '', close: '' };

/** Scripts that write without spaces go character by character; emoji stay whole. */
const WORDS =
  /\s+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|[\p{L}\p{N}_][\p{L}\p{N}\p{M}_'’]*|\p{Extended_Pictographic}(?:\p{M}|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*|.\p{M}*/gsu;

/** The words, spaces and marks of a text. */
function splitWords(text: string): Token[] {
  return toTokens(text, PLAIN);
}

function toTokens(text: string, style: Style): Token[] {
  return Array.from(text.match(WORDS) ?? [], (word) => ({ key: word + style.key, text: word, style }));
}

/** Inline elements and the tags that show them, without attributes that could run something. */
const INLINE: Record<string, string> = {
  a: 'a',
  b: 'strong',
  code: 'code',
  em: 'em',
  font: 'span',
  i: 'em',
  mark: 'mark',
  s: 's',
  small: 'small',
  span: 'span',
  strike: 's',
  strong: 'strong',
  sub: 'sub',
  sup: 'sup',
  u: 'u',
};
/** Elements that begin a new line. */
const LINES = new Set(
  'address blockquote dd div dt h1 h2 h3 h4 h5 h6 hr li ol p pre table td th tr ul'.split(' '),
);
/** Deeper styles are ignored; real texts nest a handful. */
const MAX_DEPTH = 30;

interface Reading {
  names: StyleNames;
  tokens: Token[];
  open: { name: string; source: string }[];
  style: Style;
  /** Where the next text goes: on a line that has begun, or on a new one, which the tags named began. */
  line: 'begun' | 'fresh' | 'over';
}

/**
 * The words of rich text, with the elements they are in. A tag without visible effect is a separate token without text;
 * elements that begin a line are a line break. Takes linear time, also for broken HTML.
 */
function splitRichText(html: string, names: StyleNames): Token[] {
  const reading: Reading = { names, tokens: [], open: [], style: PLAIN, line: 'fresh' };
  for (const { kind, source } of scanHtml(html)) {
    if (kind === 'markup') readMarkup(reading, source);
    else if (kind === 'verbatim') writeTokens(reading, [toToken(source, reading.style)]);
    else writeText(reading, collapseSpace(source));
  }
  return reading.tokens;
}

function toToken(text: string, style: Style): Token {
  return { key: text + style.key, text, style };
}

function writeText(reading: Reading, text: string): void {
  // White space between block elements only formats the source.
  if (text === ' ' && reading.line !== 'begun') return;
  writeTokens(reading, toTokens(decodeEntities(text), reading.style));
}

function writeTokens(reading: Reading, tokens: readonly Token[]): void {
  if (reading.line === 'over') breakLine(reading, '');
  reading.line = 'begun';
  for (const token of tokens) reading.tokens.push(token);
}

function readMarkup(reading: Reading, source: string): void {
  const found = /^<(\/?)([a-z][a-z0-9]*)/i.exec(source);
  const name = found?.[2]?.toLowerCase() ?? '';
  const isClosing = found?.[1] === '/';
  if (name === 'br') writeTokens(reading, [{ key: '\n', text: '\n', style: PLAIN }]);
  else if (Object.hasOwn(INLINE, name)) changeStyle(reading, name, source, isClosing);
  else if (!LINES.has(name)) reading.tokens.push({ key: source, text: '', style: PLAIN });
  else if (isClosing) reading.line = 'over';
  else breakLine(reading, source);
}

/** A list item with a paragraph in it begins one line, not two. */
function breakLine(reading: Reading, source: string): void {
  const last = reading.tokens.at(-1);
  if (reading.line === 'fresh' && last !== undefined) last.key += source;
  else {
    const text = reading.tokens.length === 0 ? '' : '\n';
    reading.tokens.push({ key: text + source, text, style: PLAIN });
  }
  reading.line = 'fresh';
}

function changeStyle(reading: Reading, name: string, source: string, isClosing: boolean): void {
  const { open, names } = reading;
  const index = isClosing ? open.findLastIndex((element) => element.name === name) : -1;
  if (index >= 0) open.splice(index, 1);
  else if (!isClosing && open.length < MAX_DEPTH) open.push({ name, source });
  else return;
  reading.style = open.length === 0 ? PLAIN : makeStyle(open, names);
}

function makeStyle(open: Reading['open'], names: StyleNames): Style {
  const written = open.map(({ source }) => source).join('');
  const key = names.get(written) ?? `\0${names.size}`;
  names.set(written, key);
  const tags = open.map(({ name }) => INLINE[name] as string);
  return {
    key,
    open: open.map(({ source }, index) => showTag(tags[index] as string, source)).join(''),
    close: tags
      .map((tag) => `</${tag}>`)
      .reverse()
      .join(''),
  };
}

/** The URL of a link is shown as its title; the link cannot be followed. */
function showTag(tag: string, source: string): string {
  const link = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(source);
  const url = link?.[1] ?? link?.[2] ?? link?.[3];
  return tag === 'a' && url !== undefined ? `<a title="${escapeHtml(decodeEntities(url))}">` : `<${tag}>`;
}

/** Escapes a text for HTML. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
