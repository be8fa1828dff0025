import { parseColor } from '../parse/color.ts';
import { type CssDeclaration, parseStyle } from '../parse/css.ts';
import type { HtmlElement } from '../parse/html.ts';
import { memoize } from '../parse/memoize.ts';
import { fontFor } from './fonts.ts';

/** The declarations of an element, by property in lower case; the last one wins. */
export type Declarations = Map<string, string>;

/** What the renderer is given. It knows more, for example floats, which take it exponential time inside each other. */
const PROPERTIES =
  /^(?:color|display|direction|background(?:-color)?|border(?:-[a-z-]+)?|box-sizing|font-[a-z]+|(?:min-|max-)?(?:width|height)|letter-spacing|line-height|list-style(?:-type)?|margin(?:-[a-z]+)?|overflow|padding(?:-[a-z]+)?|text-(?:align|decoration|indent|transform)|vertical-align|white-space)$/;

const DISPLAYS =
  /^(?:none|block|inline|inline-block|list-item|table|table-(?:row|cell|caption|row-group|header-group|footer-group))$/;

/** Longer style attributes are not read. */
const MAX_STYLE = 4_000;

/** The style attribute of an element, as far as the renderer is given it. */
export function readStyle({ attribs: { style = '' } }: HtmlElement): ReadonlyMap<string, string> {
  return readDeclarations(style);
}

const readDeclarations = memoize(
  (style: string) => style,
  (style): ReadonlyMap<string, string> =>
    new Map(style.length > MAX_STYLE ? [] : drawable(parseStyle(style))),
);

/** Properties and values that are drawn; merge tags and addresses are left out. */
export function drawable(declarations: readonly CssDeclaration[]): [property: string, value: string][] {
  return declarations.flatMap(({ property, value }): [string, string][] => {
    if (!PROPERTIES.test(property)) return [];
    const [name, read] = readDeclaration(property, value.toLowerCase());
    return isPlain(read) ? [[name, read]] : [];
  });
}

function readDeclaration(property: string, value: string): [property: string, value: string | undefined] {
  if (property === 'font-family') return [property, value === 'inherit' ? value : fontFor(value)];
  if (property === 'background') return ['background-color', readBackground(value)];
  if (property !== 'display') return [property, value];
  const display = value === 'inline-table' ? 'inline-block' : value;
  return [property, DISPLAYS.test(display) ? display : undefined];
}

/** The color in the shorthand. Background pictures are not shown. */
function readBackground(value: string): string | undefined {
  const words = value.replace(/url\([^()]*\)/g, ' ').match(/[^\s(]+(?:\([^()]*\))?/g) ?? [];
  return words.find((word) => parseColor(word) !== undefined);
}

/** Whether there is a value, without merge tags and without what could swallow the next declarations or rules. */
function isPlain(value: string | undefined): value is string {
  if (value === undefined || /[{}<;"'\\]/.test(value)) return false;
  return value.split('(').length === value.split(')').length;
}

/** The attributes of HTML that stand for styles. `table`: the table that the element is in. */
export function readAttributeStyles({ name, attribs }: HtmlElement, table?: HtmlElement): Declarations {
  const found = new Map<string, string | undefined>([
    ['background-color', attribs.bgcolor],
    ['vertical-align', attribs.valign],
  ]);
  if (name !== 'table' && name !== 'img') found.set('text-align', attribs.align);
  if (name === 'font') found.set('color', attribs.color);
  if (name === 'font' && attribs.face) found.set('font-family', fontFor(attribs.face));
  if (name === 'table') found.set('border-spacing', readLength(attribs.cellspacing));
  if (name === 'table' || name === 'td' || name === 'th') {
    found.set('width', readLength(attribs.width));
    found.set('height', readLength(attribs.height));
    if (Number(table?.attribs.border) > 0) found.set('border', '1px solid #b0b0b0');
  }
  if (name === 'td' || name === 'th') found.set('padding', readLength(table?.attribs.cellpadding));
  return new Map([...found].filter(([, value]) => isPlain(value))) as Declarations;
}

/** A length in an attribute: pixels or a percentage. */
function readLength(text: string | undefined): string | undefined {
  const [, digits, unit] = /^\s*(\d{1,4}(?:\.\d{1,4})?)(px|%)?\s*$/.exec(text ?? '') ?? [];
  return digits && `${digits}${unit ?? 'px'}`;
}
