import { type CssRule, parsePhoneRules, parseStyleSheet } from '../../parse/css.ts';
import { type CssSelector, readSelectors } from '../../parse/css-selectors.ts';
import { type HtmlElement, isText, walkElements } from '../../parse/html.ts';
import { tableAround } from '../../parse/table-around.ts';
import { readColor } from './colors.ts';
import { type Declarations, expandDeclarations, parseDeclarations, setProperty } from './values.ts';

/** Reads the declarations of an element: of presentational attributes, rules and its style attribute; later ones win. */
export type StyleReader = (element: HtmlElement) => Declarations;

/**
 * Makes a reader for the elements of one mail.
 * @param sheets its style sheets in order
 */
export function makeStyleReader(sheets: readonly string[]): StyleReader {
  const sheet = readStyleSheets(sheets, parseStyleSheet);
  const known = new Map<HtmlElement, Declarations>();
  // Mails repeat a few styles.
  const byText = new Map<string, Declarations>();
  const readStyle = (text = ''): Declarations => {
    const style = byText.get(text) ?? parseDeclarations(text);
    byText.set(text, style);
    return style;
  };
  return (element) => {
    const cached = known.get(element);
    if (cached) return cached;
    const style = new Map<string, string>();
    addPresentation(style, element);
    for (const declarations of matchRules(sheet, element)) addAll(style, declarations);
    addAll(style, readStyle(element.attribs.style));
    known.set(element, style);
    return style;
  };
}

/** Makes a reader of the declarations that hold on phones only. */
export function makePhoneReader(sheets: readonly string[]): StyleReader {
  const sheet = readStyleSheets(sheets, parsePhoneRules);
  const known = new Map<HtmlElement, Declarations>();
  return (element) => {
    const style =
      known.get(element) ?? new Map<string, string>(matchRules(sheet, element).flatMap((rule) => [...rule]));
    known.set(element, style);
    return style;
  };
}

/** The texts of all style elements below. */
export function collectSheets(root: HtmlElement): string[] {
  const sheets: string[] = [];
  for (const element of walkElements(root)) {
    if (element.name !== 'style') continue;
    for (const child of element.children) if (isText(child)) sheets.push(child.data);
  }
  return sheets;
}

function addAll(style: Map<string, string>, declarations: Declarations): void {
  for (const [property, value] of declarations) style.set(property, value);
}

const SIZED: ReadonlySet<string> = new Set(['table', 'td', 'th', 'img', 'hr', 'col', 'div']);
const ALIGNED: ReadonlySet<string> = new Set(
  'td th tr tbody thead p div h1 h2 h3 h4 h5 h6 center caption'.split(' '),
);

/** Adds the declarations of presentational attributes. */
function addPresentation(style: Map<string, string>, element: HtmlElement): void {
  const { attribs, name } = element;
  const set = (property: string, value: string | undefined) => {
    if (value) setProperty(style, property, value);
  };
  set('background-color', readColor(attribs.bgcolor));
  const align = name === 'center' ? 'center' : readAlign(attribs.align);
  if (ALIGNED.has(name) && align) set('text-align', `${ATTRIBUTE_ALIGN}${align}`);
  if (SIZED.has(name)) {
    set('width', readSize(attribs.width));
    set('height', readSize(attribs.height));
  }
  const background = attribs.background;
  if (background) set('background-image', `url(${background})`);
  if (name === 'td' || name === 'th') set('padding', cellPadding(element));
  if (name === 'th') set('font-weight', 'bold');
  if (name === 'table') set('border-spacing', readSize(attribs.cellspacing) ?? '2px');
  if (name === 'font') {
    set('color', readColor(attribs.color));
    set('font-family', attribs.face);
    set('font-size', FONT_SIZES[Number(attribs.size) - 1]);
  }
}

/** Sizes of `<font size="1">` to "7". */
const FONT_SIZES = ['10px', '13px', '16px', '18px', '24px', '32px', '48px'];

function readSize(value: string | undefined): string | undefined {
  const size = value?.trim() ?? '';
  if (/^\d{1,5}(?:\.\d+)?$/.test(size)) return `${size}px`;
  return /^\d{1,5}(?:\.\d+)?(?:px|%)$/.test(size) ? size : undefined;
}

/** Prefix of alignments from attributes: they do not apply to tables inside. */
export const ATTRIBUTE_ALIGN = '-webkit-';

/** left, center or right; undefined for anything else. */
export function readAlign(value: string | undefined): 'left' | 'center' | 'right' | undefined {
  const align = value?.trim().toLowerCase().replace(ATTRIBUTE_ALIGN, '');
  if (align === 'start' || align === 'justify') return 'left';
  if (align === 'end') return 'right';
  return align === 'left' || align === 'center' || align === 'right' ? align : undefined;
}

/** The padding a table gives to its cells: its attribute, or that of browsers. */
export function cellPadding(cell: HtmlElement): string | undefined {
  const table = tableAround(cell);
  return table ? (readSize(table.attribs.cellpadding) ?? '1px') : undefined;
}

interface Rule {
  selector: CssSelector;
  declarations: Declarations;
}

/** The rules of a mail in source order, by the class, id or name that their selector ends with. */
type StyleSheet = ReadonlyMap<string, readonly Rule[]>;

const MAX_RULES = 3000;
/** Most rules per key: the last ones are kept, because later rules win. */
const MAX_RULES_PER_KEY = 40;

/** Reads style sheets in order. */
function readStyleSheets(texts: readonly string[], parse: (css: string) => CssRule[]): StyleSheet {
  const byKey = new Map<string, Rule[]>();
  let count = 0;
  for (const { selectors, declarations } of texts.flatMap((text) => parse(text))) {
    const expanded = expandDeclarations(declarations);
    if (expanded.size === 0) continue;
    for (const selector of readSelectors(selectors)) {
      count += 1;
      if (count > MAX_RULES) return byKey;
      const list = byKey.get(selector.key) ?? [];
      byKey.set(selector.key, list);
      if (list.push({ selector, declarations: expanded }) > MAX_RULES_PER_KEY) list.shift();
    }
  }
  return byKey;
}

/** The declarations of all rules that match an element, the strongest last. */
function matchRules(sheet: StyleSheet, element: HtmlElement): Declarations[] {
  const { id } = element.attribs;
  const keys = [
    element.name,
    '*',
    ...classesOf(element).map((name) => `.${name}`),
    ...(id ? [`#${id}`] : []),
  ];
  const found = keys
    .flatMap((key) => sheet.get(key) ?? [])
    .filter(({ selector }) => selector.matches(element));
  // Sorting is stable, so rules of one strength stay in the order they were written.
  return found
    .sort((a, b) => a.selector.specificity - b.selector.specificity)
    .map((rule) => rule.declarations);
}

/** The classes of an element; those of an MJML component are in `css-class`. */
export function classesOf(element: HtmlElement): string[] {
  const value = element.attribs.class ?? element.attribs['css-class'] ?? '';
  return value.split(/\s+/, 20).filter((name) => name !== '');
}
