import { readColor } from './colors.ts';
import type { Declarations } from './declarations.ts';
import { readPixels } from './lengths.ts';
import { LOOSE, readAlign } from './style-reader.ts';

/** How text looks where it stands: what it inherited and what was said last. */
export interface Look {
  color?: string;
  /** Pixels. */
  fontSize?: number;
  fontFamily?: string;
  isBold?: boolean;
  isItalic?: boolean;
  textAlign?: 'left' | 'center' | 'right';
  /** The alignment came from an attribute, so it ends at the next table. */
  isLooselyAligned?: boolean;
  lineHeight?: string;
  letterSpacing?: string;
  textTransform?: string;
}

/** The look of what is inside an element with this style. */
export function inheritLook(look: Look, style: Declarations): Look {
  if (style.size === 0) return look;
  const fontSize = readPixels(style.get('font-size'), look.fontSize ?? 16);
  const weight = style.get('font-weight')?.toLowerCase();
  const slant = style.get('font-style')?.toLowerCase();
  const next: Look = { ...look };
  assign(next, 'color', readColor(style.get('color')));
  // Text of no size is how mail hides gaps between cells; whatever is shown inside sets its own.
  assign(next, 'fontSize', fontSize === 0 ? undefined : fontSize);
  assign(next, 'fontFamily', readFontFamily(style.get('font-family')));
  if (weight) next.isBold = weight === 'bolder' || weight === 'bold' || Number(weight) >= 600;
  if (slant) next.isItalic = slant === 'italic' || slant === 'oblique';
  assign(next, 'textAlign', readAlign(style.get('text-align')));
  if (style.has('text-align')) next.isLooselyAligned = style.get('text-align')?.startsWith(LOOSE) === true;
  assign(next, 'lineHeight', readLineHeight(style.get('line-height')));
  assign(next, 'letterSpacing', readPlain(style.get('letter-spacing')));
  assign(next, 'textTransform', readPlain(style.get('text-transform')));
  return next;
}

/** The look of what is inside a table with this style. */
export function inheritTableLook(look: Look, style: Declarations): Look {
  const around: Look = look.isLooselyAligned ? { ...look, textAlign: 'left', isLooselyAligned: false } : look;
  return inheritLook(around, style);
}

function assign<K extends keyof Look>(look: Look, key: K, value: Look[K] | undefined): void {
  if (value !== undefined) look[key] = value;
}

/** A font list with single quotes, so that it can stand in a style attribute. */
export function readFontFamily(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const family = value
    .replaceAll('"', "'")
    .replace(/[;{}<>\\]/g, '')
    .trim();
  return family === '' || family.length > 300 || /^(?:inherit|initial|unset)$/i.test(family)
    ? undefined
    : family;
}

/** A line height above 0: the tricks that hide text use less. */
function readLineHeight(value: string | undefined): string | undefined {
  const height = readPlain(value);
  if (height === undefined || height === 'normal') return undefined;
  return Number.parseFloat(height) > 0 ? height : undefined;
}

/** A value of letters, digits and signs that mean nothing in HTML. */
function readPlain(value: string | undefined): string | undefined {
  const plain = value?.trim().toLowerCase() ?? '';
  return /^-?[a-z0-9.%][a-z0-9.%-]{0,30}$/.test(plain) && !/^(?:inherit|initial|unset)$/.test(plain)
    ? plain
    : undefined;
}

/** CSS for a span that turns text of the one look into text of the other. */
export function differenceCss(look: Look, base: Look): string {
  const parts: string[] = [];
  const add = (property: string, value: string | undefined) => {
    if (value !== undefined) parts.push(`${property}: ${value}`);
  };
  if (look.color !== base.color) add('color', look.color);
  if (look.fontSize !== base.fontSize && look.fontSize !== undefined) add('font-size', `${look.fontSize}px`);
  if (look.fontFamily !== base.fontFamily) add('font-family', look.fontFamily);
  if ((look.letterSpacing ?? 'normal') !== (base.letterSpacing ?? 'normal')) {
    add('letter-spacing', look.letterSpacing ?? 'normal');
  }
  if ((look.textTransform ?? 'none') !== (base.textTransform ?? 'none')) {
    add('text-transform', look.textTransform ?? 'none');
  }
  return parts.join('; ');
}

/** CSS of a paragraph of this look. */
export function paragraphCss(look: Look): string {
  const parts: string[] = [];
  if (look.textAlign && look.textAlign !== 'left') parts.push(`text-align: ${look.textAlign}`);
  if (look.lineHeight) parts.push(`line-height: ${look.lineHeight}`);
  return parts.join('; ');
}
