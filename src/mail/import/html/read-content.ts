import type { ButtonBlock, LeafBlock } from '../../model/index.ts';
import { type HtmlElement, type HtmlNode, isBlank, isComment, isElement, isText } from '../../parse/html.ts';
import { listLooseTags } from '../../parse/merge-tag-meaning.ts';
import { listMergeTags } from '../../parse/merge-tags.ts';
import { isLogic } from '../bare-logic.ts';
import { makeHtml, makeSpacer, padBlock } from '../blocks/make-block.ts';
import { levelOfName, makeHeading, makeText } from '../blocks/make-text.ts';
import { type ImportContext, note, parseMarkup } from '../context.ts';
import { inheritTextStyle, linePixels, type TextStyle } from '../css/text-style.ts';
import { type Declarations, NO_SIDES } from '../css/values.ts';
import { isInvisibleName, plainText } from '../text.ts';
import {
  boxOf,
  type CollectContext,
  countBreaks,
  emptyLine,
  keepAsHtml,
  MAX_LINES,
  readEmpty,
  readRule,
  simplifyBox,
} from './layout.ts';
import { type LayoutNode, makeLayoutBox, makeLeaf } from './layout-tree.ts';
import { collapseMargins, marginOf, settleMargins, sizeOf } from './margins.ts';
import { readLinkButton } from './read-button.ts';
import { findFloatingColumns } from './read-columns.ts';
import { findImages, hasMap, isInline, readImage, readSocialImages, UNSUPPORTED } from './read-leaf.ts';
import { readTable } from './read-table.ts';
import { flatten } from './rows.ts';
import { screensOf, showNodeOn } from './screens.ts';
import { readUnseen, recordHidden } from './unseen.ts';

/** The layout nodes of DOM nodes, with this text style. */
export function collectFrom(
  context: ImportContext,
  nodes: readonly HtmlNode[],
  textStyle: TextStyle,
  { isInColumn, room }: Pick<CollectContext, 'isInColumn' | 'room'>,
): LayoutNode[] {
  const collect = (inner: readonly HtmlNode[], place: CollectContext) => collectNodes(context, inner, place);
  return collect(nodes, { textStyle, isInColumn, room, collect });
}

function collectNodes(
  context: ImportContext,
  nodes: readonly HtmlNode[],
  place: CollectContext,
): LayoutNode[] {
  return settleMargins(context, collectLoose(context, nodes, place));
}

/** As collectNodes; the nodes keep their margins. */
function collectLoose(
  context: ImportContext,
  nodes: readonly HtmlNode[],
  place: CollectContext,
): LayoutNode[] {
  const content: LayoutNode[] = [];
  let line: HtmlNode[] = [];
  const endLine = () => {
    if (line.length > 0) content.push(...readLine(context, line, place));
    line = [];
  };
  for (const node of nodes) {
    if (isComment(node)) continue;
    const screens = isElement(node) ? screensOf(context, node) : 'all';
    if (screens === 'none') recordHidden(context, node as HtmlElement);
    else if (screens === 'all' && isLinePart(context, node, place)) line.push(node);
    else {
      endLine();
      const read = readElement(context, node as HtmlElement, place);
      content.push(...read.map((inner) => showNodeOn(screens, inner)));
    }
  }
  endLine();
  return collapseMargins(content);
}

function isLinePart(context: ImportContext, node: HtmlNode, place: CollectContext): boolean {
  if (!isElement(node)) return true;
  if (isInvisibleName(node.name) || !isInline(context, node)) return false;
  return !(node.name === 'a' && readLinkButton(context, node, place.textStyle));
}

/** Reads inline nodes: text, or images that become blocks. */
function readLine(context: ImportContext, nodes: HtmlNode[], place: CollectContext): LayoutNode[] {
  const first = nodes.findIndex((node) => !isGap(node));
  if (first < 0) return blankLines(context, countBreaks(nodes), place.textStyle);
  const last = nodes.findLastIndex((node) => !isGap(node));
  return [
    ...blankLines(context, countBreaks(nodes.slice(0, first)), place.textStyle),
    ...readFilledLine(context, nodes.slice(first, last + 1), place),
    // The first break ends the line.
    ...blankLines(context, countBreaks(nodes.slice(last + 1)) - 1, place.textStyle),
  ];
}

/** White space, a break or a comment between lines. */
function isGap(node: HtmlNode): boolean {
  return isElement(node) ? node.name === 'br' : !isText(node) || isBlank(node);
}

function blankLines(context: ImportContext, count: number, textStyle: TextStyle): LayoutNode[] {
  if (count <= 0) return [];
  const height = Math.round(linePixels(textStyle) * Math.min(count, MAX_LINES));
  return height > 0 ? [makeLeaf(makeSpacer(context, height, { padding: NO_SIDES }))] : [];
}

function readFilledLine(context: ImportContext, nodes: HtmlNode[], place: CollectContext): LayoutNode[] {
  const [from, to] = loopEdges(nodes);
  if (from > 0 || to < nodes.length) {
    const parts = [nodes.slice(0, from), nodes.slice(from, to), nodes.slice(to)];
    return parts.flatMap((part) => (part.length > 0 ? readFilledLine(context, part, place) : []));
  }
  const images = findImages(nodes);
  const { textStyle } = place;
  if (images.length === 0 && isLogic(plainText(nodes)))
    return [makeLeaf(makeHtml(context, plainText(nodes)))];
  if (images.length === 0) {
    const block = makeText(context, nodes, textStyle, { padding: NO_SIDES });
    return block ? [makeLeaf(block)] : [];
  }
  const social = plainText(nodes) === '' ? readSocialImages(context, images, textStyle) : undefined;
  if (social) return [makeLeaf(social)];
  const isStack = images.length === 1 || hasBreaksBetween(nodes);
  if (plainText(nodes) === '' && isStack) {
    return images.flatMap((image) => {
      const block = readImage(context, image, place);
      const gap = block ? lineGap(context, image.image, textStyle) : 0;
      return block ? [makeLeaf(padBlock(block, { ...NO_SIDES, bottom: gap }))] : [];
    });
  }
  const [first] = images;
  const why = 'Pictures within a line have no block; the line is kept as HTML.';
  note(context, 'img', why, first?.image);
  return [keepAsHtml(context, nodes, textStyle)];
}

/** The room that a line has for the tails of letters, below a picture in it. */
function lineGap(context: ImportContext, image: HtmlElement, textStyle: TextStyle): number {
  const style = context.styleOf(image);
  const align = style.get('vertical-align') ?? image.attribs.align ?? 'baseline';
  if (!context.hasLineGaps || style.get('display') === 'block' || align !== 'baseline') return 0;
  if (textStyle.isWithoutLines) return 0;
  const size = textStyle.fontSize ?? 16;
  return Math.max(0, Math.round((linePixels(textStyle) - size * 1.15) / 2 + size * 0.22));
}

/**
 * Where a line begins and ends without the conditions and loops at its edges that reach beyond it: in a paragraph they
 * would open or close it for what is outside.
 */
function loopEdges(nodes: readonly HtmlNode[]): [from: number, to: number] {
  const isEdge = (node: HtmlNode | undefined) => node !== undefined && isText(node) && isLogic(node.data);
  const from = isEdge(nodes[0]) ? 1 : 0;
  const to = isEdge(nodes.at(-1)) ? nodes.length - 1 : nodes.length;
  const isLoose = from < to && listLooseTags(listMergeTags(plainText(nodes))).size > 0;
  return isLoose ? [from, to] : [0, nodes.length];
}

function hasBreaksBetween(nodes: readonly HtmlNode[]): boolean {
  let isOpen = false;
  for (const node of nodes) {
    if (!isElement(node)) continue;
    if (node.name === 'br') isOpen = false;
    else if (isOpen) return false;
    else isOpen = findImages([node]).length > 0;
    if (findImages([node]).length > 1) return false;
  }
  return true;
}

function readElement(context: ImportContext, element: HtmlElement, place: CollectContext): LayoutNode[] {
  const { name } = element;
  if (isInvisibleName(name)) return readUnseen(context, element);
  if (UNSUPPORTED.has(name) || hasMap(element)) {
    const what = name === 'img' ? 'img usemap' : name;
    note(context, what, 'There is no block for it; it is kept as HTML.', element);
    return [keepAsHtml(context, [element], place.textStyle)];
  }
  if (name === 'table') return readTable(context, element, place);
  if (name === 'hr') {
    const style = context.styleOf(element);
    const margin = marginOf(element, style, place) ?? { top: 0, bottom: 0 };
    return [{ ...makeLeaf(readRule(context, style, place.room)), margin }];
  }
  if (name === 'a') return readBlockLink(context, element, place);
  if (name === 'img') {
    const block = readImage(context, { image: element, link: undefined }, place);
    return block ? [makeLeaf(block)] : [];
  }
  return readContainer(context, element, place);
}

/** A button that is a box of its own: its margins collapse with those of its neighbors. */
function withMargin(button: ButtonBlock, style: Declarations): LayoutNode {
  if (style.get('display')?.trim().toLowerCase() !== 'block') return makeLeaf(button);
  const { top, bottom } = button.styles.padding;
  return {
    ...makeLeaf({ ...button, styles: { ...button.styles, padding: NO_SIDES } }),
    margin: { top, bottom },
  };
}

/** Reads a link around more than text: an image, a button, or html. */
function readBlockLink(context: ImportContext, link: HtmlElement, place: CollectContext): LayoutNode[] {
  const button = readLinkButton(context, link, place.textStyle);
  if (button) return [withMargin(button, context.styleOf(link))];
  const images = findImages([link]);
  const [image] = images;
  if (image && images.length === 1 && !hasMap(image.image) && plainText([link]) === '') {
    const textStyle = inheritTextStyle(place.textStyle, context.styleOf(link));
    const block = readImage(context, image, { ...place, textStyle });
    return block ? [makeLeaf(block)] : [];
  }
  if (link.attribs.href === undefined) return readContainer(context, link, place);
  note(context, 'a', 'A link around several things has no block; it is kept as HTML.', link);
  return [keepAsHtml(context, [link], place.textStyle)];
}

/** Reads a container; its frame becomes a box. */
function readContainer(context: ImportContext, element: HtmlElement, place: CollectContext): LayoutNode[] {
  const style = context.styleOf(element);
  const textStyle = inheritTextStyle(place.textStyle, style);
  const box = boxOf(context, element, style, place);
  const inside = { ...place, textStyle, room: box.room };
  if (
    element.children.every((child) => isLinePart(context, child, inside)) ||
    /^(?:ul|ol|dl)$/.test(element.name)
  ) {
    const block =
      findImages(element.children).length === 0
        ? readTextOf(context, element, textStyle, place.textStyle)
        : undefined;
    if (block) return simplifyBox(context, { ...box, content: [makeLeaf(block)] });
  }
  const columns = place.isInColumn ? undefined : findFloatingColumns(context, element, inside);
  const content = columns ?? collectLoose(context, element.children, inside);
  if (content.length === 0) {
    const empty = readEmpty(context, style, emptyLine(element.children, textStyle));
    return empty.map((node) => ({ ...node, ...(box.margin ? { margin: box.margin } : {}) }));
  }
  return simplifyBox(context, { ...box, content });
}

function readTextOf(context: ImportContext, element: HtmlElement, textStyle: TextStyle, around: TextStyle) {
  const level = levelOfName(element.name);
  const isList = /^(?:ul|ol|dl)$/.test(element.name);
  const nodes = isList || element.name === 'pre' ? [element] : element.children;
  if (level === undefined) return makeText(context, nodes, textStyle, { padding: NO_SIDES });
  const style = context.styleOf(element);
  const isBold = style.has('font-weight') ? textStyle.isBold === true : true;
  const own: TextStyle = { ...textStyle, fontSize: sizeOf(element, style, around), isBold };
  return makeHeading(context, nodes, own, level, { padding: NO_SIDES });
}

/** Reads HTML inside a mail, such as the text of a component, as blocks below each other. */
export function readFragment(
  context: ImportContext,
  nodes: readonly HtmlNode[],
  textStyle: TextStyle,
): LeafBlock[] {
  if (isRunningText(context, nodes, textStyle)) {
    const block = makeText(context, nodes, textStyle, { padding: NO_SIDES });
    return block ? [block] : [];
  }
  return flatten(
    makeLayoutBox(collectFrom(context, nodes, textStyle, { isInColumn: true, room: context.width })),
  );
}

/** As readFragment, of HTML that is a string in a design. */
export function readFragmentText(context: ImportContext, html: string, textStyle: TextStyle): LeafBlock[] {
  return readFragment(context, parseMarkup({ text: html }).children, textStyle);
}

/** Whether nodes are running text only: paragraphs, lists and links, which become one block. */
function isRunningText(context: ImportContext, nodes: readonly HtmlNode[], textStyle: TextStyle): boolean {
  return nodes.every((node) => {
    if (!isElement(node)) return true;
    if (
      UNSUPPORTED.has(node.name) ||
      hasMap(node) ||
      /^(?:table|img|hr|h[1-6]|script|style|noscript)$/.test(node.name)
    )
      return false;
    if (node.name === 'a' && readLinkButton(context, node, textStyle)) return false;
    return isRunningText(context, node.children, textStyle);
  });
}
