import { type HtmlElement, type HtmlNode, isElement } from '../../parse/html.ts';
import type { ImportContext } from '../context.ts';
import { cellPadding } from '../css/computed-style.ts';
import { parseDeclarations, readPixels } from '../css/values.ts';

const sided = (property: string) => ['top', 'right', 'bottom', 'left'].map((side) => `${property}-${side}`);

/** The properties of rules that are written into style attributes. */
const PROPERTIES = [
  ...'color background-color font-family font-size font-weight font-style line-height text-align'.split(' '),
  ...'text-decoration text-transform letter-spacing vertical-align width max-width border-radius'.split(' '),
  ...[...sided('padding'), ...sided('margin'), ...sided('border')],
];

/** Rules are not written into a fragment with more elements. */
const MAX_ELEMENTS = 1_000;

/**
 * The source of neighboring nodes, with the rules for its elements in their style attributes: an html block has no style
 * sheet.
 */
export function sourceWithRules(context: ImportContext, nodes: readonly HtmlNode[]): string {
  const [first] = nodes;
  const last = nodes.at(-1);
  if (!first || !last) return '';
  const { text } = first.source;
  const elements = nodes.flatMap((node) => (isElement(node) ? listElements(node) : []));
  let written = '';
  let from = first.start;
  for (const element of elements.length > MAX_ELEMENTS ? [] : elements) {
    const css = ruleCssOf(context, element);
    const at = placeOf(element, text);
    if (css === '' || at === undefined || at.position < from) continue;
    written += `${text.slice(from, at.position)}${at.before}${escapeFor(at.quote, css)}${at.after}`;
    from = at.position;
  }
  return written + text.slice(from, last.end);
}

function listElements(element: HtmlElement): HtmlElement[] {
  return [element, ...element.children.flatMap((child) => (isElement(child) ? listElements(child) : []))];
}

/** The declarations of rules for an element that its style attribute lacks. */
function ruleCssOf(context: ImportContext, element: HtmlElement): string {
  const style = context.styleOf(element);
  const own = parseDeclarations(element.attribs.style);
  return PROPERTIES.flatMap((property) => {
    const value = style.get(property);
    if (value === undefined || own.has(property) || isByAttribute(element, property, value)) return [];
    return /[;{}<>]/.test(value) ? [] : [`${property}: ${value}`];
  }).join('; ');
}

/** Whether the declaration comes from an attribute of an element, or of its table. */
function isByAttribute(element: HtmlElement, property: string, value: string): boolean {
  const { attribs } = element;
  if (property === 'width') return attribs.width !== undefined;
  if (property === 'background-color') return attribs.bgcolor !== undefined;
  if (property.startsWith('padding')) return readPixels(value) === readPixels(paddingByAttribute(element));
  return value.startsWith('-webkit-');
}

function paddingByAttribute(element: HtmlElement): string {
  return element.name === 'td' || element.name === 'th' ? (cellPadding(element) ?? '0') : '0';
}

/** The place for declarations in a tag: in its style attribute, or in a new one at its end. */
function placeOf({ start, startTagEnd }: HtmlElement, text: string) {
  const tag = text.slice(start, startTagEnd);
  if (!/^<[a-z]/i.test(tag) || !tag.endsWith('>')) return undefined;
  const style = /\sstyle\s{0,5}=\s{0,5}(["'])/i.exec(tag);
  if (style) {
    return {
      position: start + style.index + style[0].length,
      quote: style[1] ?? '"',
      before: '',
      after: '; ',
    };
  }
  const position = startTagEnd - (tag.endsWith('/>') ? 2 : 1);
  return { position, quote: '"', before: ' style="', after: '"' };
}

function escapeFor(quote: string, css: string): string {
  return quote === '"' ? css.replaceAll('"', "'") : css.replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}
