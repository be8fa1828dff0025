import { mapOutsideMergeTags } from '../../parse/merge-tags.ts';
import { colorOfBackground, urlOf } from './colors.ts';
import { splitSides } from './lengths.ts';

/** CSS properties and their values, shorthands taken apart as far as an import needs them. */
export type Declarations = ReadonlyMap<string, string>;

/** Longer ones are no styles, and what reads them must not be made to work for long. */
const MAX_STYLE = 20_000;
const MAX_BORDER = 200;

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** Reads what stands in a style attribute or between the braces of a rule. Later ones win. */
export function parseDeclarations(style: string | undefined): Declarations {
  const found = new Map<string, string>();
  if (!style || style.length > MAX_STYLE) return found;
  for (const declaration of splitDeclarations(style)) {
    const colon = declaration.indexOf(':');
    if (colon < 1) continue;
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .trim()
      .replace(/!\s*important$/i, '')
      .trimEnd();
    if (value !== '') setProperty(found, property, value);
  }
  return found;
}

/** Splits at semicolons that are not within quotes, brackets or merge tags. */
function splitDeclarations(style: string): string[] {
  // A control character cannot be written in CSS, so it can mark the places.
  const marked = mapOutsideMergeTags(style, (piece) =>
    piece.replace(/"[^"]*"|'[^']*'|\([^()]*\)|;/g, (part) => (part === ';' ? '\u0000' : part)),
  );
  return marked.split('\u0000');
}

/** Sets a property; a shorthand sets its parts too. */
export function setProperty(found: Map<string, string>, property: string, value: string): void {
  found.set(property, value);
  if (property === 'padding' || property === 'margin') {
    const values = splitSides(value);
    for (const [index, side] of SIDES.entries()) found.set(`${property}-${side}`, values[index] as string);
  }
  if (property === 'background') setBackground(found, value);
  if (property === 'border') {
    for (const side of SIDES) found.set(`border-${side}`, value);
  }
  const border = /^border-(width|style|color)$/.exec(property);
  if (border) {
    const values = splitSides(value);
    for (const [index, side] of SIDES.entries())
      found.set(`border-${side}-${border[1]}`, values[index] as string);
  }
  if (property === 'font') setFont(found, value);
}

function setBackground(found: Map<string, string>, value: string): void {
  const color = colorOfBackground(value);
  if (color) found.set('background-color', color);
  else found.delete('background-color');
  const url = urlOf(value);
  if (url) found.set('background-image', `url(${url})`);
}

/** `italic bold 16px/1.5 Georgia, serif`. */
function setFont(found: Map<string, string>, value: string): void {
  const match = /^(.{0,60}?)(\d[\d.]{0,9}(?:px|pt|em|rem|%))(?:\s*\/\s*([\d.]+[a-z%]*))?\s+(\S.*)$/i.exec(
    value,
  );
  if (!match) return;
  const [, before = '', size = '', lineHeight, family = ''] = match;
  found.set('font-size', size);
  found.set('font-family', family);
  if (lineHeight) found.set('line-height', lineHeight);
  if (/bold|[6-9]00/.test(before)) found.set('font-weight', 'bold');
  if (/italic|oblique/.test(before)) found.set('font-style', 'italic');
}

/** A line along one side of a box. */
export interface Border {
  width: number;
  style: 'solid' | 'dashed' | 'dotted';
  color: string | undefined;
}

/** The border along one side, or undefined when there is none to be seen. */
export function borderOf(style: Declarations, side: (typeof SIDES)[number]): Border | undefined {
  const border = parseBorder(style.get(`border-${side}`));
  const width = style.get(`border-${side}-width`);
  const look = style.get(`border-${side}-style`);
  const merged = parseBorder(
    [
      width ?? (border ? `${border.width}px` : ''),
      look ?? border?.style ?? '',
      style.get(`border-${side}-color`) ?? border?.color ?? '',
    ].join(' '),
  );
  return merged && merged.width > 0 ? merged : undefined;
}

/** `1px solid #eee`; undefined for `none` and for what is not written as a border. */
export function parseBorder(value: string | undefined): Border | undefined {
  if (!value || value.length > MAX_BORDER) return undefined;
  const look = /\b(solid|dashed|dotted|double|groove|ridge|inset|outset)\b/i.exec(value)?.[1]?.toLowerCase();
  if (!look) return undefined;
  const width = /(?:^|\s)(\d{1,4}(?:\.\d+)?)(?:px)?(?=\s|$)/.exec(value)?.[1];
  const color = /#[0-9a-f]{3,8}\b|rgba?\([^)]*\)|hsla?\([^)]*\)/i.exec(value)?.[0] ?? namedColor(value);
  const style = look === 'dashed' || look === 'dotted' ? look : 'solid';
  return { width: width === undefined ? 1 : Number(width), style, color };
}

function namedColor(value: string): string | undefined {
  const words = value.split(/\s+/).filter((word) => /^[a-z]{3,20}$/i.test(word));
  const skipped =
    /^(?:solid|dashed|dotted|double|groove|ridge|inset|outset|thin|medium|thick|none|hidden|transparent)$/i;
  return words.find((word) => !skipped.test(word));
}
