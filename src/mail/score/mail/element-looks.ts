import { HEADING_PIXELS } from '../../model/layout-sizes.ts';
import type { Extent } from '../../parse/allowed-html.ts';
import { readDeclarations } from './declarations.ts';
import { colorOn, type Looks, type PageLooks, readKnownColor } from './looks.ts';

/** Sizes of <font size="1"> to "7". */
const FONT_SIZES = [10, 13, 16, 18, 24, 32, 48];
/** What browsers make of headings in HTML that says nothing about them, as shares of the font size. */
const BROWSER_HEADINGS = [2, 1.5, 1.17, 1, 0.83, 0.67];
const BOLD = new Set(['b', 'strong', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const SMALLER = new Set(['small', 'sub', 'sup']);

const LINK_BLUE = { red: 0, green: 0, blue: 238, alpha: 1 };
const MARKS = {
  rich: {
    color: { red: 26, green: 26, blue: 26, alpha: 1 },
    background: { red: 255, green: 243, blue: 163, alpha: 1 },
  },
  markup: {
    color: { red: 0, green: 0, blue: 0, alpha: 1 },
    background: { red: 255, green: 255, blue: 0, alpha: 1 },
  },
};

/** Looks inside an element the renderer keeps: what stands around it, what its name means, and what it says itself. */
export function enterElement(
  outside: Looks,
  name: string,
  attributes: Readonly<Record<string, string>>,
  extent: Extent,
  page: PageLooks,
): Looks {
  const looks = { ...outside };
  applyName(looks, name, extent, page);
  if (name === 'a' && attributes.href !== undefined) looks.href = attributes.href;
  if (extent === 'markup') applyAttributes(looks, name, attributes);
  if (attributes.style !== undefined) applyStyle(looks, attributes.style, outside.fontSize);
  // A line goes on below whatever is inside: no element can take that of another away.
  looks.underlined ||= outside.underlined;
  return looks;
}

function applyName(looks: Looks, name: string, extent: Extent, page: PageLooks): void {
  if (BOLD.has(name)) looks.bold = true;
  if (name === 'u' || name === 'ins') looks.underlined = true;
  if (SMALLER.has(name)) looks.fontSize *= 0.83;
  if (name === 'big') looks.fontSize *= 1.2;
  if (name === 'center') looks.align = 'center';
  if (name === 'mark')
    Object.assign(looks, MARKS[extent === 'markup' ? 'markup' : 'rich'], { onImage: false });
  if (name === 'a') enterLink(looks, extent, page);
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
  if (level === 0) return;
  if (extent === 'markup') looks.fontSize *= BROWSER_HEADINGS[level - 1] ?? 1;
  else {
    looks.fontSize = HEADING_PIXELS[level] ?? looks.fontSize;
    looks.lineHeight = 1.3;
  }
}

/** Rich text has the links of the mail's settings; HTML of the author's own those of browsers. */
function enterLink(looks: Looks, extent: Extent, page: PageLooks): void {
  if (extent === 'markup') {
    looks.color = LINK_BLUE;
    looks.underlined = true;
    return;
  }
  if (!page.isLinkColorKnown) looks.color = undefined;
  else if (page.linkColor !== undefined) looks.color = colorOver(page.linkColor, looks);
  looks.underlined = page.isLinkUnderlined;
}

function colorOver(color: NonNullable<PageLooks['linkColor']>, looks: Looks) {
  return color.alpha === 1
    ? color
    : colorOn(`rgba(${color.red},${color.green},${color.blue},${color.alpha})`, looks.background, undefined);
}

function applyAttributes(looks: Looks, name: string, attributes: Readonly<Record<string, string>>): void {
  const { align, color, size, bgcolor, background } = attributes;
  if (background !== undefined && background.trim() !== '') paintImage(looks, bgcolor);
  else if (bgcolor !== undefined) paint(looks, bgcolor);
  if (align !== undefined && name !== 'table' && name !== 'img') applyAlign(looks, align);
  if (name !== 'font') return;
  if (color !== undefined) looks.color = colorOn(color, looks.background, looks.color);
  if (size !== undefined) looks.fontSize = FONT_SIZES[Number(size) - 1] ?? looks.fontSize;
}

function applyStyle(looks: Looks, style: string, outsideSize: number): void {
  const declared = readDeclarations(style);
  if (declared.fontSize !== undefined) looks.fontSize = declared.fontSize(outsideSize);
  if (declared.lineHeight !== undefined) looks.lineHeight = declared.lineHeight(looks.fontSize);
  if (declared.align !== undefined) applyAlign(looks, declared.align);
  if (declared.bold !== undefined) looks.bold = declared.bold;
  if (declared.underlined !== undefined) looks.underlined = declared.underlined;
  if (declared.uppercase !== undefined) looks.uppercase = declared.uppercase;
  if (declared.hidden === true) looks.hidden = true;
  if (declared.backgroundImage) paintImage(looks, declared.background);
  else if (declared.background !== undefined) paint(looks, declared.background);
  // After the background: a color that lets something shine through is seen over it.
  if (declared.color !== undefined) looks.color = colorOn(declared.color, looks.background, looks.color);
}

function applyAlign(looks: Looks, align: string): void {
  const side = align.trim().toLowerCase();
  if (side === 'left' || side === 'center' || side === 'right' || side === 'justify') looks.align = side;
}

function paint(looks: Looks, css: string): void {
  const color = readKnownColor(css);
  looks.background = colorOn(css, looks.background, looks.background);
  if (color !== undefined && color.alpha === 1) looks.onImage = false;
}

function paintImage(looks: Looks, css: string | undefined): void {
  looks.background = css === undefined ? undefined : colorOn(css, looks.background, undefined);
  looks.onImage = true;
}
