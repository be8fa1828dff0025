import type { ParagraphBlock, TitleBlock } from '../../model/index.ts';
import { HEADING_PIXELS } from '../../model/layout-sizes.ts';
import {
  type HtmlElement,
  type HtmlNode,
  isBlank,
  isComment,
  isElement,
  isText,
  outerSource,
} from '../../parse/html.ts';
import { type ImportContext, ownFont } from '../context.ts';
import { isSameColor, readColor } from '../css/colors.ts';
import type { StyleReader } from '../css/computed-style.ts';
import {
  inheritTextStyle,
  inlineCssOf,
  linePixels,
  paragraphCssOf,
  type TextStyle,
} from '../css/text-style.ts';
import { type Declarations, frameOf, readPixels, sidesOf } from '../css/values.ts';
import { escapeAttribute, isInvisibleName, plainText } from '../text.ts';
import { type BlockBox, makeParagraph, makeTitle } from './make-block.ts';
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

type Level = TitleBlock['level'];

/** Longer texts stay paragraphs, in any size. */
const MAX_TITLE = 160;

/** A title or a paragraph of these nodes; undefined without text. */
export function makeText(
  context: ImportContext,
  nodes: readonly HtmlNode[],
  textStyle: TextStyle,
  box: BlockBox,
): TitleBlock | ParagraphBlock | undefined {
  const text = plainText(nodes);
  if (text === '') return undefined;
  const level = levelOfSize(textStyle);
  if (level !== undefined && text.length <= MAX_TITLE && isOneLine(nodes)) {
    return makeHeading(context, nodes, textStyle, level, box);
  }
  const content = writeRichText(nodes, { styleOf: context.styleOf, textStyle, base: context.base });
  return content === '' ? undefined : makeParagraph(context, content, box);
}

/** A title of the level of an h1 to h6 element, or of text that is as large as one. */
export function makeHeading(
  context: ImportContext,
  nodes: readonly HtmlNode[],
  textStyle: TextStyle,
  level: Level,
  box: BlockBox,
): TitleBlock | undefined {
  if (plainText(nodes) === '') return undefined;
  const size = HEADING_PIXELS[level];
  const { fontSize = size, color, fontFamily, textAlign = 'left' } = textStyle;
  const normal: TextStyle = { ...textStyle, fontSize, isBold: true };
  const base: TextStyle = {
    fontSize,
    isBold: true,
    ...(color ? { color } : {}),
    ...(fontFamily ? { fontFamily } : {}),
  };
  const content = writeRichText(nodes, {
    styleOf: context.styleOf,
    textStyle: normal,
    base,
    isSingleLine: true,
  });
  const css = [
    textStyle.isBold ? '' : 'font-weight: normal',
    fontSize === size ? '' : `font-size: ${fontSize}px`,
    lineCssOf({ ...textStyle, fontSize }),
  ].filter((part) => part !== '');
  const fields = {
    content: css.length === 0 ? content : `<span style="${css.join('; ')}">${content}</span>`,
    level,
    textAlign,
    ...(color && !isSameColor(color, context.base.color) ? { color } : {}),
    ...ownFont(context, fontFamily),
  };
  return makeTitle(context, fields, box);
}

/** Line height of titles as a factor. */
const TITLE_LINE = 1.3;

/** The line height of a title that has another one; the renderer takes it from a span around the whole title. */
function lineCssOf(textStyle: TextStyle): string {
  const { fontSize = 16 } = textStyle;
  const factor = Math.round((linePixels(textStyle) / fontSize) * 100) / 100;
  return Math.abs(factor - TITLE_LINE) < 0.03 ? '' : `line-height: ${factor}`;
}

/** The level of an element named h1 to h6; the last two have no level of their own. */
export function levelOfName(name: string): Level | undefined {
  const level = /^h([1-6])$/.exec(name)?.[1];
  return level === undefined ? undefined : (Math.min(Number(level), 4) as Level);
}

/** The level whose size comes closest, for text that is set like a heading. */
function levelOfSize(textStyle: TextStyle): Level | undefined {
  const { fontSize = 0, isBold = false } = textStyle;
  if (fontSize < (isBold ? 18 : 20)) return undefined;
  const levels = [1, 2, 3, 4] as const;
  const distance = (level: Level) => Math.abs(HEADING_PIXELS[level] - fontSize);
  return levels.reduce((best, level) => (distance(level) < distance(best) ? level : best));
}

/** Whether the text is one line, so that a title loses nothing. */
function isOneLine(nodes: readonly HtmlNode[]): boolean {
  return nodes.every(
    (node) => !isElement(node) || (!STRUCTURE.has(node.name) && isOneLine((node as HtmlElement).children)),
  );
}

const STRUCTURE: ReadonlySet<string> = new Set(
  'p div ul ol table blockquote h1 h2 h3 h4 h5 h6 br pre dl center section'.split(' '),
);

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

const MARKS: Readonly<Record<string, string>> = {
  u: 'u',
  ins: 'u',
  s: 's',
  strike: 's',
  del: 's',
  sub: 'sub',
  sup: 'sup',
  mark: 'mark',
};
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

interface TextPlace {
  textStyle: TextStyle;
  /** Opening tags around the text, outermost first, without those that the style implies. */
  marks: readonly string[];
}

function writeNodes(context: WriteContext, nodes: readonly HtmlNode[], place: TextPlace): void {
  for (const node of nodes) {
    if (isText(node)) writeText(context, outerSource(node), place);
    if (isElement(node) && !isInvisibleName(node.name)) writeElement(context, node, place);
  }
}

function writeText(context: WriteContext, raw: string, place: TextPlace): void {
  const { base } = context.options;
  const css = inlineCssOf(place.textStyle, base);
  const marks = css === '' ? [] : [`<span style="${escapeAttribute(css)}">`];
  marks.push(...place.marks);
  if (place.textStyle.isBold && !base.isBold) marks.push('<strong>');
  if (place.textStyle.isItalic && !base.isItalic) marks.push('<em>');
  addText(context.writer, raw, marks, paragraphCssOf(place.textStyle));
}

function writeElement(context: WriteContext, element: HtmlElement, place: TextPlace): void {
  const { writer, options } = context;
  const style = options.styleOf(element);
  if (style.get('display') === 'none') return;
  const textStyle = { ...inheritTextStyle(place.textStyle, withImplied(element, style)) };
  const { name } = element;
  if (name === 'br') addBreak(writer);
  else if (name === 'ul' || name === 'ol') writeList(context, element, { ...place, textStyle });
  else if (HEADINGS.has(name) || PARAGRAPHS.has(name) || isBlock(style)) {
    startParagraph(writer, HEADINGS.has(name) ? name : 'p');
    writeNodes(context, element.children, { ...place, textStyle });
    endParagraph(writer);
  } else {
    // The color of a link is written into the link.
    if (name === 'a') restoreColor(textStyle, place.textStyle);
    writeNodes(context, element.children, { textStyle, marks: [...place.marks, ...marksOf(element, style)] });
  }
}

function restoreColor(textStyle: TextStyle, around: TextStyle): void {
  if (around.color === undefined) delete textStyle.color;
  else textStyle.color = around.color;
}

function writeList(context: WriteContext, list: HtmlElement, place: TextPlace): void {
  openList(context.writer, list.name === 'ol' ? 'ol' : 'ul');
  for (const item of list.children) {
    if (isElement(item) && item.name === 'li') {
      const textStyle = inheritTextStyle(place.textStyle, context.options.styleOf(item));
      openItem(context.writer);
      writeNodes(context, item.children, { ...place, textStyle });
      closeItem(context.writer);
    } else if (!isComment(item) && !(isText(item) && isBlank(item))) {
      // Text between items, such as the merge tags of a loop, becomes an item, so that it is kept.
      openItem(context.writer);
      writeNodes(context, [item], place);
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
  if (name === 'small') implied.push(['font-size', '0.83em']);
  if (name === 'big') implied.push(['font-size', '1.2em']);
  return implied.length === 0 ? style : new Map([...implied, ...style]);
}

function marksOf(element: HtmlElement, style: Declarations): string[] {
  if (element.name === 'a') return [openLink(element, style)];
  const marks: string[] = [];
  const mark = MARKS[element.name];
  if (mark) marks.push(`<${mark}>`);
  const decoration = style.get('text-decoration') ?? style.get('text-decoration-line') ?? '';
  if (decoration.includes('underline') && mark !== 'u') marks.push('<u>');
  if (decoration.includes('line-through') && mark !== 's') marks.push('<s>');
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
  const decoration = /^(none|underline)\b/i.exec(style.get('text-decoration') ?? '')?.[1];
  const css = [
    color && `color: ${color}`,
    decoration && `text-decoration: ${decoration}`,
    boxCssOf(style),
  ].filter(Boolean);
  const parts = ['<a'];
  if (href !== undefined) parts.push(` href="${escapeAttribute(href)}"`);
  if (target === '_blank') parts.push(' target="_blank"');
  if (css.length > 0) parts.push(` style="${escapeAttribute(css.join('; '))}"`);
  return `${parts.join('')}>`;
}
