import { decodeHTML } from 'entities';
import { escapeAttribute } from '../parse/escape.ts';
import { safeDeclarations, writeStyle } from '../parse/safe-style.ts';
import { isSafeImage, isSafeLink } from '../parse/safe-url.ts';

/** Makes a printed value safe for the place where it stands. */
export type EscapeValue = (value: string) => string;

/** Places of a mail in which values are escaped alike. `images`: a `srcset`; `css`: a style sheet; `plain`: no markup. */
export type EscapeContext = 'text' | 'link' | 'image' | 'images' | 'style' | 'css' | 'plain';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have no place in markup, and go
const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

function escapeMarkup(value: string): string {
  return value.replace(SPECIAL, (character) => ENTITIES[character] ?? '');
}

/** The escape function for a value; `before` is the literal text of the attribute in front of it. */
export function escapeFor(escapeContext: EscapeContext, before: string): EscapeValue {
  if (escapeContext === 'plain') return (value) => value;
  if (escapeContext === 'css') return escapeInStyleSheet;
  if (escapeContext === 'style' && before.trim() !== '')
    return (value) => escapeMarkup(withoutDeclarations(value));
  if (escapeContext === 'link' || escapeContext === 'image' || escapeContext === 'images') {
    const encode = encodeFor(before.trim());
    return (value) => escapeMarkup(encode(value));
  }
  return escapeMarkup;
}

/** Colors, sizes and words; no functions but those of colors. */
function escapeInStyleSheet(value: string): string {
  const words = value.replace(/[^\w#.,%() -]/g, '').trim();
  return /^(?:rgb|hsl)a?\([\d.,% ]*\)$/i.test(words) ? words : words.replace(/[()]/g, '');
}

/** A value within a declaration of a style cannot end it. */
function withoutDeclarations(value: string): string {
  return value.replace(/[;{}\\][\s\S]*$/, '');
}

/**
 * The encoding of a value in a URL. The value of a query parameter must not begin another parameter; the address of
 * `mailto:` must not begin parameters. A value elsewhere may be a path or a whole URL: only what a URL cannot hold is
 * encoded.
 */
function encodeFor(before: string): EscapeValue {
  if (/^(?:mailto|tel|sms):[^?]*$/i.test(before))
    return (value) => encodeComponent(value).replace(/%(?:40|2B)/g, decodeURIComponent);
  const query = before.indexOf('?');
  const parameter = query === -1 || before.includes('#', query) ? '' : before.slice(query + 1);
  const isValue = parameter.slice(parameter.lastIndexOf('&') + 1).includes('=');
  return isValue ? encodeComponent : encodeUnsafe;
}

function encodeComponent(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

function encodeUnsafe(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a URL holds none
  return value.trim().replace(/[\u0000-\u0020"'<>\\^`{|}\u007f]/g, encodeURIComponent);
}

/** The filled value of an attribute, made safe as a whole. It is HTML. */
export function checkAttribute(escapeContext: EscapeContext, html: string): string {
  if (escapeContext === 'style') return escapeAttribute(writeStyle(safeDeclarations(decodeHTML(html))));
  if (escapeContext === 'text') return html;
  // Browsers decode entities, and skip tabs and line breaks.
  const url = decodeHTML(html).replace(/[\t\n\r]/g, '');
  if (escapeContext === 'images')
    return url.split(',').every((candidate) => isSafeImage(candidate.trim())) ? html : '#';
  return (escapeContext === 'image' ? isSafeImage(url) : isSafeLink(url)) ? html : '#';
}
