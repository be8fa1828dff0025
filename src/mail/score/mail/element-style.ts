import { HEADING_PIXELS } from '../../model/layout-sizes.ts';
import type { Extent } from '../../parse/allowed-html.ts';
import { parseColor } from '../../parse/color.ts';
import { mayHaveMergeTag } from '../../parse/merge-tags.ts';
import { safeDeclarations } from '../../parse/safe-style.ts';
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

/** The declarations of a style attribute about text; undefined: not declared. */
interface DeclaredStyle {
  color?: string;
  background?: string;
  backgroundImage: boolean;
  /** Computes it from the inherited font size, in pixels. */
  fontSize?: (outside: number) => number;
  /** Computes it as a factor of the font size. */
  lineHeight?: (fontSize: number) => number;
  align?: string;
  bold?: boolean;
  underlined?: boolean;
  uppercase?: boolean;
  hidden?: boolean;
}

/** Pixels of the keywords of `font-size`. */
const KEYWORDS: ReadonlyMap<string, number> = new Map([
  ['xx-small', 9],
  ['x-small', 10],
  ['small', 13],
  ['medium', 16],
  ['large', 18],
  ['x-large', 24],
  ['xx-large', 32],
]);

/** Size of the cache: editors repeat a few styles. */
const KEPT = 500;
const known = new Map<string, DeclaredStyle>();

export function readDeclarations(style: string): DeclaredStyle {
  const before = known.get(style);
  if (before !== undefined) return before;
  const declared: DeclaredStyle = { backgroundImage: false };
  for (const [property, value] of safeDeclarations(style)) {
    READERS.get(property)?.(value.replace(/(?<!\s)\s*!important\s*$/i, ''), declared);
  }
  if (
    /(?:^|;)\s*(?:max-)?height\s*:\s*0(?:px)?\s*(?:;|!|$)/i.test(style) &&
    /overflow\s*:\s*hidden/i.test(style)
  ) {
    declared.hidden = true;
  }
  if (known.size >= KEPT) known.clear();
  if (style.length < 500) known.set(style, declared);
  return declared;
}

type Reader = (value: string, declared: DeclaredStyle) => void;

const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries<Reader>({
    color: (value, declared) => {
      if (!/^(?:inherit|unset|currentcolor)$/i.test(value)) declared.color = value;
    },
    'background-color': (value, declared) => {
      declared.background = value;
    },
    'background-image': (value, declared) => {
      declared.backgroundImage = /url\s*\(|gradient\s*\(/i.test(value);
    },
    background: readBackground,
    font: readFont,
    'font-size': (value, declared) => {
      const size = readSize(value);
      if (size !== undefined) declared.fontSize = size;
    },
    'line-height': (value, declared) => {
      const height = readLineHeight(value);
      if (height !== undefined) declared.lineHeight = height;
    },
    'text-align': (value, declared) => {
      declared.align = value;
    },
    'font-weight': (value, declared) => {
      if (/^(?:bold|bolder)$/i.test(value) || Number(value) >= 600) declared.bold = true;
      else if (/^(?:normal|lighter)$/i.test(value) || Number(value) < 600) declared.bold = false;
    },
    'text-decoration': readDecoration,
    'text-decoration-line': readDecoration,
    'text-transform': (value, declared) => {
      declared.uppercase = /uppercase/i.test(value);
    },
    display: (value, declared) => {
      if (/^none$/i.test(value)) declared.hidden = true;
    },
    visibility: (value, declared) => {
      if (/^(?:hidden|collapse)$/i.test(value)) declared.hidden = true;
    },
    opacity: (value, declared) => {
      if (Number.parseFloat(value) < 0.1) declared.hidden = true;
    },
  }),
);

function readDecoration(value: string, declared: DeclaredStyle): void {
  if (/underline/i.test(value)) declared.underlined = true;
  else if (/none/i.test(value)) declared.underlined = false;
}

function readBackground(value: string, declared: DeclaredStyle): void {
  declared.backgroundImage = /url\s*\(|gradient\s*\(/i.test(value);
  const rest = value.replace(/(?:url|(?<![a-z-])[a-z-]*gradient)\s*\((?:[^()]|\([^()]*\))*\)/gi, ' ');
  const parts = rest.match(/[a-z-]+\([^)]*\)|[^\s/]+/gi) ?? [];
  const color =
    parts.find((part) => parseColor(part) !== undefined) ?? (mayHaveMergeTag(rest) ? rest : undefined);
  if (color !== undefined) declared.background = color;
}

function readFont(value: string, declared: DeclaredStyle): void {
  // Longer values are no fonts and slow to search.
  if (value.length > 500) return;
  const match = /([\d.]+(?:px|pt|r?em|%))(?:\s*\/\s*([\d.]+(?:px|pt|r?em|%)?))?/i.exec(value);
  declared.bold = /\b(?:bold|[6-9]00)\b/i.test(value);
  const size = match?.[1] === undefined ? undefined : readSize(match[1]);
  if (size !== undefined) declared.fontSize = size;
  const height = match?.[2] === undefined ? undefined : readLineHeight(match[2]);
  if (height !== undefined) declared.lineHeight = height;
}

function readSize(value: string): ((outside: number) => number) | undefined {
  const keyword = KEYWORDS.get(value.trim().toLowerCase());
  if (keyword !== undefined) return () => keyword;
  if (/^smaller$/i.test(value)) return (outside) => outside * 0.83;
  if (/^larger$/i.test(value)) return (outside) => outside * 1.2;
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*(px|pt|r?em|%)?$/i.exec(value.trim());
  if (match === null) return undefined;
  const number = Number(match[1]);
  switch (match[2]?.toLowerCase()) {
    case 'px':
      return () => number;
    case 'pt':
      return () => (number * 4) / 3;
    case 'rem':
      return () => number * 16;
    case 'em':
      return (outside) => outside * number;
    case '%':
      return (outside) => (outside * number) / 100;
    default:
      // A number without a unit is no length, except 0.
      return number === 0 ? () => 0 : undefined;
  }
}

/** The factor of `normal` in most fonts. */
const NORMAL_LINE_HEIGHT = 1.2;

function readLineHeight(value: string): ((fontSize: number) => number) | undefined {
  if (/^normal$/i.test(value)) return () => NORMAL_LINE_HEIGHT;
  const match = /^(\d+(?:\.\d+)?|\.\d+)\s*(px|pt|em|%)?$/i.exec(value.trim());
  if (match === null) return undefined;
  const number = Number(match[1]);
  switch (match[2]?.toLowerCase()) {
    case 'px':
      return (fontSize) => number / Math.max(fontSize, 1);
    case 'pt':
      return (fontSize) => (number * 4) / 3 / Math.max(fontSize, 1);
    case '%':
      return () => number / 100;
    default:
      return () => number;
  }
}
