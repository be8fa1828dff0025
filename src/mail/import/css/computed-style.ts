import {
  type CssDeclaration,
  type CssRule,
  parsePhoneRules,
  parseScreenRules,
  parseStyle,
} from '../../parse/css.ts';
import { type CssSelector, readSelectors } from '../../parse/css-selectors.ts';
import { type HtmlElement, isElement, isText, walkElements } from '../../parse/html.ts';
import { holdsOn } from '../../parse/media-query.ts';
import { tableAround } from '../../parse/table-around.ts';
import { readColor } from './colors.ts';
import { type Declarations, expandDeclarations, MAX_STYLE, setProperty } from './values.ts';

/** Reads the declarations of an element: of presentational attributes, rules and its style attribute; later ones win. */
export type StyleReader = (element: HtmlElement) => Declarations;

/** The width of the window in which mails are imported. */
const DESKTOP = { width: 1_000, isDark: false };

/**
 * Makes a reader for the elements of one mail, as a browser on a desktop shows it.
 * @param sheets its style sheets in order
 */
export function makeStyleReader(sheets: readonly string[]): StyleReader {
  const sheet = readStyleSheets(sheets, (css) => parseScreenRules(css, (query) => holdsOn(query, DESKTOP)));
  const known = new Map<HtmlElement, Declarations>();
  // Mails repeat a few styles.
  const byText = new Map<string, Layers>();
  const readStyle = (text = ''): Layers => {
    const style = byText.get(text) ?? readLayers(text.length > MAX_STYLE ? [] : parseStyle(text));
    byText.set(text, style);
    return style;
  };
  const read = (element: HtmlElement): Declarations => {
    const cached = known.get(element);
    if (cached) return cached;
    const style = new Map<string, string>();
    addPresentation(style, element);
    const own = readStyle(element.attribs.style);
    const rules = matchRules(sheet, element);
    for (const { normal } of [...rules, own]) addAll(style, normal);
    for (const { important } of [...rules, own]) addAll(style, important);
    resolveVariables(style, element, read);
    known.set(element, style);
    return style;
  };
  return read;
}

/** Whether a style sheet has rules for other screens than a desktop. */
export function hasRulesForOthers(sheet: string): boolean {
  const [, ...rules] = sheet.toLowerCase().split('@media');
  return rules.some((rule) => !holdsOn(rule.slice(0, Math.max(rule.indexOf('{'), 0)), DESKTOP));
}

/** Declarations without and with `!important`. */
interface Layers {
  normal: Declarations;
  important: Declarations;
}

function readLayers(declarations: readonly CssDeclaration[]): Layers {
  const { normal = [], important = [] } = Object.groupBy(declarations, ({ isImportant }) =>
    isImportant ? 'important' : 'normal',
  );
  return { normal: expandDeclarations(normal), important: expandDeclarations(important) };
}

const VARIABLE = /var\(\s*(--[\w-]{1,100})\s*(?:,([^()]{0,200}(?:\([^()]{0,200}\)[^()]{0,200}){0,5}))?\)/g;
/** Variables in the values of variables. */
const MAX_STEPS = 5;

/** Puts the values of custom properties, which are inherited, in the place of `var()`. */
function resolveVariables(style: Map<string, string>, element: HtmlElement, read: StyleReader): void {
  const find = (name: string): string | undefined => {
    if (style.has(name)) return style.get(name);
    for (let around = element.parent; around && isElement(around); around = around.parent) {
      const value = read(around).get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  for (const [property, value] of [...style]) {
    if (property.startsWith('--') || !value.includes('var(')) continue;
    let resolved = value;
    for (let step = 0; step < MAX_STEPS && resolved.includes('var('); step += 1)
      resolved = resolved.replace(
        VARIABLE,
        (_call, name, fallback = '') => find(name.toLowerCase()) ?? fallback,
      );
    resolved = resolved.slice(0, MAX_STYLE).trim();
    if (resolved === '' || resolved.includes('var(')) style.delete(property);
    else setProperty(style, property, resolved);
  }
}

/** Makes a reader of the declarations that hold on phones only. */
export function makePhoneReader(sheets: readonly string[]): StyleReader {
  const sheet = readStyleSheets(sheets, parsePhoneRules);
  const known = new Map<HtmlElement, Declarations>();
  return (element) => {
    const style =
      known.get(element) ??
      new Map<string, string>(
        matchRules(sheet, element).flatMap(({ normal, important }) => [...normal, ...important]),
      );
    known.set(element, style);
    return style;
  };
}

/** The texts of all style elements below. */
export function collectSheets(root: HtmlElement): string[] {
  const sheets: string[] = [];
  for (const element of walkElements(root)) {
    if (element.name !== 'style') continue;
    const { media } = element.attribs;
    for (const child of element.children)
      if (isText(child)) sheets.push(media === undefined ? child.data : `@media ${media}{${child.data}}`);
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
  set('direction', attribs.dir?.trim().toLowerCase());
  if (name === 'hr' && align && align !== 'center') {
    set('margin-left', align === 'left' ? '0' : 'auto');
    set('margin-right', align === 'left' ? 'auto' : '0');
  }
  if (/^\s*justify\s*$/i.test(attribs.align ?? '')) set('text-align', 'justify');
  else if (ALIGNED.has(name) && align) set('text-align', `${ATTRIBUTE_ALIGN}${align}`);
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

interface Rule extends Layers {
  selector: CssSelector;
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
    const layers = readLayers(declarations);
    if (layers.normal.size + layers.important.size === 0) continue;
    for (const selector of readSelectors(selectors)) {
      count += 1;
      if (count > MAX_RULES) return byKey;
      const list = byKey.get(selector.key) ?? [];
      byKey.set(selector.key, list);
      if (list.push({ selector, ...layers }) > MAX_RULES_PER_KEY) list.shift();
    }
  }
  return byKey;
}

/** The rules that match an element, the strongest last. */
function matchRules(sheet: StyleSheet, element: HtmlElement): Rule[] {
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
  return found.sort((a, b) => a.selector.specificity - b.selector.specificity);
}

/** The classes of an element; those of an MJML component are in `css-class`. */
export function classesOf(element: HtmlElement): string[] {
  const value = element.attribs.class ?? element.attribs['css-class'] ?? '';
  return value.split(/\s+/, 20).filter((name) => name !== '');
}
