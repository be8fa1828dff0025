import type { LeafBlock } from '../../model/index.ts';
import { type HtmlElement, type HtmlNode, isComment, isElement } from '../../parse/html.ts';
import { levelOfName, makeHeading, makeText } from '../blocks/make-text.ts';
import { type ImportContext, note, parseMarkup } from '../context.ts';
import { inheritTextStyle, type TextStyle } from '../css/text-style.ts';
import { NO_SIDES } from '../css/values.ts';
import { isInvisibleName, plainText } from '../text.ts';
import {
  boxOf,
  type CollectContext,
  flatten,
  keepAsHtml,
  readEmpty,
  readRule,
  simplifyBox,
} from './layout.ts';
import { type LayoutNode, makeLayoutBox, makeLeaf } from './layout-tree.ts';
import { collapseMargins, settleMargins } from './margins.ts';
import {
  findImages,
  isHidden,
  isInline,
  readImage,
  readLinkButton,
  readSocialImages,
  UNSUPPORTED,
} from './read-leaf.ts';
import { findFloatingColumns, readTable } from './read-table.ts';

/** The layout nodes of DOM nodes, with this text style. */
export function collectFrom(
  context: ImportContext,
  nodes: readonly HtmlNode[],
  textStyle: TextStyle,
  isInColumn: boolean,
): LayoutNode[] {
  const collect = (inner: readonly HtmlNode[], place: CollectContext) => collectNodes(context, inner, place);
  return collect(nodes, { textStyle, isInColumn, collect });
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
    if (isElement(node) && isHidden(context.styleOf(node))) noteHidden(context, node);
    else if (isLinePart(context, node, place)) line.push(node);
    else {
      endLine();
      content.push(...readElement(context, node as HtmlElement, place));
    }
  }
  endLine();
  return collapseMargins(content);
}

function noteHidden(context: ImportContext, element: HtmlElement): void {
  if (plainText([element]) === '' && findImages([element]).length === 0) return;
  note(
    context,
    `hidden ${element.name}`,
    'It is not shown on a desktop screen, so it was left out.',
    element,
  );
}

function isLinePart(context: ImportContext, node: HtmlNode, place: CollectContext): boolean {
  if (!isElement(node)) return true;
  if (isInvisibleName(node.name) || !isInline(context, node)) return false;
  return !(node.name === 'a' && readLinkButton(context, node, place.textStyle));
}

/** Reads inline nodes: text, or images that become blocks. */
function readLine(context: ImportContext, nodes: HtmlNode[], place: CollectContext): LayoutNode[] {
  const images = findImages(nodes);
  const { textStyle } = place;
  if (images.length === 0) {
    const block = makeText(context, nodes, textStyle, { padding: NO_SIDES });
    return block ? [makeLeaf(block)] : [];
  }
  const social = plainText(nodes) === '' ? readSocialImages(context, images, textStyle) : undefined;
  if (social) return [makeLeaf(social)];
  const isStack = images.length === 1 || hasBreaksBetween(nodes);
  if (plainText(nodes) === '' && isStack) {
    return images.flatMap((image) => {
      const block = readImage(context, image, textStyle);
      return block ? [makeLeaf(block)] : [];
    });
  }
  const [first] = images;
  const why = 'Pictures within a line have no block; the line is kept as HTML.';
  note(context, 'img', why, first?.image);
  return [keepAsHtml(context, nodes, textStyle)];
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
  if (isInvisibleName(name)) return noteInvisible(context, element);
  if (UNSUPPORTED.has(name)) {
    note(context, name, 'There is no block for it; it is kept as HTML.', element);
    return [keepAsHtml(context, [element], place.textStyle)];
  }
  if (name === 'table') return readTable(context, element, place);
  if (name === 'hr') return [makeLeaf(readRule(context, context.styleOf(element)))];
  if (name === 'a') return readBlockLink(context, element, place);
  if (name === 'img') {
    const block = readImage(context, { image: element, link: undefined }, place.textStyle);
    return block ? [makeLeaf(block)] : [];
  }
  return readContainer(context, element, place);
}

function noteInvisible(context: ImportContext, element: HtmlElement): LayoutNode[] {
  if (element.name === 'script')
    note(context, 'script', 'No mail program runs scripts; it was left out.', element);
  if (element.name === 'noscript' || element.name === 'template' || element.name === 'textarea') {
    note(context, element.name, 'It is not shown in a mail, so it was left out.', element);
  }
  return [];
}

/** Reads a link around more than text: an image, a button, or html. */
function readBlockLink(context: ImportContext, link: HtmlElement, place: CollectContext): LayoutNode[] {
  const button = readLinkButton(context, link, place.textStyle);
  if (button) return [makeLeaf(button)];
  const images = findImages([link]);
  const [image] = images;
  if (image && images.length === 1 && plainText([link]) === '') {
    const block = readImage(context, image, inheritTextStyle(place.textStyle, context.styleOf(link)));
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
  const level = levelOfName(element.name);
  const box = boxOf(context, element, style);
  if (
    element.children.every((child) => isLinePart(context, child, { ...place, textStyle })) ||
    /^(?:ul|ol|dl)$/.test(element.name)
  ) {
    const block =
      findImages(element.children).length === 0 ? readTextOf(context, element, textStyle, level) : undefined;
    if (block) return simplifyBox(context, { ...box, content: [makeLeaf(block)] });
  }
  const columns = place.isInColumn
    ? undefined
    : findFloatingColumns(context, element, { ...place, textStyle });
  const content = columns ? [columns] : collectLoose(context, element.children, { ...place, textStyle });
  if (content.length === 0) return readEmpty(context, style);
  return simplifyBox(context, { ...box, content });
}

function readTextOf(
  context: ImportContext,
  element: HtmlElement,
  textStyle: TextStyle,
  level: 1 | 2 | 3 | 4 | undefined,
) {
  const isList = /^(?:ul|ol|dl)$/.test(element.name);
  const nodes = isList || element.name === 'pre' ? [element] : element.children;
  if (level === undefined) return makeText(context, nodes, textStyle, { padding: NO_SIDES });
  const hasSize = context.styleOf(element).has('font-size');
  const { fontSize, ...rest } = textStyle;
  const weight = context.styleOf(element).get('font-weight');
  const own: TextStyle = { ...rest, ...(hasSize && fontSize !== undefined ? { fontSize } : {}) };
  return makeHeading(context, nodes, { ...own, isBold: weight ? textStyle.isBold === true : true }, level, {
    padding: NO_SIDES,
  });
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
  return flatten(makeLayoutBox(collectFrom(context, nodes, textStyle, true)));
}

/** As readFragment, of HTML that is a string in a design. */
export function readFragmentText(context: ImportContext, html: string, textStyle: TextStyle): LeafBlock[] {
  return readFragment(context, parseMarkup({ text: html }).children, textStyle);
}

/** Whether nodes are running text only: paragraphs, lists and links, which become one block. */
function isRunningText(context: ImportContext, nodes: readonly HtmlNode[], textStyle: TextStyle): boolean {
  return nodes.every((node) => {
    if (!isElement(node)) return true;
    if (UNSUPPORTED.has(node.name) || /^(?:table|img|hr|h[1-6]|script|style|noscript)$/.test(node.name))
      return false;
    if (node.name === 'a' && readLinkButton(context, node, textStyle)) return false;
    return isRunningText(context, node.children, textStyle);
  });
}
