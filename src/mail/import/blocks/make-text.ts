import type { ParagraphBlock, TitleBlock } from '../../model/index.ts';
import { HEADING_PIXELS, PARAGRAPH_SPACING } from '../../model/layout-sizes.ts';
import { type HtmlElement, type HtmlNode, isElement } from '../../parse/html.ts';
import { type ImportContext, ownFont } from '../context.ts';
import { isSameColor } from '../css/colors.ts';
import { linePixels, type TextStyle } from '../css/text-style.ts';
import { readPixels } from '../css/values.ts';
import { plainText } from '../text.ts';
import { type BlockBox, makeParagraph, makeTitle } from './make-block.ts';
import { writeRichText } from './write-rich-text.ts';

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
  if (content === '') return undefined;
  const spacing = spacingOf(context, nodes, textStyle);
  return {
    ...makeParagraph(context, content, box),
    ...(spacing === undefined ? {} : { paragraphSpacing: spacing }),
  };
}

/** Pixels between paragraphs, unless they are those of a block that says nothing. */
function spacingOf(
  context: ImportContext,
  nodes: readonly HtmlNode[],
  { fontSize = 16 }: TextStyle,
): number | undefined {
  const [first, second] = nodes.filter((node): node is HtmlElement => isElement(node) && node.name === 'p');
  if (first === undefined || second === undefined) return undefined;
  const read = (element: HtmlElement, side: 'top' | 'bottom') =>
    readPixels(context.styleOf(element).get(`margin-${side}`), fontSize) ?? fontSize;
  const spacing = Math.round(Math.max(read(first, 'bottom'), read(second, 'top')));
  return spacing === PARAGRAPH_SPACING ? undefined : spacing;
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
  const isBold = textStyle.isBold === true;
  const normal: TextStyle = { ...textStyle, fontSize, isBold };
  const base: TextStyle = {
    fontSize,
    isBold,
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
    isBold ? '' : 'font-weight: normal',
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
