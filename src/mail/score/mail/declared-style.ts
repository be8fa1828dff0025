import { parseColor } from '../../parse/color.ts';
import { mayHaveMergeTag } from '../../parse/merge-tags.ts';
import { safeDeclarations } from '../../parse/safe-style.ts';

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

/** Reads what a style attribute declares about text. */
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
