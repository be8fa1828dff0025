import { levelOfName, makeHeading, makeText } from '../blocks/text-block.ts';
import { NO_SIDES } from '../css/lengths.ts';
import { inheritLook, type Look } from '../css/look.ts';
import { type ImportRun, note } from '../import-run.ts';
import type { ElementNode, MarkupNode } from '../markup/node.ts';
import { isUnseenName, plainText } from '../markup/text.ts';
import { FOREIGN, findImages, isHidden, isInline } from './classify.ts';
import { findFloatingColumns } from './floating-columns.ts';
import { framed, frameOf, keepNodes, readEmpty, readRule } from './frame.ts';
import { leaf, type Piece, type Place } from './pieces.ts';
import { readLinkButton } from './read-button.ts';
import { readImage, readSocialImages } from './read-image.ts';
import { readTable } from './read-table.ts';

/** What these nodes show when text in them has this look. */
export function collectFrom(
  run: ImportRun,
  nodes: readonly MarkupNode[],
  look: Look,
  isInColumn: boolean,
): Piece[] {
  const collect = (inner: readonly MarkupNode[], place: Place) => collectPieces(run, inner, place);
  return collect(nodes, { look, isInColumn, collect });
}

function collectPieces(run: ImportRun, nodes: readonly MarkupNode[], place: Place): Piece[] {
  const pieces: Piece[] = [];
  let line: MarkupNode[] = [];
  const endLine = () => {
    if (line.length > 0) pieces.push(...readLine(run, line, place));
    line = [];
  };
  for (const node of nodes) {
    if (node.kind === 'comment') continue;
    if (node.kind === 'element' && isHidden(run.styleOf(node))) noteHidden(run, node);
    else if (isLinePart(run, node, place)) line.push(node);
    else {
      endLine();
      pieces.push(...readElement(run, node as ElementNode, place));
    }
  }
  endLine();
  return pieces;
}

function noteHidden(run: ImportRun, element: ElementNode): void {
  if (plainText([element]) === '' && findImages([element]).length === 0) return;
  note(run, `hidden ${element.name}`, 'It is not shown on a desktop screen, so it was left out.', element);
}

function isLinePart(run: ImportRun, node: MarkupNode, place: Place): boolean {
  if (node.kind !== 'element') return true;
  if (isUnseenName(node.name) || !isInline(run, node)) return false;
  return !(node.name === 'a' && readLinkButton(run, node, place.look));
}

/** A run of text and pictures that are not blocks of their own. */
function readLine(run: ImportRun, nodes: MarkupNode[], place: Place): Piece[] {
  const images = findImages(nodes);
  const { look } = place;
  if (images.length === 0) {
    const block = makeText(run, nodes, look, { padding: NO_SIDES });
    return block ? [leaf(block)] : [];
  }
  const social = plainText(nodes) === '' ? readSocialImages(run, images, look) : undefined;
  if (social) return [leaf(social)];
  const isStack = images.length === 1 || hasBreaksBetween(nodes);
  if (plainText(nodes) === '' && isStack) {
    return images.flatMap((image) => {
      const block = readImage(run, image, look);
      return block ? [leaf(block)] : [];
    });
  }
  const [first] = images;
  const why = 'Pictures within a line have no block; the line is kept as HTML.';
  note(run, 'img', why, first?.image);
  return [keepNodes(run, nodes, look)];
}

function hasBreaksBetween(nodes: readonly MarkupNode[]): boolean {
  let isOpen = false;
  for (const node of nodes) {
    if (node.kind !== 'element') continue;
    if (node.name === 'br') isOpen = false;
    else if (isOpen) return false;
    else isOpen = findImages([node]).length > 0;
    if (findImages([node]).length > 1) return false;
  }
  return true;
}

function readElement(run: ImportRun, element: ElementNode, place: Place): Piece[] {
  const { name } = element;
  if (isUnseenName(name)) return readUnseen(run, element);
  if (FOREIGN.has(name)) {
    note(run, name, 'There is no block for it; it is kept as HTML.', element);
    return [keepNodes(run, [element], place.look)];
  }
  if (name === 'table') return readTable(run, element, place);
  if (name === 'hr') return [leaf(readRule(run, run.styleOf(element)))];
  if (name === 'a') return readBlockLink(run, element, place);
  if (name === 'img') {
    const block = readImage(run, { image: element, link: undefined }, place.look);
    return block ? [leaf(block)] : [];
  }
  return readContainer(run, element, place);
}

function readUnseen(run: ImportRun, element: ElementNode): Piece[] {
  if (element.name === 'script')
    note(run, 'script', 'No mail program runs scripts; it was left out.', element);
  if (element.name === 'noscript' || element.name === 'template' || element.name === 'textarea') {
    note(run, element.name, 'It is not shown in a mail, so it was left out.', element);
  }
  return [];
}

/** A link around more than text: a picture or a button, or else something kept as HTML. */
function readBlockLink(run: ImportRun, link: ElementNode, place: Place): Piece[] {
  const button = readLinkButton(run, link, place.look);
  if (button) return [leaf(button)];
  const images = findImages([link]);
  const [image] = images;
  if (image && images.length === 1 && plainText([link]) === '') {
    const block = readImage(run, image, inheritLook(place.look, run.styleOf(link)));
    return block ? [leaf(block)] : [];
  }
  if (link.attributes.get('href') === undefined) return readContainer(run, link, place);
  note(run, 'a', 'A link around several things has no block; it is kept as HTML.', link);
  return [keepNodes(run, [link], place.look)];
}

/** Anything that holds other things: its frame becomes a box around them. */
function readContainer(run: ImportRun, element: ElementNode, place: Place): Piece[] {
  const style = run.styleOf(element);
  const look = inheritLook(place.look, style);
  const level = levelOfName(element.name);
  const box = frameOf(run, element, style);
  if (
    element.children.every((child) => isLinePart(run, child, { ...place, look })) ||
    /^(?:ul|ol|dl)$/.test(element.name)
  ) {
    const block =
      findImages(element.children).length === 0 ? readTextOf(run, element, look, level) : undefined;
    if (block) return framed({ ...box, pieces: [leaf(block)] });
  }
  const columns = place.isInColumn ? undefined : findFloatingColumns(run, element, { ...place, look });
  const pieces = columns ? [columns] : collectPieces(run, element.children, { ...place, look });
  if (pieces.length === 0) return readEmpty(run, style);
  return framed({ ...box, pieces });
}

function readTextOf(run: ImportRun, element: ElementNode, look: Look, level: 1 | 2 | 3 | 4 | undefined) {
  const isList = /^(?:ul|ol|dl)$/.test(element.name);
  const nodes = isList || element.name === 'pre' ? [element] : element.children;
  if (level === undefined) return makeText(run, nodes, look, { padding: NO_SIDES });
  const hasSize = run.styleOf(element).has('font-size');
  const { fontSize, ...rest } = look;
  const weight = run.styleOf(element).get('font-weight');
  const own: Look = { ...rest, ...(hasSize && fontSize !== undefined ? { fontSize } : {}) };
  return makeHeading(run, nodes, { ...own, isBold: weight ? look.isBold === true : true }, level, {
    padding: NO_SIDES,
  });
}
