import { type ElementNode, walkElements } from '../markup/node.ts';
import { readColor } from './colors.ts';
import { type Declarations, parseDeclarations, setProperty } from './declarations.ts';
import { matchRules, parseStylesheet } from './stylesheet.ts';

/** Tells how an element looks by itself: rules, old attributes and its style attribute, the latter first. */
export type StyleReader = (element: ElementNode) => Declarations;

/** A reader for the elements of one mail. `sheets` are its style sheets in order. */
export function makeStyleReader(sheets: readonly string[]): StyleReader {
  const sheet = parseStylesheet(sheets);
  const known = new WeakMap<ElementNode, Declarations>();
  return (element) => {
    const cached = known.get(element);
    if (cached) return cached;
    const style = new Map<string, string>();
    addPresentation(style, element);
    for (const declarations of matchRules(sheet, element)) addAll(style, declarations);
    addAll(style, parseDeclarations(element.attributes.get('style')));
    known.set(element, style);
    return style;
  };
}

/** The texts of all style elements below. */
export function collectSheets(root: ElementNode): string[] {
  const sheets: string[] = [];
  for (const element of walkElements(root)) {
    if (element.name !== 'style') continue;
    for (const child of element.children) if (child.kind === 'text') sheets.push(child.raw);
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

/** The attributes of old HTML that mail still uses, as the declarations they stand for. */
function addPresentation(style: Map<string, string>, element: ElementNode): void {
  const { attributes, name } = element;
  const set = (property: string, value: string | undefined) => {
    if (value) setProperty(style, property, value);
  };
  set('background-color', readColor(attributes.get('bgcolor')));
  const align = name === 'center' ? 'center' : readAlign(attributes.get('align'));
  if (ALIGNED.has(name) && align) set('text-align', `${LOOSE}${align}`);
  if (SIZED.has(name)) {
    set('width', readSize(attributes.get('width')));
    set('height', readSize(attributes.get('height')));
  }
  const background = attributes.get('background');
  if (background) set('background-image', `url(${background})`);
  if (name === 'td' || name === 'th') set('padding', readSize(cellPadding(element)));
  if (name === 'font') {
    set('color', readColor(attributes.get('color')));
    set('font-family', attributes.get('face'));
    set('font-size', FONT_SIZES[Number(attributes.get('size')) - 1]);
  }
}

/** What `<font size=1>` to `7` come to. */
const FONT_SIZES = ['10px', '13px', '16px', '18px', '24px', '32px', '48px'];

function readSize(value: string | undefined): string | undefined {
  const size = value?.trim() ?? '';
  if (/^\d{1,5}(?:\.\d+)?$/.test(size)) return `${size}px`;
  return /^\d{1,5}(?:\.\d+)?(?:px|%)$/.test(size) ? size : undefined;
}

/** How browsers write an alignment that comes from an attribute: it does not reach into the tables inside. */
export const LOOSE = '-webkit-';

/** left, center or right; undefined for anything else. */
export function readAlign(value: string | undefined): 'left' | 'center' | 'right' | undefined {
  const align = value?.trim().toLowerCase().replace(LOOSE, '');
  if (align === 'start' || align === 'justify') return 'left';
  if (align === 'end') return 'right';
  return align === 'left' || align === 'center' || align === 'right' ? align : undefined;
}

/** The padding a table gives to its cells, from its attribute. */
function cellPadding(cell: ElementNode): string | undefined {
  let above = cell.parent;
  while (above && above.name !== 'table') above = above.parent;
  return above?.attributes.get('cellpadding');
}
