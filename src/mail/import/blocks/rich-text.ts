import { readColor } from '../css/colors.ts';
import type { Declarations } from '../css/declarations.ts';
import { differenceCss, inheritLook, type Look, paragraphCss } from '../css/look.ts';
import type { StyleReader } from '../css/style-reader.ts';
import type { ElementNode, MarkupNode } from '../markup/node.ts';
import { escapeAttribute, isUnseenName } from '../markup/text.ts';
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

/** How to turn markup into rich text. */
export interface RichTextOptions {
  styleOf: StyleReader;
  /** The look text has where it stands. */
  look: Look;
  /** The look text has in the finished block without any markup. */
  base: Look;
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
 * Rich text of the kind the content model holds: paragraphs, lists, links and marks, with what rules and inherited
 * styles say written into spans. Text and entities stay as they are written; pictures are left out.
 */
export function writeRichText(nodes: readonly MarkupNode[], options: RichTextOptions): string {
  const writer = startRichText(options.isSingleLine ?? false);
  const run: Run = { writer, options };
  writeNodes(run, nodes, { look: options.look, marks: [] });
  return finishRichText(writer);
}

interface Run {
  writer: RichText;
  options: RichTextOptions;
}

interface Place {
  look: Look;
  /** Opening tags around the text, outermost first, those that follow from the look left out. */
  marks: readonly string[];
}

function writeNodes(run: Run, nodes: readonly MarkupNode[], place: Place): void {
  for (const node of nodes) {
    if (node.kind === 'text') writeText(run, node.raw, place);
    if (node.kind === 'element' && !isUnseenName(node.name)) writeElement(run, node, place);
  }
}

function writeText(run: Run, raw: string, place: Place): void {
  const { base } = run.options;
  const css = differenceCss(place.look, base);
  const marks = css === '' ? [] : [`<span style="${escapeAttribute(css)}">`];
  marks.push(...place.marks);
  if (place.look.isBold && !base.isBold) marks.push('<strong>');
  if (place.look.isItalic && !base.isItalic) marks.push('<em>');
  addText(run.writer, raw, marks, paragraphCss(place.look));
}

function writeElement(run: Run, element: ElementNode, place: Place): void {
  const { writer, options } = run;
  const style = options.styleOf(element);
  if (style.get('display') === 'none') return;
  const look = { ...inheritLook(place.look, withImplied(element, style)) };
  const { name } = element;
  if (name === 'br') addBreak(writer);
  else if (name === 'ul' || name === 'ol') writeList(run, element, { ...place, look });
  else if (HEADINGS.has(name) || PARAGRAPHS.has(name) || isBlock(style)) {
    startParagraph(writer, HEADINGS.has(name) ? name : 'p');
    writeNodes(run, element.children, { ...place, look });
    endParagraph(writer);
  } else {
    // The color of a link is written into the link.
    if (name === 'a') restoreColor(look, place.look);
    writeNodes(run, element.children, { look, marks: [...place.marks, ...marksOf(element, style)] });
  }
}

function restoreColor(look: Look, around: Look): void {
  if (around.color === undefined) delete look.color;
  else look.color = around.color;
}

function writeList(run: Run, list: ElementNode, place: Place): void {
  openList(run.writer, list.name === 'ol' ? 'ol' : 'ul');
  for (const item of list.children) {
    if (item.kind === 'element' && item.name === 'li') {
      const look = inheritLook(place.look, run.options.styleOf(item));
      openItem(run.writer);
      writeNodes(run, item.children, { ...place, look });
      closeItem(run.writer);
    } else if (item.kind !== 'comment' && !(item.kind === 'text' && item.raw.trim() === '')) {
      // Text between items, such as the merge tags of a loop, becomes an item of its own rather than being lost.
      openItem(run.writer);
      writeNodes(run, [item], place);
      closeItem(run.writer);
    }
  }
  closeList(run.writer);
}

function isBlock(style: Declarations): boolean {
  return style.get('display') === 'block';
}

/** What tags say by themselves, as styles. */
function withImplied(element: ElementNode, style: Declarations): Declarations {
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

function marksOf(element: ElementNode, style: Declarations): string[] {
  if (element.name === 'a') return [openLink(element, style)];
  const marks: string[] = [];
  const mark = MARKS[element.name];
  if (mark) marks.push(`<${mark}>`);
  const decoration = style.get('text-decoration') ?? style.get('text-decoration-line') ?? '';
  if (decoration.includes('underline') && mark !== 'u') marks.push('<u>');
  if (decoration.includes('line-through') && mark !== 's') marks.push('<s>');
  const background = readColor(style.get('background-color'));
  if (background) marks.push(`<span style="background-color: ${escapeAttribute(background)}">`);
  return marks;
}

function openLink(link: ElementNode, style: Declarations): string {
  const href = link.attributes.get('href');
  const target = link.attributes.get('target');
  const color = readColor(style.get('color'));
  const decoration = /^(none|underline)\b/i.exec(style.get('text-decoration') ?? '')?.[1];
  const css = [color && `color: ${color}`, decoration && `text-decoration: ${decoration}`].filter(Boolean);
  const parts = ['<a'];
  if (href !== undefined) parts.push(` href="${escapeAttribute(href)}"`);
  if (target === '_blank') parts.push(' target="_blank"');
  if (css.length > 0) parts.push(` style="${escapeAttribute(css.join('; '))}"`);
  return `${parts.join('')}>`;
}
