import type { Border as BorderField } from '../../model/index.ts';
import { type CssDeclaration, parseStyle } from '../../parse/css.ts';
import { colorOfGradient, placementOf } from './background.ts';
import { colorOfBackground, readColor, urlOf } from './colors.ts';

/** Four lengths in pixels. */
export interface Sides {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export const NO_SIDES: Readonly<Sides> = { top: 0, right: 0, bottom: 0, left: 0 };

/** Largest size; larger ones are mistakes or attacks. */
const MAX_PIXELS = 10_000;

/**
 * A CSS or HTML length in pixels; `em` and `%` are taken of `base`.
 * @returns undefined for what is no length, such as `auto`, or a percentage without a base
 */
export function readPixels(value: string | undefined, base?: number): number | undefined {
  const match = /^\s*([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}))\s*(?:(px|pt|em|rem|%)\s*)?$/i.exec(
    value ?? '',
  );
  if (!match) return undefined;
  const amount = Number(match[1]);
  const unit = (match[2] ?? '').toLowerCase();
  if (unit === '%') return base === undefined ? undefined : bound((amount / 100) * base);
  if (unit === 'em') return bound(amount * (base ?? 16));
  if (unit === 'rem') return bound(amount * 16);
  return bound(unit === 'pt' ? (amount * 4) / 3 : amount);
}

function bound(pixels: number): number {
  return Math.round(Math.min(Math.max(pixels, 0), MAX_PIXELS) * 100) / 100;
}

/** A percentage as a number: 33.33 for `33.33%`. */
export function readPercent(value: string | undefined): number | undefined {
  const match = /^\s*(\d{1,3}(?:\.\d{1,9})?)\s*%\s*$/.exec(value ?? '');
  return match ? Number(match[1]) : undefined;
}

/** A number from a design file: 12, "12" or "12px". */
export function readLength(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? bound(value) : undefined;
  return typeof value === 'string' ? readPixels(value) : undefined;
}

/** The values of a shorthand of one to four lengths, in CSS order. */
function splitSides(value: string): [string, string, string, string] {
  const parts = value.trim().split(/\s+/, 4);
  const top = parts[0] ?? '0';
  const right = parts[1] ?? top;
  return [top, right, parts[2] ?? top, parts[3] ?? right];
}

/** A shorthand in pixels; parts that are no length count as 0. `room`: what percentages are taken of. */
export function readSides(value: string | undefined, room?: number): Sides | undefined {
  if (value === undefined || value.trim() === '') return undefined;
  const [top, right, bottom, left] = splitSides(value).map((part) => readPixels(part, room) ?? 0);
  return { top: top ?? 0, right: right ?? 0, bottom: bottom ?? 0, left: left ?? 0 };
}

/**
 * `padding` or `margin` of declarations whose shorthands have been taken apart.
 * @param room what percentages are taken of
 * @param fontSize of the element, for `em`
 */
export function sidesOf(
  style: ReadonlyMap<string, string>,
  property: 'padding' | 'margin',
  room?: number,
  fontSize?: number,
): Sides {
  const side = (name: string) => readSpace(style.get(`${property}-${name}`), room, fontSize) ?? 0;
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}

/** A length of which a share is of the room around, and `em` of the font size. */
export function readSpace(value: string | undefined, room?: number, fontSize?: number): number | undefined {
  return readPixels(value, value?.includes('%') ? room : fontSize);
}

/** The sum of both. */
export function addSides(one: Sides, other: Sides): Sides {
  return {
    top: one.top + other.top,
    right: one.right + other.right,
    bottom: one.bottom + other.bottom,
    left: one.left + other.left,
  };
}

/** The padding of a frame at one of the parts below each other in it: the first has the top, the last the bottom. */
export function sidesOfPart(frame: Sides, index: number, count: number): Sides {
  return {
    ...frame,
    top: index === 0 ? frame.top : 0,
    bottom: index === count - 1 ? frame.bottom : 0,
  };
}

/** Whether all four are 0. */
export function isFlat(sides: Sides): boolean {
  return sides.top === 0 && sides.right === 0 && sides.bottom === 0 && sides.left === 0;
}

/** CSS properties and their values, shorthands taken apart as far as an import needs them. */
export type Declarations = ReadonlyMap<string, string>;

/** Longer values are not read, to bound the time. */
export const MAX_STYLE = 20_000;
const MAX_BORDER = 200;

const SIDES = ['top', 'right', 'bottom', 'left'] as const;

/** Reads a style attribute. Later declarations win. */
export function parseDeclarations(style: string | undefined): Declarations {
  return !style || style.length > MAX_STYLE ? new Map() : expandDeclarations(parseStyle(style));
}

/** Declarations as a map, with the parts of shorthands. */
export function expandDeclarations(declarations: readonly CssDeclaration[]): Declarations {
  const found = new Map<string, string>();
  for (const { property, value } of declarations) setProperty(found, property, value);
  return found;
}

/** Sets a property; a shorthand sets its parts too. */
export function setProperty(found: Map<string, string>, property: string, value: string): void {
  // Mails write `calc()` after a plain value for clients without `calc()`; the import cannot compute it either.
  if (found.has(property) && /^\s*calc\(/i.test(value)) return;
  found.set(property, value);
  if (property === 'padding' || property === 'margin') {
    const values = splitSides(value);
    for (const [index, side] of SIDES.entries()) found.set(`${property}-${side}`, values[index] as string);
  }
  if (property === 'background') setBackground(found, value);
  if (property === 'background-image') {
    const color = colorOfGradient(value);
    if (color) found.set('background-color', color);
  }
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
  const color = colorOfBackground(value) ?? colorOfGradient(value);
  if (color) found.set('background-color', color);
  else found.delete('background-color');
  const url = urlOf(value);
  if (!url) return;
  found.set('background-image', `url(${url})`);
  for (const [part, placement] of placementOf(value)) found.set(part, placement);
}

/** Longer values are not searched. */
const MAX_FONT = 500;

/** `italic bold 16px/1.5 Georgia, serif`. */
function setFont(found: Map<string, string>, value: string): void {
  if (value.length > MAX_FONT) return;
  const match = /^(.{0,60}?)(\d[\d.]{0,9}(?:px|pt|em|rem|%))(?:\s*\/\s*([\d.]+[a-z%]*))?\s+(\S.*)$/i.exec(
    value,
  );
  if (!match) return;
  const [, before = '', size = '', lineHeight, family = ''] = match;
  found.set('font-size', size);
  found.set('font-family', family);
  if (lineHeight) found.set('line-height', lineHeight);
  found.set('font-weight', /bold|[6-9]00/.test(before) ? 'bold' : 'normal');
  found.set('font-style', /italic|oblique/.test(before) ? 'italic' : 'normal');
}

/** A line along one side of a box. */
interface Border {
  width: number;
  style: 'solid' | 'dashed' | 'dotted';
  color: string | undefined;
}

/** The border along one side. Undefined if the border is invisible. */
export function borderOf(style: Declarations, side: (typeof SIDES)[number]): Border | undefined {
  const border = parseBorder(style.get(`border-${side}`));
  const width = style.get(`border-${side}-width`);
  const keyword = style.get(`border-${side}-style`);
  const merged = parseBorder(
    [
      width ?? (border ? `${border.width}px` : ''),
      keyword ?? border?.style ?? '',
      style.get(`border-${side}-color`) ?? border?.color ?? '',
    ].join(' '),
  );
  return merged && merged.width > 0 ? merged : undefined;
}

/** The visible lines along all sides; undefined without any. */
export function frameOf(style: Declarations): BorderField | undefined {
  const sides = SIDES.flatMap((side) => {
    const line = borderOf(style, side);
    return line ? [[side, { ...line, color: readColor(line.color) ?? '#000000' }] as const] : [];
  });
  return sides.length === 0 ? undefined : Object.fromEntries(sides);
}

/** Reads `1px solid #eee`. Undefined for `none` and for a value that is no border. */
export function parseBorder(value: string | undefined): Border | undefined {
  if (!value || value.length > MAX_BORDER) return undefined;
  const keyword = /\b(solid|dashed|dotted|double|groove|ridge|inset|outset)\b/i
    .exec(value)?.[1]
    ?.toLowerCase();
  if (!keyword) return undefined;
  const width = /(?:^|\s)(\d{1,4}(?:\.\d+)?)(?:px)?(?=\s|$)/.exec(value)?.[1];
  const color = /#[0-9a-f]{3,8}\b|rgba?\([^()]*\)|hsla?\([^()]*\)/i.exec(value)?.[0] ?? namedColor(value);
  const style = keyword === 'dashed' || keyword === 'dotted' ? keyword : 'solid';
  return { width: width === undefined ? 1 : Number(width), style, color };
}

function namedColor(value: string): string | undefined {
  const words = value.split(/\s+/).filter((word) => /^[a-z]{3,20}$/i.test(word));
  const skipped =
    /^(?:solid|dashed|dotted|double|groove|ridge|inset|outset|thin|medium|thick|none|hidden|transparent)$/i;
  return words.find((word) => !skipped.test(word));
}
