import { escapeAttribute } from '../parse/escape.ts';

/** A start tag, as the sanitizer writes it, with one attribute more. */
export function addAttribute(tag: string, name: string, value: string): string {
  return tag.replace(/ ?\/?>$/, (end) => ` ${name}="${escapeAttribute(value)}"${end}`);
}

/** A start tag without an attribute. */
export function removeAttribute(tag: string, name: string): string {
  return tag.replace(new RegExp(`\\s${name}="[^"]*"`), '');
}
