/** Values for "no color". */
const NONE =
  /^(?:transparent|inherit|initial|unset|none|currentcolor|auto|rgba\(\s*\d+\s*,\s*\d+\s*,\s*\d+\s*,\s*0(?:\.0+)?\s*\))?$/i;

/** Reads a CSS color; undefined for none and for long values. Adds the `#` to six digits of a `bgcolor`. */
export function readColor(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const color = value.trim();
  if (color.length > 100) return undefined;
  if (NONE.test(color) || /[;{}"<>]/.test(color.replace(/\{\{[^{}]*\}\}/g, ''))) {
    return undefined;
  }
  return /^[0-9a-f]{6}$/i.test(color) ? `#${color}` : color;
}

/** Whether two colors have the same spelling, ignoring case and space. */
export function isSameColor(one: string | undefined, other: string | undefined): boolean {
  return normalize(one) === normalize(other);
}

function normalize(color: string | undefined): string | undefined {
  const lower = color?.toLowerCase().replace(/\s+/g, '');
  if (lower === 'white') return '#ffffff';
  if (lower === 'black') return '#000000';
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(lower ?? '');
  return short ? `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}` : lower;
}

/** Most characters of a background; longer values are not searched. */
export const MAX_BACKGROUND = 4000;

/** The color in a `background` shorthand, beside images and gradients. */
export function colorOfBackground(value: string): string | undefined {
  if (value.length > MAX_BACKGROUND) return undefined;
  const [first] = colorsIn(withoutPictures(value.replace(/"[^"]*"|'[^']*'/g, '')));
  return readColor(first);
}

/** The words in a background that may be colors, in order. */
export function colorsIn(value: string): string[] {
  const match = /#[0-9a-f]{3,8}\b|rgba?\([^()]*\)|hsla?\([^()]*\)|\b[a-z]{3,20}\b/gi;
  return [...value.matchAll(match)].flatMap(([word]) =>
    POSITION_WORDS.has(word.toLowerCase()) ? [] : [word],
  );
}

/** The value without `url(…)` and gradients. */
export function withoutPictures(value: string): string {
  let rest = '';
  let from = 0;
  for (const { 0: opening, index } of value.matchAll(/(?:url|(?<![a-z-])[a-z-]*gradient)\(/gi)) {
    if (index < from) continue;
    rest += `${value.slice(from, index)} `;
    from = endOfParentheses(value, index + opening.length);
  }
  return rest + value.slice(from);
}

/** The end of the parentheses that are open at `start`. */
function endOfParentheses(value: string, start: number): number {
  let depth = 1;
  let position = start;
  while (position < value.length && depth > 0) {
    if (value[position] === '(') depth += 1;
    if (value[position] === ')') depth -= 1;
    position += 1;
  }
  return position;
}

const POSITION_WORDS: ReadonlySet<string> = new Set(
  'none repeat repeat-x repeat-y no-repeat no center top bottom left right cover contain fixed scroll local auto inherit initial border-box padding-box content-box border box padding content url'.split(
    ' ',
  ),
);

/** The address in `url(…)`, if there is one. */
export function urlOf(value: string | undefined): string | undefined {
  if (value === undefined || value.length > MAX_BACKGROUND) return undefined;
  const start = value.search(/url\(/i);
  if (start < 0) return undefined;
  const inner = value.slice(start + 'url('.length).trimStart();
  const quote = /^["']/.exec(inner)?.[0];
  const end = inner.indexOf(quote ?? ')', quote === undefined ? 0 : 1);
  const url = end < 0 ? '' : inner.slice(quote === undefined ? 0 : 1, end).trim();
  return url === '' || (quote === undefined && /["']/.test(url)) ? undefined : url;
}
