import { type CountdownDesign, type CountdownOptions, designOf, type Unit } from './design.ts';
import { type ClockFonts, type Font, familyOf } from './fonts.ts';

/** Pixels of the picture per CSS pixel, for dense screens. */
export const RATIO = 2;

/** CSS pixels above, below and beside the clock, and between digits and labels. */
const PADDING = 12;
const LABEL_GAP = 4;

/** Height of a line of labels, in units of their size. */
const LABEL_LINE = 1.4;

/** Height of a digit above its baseline, in units of the font size. */
const DIGIT_HEIGHT = 0.727;

/** Pixels of the picture down to which a label shrinks before it is cut off. */
const MIN_LABEL_SIZE = 9 * RATIO;

/** The part of the space between columns that a label may stand in. */
const LABEL_OVERHANG = 0.7;

const MAX_LABEL_LENGTH = 40;

/** International symbols, for labels in a script the fonts lack. */
const SYMBOLS: Readonly<Record<Unit, string>> = { days: 'd', hours: 'h', minutes: 'min', seconds: 's' };

/** A rectangle in pixels of the picture. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ClockLayout {
  width: number;
  height: number;
  /** One per unit: where its digits are drawn. */
  slots: readonly Rect[];
  digit: { size: number; cellWidth: number; baseline: number };
  separators: readonly { x: number; text: string }[];
  labels: readonly { x: number; y: number; size: number; text: string }[];
}

/** Size in CSS pixels at which the picture is to be shown. Depends on nothing that changes with time. */
export function countdownSize(options: CountdownOptions): { width: number; height: number } {
  const design = designOf(options);
  return { width: design.width, height: heightOf(design) };
}

function heightOf({ units, digitSize, labelSize }: CountdownDesign): number {
  const hasLabels = units.some(({ label }) => label.trim() !== '');
  return 2 * PADDING + digitSize + (hasLabels ? LABEL_GAP + Math.ceil(labelSize * LABEL_LINE) : 0);
}

/** Places everything. `values` are the widest numbers that come up: those of the first frame. */
export function layOutClock(
  design: CountdownDesign,
  fonts: ClockFonts,
  values: readonly string[],
): ClockLayout {
  const [width, height] = [design.width * RATIO, heightOf(design) * RATIO];
  const texts = design.units.map(
    ({ unit, label }) => drawableText(label, fonts.text, MAX_LABEL_LENGTH) ?? SYMBOLS[unit],
  );
  const cell = Math.max(...[...'0123456789'].map((digit) => fonts.digits.widthOf(digit)));
  const full = measure(design, fonts, texts, values, cell, 1);
  const fit = Math.min(1, (width - 2 * PADDING) / full.total);
  const { column, gap, labelSize, digitSize, total } = measure(design, fonts, texts, values, cell, fit);
  const left = Math.round((width - total) / 2);
  const hasLabels = texts.some((text) => text !== '');
  const content = digitSize + (hasLabels ? LABEL_GAP * RATIO + labelSize * LABEL_LINE : 0);
  const top = Math.round((height - content) / 2);
  const slots = values.map((_, index) => ({
    x: left + index * (column + gap),
    y: top,
    width: column,
    height: Math.ceil(digitSize),
  }));
  const labelWidth = (column + gap * LABEL_OVERHANG) / labelSize;
  return {
    width,
    height,
    slots,
    digit: {
      size: digitSize,
      cellWidth: Math.ceil(cell * digitSize),
      baseline: Math.round(top + (digitSize * (1 + DIGIT_HEIGHT)) / 2),
    },
    separators: slots.slice(1).map(({ x }) => ({ x: x - gap / 2, text: design.separator })),
    labels: slots.map(({ x }, index) => ({
      x: x + column / 2,
      y: Math.round(top + digitSize + LABEL_GAP * RATIO + labelSize),
      size: labelSize,
      text: truncateText(texts[index] ?? '', fonts.text, labelWidth),
    })),
  };
}

/** Widths at a scale. All columns are as wide as the widest, and labels share one size, so that the clock looks even. */
function measure(
  design: CountdownDesign,
  fonts: ClockFonts,
  texts: readonly string[],
  values: readonly string[],
  cell: number,
  scale: number,
) {
  const digitSize = design.digitSize * RATIO * scale;
  const desiredLabel = design.labelSize * RATIO * scale;
  const digits = Math.max(2, ...values.map((value) => value.length));
  const digitsWidth = digits * Math.ceil(cell * digitSize);
  const label = Math.max(0.1, ...texts.map((text) => fonts.text.widthOf(text)));
  // A long label may widen its column, but not so much that the digits get lost.
  const column = Math.ceil(Math.max(digitsWidth, Math.min(label * desiredLabel, digitsWidth * 1.4)));
  const gap = Math.round((fonts.digits.widthOf(design.separator.trim()) + 0.4) * digitSize);
  const fitting = (column + gap * LABEL_OVERHANG) / label;
  const smallest = Math.min(MIN_LABEL_SIZE, design.labelSize * RATIO);
  const total = values.length * column + Math.max(0, values.length - 1) * gap;
  return { column, gap, total, digitSize, labelSize: Math.max(smallest, Math.min(desiredLabel, fitting)) };
}

/**
 * A text as the fonts can draw it, on one line. Symbols they lack, such as emoji, are left out; `undefined` when a
 * letter is missing, because half a word says something else.
 */
export function drawableText(text: string, font: Font, maxLength: number): string | undefined {
  const line = text
    .slice(0, maxLength * 2)
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();
  let drawable = '';
  for (const character of line) {
    if (font.covers(character.codePointAt(0) ?? 0)) drawable += character;
    else if (/[\p{L}\p{M}\p{N}]/u.test(character)) return undefined;
  }
  return [...drawable.replace(/ +/g, ' ').trim()].slice(0, maxLength).join('');
}

/** Letters with their marks. */
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Shortens a text to a width in units of the font size. */
export function truncateText(text: string, font: Font, maxWidth: number): string {
  if (font.widthOf(text) <= maxWidth) return text;
  const characters = [...SEGMENTER.segment(text)].map(({ segment }) => segment);
  while (characters.length > 0 && font.widthOf(`${characters.join('')}…`) > maxWidth) characters.pop();
  return characters.length === 0 ? '' : `${characters.join('').trimEnd()}…`;
}

/** Breaks a text at spaces into lines of a width in units of the font size; a longer word stays whole. */
export function wrapText(text: string, font: Font, maxWidth: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && font.widthOf(longer) <= maxWidth) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The same number of lines, each about as long as the others, so that no word is left alone on the last. */
export function balanceLines(text: string, font: Font, lines: readonly string[]): string[] {
  let balanced = [...lines];
  // No line can be narrower than the longest word.
  const longest = Math.max(...text.split(' ').map((word) => font.widthOf(word)));
  for (let width = font.widthOf(text); width >= longest && width > 0.1; width *= 0.95) {
    const narrower = wrapText(text, font, width);
    if (narrower.length > lines.length) break;
    if (narrower.length === lines.length) balanced = narrower;
  }
  return balanced;
}

/** A centered line of an SVG, its baseline at `y`. Sizes in pixels. */
export function svgText(
  text: string,
  place: { x: number; y: number; size: number; weight: 500 | 700; fill: string },
): string {
  const escaped = text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return (
    `<text x="${place.x}" y="${place.y}" font-family="${familyOf(text)}" font-weight="${place.weight}" ` +
    `font-size="${place.size}" text-anchor="middle" fill="${place.fill}">${escaped}</text>`
  );
}
