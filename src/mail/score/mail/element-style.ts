import { HEADING_PIXELS } from '../../model/layout-sizes.ts';
import type { Extent } from '../../parse/allowed-html.ts';
import { readDeclarations } from './declared-style.ts';
import { colorOn, type PageStyle, readKnownColor, type TextStyle } from './styles.ts';

/** Sizes of <font size="1"> to "7". */
const FONT_SIZES = [10, 13, 16, 18, 24, 32, 48];
/** Font sizes of headings in the default style sheet of browsers, as factors. */
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

/** The style inside an element that the renderer keeps: inherited, implied by its name, and declared by itself. */
export function styleInside(
  outside: TextStyle,
  name: string,
  attributes: Readonly<Record<string, string>>,
  extent: Extent,
  page: PageStyle,
): TextStyle {
  const textStyle = { ...outside };
  applyName(textStyle, name, extent, page);
  if (name === 'a' && attributes.href !== undefined) textStyle.href = attributes.href;
  if (extent === 'markup') applyAttributes(textStyle, name, attributes);
  if (attributes.style !== undefined) applyStyle(textStyle, attributes.style, outside.fontSize);
  // An inner element cannot remove the underline of an outer one.
  textStyle.underlined ||= outside.underlined;
  return textStyle;
}

function applyName(textStyle: TextStyle, name: string, extent: Extent, page: PageStyle): void {
  if (BOLD.has(name)) textStyle.bold = true;
  if (name === 'u' || name === 'ins') textStyle.underlined = true;
  if (SMALLER.has(name)) textStyle.fontSize *= 0.83;
  if (name === 'big') textStyle.fontSize *= 1.2;
  if (name === 'center') textStyle.align = 'center';
  if (name === 'mark')
    Object.assign(textStyle, MARKS[extent === 'markup' ? 'markup' : 'rich'], { onImage: false });
  if (name === 'a') enterLink(textStyle, extent, page);
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
  if (level === 0) return;
  if (extent === 'markup') textStyle.fontSize *= BROWSER_HEADINGS[level - 1] ?? 1;
  else {
    textStyle.fontSize = HEADING_PIXELS[level] ?? textStyle.fontSize;
    textStyle.lineHeight = 1.3;
  }
}

/** Links of rich text have the style of the settings; links of html blocks that of browsers. */
function enterLink(textStyle: TextStyle, extent: Extent, page: PageStyle): void {
  if (extent === 'markup') {
    textStyle.color = LINK_BLUE;
    textStyle.underlined = true;
    return;
  }
  if (!page.isLinkColorKnown) textStyle.color = undefined;
  else if (page.linkColor !== undefined) textStyle.color = colorOver(page.linkColor, textStyle);
  textStyle.underlined = page.isLinkUnderlined;
}

function colorOver(color: NonNullable<PageStyle['linkColor']>, textStyle: TextStyle) {
  return color.alpha === 1
    ? color
    : colorOn(
        `rgba(${color.red},${color.green},${color.blue},${color.alpha})`,
        textStyle.background,
        undefined,
      );
}

function applyAttributes(
  textStyle: TextStyle,
  name: string,
  attributes: Readonly<Record<string, string>>,
): void {
  const { align, color, size, bgcolor, background } = attributes;
  if (background !== undefined && background.trim() !== '') paintImage(textStyle, bgcolor);
  else if (bgcolor !== undefined) paint(textStyle, bgcolor);
  if (align !== undefined && name !== 'table' && name !== 'img') applyAlign(textStyle, align);
  if (name !== 'font') return;
  if (color !== undefined) textStyle.color = colorOn(color, textStyle.background, textStyle.color);
  if (size !== undefined) textStyle.fontSize = FONT_SIZES[Number(size) - 1] ?? textStyle.fontSize;
}

function applyStyle(textStyle: TextStyle, style: string, outsideSize: number): void {
  const declared = readDeclarations(style);
  if (declared.fontSize !== undefined) textStyle.fontSize = declared.fontSize(outsideSize);
  if (declared.lineHeight !== undefined) textStyle.lineHeight = declared.lineHeight(textStyle.fontSize);
  if (declared.align !== undefined) applyAlign(textStyle, declared.align);
  if (declared.bold !== undefined) textStyle.bold = declared.bold;
  if (declared.underlined !== undefined) textStyle.underlined = declared.underlined;
  if (declared.uppercase !== undefined) textStyle.uppercase = declared.uppercase;
  if (declared.hidden === true) textStyle.hidden = true;
  if (declared.backgroundImage) paintImage(textStyle, declared.background);
  else if (declared.background !== undefined) paint(textStyle, declared.background);
  // After the background, because a translucent color is blended with it.
  if (declared.color !== undefined)
    textStyle.color = colorOn(declared.color, textStyle.background, textStyle.color);
}

function applyAlign(textStyle: TextStyle, align: string): void {
  const side = align.trim().toLowerCase();
  if (side === 'left' || side === 'center' || side === 'right' || side === 'justify') textStyle.align = side;
}

function paint(textStyle: TextStyle, css: string): void {
  const color = readKnownColor(css);
  textStyle.background = colorOn(css, textStyle.background, textStyle.background);
  if (color !== undefined && color.alpha === 1) textStyle.onImage = false;
}

function paintImage(textStyle: TextStyle, css: string | undefined): void {
  textStyle.background = css === undefined ? undefined : colorOn(css, textStyle.background, undefined);
  textStyle.onImage = true;
}
