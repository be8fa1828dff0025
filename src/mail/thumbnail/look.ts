import { parseStyle } from '../parse/css.ts';
import type { HtmlElement, HtmlNode } from '../parse/html.ts';
import { fontFor } from './fonts.ts';
import type { DrawNode, DrawStyle } from './node.ts';
import { onBackground, type Page, type Place } from './page.ts';

type Align = 'left' | 'center' | 'right';

/** How text looks at a place in HTML. */
export interface Look {
  place: Place;
  /** CSS color as authored, before dark mode. */
  color: string;
  /** Font size in pixels. */
  size: number;
  /** Of a line, in font sizes. */
  lineHeight: number;
  font: string;
  align: Align;
  dir: 'ltr' | 'rtl';
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isStruck: boolean;
  /** `super` and `sub` for raised and lowered text. */
  verticalAlign?: 'super' | 'sub';
  /** Background of words. */
  marker?: string;
  isPreformatted: boolean;
  /** Pixels between letters. */
  letterSpacing: number;
  textCase: 'none' | 'uppercase' | 'lowercase';
}

/** Reads nodes of HTML into blocks. */
export interface BlockReader {
  page: Page;
  read(nodes: readonly HtmlNode[], look: Look): DrawNode[];
}

/** The declarations of an element, by property in lower case; the last one wins. */
export type Declarations = ReadonlyMap<string, string>;

/** Longer style attributes are not read. */
const MAX_STYLE = 4_000;

export function readDeclarations({ attribs }: HtmlElement): Declarations {
  const { style } = attribs;
  if (style === undefined || style.length > MAX_STYLE) return new Map();
  return new Map(parseStyle(style).map(({ property, value }) => [property, value.toLowerCase()]));
}

/** A length in pixels; `whole` is what percentages refer to. Undefined for other values. */
export function readLength(text: string | undefined, whole: number, size = 16): number | undefined {
  const [, digits, unit] = /^\s*(\d{1,6}(?:\.\d{1,4})?)(px|pt|em|rem|%)?\s*(?:$|!)/.exec(text ?? '') ?? [];
  if (digits === undefined) return undefined;
  const factor = { px: 1, pt: 4 / 3, em: size, rem: 16, '%': whole / 100 }[unit ?? 'px'] ?? 1;
  return Number(digits) * factor;
}

const BOLD = new Set(['b', 'strong', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const ITALIC = new Set(['i', 'em', 'cite', 'dfn', 'var', 'address']);
const STRUCK = new Set(['s', 'strike', 'del']);
const MONOSPACED = new Set(['code', 'kbd', 'samp', 'tt', 'pre']);

/** The look inside an element that only changes text. */
export function lookInside(element: HtmlElement, declarations: Declarations, look: Look, page: Page): Look {
  const { name } = element;
  const inside: Look = { ...look };
  if (BOLD.has(name)) inside.isBold = true;
  if (ITALIC.has(name)) inside.isItalic = true;
  if (STRUCK.has(name)) inside.isStruck = true;
  if (MONOSPACED.has(name)) inside.font = 'monospace';
  if (name === 'u' || name === 'ins') inside.isUnderlined = true;
  if (name === 'pre') inside.isPreformatted = true;
  if (name === 'small') inside.size = look.size * 0.83;
  if (name === 'big') inside.size = look.size * 1.2;
  if (name === 'sub' || name === 'sup') {
    inside.size = look.size * 0.83;
    inside.verticalAlign = name === 'sub' ? 'sub' : 'super';
  }
  if (name === 'mark') Object.assign(inside, { marker: '#fff3a3', color: '#1a1a1a' });
  if (name === 'a') {
    inside.isUnderlined = page.isLinkUnderlined;
    inside.color = page.linkColor ?? look.color;
  }
  if (name === 'font') {
    if (element.attribs.color) inside.color = element.attribs.color;
    if (element.attribs.face) inside.font = element.attribs.face;
  }
  applyText(declarations, inside);
  return inside;
}

function applyText(declarations: Declarations, look: Look): void {
  const get = (property: string) => declarations.get(property);
  look.color = get('color') ?? look.color;
  look.font = get('font-family') ?? look.font;
  const size = readLength(get('font-size'), look.size, look.size);
  if (size !== undefined) look.size = Math.min(size, 300);
  const line = get('line-height');
  if (line !== undefined) look.lineHeight = readLineHeight(line, look.size) ?? look.lineHeight;
  const spacing = get('letter-spacing');
  if (spacing !== undefined) look.letterSpacing = readSpacing(spacing, look.size);
  const textCase = get('text-transform');
  if (textCase !== undefined)
    look.textCase = textCase === 'uppercase' || textCase === 'lowercase' ? textCase : 'none';
  const weight = get('font-weight');
  if (weight !== undefined) look.isBold = /^bold/.test(weight) || Number(weight) >= 600;
  const slant = get('font-style');
  if (slant !== undefined) look.isItalic = /italic|oblique/.test(slant);
  const lines = get('text-decoration') ?? get('text-decoration-line');
  if (lines !== undefined) {
    look.isUnderlined = lines.includes('underline');
    look.isStruck = lines.includes('line-through');
  }
}

function readSpacing(text: string, size: number): number {
  const isNegative = text.startsWith('-');
  const length = Math.min(readLength(isNegative ? text.slice(1) : text, 0, size) ?? 0, 50);
  return isNegative ? -length : length;
}

function readLineHeight(text: string, size: number): number | undefined {
  const bare = /^\d{1,3}(?:\.\d{1,4})?$/.test(text) ? Number(text) : undefined;
  const length = bare === undefined ? readLength(text, size, size) : undefined;
  const factor = bare ?? (length === undefined || size === 0 ? undefined : length / size);
  return factor === undefined ? undefined : Math.min(factor, 5);
}

/** The background of an element as style, and the look on it. */
export function lookOn(background: string | undefined, look: Look, page: Page): [DrawStyle, Look] {
  const [style, place] = onBackground(page, look.place, background);
  return [style, { ...look, place }];
}

/** The style of a piece of text. */
export function textStyle(look: Look, page: Page): DrawStyle {
  const lines = [look.isUnderlined ? 'underline' : '', look.isStruck ? 'line-through' : ''].filter(Boolean);
  return {
    color: page.colors.on(look.place, look.color, page.textColor),
    fontSize: look.size,
    fontFamily: fontFor(look.font),
    ...(look.isBold && { fontWeight: 700 }),
    ...(look.isItalic && { fontStyle: 'italic' }),
    ...(look.letterSpacing !== 0 && { letterSpacing: look.letterSpacing }),
    ...(lines.length > 0 && { textDecoration: lines.join(' ') }),
    // Raised and lowered letters do not make their line higher.
    ...(look.verticalAlign && { verticalAlign: look.verticalAlign, lineHeight: 0 }),
    ...(look.marker && { backgroundColor: look.marker }),
  };
}

/** Padding, width and border of a block of HTML. */
export function boxStyle(declarations: Declarations, { place, size }: Look): DrawStyle {
  const style: DrawStyle = {};
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    const padding = readSide(declarations, side, place.width, size);
    if (padding !== undefined) style[`padding${side[0]?.toUpperCase()}${side.slice(1)}`] = padding;
  }
  const width = readLength(declarations.get('max-width') ?? declarations.get('width'), place.width, size);
  if (width !== undefined) {
    style.maxWidth = Math.min(width, place.width);
    if (/\bauto\b/.test(declarations.get('margin') ?? '')) style.margin = '0 auto';
  }
  const radius = readLength(declarations.get('border-radius'), place.width, size);
  if (radius !== undefined) style.borderRadius = radius;
  return style;
}

function readSide(
  declarations: Declarations,
  side: 'top' | 'right' | 'bottom' | 'left',
  width: number,
  size: number,
): number | undefined {
  const parts = declarations.get('padding')?.split(/\s+/) ?? [];
  const [top, right = top, bottom = top, left = right] = parts;
  const own = declarations.get(`padding-${side}`) ?? { top, right, bottom, left }[side];
  const length = readLength(own, width, size);
  return length === undefined ? undefined : Math.min(length, 500);
}
