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
  isJustified?: boolean;
  /** White space that is shown: line breaks, or spaces too. */
  whiteSpace?: 'lines' | 'all' | undefined;
  direction?: 'ltr' | 'rtl';
  /** Lines through and below the text: what is inside cannot remove them. */
  isStruck?: boolean;
  isUnderlined?: boolean;
  /** The alignment came from an attribute, so it ends at the next table. */
  isAlignedByAttribute?: boolean;
  lineHeight?: string;
  /** Its font size or line height is 0, so that only what has another one takes room. */
  isWithoutLines?: boolean;
  letterSpacing?: string;
  textTransform?: string;
}

/** The font size of an element with this style in pixels. */
export function fontSizeOf(style: Declarations, { fontSize = 16 }: TextStyle): number {
  return readPixels(style.get('font-size'), fontSize) || fontSize;
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
  const space = style.get('white-space')?.trim().toLowerCase();
  if (space !== undefined)
    next.whiteSpace =
      space === 'pre-line' ? 'lines' : /^(?:pre|pre-wrap|break-spaces)$/.test(space) ? 'all' : undefined;
  const direction = readDirection(style.get('direction'));
  if (direction !== undefined && direction !== (textStyle.direction ?? 'ltr'))
    next.textAlign = direction === 'rtl' ? 'right' : 'left';
  assign(next, 'direction', direction);
  assign(next, 'textAlign', readAlign(style.get('text-align')));
  if (style.has('text-align')) next.isJustified = style.get('text-align')?.trim().toLowerCase() === 'justify';
  const lines = style.get('text-decoration') ?? style.get('text-decoration-line') ?? '';
  if (lines.includes('line-through')) next.isStruck = true;
  if (lines.includes('underline')) next.isUnderlined = true;
  if (style.has('text-align'))
    next.isAlignedByAttribute = style.get('text-align')?.startsWith(ATTRIBUTE_ALIGN) === true;
  if (/^\s*normal\s*$/i.test(style.get('line-height') ?? '')) delete next.lineHeight;
  assign(next, 'lineHeight', readLineHeight(style.get('line-height'), next.fontSize ?? 16));
  if (fontSize !== undefined || style.has('line-height')) {
    const line = style.get('line-height');
    const isZero = line !== undefined && Number.parseFloat(line) === 0;
    next.isWithoutLines = isZero || (fontSize === 0 && !next.lineHeight?.endsWith('px'));
  }
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

export function readDirection(value: string | undefined): TextStyle['direction'] {
  const direction = value?.trim().toLowerCase();
  return direction === 'rtl' || direction === 'ltr' ? direction : undefined;
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

/** A line height above 0 as a factor or in pixels; smaller ones hide text. */
function readLineHeight(value: string | undefined, fontSize: number): string | undefined {
  const height = readPlain(value);
  if (height === undefined || height === 'normal') return undefined;
  if (!(Number.parseFloat(height) > 0)) return undefined;
  if (/^[\d.]+$/.test(height)) return height;
  const pixels = readPixels(height, fontSize);
  return pixels === undefined ? undefined : `${pixels}px`;
}

/** The line height of browsers for the fonts of mails, as a factor. */
const NORMAL_LINE = '1.15';

/** The height of a line of this text in pixels. */
export function linePixels({ lineHeight = NORMAL_LINE, fontSize = 16 }: TextStyle): number {
  return lineHeight.endsWith('px') ? Number.parseFloat(lineHeight) : Number(lineHeight) * fontSize;
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

/** Font size of the text of blocks without markup, in pixels. */
const BLOCK_FONT_SIZE = 16;

/**
 * CSS of a paragraph of this style. Small text has its font size here too, because lines are at least as high as those
 * of the paragraph's own size.
 */
export function paragraphCssOf(textStyle: TextStyle): string {
  const { textAlign, fontSize, lineHeight = NORMAL_LINE, direction, isJustified } = textStyle;
  const parts: string[] = [];
  if (direction === 'rtl') parts.push('direction: rtl');
  if (isJustified) parts.push('text-align: justify');
  else if (textAlign && textAlign !== 'left') parts.push(`text-align: ${textAlign}`);
  if (fontSize !== undefined && fontSize < BLOCK_FONT_SIZE) parts.push(`font-size: ${fontSize}px`);
  parts.push(`line-height: ${lineHeight}`);
  return parts.join('; ');
}

/** CSS around HTML that is kept as it is. */
export function fragmentCssOf({ textAlign, lineHeight = 'normal' }: TextStyle): string {
  const align = textAlign && textAlign !== 'left' ? `text-align: ${textAlign}; ` : '';
  // MJML breaks words, which makes columns of tables as narrow as letters.
  return `${align}line-height: ${lineHeight}; word-break: normal`;
}
