import { parseStyle, parseUnrenderedStyle } from './css.ts';
import { withoutMergeTags } from './merge-tags.ts';
import { isSafeImage } from './safe-url.ts';
import { replaceSpans } from './spans.ts';

/** Properties that run code or move content out of its block. */
const FORBIDDEN_PROPERTY = /^(?:behavior|-moz-binding|position|z-index|-webkit-user-modify)$|\\/i;
const FORBIDDEN_VALUE = /expression\s*\(|javascript:|vbscript:|@import|<|\\/i;

type Declaration = [property: string, value: string];

/** All declarations of a style attribute, also unsafe ones. */
export function splitStyle(style: string): Declaration[] {
  return parseStyle(style).map(({ property, value, isImportant }) => [
    property,
    isImportant ? `${value} !important` : value,
  ]);
}

/** The declarations that are allowed in a mail. */
export function safeDeclarations(style: string): Declaration[] {
  return splitStyle(style).filter(isSafe);
}

/**
 * Whether a style with merge tags is safe both as it is written and when its tags print nothing: a tag may hold `;` or
 * end a string, and `{% if x %}position:fixed` is a declaration of `position` once it is rendered.
 */
export function isSafeStyleWithTags(style: string): boolean {
  return [style, withoutMergeTags(style)].every((css) =>
    parseUnrenderedStyle(css)?.every(({ property, value }) => isSafe([property, value])),
  );
}

/** Whether CSS has nothing that old mail clients would run, also in escapes and between comments. */
export function isSafeStyleSheet(css: string): boolean {
  const plain = replaceSpans(
    css,
    /\/\*/g,
    () => /\*\//g,
    () => '',
  )
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_escape, code) => readCodePoint(code))
    .replace(/\\|\s/g, '');
  return !/expression\(|javascript:|vbscript:|behaviou?r:|-moz-binding|<\/?style|<!--/i.test(plain);
}

function readCodePoint(hex: string): string {
  const code = Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function isSafe([property, value]: Declaration): boolean {
  return !FORBIDDEN_PROPERTY.test(property) && !FORBIDDEN_VALUE.test(value) && hasSafeUrls(value);
}

function hasSafeUrls(value: string): boolean {
  const urls = value.match(/url\s*\([^)]*\)?/gi) ?? [];
  return urls.every((url) => isSafeImage(addressOf(url)));
}

/** What stands between the parentheses and quotes of `url("…")`; either may be missing at the end. */
function addressOf(url: string): string {
  const inner = url
    .slice(url.indexOf('(') + 1)
    .replace(/\)$/, '')
    .trim();
  return inner.replace(/^["']/, '').replace(/["']$/, '');
}

export function writeStyle(declarations: readonly [property: string, value: string][]): string {
  return declarations.map(([property, value]) => `${property}:${value}`).join(';');
}
