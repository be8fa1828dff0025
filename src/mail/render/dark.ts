import { type Color, contrast, formatColor, isLight, mirrorColor, parseColor } from '../parse/color.ts';

/** Most characters of the rules: Gmail accepts 16 KB of style in all. A mail with more stays light. */
const MAX_LENGTH = 12_000;

/** The color behind a text. `isPinned`: in dark mode it stays as designed, together with everything on it. */
export interface Backdrop {
  color: Color;
  isPinned: boolean;
}

/** The rules for dark mode by class, collected while blocks are rendered. */
export interface DarkStyle {
  page: Color;
  rules: Map<
    string,
    { selectors: string[]; property: 'color' | 'background' | 'border-color'; value: string }
  >;
}

/** A mail on a dark page gets no rules for dark mode. */
export function startDarkStyle(page: Color): DarkStyle {
  return { page, rules: new Map() };
}

/**
 * Whether dark mode changes the colors on a backdrop. On a light backdrop, text and backdrop get their mirror colors, which
 * keeps the contrast. On a dark one both stay.
 */
export function isMirrored(style: DarkStyle, backdrop: Backdrop): boolean {
  return isLight(style.page) && !backdrop.isPinned && isLight(backdrop.color);
}

/** The class of a text of this color, for the cell around it or for the element itself; '' when it stays. */
export function darkText(style: DarkStyle, css: string, backdrop: Backdrop): string {
  if (!isMirrored(style, backdrop)) return '';
  const color = parseColor(css);
  if (!color) return '';
  return addRule(style, 't', color, 'color', (name) => [`.${name}`, `.${name}>div`, `.${name}>table`]);
}

/** The class of a cell or section with this background; '' when it stays. */
export function darkBackground(style: DarkStyle, backdrop: Backdrop): string {
  if (!isMirrored(style, backdrop)) return '';
  return addRule(style, 'b', backdrop.color, 'background', (name) => [`.${name}`, `.${name}>table`]);
}

/** The class of a block whose lines have this color. */
export function darkLine(style: DarkStyle, css: string, backdrop: Backdrop): string {
  const color = isMirrored(style, backdrop) ? parseColor(css) : undefined;
  if (!color) return '';
  return addRule(style, 'l', color, 'border-color', (name) => [`.${name} p`, `.${name} td`, `.${name} th`]);
}

/** The class of a table whose header cells have this background. */
export function darkHeader(style: DarkStyle, color: Color): string {
  return addRule(style, 'h', color, 'background', (name) => [`.${name} th`]);
}

/**
 * The classes of a button: its colors stay as long as it stands out from the dark page, and are mirrored otherwise. A
 * translucent button shows the page, so it is mirrored with it.
 */
export function darkButton(style: DarkStyle, fill: string, label: string, backdrop: Backdrop): string {
  const color = parseColor(fill);
  const text = parseColor(label);
  if (!color || !text || !isMirrored(style, backdrop)) return '';
  const stands =
    color.alpha === 1 &&
    contrast(color, mirrorColor(backdrop.color)) >= Math.min(3, contrast(color, backdrop.color));
  if (stands) return '';
  return writeCssClass(
    color.alpha === 0
      ? ''
      : addRule(style, 'f', color, 'background', (name) => [`.${name} td`, `.${name} a`, `.${name} td p`]),
    addRule(style, 'u', text, 'color', (name) => [`.${name} a`, `.${name} td p`]),
  ) as string;
}

function addRule(
  style: DarkStyle,
  prefix: string,
  color: Color,
  property: 'color' | 'background' | 'border-color',
  select: (name: string) => string[],
): string {
  const hex = formatColor({ ...color, alpha: 1 }).slice(1);
  const name = `${prefix}${hex}${color.alpha < 1 ? `-${Math.round(color.alpha * 100)}` : ''}`;
  if (!style.rules.has(name)) {
    style.rules.set(name, { selectors: select(name), property, value: formatColor(mirrorColor(color)) });
  }
  return name;
}

/** What the author is told if the mail stays light. */
export const DARK_LEFT_OUT =
  'The mail has so many colors that the rules for dark mode would exceed what Gmail accepts as style. They are left out, and mail clients choose dark colors themselves. Use fewer colors.';

/**
 * The style sheet: by media query for Apple Mail and others, and once more for the Outlook apps and Outlook.com, which
 * mark what they changed with data-ogsc and data-ogsb. '' for a mail that stays as it is; undefined if it is too long.
 */
export function writeDarkStyle(style: DarkStyle): string | undefined {
  if (!isLight(style.page)) return '';
  const page = formatColor(mirrorColor(style.page));
  const rules = [...style.rules.values()];
  const media = rules.map(
    ({ selectors, property, value }) => `${selectors.join(',')}{${property}:${value}!important}`,
  );
  const outlook = rules.map(({ selectors, property, value }) => {
    const prefix = property === 'color' ? '[data-ogsc] ' : '[data-ogsb] ';
    return `${selectors.map((selector) => prefix + selector).join(',')}{${property}:${value}!important}`;
  });
  const body = `.mail,.mail>div{background:${page}!important}`;
  const wrapper = `[data-ogsb] .mail>div{background:${page}!important}`;
  const css = `@media (prefers-color-scheme:dark){${[body, ...media].join('')}}\n${[wrapper, ...outlook].join('\n')}`;
  return css.length <= MAX_LENGTH ? css : undefined;
}

/** The value of a class attribute; undefined without classes. */
export function writeCssClass(...names: (string | undefined)[]): string | undefined {
  const present = names.filter((name) => name !== undefined && name !== '');
  return present.length > 0 ? present.join(' ') : undefined;
}
