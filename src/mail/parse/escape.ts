import { isMergeTag, listLooseTags } from './merge-tag-meaning.ts';
import { splitMergeTags } from './merge-tags.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Characters that markup may not contain, neither directly nor as entities: control characters and noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufdde\ufffe\uffff]/g;

function escapeLiteral(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
}

/** The text without characters that markup may not contain. */
export function cleanCharacters(text: string): string {
  return text.toWellFormed().replace(FORBIDDEN, '');
}

/** The text of an address with its percent escapes decoded, or as it is if they are no UTF-8. */
export function decodePercent(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Plain text as HTML; merge tags stay as they are. */
export function escapeText(text: string): string {
  return splitMergeTags(cleanCharacters(text))
    .map((piece) => (piece.isTag ? inertTag(piece.text) : escapeLiteral(piece.text)))
    .join('');
}

/** Written in place of a dropped merge tag, so that the texts around it do not form another tag. */
export const DROPPED_TAG_SPACE = ' ';

/**
 * Plain text as the value of an attribute; a document with it is finished by `chooseQuotes`. Merge tags of a condition that only begins or
 * only ends here are dropped.
 */
export function escapeAttribute(text: string): string {
  const pieces = splitMergeTags(cleanCharacters(text));
  const tags = pieces.filter(({ isTag }) => isTag);
  const loose = listLooseTags(tags.map((piece) => piece.text));
  const dropped = new Set(tags.filter((_, position) => loose.has(position)));
  const escapePiece = (piece: (typeof pieces)[number]): string => {
    if (!piece.isTag) return escapeLiteral(piece.text);
    return dropped.has(piece) ? DROPPED_TAG_SPACE : inertTagInAttribute(piece.text);
  };
  return pieces.map(escapePiece).join('');
}

export type Attributes = Record<string, string | undefined>;

/** Writes attributes of a tag, each after a space; undefined ones are left out. */
export function writeAttributes(attributes: Attributes): string {
  let written = '';
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) written += ` ${name}="${escapeAttribute(value)}"`;
  }
  return written;
}

/** An element; `content` is markup already. */
export function element(name: string, attributes: Attributes, content = ''): string {
  const head = `<${name}${writeAttributes(attributes)}`;
  return content === '' ? `${head} />` : `${head}>${content}</${name}>`;
}

/**
 * A merge tag that is safe in markup: a space keeps `<` and `--` from beginning an element or ending a comment.
 * Template languages read `a <b` and `a < b` alike.
 */
export function inertTag(tag: string): string {
  // Browsers read `<?php` as a comment, `<#if` as text, and `<unsubscribe>` as an element that does nothing.
  if (/^<[^%]/.test(tag) && isMergeTag(tag)) return `<${inertTag(tag.slice(1))}`;
  if (!/<|--/.test(tag)) return tag;
  const escaped = tag.replace(hasInnerTag(tag) ? /</g : /<(?=\s*$)/, '&lt;');
  return escaped.replace(/<(?=[a-z/!?])/gi, '< ').replace(/--(?=!?>)/g, '-- ');
}

/** Whether a Liquid or Handlebars tag begins or ends inside a merge tag. */
function hasInnerTag(tag: string): boolean {
  return !/^\{\{\{[^{}]*\}\}\}$/.test(tag) && /\{[{%]|[%}]\}/.test(tag.slice(1, -1));
}

/** Stands for a double quote in a merge tag of an attribute until `chooseQuotes`; a noncharacter, which texts do not contain. */
const TAG_QUOTE = '\ufdde';

/** As inertTag, for an attribute of a document that is finished by `chooseQuotes`. */
export function inertTagInAttribute(tag: string): string {
  return inertTag(tag).replaceAll('"', hasMixedQuotes(tag) ? '&quot;' : TAG_QUOTE);
}

/** Whether a merge tag has quotes of both kinds, so that no attribute can hold it as it is. */
function hasMixedQuotes(tag: string): boolean {
  return tag.includes('"') && tag.includes("'");
}

/**
 * Puts the values of attributes that hold merge tags with double quotes into single ones, because template languages
 * tell them apart: Go takes `'x'` for one character. Where another tag of the value has single quotes, double ones become
 * single.
 */
export function chooseQuotes(html: string): string {
  let written = '';
  let from = 0;
  for (let at = html.indexOf(TAG_QUOTE); at >= 0; at = html.indexOf(TAG_QUOTE, from)) {
    // A value has no other double quotes than those around it.
    const start = html.lastIndexOf('"', at);
    const end = html.indexOf('"', at);
    if (start < from || end < 0) break;
    written += html.slice(from, start) + quote(html.slice(start + 1, end));
    from = end + 1;
  }
  return (written + html.slice(from)).replaceAll(TAG_QUOTE, "'");
}

function quote(value: string): string {
  const pieces = splitMergeTags(value);
  if (pieces.some(({ text, isTag }) => isTag && text.includes("'"))) {
    return `"${value.replaceAll(TAG_QUOTE, "'")}"`;
  }
  const writeText = (text: string) => text.replaceAll("'", '&#39;');
  return `'${pieces.map(({ text, isTag }) => (isTag ? text.replaceAll(TAG_QUOTE, '"') : writeText(text))).join('')}'`;
}

/** A display condition in the syntax of any template language, or a comment, without elements. */
export function inertGuard(guard: string): string {
  if (/^<!--[^<>[\]-]*-->$/.test(guard.trim())) return guard;
  return splitMergeTags(guard)
    .map(({ text }) => inertTag(text))
    .join('');
}
