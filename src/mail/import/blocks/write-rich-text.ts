import {
  type HtmlElement,
  type HtmlNode,
  isBlank,
  isComment,
  isElement,
  isText,
  outerSource,
} from '../../parse/html.ts';
import { isLogic } from '../bare-logic.ts';
import { readColor } from '../css/colors.ts';
import type { StyleReader } from '../css/computed-style.ts';
import {
  inheritTextStyle,
  inlineCssOf,
  paragraphCssOf,
  readDirection,
  type TextStyle,
} from '../css/text-style.ts';
import { type Declarations, frameOf, readPixels, sidesOf } from '../css/values.ts';
import { escapeAttribute, isInvisibleName } from '../text.ts';
import {
  addBreak,
  addText,
  closeItem,
  closeList,
  endParagraph,
  finishRichText,
  openItem,
  openList,
  type RichText,
  startParagraph,
  startRichText,
} from './rich-text-writer.ts';

/** Options for writing rich text. */
interface RichTextOptions {
  styleOf: StyleReader;
  /** The text style at this place. */
  textStyle: TextStyle;
  /** The text style of the finished block without markup. */
  base: TextStyle;
  /** No paragraphs around lines: for titles and cells of one line. */
  isSingleLine?: boolean;
}

/** Tags of rich text, by the tags that are written as them. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['u', 'u'],
  ['ins', 'u'],
  ['s', 's'],
  ['strike', 's'],
  ['del', 's'],
  ['sub', 'sub'],
  ['sup', 'sup'],
  ['mark', 'mark'],
]);
const PARAGRAPHS: ReadonlySet<string> = new Set(
  'p div center section article header footer main aside nav address blockquote pre dl dt dd table tbody thead tfoot tr td th caption h5 h6 figure figcaption form fieldset details summary hr'.split(
    ' ',
  ),
);
const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4']);

/**
 * Writes rich text as the content model has it: paragraphs, lists, links and marks, with spans for other styles. Text
 * and entities stay as written; images are left out.
 */
export function writeRichText(nodes: readonly HtmlNode[], options: RichTextOptions): string {
  const writer = startRichText(options.isSingleLine ?? false);
  const context: WriteContext = { writer, options };
  writeNodes(context, nodes, { textStyle: options.textStyle, marks: [] });
  return finishRichText(writer);
}

interface WriteContext {
  writer: RichText;
  options: RichTextOptions;
}

interface TextContext {
  textStyle: TextStyle;
  /** Opening tags around the text, outermost first, without those that the style implies. */
  marks: readonly string[];
}

function writeNodes(context: WriteContext, nodes: readonly HtmlNode[], textContext: TextContext): void {
  for (const node of nodes) {
    if (isText(node)) writeText(context, outerSource(node), textContext);
    if (isElement(node) && !isInvisibleName(node.name)) writeElement(context, node, textContext);
  }
}

function writeText(context: WriteContext, raw: string, textContext: TextContext): void {
  const { base } = context.options;
  const css = inlineCssOf(textContext.textStyle, base);
  const marks = css === '' ? [] : [`<span style="${escapeAttribute(css)}">`];
  marks.push(...textContext.marks);
  if (textContext.textStyle.isBold && !base.isBold) marks.push('<strong>');
  if (textContext.textStyle.isItalic && !base.isItalic) marks.push('<em>');
  if (textContext.textStyle.isUnderlined && !marks.includes('<u>')) marks.push('<u>');
  if (textContext.textStyle.isStruck && !marks.includes('<s>')) marks.push('<s>');
  const paragraphCss = paragraphCssOf(textContext.textStyle);
  const { whiteSpace } = textContext.textStyle;
  const lines = whiteSpace === undefined ? [raw] : raw.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (index > 0) addBreak(context.writer);
    addText(
      context.writer,
      whiteSpace === 'all' ? line.replace(/ (?= )|^ |\t/g, '&nbsp;') : line,
      marks,
      paragraphCss,
    );
  }
}

function writeElement(context: WriteContext, element: HtmlElement, textContext: TextContext): void {
  const { writer, options } = context;
  const style = options.styleOf(element);
  if (style.get('display') === 'none') return;
  const textStyle = { ...inheritTextStyle(textContext.textStyle, withImplied(element, style)) };
  const { name } = element;
  if (name === 'br') addBreak(writer);
  else if (name === 'ul' || name === 'ol') writeList(context, element, { ...textContext, textStyle });
  else if (HEADINGS.has(name) || PARAGRAPHS.has(name) || isBlock(style)) {
    startParagraph(writer, HEADINGS.has(name) ? name : 'p');
    writeNodes(context, element.children, { ...textContext, textStyle });
    endParagraph(writer);
  } else {
    // The color and line of a link are written into the link.
    if (name === 'a') restoreLook(textStyle, textContext.textStyle);
    if (name === 'rt' && !hasParentheses(element)) addText(writer, '(', textContext.marks, '');
    writeGap(context, style, 'left', textContext);
    writeNodes(context, element.children, {
      textStyle,
      marks: [...textContext.marks, ...marksOf(element, style)],
    });
    if (name === 'rt' && !hasParentheses(element)) addText(writer, ')', textContext.marks, '');
    writeGap(context, style, 'right', textContext);
  }
}

/** Most spaces in the place of one margin. */
const MAX_SPACES = 8;

/** Writes the space beside an inline element as spaces that do not break: margins have no place in rich text. */
function writeGap(
  { writer }: WriteContext,
  style: Declarations,
  side: 'left' | 'right',
  { textStyle }: TextContext,
): void {
  const { fontSize = 16 } = textStyle;
  const padding = boxCssOf(style) === '' ? sidesOf(style, 'padding', undefined, fontSize)[side] : 0;
  const pixels = sidesOf(style, 'margin', undefined, fontSize)[side] + padding;
  const count = Math.min(Math.round(pixels / (fontSize * 0.28)), MAX_SPACES);
  if (count > 0) addText(writer, '&nbsp;'.repeat(count), [], paragraphCssOf(textStyle));
}

function restoreLook(textStyle: TextStyle, around: TextStyle): void {
  if (around.color === undefined) delete textStyle.color;
  else textStyle.color = around.color;
  textStyle.isUnderlined = around.isUnderlined === true;
}

/** Whether a pronunciation beside a word has parentheses for readers without ruby. */
function hasParentheses({ parent }: HtmlElement): boolean {
  return parent?.children.some((child) => isElement(child) && child.name === 'rp') === true;
}

/** The kinds of numbers by the `type` of a list. */
const NUMBERS: ReadonlyMap<string, string> = new Map([
  ['a', 'lower-alpha'],
  ['A', 'upper-alpha'],
  ['i', 'lower-roman'],
  ['I', 'upper-roman'],
]);
const MARKERS =
  /^(?:disc|circle|square|decimal|decimal-leading-zero|(?:lower|upper)-(?:alpha|latin|roman|greek))$/;

/** The attributes of a list: where it begins, and how it counts. */
function listAttributes(list: HtmlElement, style: Declarations): string {
  const given = (style.get('list-style-type') ?? style.get('list-style') ?? '').trim().toLowerCase();
  const isPlain = /\bnone\b/.test(given);
  const marker = MARKERS.test(given) ? given : NUMBERS.get(list.attribs.type ?? '');
  const start = /^-?\d{1,6}$/.exec(list.attribs.start?.trim() ?? '')?.[0];
  const css = isPlain
    ? `list-style-type: none; padding: 0 0 0 ${sidesOf(style, 'padding').left}px`
    : marker && `list-style-type: ${marker}`;
  return `${list.name === 'ol' && start ? ` start="${start}"` : ''}${css ? ` style="${css}"` : ''}`;
}

function writeList(context: WriteContext, list: HtmlElement, textContext: TextContext): void {
  const attributes = listAttributes(list, context.options.styleOf(list));
  openList(context.writer, list.name === 'ol' ? 'ol' : 'ul', attributes);
  for (const item of list.children) {
    if (isElement(item) && item.name === 'li') {
      const textStyle = inheritTextStyle(textContext.textStyle, context.options.styleOf(item));
      const value = /^-?\d{1,6}$/.exec(item.attribs.value?.trim() ?? '')?.[0];
      openItem(context.writer, value && ` value="${value}"`);
      writeNodes(context, item.children, { ...textContext, textStyle });
      closeItem(context.writer);
    } else if (isText(item) && isLogic(item.data)) {
      context.writer.out.push(outerSource(item).trim());
    } else if (!isComment(item) && !(isText(item) && isBlank(item))) {
      // Text between items becomes an item, so that it is kept.
      openItem(context.writer);
      writeNodes(context, [item], textContext);
      closeItem(context.writer);
    }
  }
  closeList(context.writer);
}

function isBlock(style: Declarations): boolean {
  return style.get('display') === 'block';
}

/** The styles that a tag implies. */
function withImplied(element: HtmlElement, style: Declarations): Declarations {
  const { name } = element;
  const implied: [string, string][] = [];
  if (name === 'b' || name === 'strong' || name === 'th') implied.push(['font-weight', 'bold']);
  if (name === 'i' || name === 'em' || name === 'cite' || name === 'dfn')
    implied.push(['font-style', 'italic']);
  if (name === 'code' || name === 'tt' || name === 'kbd' || name === 'samp') {
    implied.push(['font-family', 'monospace']);
  }
  if (name === 'pre') implied.push(['white-space', 'pre']);
  if (name === 'small') implied.push(['font-size', '0.83em']);
  if (name === 'big') implied.push(['font-size', '1.2em']);
  return implied.length === 0 ? style : new Map([...implied, ...style]);
}

/** The language and direction of words in a line. */
function placeAttributes({ attribs }: HtmlElement): string {
  const lang = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i.exec(attribs.lang?.trim() ?? '')?.[0];
  const dir = readDirection(attribs.dir);
  return `${lang ? ` lang="${lang}"` : ''}${dir ? ` dir="${dir}"` : ''}`;
}

function marksOf(element: HtmlElement, style: Declarations): string[] {
  if (element.name === 'a') return [openLink(element, style)];
  const marks: string[] = [];
  const mark = MARKS.get(element.name);
  if (mark) marks.push(`<${mark}>`);
  const place = placeAttributes(element);
  if (place !== '') marks.push(`<span${place}>`);
  const css = boxCssOf(style);
  if (css !== '') marks.push(`<span style="${escapeAttribute(css)}">`);
  return marks;
}

/** CSS of the background, lines and space of text within a line. Space counts only where something shows it. */
function boxCssOf(style: Declarations): string {
  const background = readColor(style.get('background-color'));
  const border = frameOf(style);
  const parts = background ? [`background-color: ${background}`] : [];
  for (const [side, { width, style: line, color }] of Object.entries(border ?? {})) {
    parts.push(`border-${side}: ${width}px ${line} ${color}`);
  }
  if (parts.length === 0) return '';
  if (/^inline-block$/.test(style.get('display') ?? '')) parts.push('display: inline-block');
  const { top, right, bottom, left } = sidesOf(style, 'padding');
  if (top + right + bottom + left > 0) parts.push(`padding: ${top}px ${right}px ${bottom}px ${left}px`);
  const radius = readPixels(style.get('border-radius')?.split(/\s+/)[0], 16);
  if (radius) parts.push(`border-radius: ${radius}px`);
  return parts.join('; ');
}

function openLink(link: HtmlElement, style: Declarations): string {
  const href = link.attribs.href;
  const target = link.attribs.target;
  const color = readColor(style.get('color'));
  const line = style.get('text-decoration') ?? style.get('text-decoration-line') ?? '';
  const decoration = /^(none|underline)\b/i.exec(line)?.[1];
  const css = [
    color && `color: ${color}`,
    decoration && `text-decoration: ${decoration}`,
    boxCssOf(style),
  ].filter(Boolean);
  const parts = ['<a'];
  // The target of a link within the mail.
  for (const key of ['id', 'name']) {
    const value = link.attribs[key];
    if (value) parts.push(` ${key}="${escapeAttribute(value)}"`);
  }
  if (href === undefined) return `${parts.join('')}>`;
  parts.push(` href="${escapeAttribute(href)}"`);
  if (target === '_blank') parts.push(' target="_blank"');
  if (css.length > 0) parts.push(` style="${escapeAttribute(css.join('; '))}"`);
  return `${parts.join('')}>`;
}
