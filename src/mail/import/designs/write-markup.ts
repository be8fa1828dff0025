import { isFields } from '../../model/record.ts';
import { type Fields, fieldsOf } from '../design.ts';
import { escapeAttribute } from '../text.ts';

/** An element as markup. Attributes other than texts and numbers are left out; `content` is markup. */
export function writeElement(name: string, attributes: Fields, content: string): string {
  const written = Object.entries(attributes).flatMap(([key, value]) => {
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    return /^[a-z][\w:-]*$/i.test(key) && value !== '' ? [` ${key}="${escapeAttribute(String(value))}"`] : [];
  });
  return `<${name}${written.join('')}>${content}</${name}>`;
}

/** A style object as CSS: camel case becomes dashes, numbers become pixels, and `{top, right, bottom, left}` four sides. */
export function writeCss(style: unknown): string {
  return Object.entries(fieldsOf(style))
    .flatMap(([key, value]) => {
      const css = cssValue(value, key);
      return css === undefined
        ? []
        : [`${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${css}`];
    })
    .join('; ');
}

/** Properties whose numbers have no unit. */
const PLAIN = /weight|line-?height|opacity/i;

function cssValue(value: unknown, key: string): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value))
    return PLAIN.test(key) ? String(value) : `${value}px`;
  if (typeof value === 'string')
    return value === '' || value === 'url()' ? undefined : value.replaceAll(';', ' ');
  if (!isFields(value)) return undefined;
  const sides = ['top', 'right', 'bottom', 'left'].map((side) => value[side]);
  return sides.every((side) => typeof side === 'number')
    ? sides.map((side) => `${side}px`).join(' ')
    : undefined;
}

/** The declarations of a style whose names match. */
export function pick(style: unknown, names: RegExp): Fields {
  return Object.fromEntries(Object.entries(fieldsOf(style)).filter(([name]) => names.test(name)));
}

/** A table of one cell around markup, as mails write boxes. */
export function writeBox(style: string, content: string): string {
  const cell = writeElement('td', { style }, content);
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${cell}</tr></table>`;
}

/** Columns side by side; widths as written. */
export function writeColumns(
  columns: readonly { width?: unknown; style?: string; content: string }[],
): string {
  const cells = columns.map(({ width, style, content }) =>
    writeElement('td', { width, valign: 'top', style }, content),
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${cells.join('')}</tr></table>`;
}
