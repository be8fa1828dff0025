import { type HtmlElement, outerSource } from '../../parse/html.ts';
import { isStructuredData } from '../blocks/block-html.ts';
import { makeHtml } from '../blocks/make-block.ts';
import { type ImportContext, recordRemoval } from '../context.ts';
import { plainText } from '../text.ts';
import { type LayoutNode, makeLeaf } from './layout-tree.ts';
import { findImages } from './read-leaf.ts';

/** Adds a note about an element that is hidden. */
export function recordHidden(context: ImportContext, element: HtmlElement): void {
  if (plainText([element]) === '' && findImages([element]).length === 0) return;
  recordRemoval(
    context,
    `hidden ${element.name}`,
    'It is not shown on any screen, so it was left out.',
    element,
  );
}

/** The layout nodes of an element that shows nothing, and a note about one that was left out. */
export function readUnseen(context: ImportContext, element: HtmlElement): LayoutNode[] {
  if (isStructuredData(element)) return [makeLeaf(makeHtml(context, outerSource(element)))];
  if (element.name === 'script')
    recordRemoval(context, 'script', 'No mail program runs scripts; it was left out.', element);
  if (element.name === 'noscript' || element.name === 'template' || element.name === 'textarea') {
    recordRemoval(context, element.name, 'It is not shown in a mail, so it was left out.', element);
  }
  return [];
}
