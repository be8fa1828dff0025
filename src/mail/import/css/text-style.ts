import { readColor } from './colors.ts';
import { ATTRIBUTE_ALIGN, readAlign } from './computed-style.ts';
import { type Declarations, readPixels } from './values.ts';

/** The text style at a place: inherited, and declared there. */
export interface TextStyle {
  color?: string;
  /** Pixels. */
  fontSize?: number;
  fontFamily?: string;
  isBold?: boolean;
  isItalic?: boolean;
  textAlign?: 'left' | 'center' | 'right';
  /** The alignment came from an attribute, so it ends at the next table. */
  isAlignedByAttribute?: boolean;
  lineHeight?: string;
  letterSpacing?: string;
  textTransform?: string;
}

/** The style of what is inside an element with this style. */
export function inheritTextStyle(textStyle: TextStyle, style: Declarations): TextStyle {
  if (style.size === 0) return textStyle;
  const fontSize = readPixels(style.get('font-size'), textStyle.fontSize ?? 16);
  const weight = style.get('font-weight')?.toLowerCase();
  const slant = style.get('font-style')?.toLowerCase();
  const next: TextStyle = { ...textStyle };
  assign(next, 'color', readColor(style.get('color')));
  // A font size of 0 hides gaps between cells; visible text inside sets its own.
  assign(next, 'fontSize', fontSize === 0 ? undefined : fontSize);
  assign(next, 'fontFamily', readFontFamily(style.get('font-family')));
  if (weight) next.isBold = weight === 'bolder' || weight === 'bold' || Number(weight) >= 600;
  if (slant) next.isItalic = slant === 'italic' || slant === 'oblique';
  assign(next, 'textAlign', readAlign(style.get('text-align')));
  if (style.has('text-align'))
    next.isAlignedByAttribute = style.get('text-align')?.startsWith(ATTRIBUTE_ALIGN) === true;
  assign(next, 'lineHeight', readLineHeight(style.get('line-height')));
  assign(next, 'letterSpacing', readPlain(style.get('letter-spacing')));
  assign(next, 'textTransform', readPlain(style.get('text-transform')));
  return next;
}

/** The style of what is inside a table with this style. */
export function inheritTableTextStyle(textStyle: TextStyle, style: Declarations): TextStyle {
  const around: TextStyle = textStyle.isAlignedByAttribute
    ? { ...textStyle, textAlign: 'left', isAlignedByAttribute: false }
    : textStyle;
  return inheritTextStyle(around, style);
}

function assign<K extends keyof TextStyle>(
  textStyle: TextStyle,
  key: K,
  value: TextStyle[K] | undefined,
): void {
  if (value !== undefined) textStyle[key] = value;
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

/** A line height above 0; smaller ones hide text. */
function readLineHeight(value: string | undefined): string | undefined {
  const height = readPlain(value);
  if (height === undefined || height === 'normal') return undefined;
  return Number.parseFloat(height) > 0 ? height : undefined;
}

/** A value without characters that have a meaning in HTML. */
function readPlain(value: string | undefined): string | undefined {
  const plain = value?.trim().toLowerCase() ?? '';
  return /^-?[a-z0-9.%][a-z0-9.%-]{0,30}$/.test(plain) && !/^(?:inherit|initial|unset)$/.test(plain)
    ? plain
    : undefined;
}

/** CSS for a span that turns text of the one style into text of the other. */
export function inlineCssOf(textStyle: TextStyle, base: TextStyle): string {
  const parts: string[] = [];
  const add = (property: string, value: string | undefined) => {
    if (value !== undefined) parts.push(`${property}: ${value}`);
  };
  if (textStyle.color !== base.color) add('color', textStyle.color);
  if (textStyle.fontSize !== base.fontSize && textStyle.fontSize !== undefined)
    add('font-size', `${textStyle.fontSize}px`);
  if (textStyle.fontFamily !== base.fontFamily) add('font-family', textStyle.fontFamily);
  if ((textStyle.letterSpacing ?? 'normal') !== (base.letterSpacing ?? 'normal')) {
    add('letter-spacing', textStyle.letterSpacing ?? 'normal');
  }
  if ((textStyle.textTransform ?? 'none') !== (base.textTransform ?? 'none')) {
    add('text-transform', textStyle.textTransform ?? 'none');
  }
  return parts.join('; ');
}

/** CSS of a paragraph of this style. */
export function paragraphCssOf(textStyle: TextStyle): string {
  const parts: string[] = [];
  if (textStyle.textAlign && textStyle.textAlign !== 'left') parts.push(`text-align: ${textStyle.textAlign}`);
  if (textStyle.lineHeight) parts.push(`line-height: ${textStyle.lineHeight}`);
  return parts.join('; ');
}
