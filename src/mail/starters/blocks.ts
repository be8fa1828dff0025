import type { ColumnLayout } from '../model/index.ts';
import { escapeAttribute, escapeText } from '../parse/escape.ts';

/** A block that leaves out what has a default. */
export type BlockInput = Record<string, unknown>;

type Align = 'left' | 'center' | 'right';

/** Style of one block; lengths in pixels. */
interface BlockStyle {
  align?: Align;
  color?: string;
  /** Font size. */
  size?: number;
  /** Room below. */
  gap?: number;
  /** Room above. */
  above?: number;
  /** Room at both sides. */
  side?: number;
  background?: string;
}

/** Distance of text from the edge of a sheet. */
export const SIDE = 32;

function pad(top: number, right = top, bottom = top, left = right) {
  return { top, right, bottom, left };
}

function stylesOf({ gap = 16, above = 0, side = SIDE, background }: BlockStyle) {
  return { padding: pad(above, side, gap, side), ...(background && { backgroundColor: background }) };
}

/** `text` is plain: it is escaped, merge tags in it are kept. */
export function heading(level: 1 | 2 | 3, text: string, look: BlockStyle = {}): BlockInput {
  return {
    type: 'title',
    level,
    content: `<p>${escapeText(text)}</p>`,
    textAlign: look.align ?? 'left',
    ...(look.color && { color: look.color }),
    styles: stylesOf({ gap: level === 1 ? 16 : 8, ...look }),
  };
}

/** A heading of the second level that is hardly larger than the text below it, for asides. */
export function aside(plain: string, look: BlockStyle = {}): BlockInput {
  const style = `font-size:18px;line-height:1.3${look.color ? `;color:${look.color}` : ''}`;
  return rich(`<h2 style="${style}">${escapeText(plain)}</h2>`, { gap: 6, ...look });
}

/** Lines of plain text, a paragraph each. */
export function text(lines: string | readonly string[], look: BlockStyle = {}): BlockInput {
  return rich(
    [lines]
      .flat()
      .map((line) => paragraph(escapeText(line), look))
      .join(''),
    look,
  );
}

/** HTML whose texts are escaped already. */
export function rich(content: string, look: BlockStyle = {}): BlockInput {
  return { type: 'paragraph', content, styles: stylesOf(look) };
}

/** A styled paragraph of HTML. */
export function paragraph(
  html: string,
  { align, color, size }: BlockStyle & { weight?: string } = {},
): string {
  const style = [
    ...(align && align !== 'left' ? [`text-align:${align}`] : []),
    ...(color ? [`color:${color}`] : []),
    ...(size ? [`font-size:${size}px`] : []),
  ].join(';');
  return style === '' ? `<p>${html}</p>` : `<p style="${style}">${html}</p>`;
}

export function link(label: string, url: string, color?: string): string {
  const style = color === undefined ? '' : ` style="color:${color}"`;
  return `<a href="${escapeAttribute(url)}"${style}>${escapeText(label)}</a>`;
}

export function strong(plain: string): string {
  return `<strong>${escapeText(plain)}</strong>`;
}

/** A button large enough for fingers. */
export function button(
  label: string,
  url: string,
  colors: { fill: string; text: string },
  look: BlockStyle = {},
): BlockInput {
  return {
    type: 'button',
    text: label,
    url,
    align: look.align ?? 'left',
    backgroundColor: colors.fill,
    textColor: colors.text,
    borderRadius: 8,
    fontSize: look.size ?? 16,
    buttonPadding: pad(15, 28),
    styles: stylesOf({ gap: 24, above: 8, ...look }),
  };
}

export function rule(
  color: string,
  look: BlockStyle & { thickness?: number; width?: number } = {},
): BlockInput {
  const { thickness = 1, width = 'full' } = look;
  return { type: 'divider', color, thickness, width, styles: stylesOf({ gap: 24, ...look }) };
}

export function space(height: number): BlockInput {
  return { type: 'spacer', height, styles: { padding: pad(0) } };
}

/** Style of a row of columns. */
interface RowStyle {
  layout?: ColumnLayout;
  /** Behind the row. */
  background?: string;
  /** Inside, above and below what is in it. */
  above?: number;
  below?: number;
  /** Inside, at both sides. */
  side?: number;
  radius?: number;
  /** Outside: between the row and the edge of the mail, and what is above and below. */
  margin?: { above?: number; side?: number; below?: number };
  /** Side by side on phones too. */
  keep?: boolean;
}

/** A row: one list of blocks a column. */
export function row(columns: readonly (readonly BlockInput[])[], look: RowStyle = {}): BlockInput {
  const { layout = '1', background, above = 32, below = 16, side = 0, radius, margin, keep } = look;
  return {
    type: 'section',
    columns: layout,
    children: columns.map((list) => [...list]),
    styles: { padding: pad(above, side, below, side), ...(background && { backgroundColor: background }) },
    ...(radius && { borderRadius: radius }),
    ...(keep && { stackOnMobile: false }),
    wrapper: { padding: pad(margin?.above ?? 0, margin?.side ?? 12, margin?.below ?? 0, margin?.side ?? 12) },
  };
}
