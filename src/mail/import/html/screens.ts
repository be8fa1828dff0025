import type { Block } from '../../model/index.ts';
import { type HtmlElement, isElement, isText, walkElements } from '../../parse/html.ts';
import type { ImportContext } from '../context.ts';
import { type Declarations, readPixels } from '../css/values.ts';
import type { LayoutNode } from './layout-tree.ts';
import { recordHidden } from './unseen.ts';

/** Where an element is shown. */
type Screens = 'all' | 'desktop' | 'phone' | 'none';

/** Where an element is shown, by the rules for desktops and phones. */
export function screensOf(context: ImportContext, element: HtmlElement): Screens {
  const isOnDesktop = !isHidden(context, element);
  const onPhone = context.phoneStyleOf(element);
  const display = onPhone.get('display')?.trim().toLowerCase();
  const isOnPhone = display === undefined ? isOnDesktop : display !== 'none';
  if (isOnDesktop) return isOnPhone ? 'all' : 'desktop';
  return isOnPhone ? 'phone' : 'none';
}

/** Blocks of an element that is not on all screens. */
export function showOn<B extends Block>(screens: Screens, block: B): B {
  if (screens === 'all') return block;
  const visibility = { desktop: screens === 'desktop', mobile: screens === 'phone' };
  return { ...block, visibility };
}

/** Reads the blocks of an element for the screens on which it is; none of one that is nowhere, which is noted. */
export function readOnScreens<B extends Block>(
  context: ImportContext,
  element: HtmlElement,
  read: () => B[],
): B[] {
  const screens = screensOf(context, element);
  if (screens !== 'none') return read().map((block) => showOn(screens, block));
  recordHidden(context, element);
  return [];
}

/** As showOn, for all blocks of a layout node. */
export function showNodeOn(screens: Screens, node: LayoutNode): LayoutNode {
  if (screens === 'all') return node;
  if (node.kind === 'leaf') return { ...node, block: showOn(screens, node.block) };
  if (node.kind === 'box')
    return { ...node, content: node.content.map((inner) => showNodeOn(screens, inner)) };
  return {
    ...node,
    columns: node.columns.map((column) => ({
      ...column,
      box: showNodeOn(screens, column.box) as typeof column.box,
    })),
  };
}

/** Whether an element is hidden on desktops, in any of the ways of mails. */
export function isHidden(context: ImportContext, element: HtmlElement): boolean {
  const style = context.styleOf(element);
  if (element.attribs.hidden !== undefined && style.get('display') === undefined) return true;
  return isHiddenByStyle(style) || isOffScreen(style) || hasInvisibleText(context, element, style);
}

function isHiddenByStyle(style: Declarations): boolean {
  if (style.get('display') === 'none' || style.get('visibility') === 'hidden') return true;
  if (/^all\b/.test(style.get('mso-hide') ?? '') && isTiny(style)) return true;
  return isTiny(style) && (style.get('overflow') === 'hidden' || style.get('opacity') === '0');
}

function isTiny(style: Declarations): boolean {
  const isZero = (property: string, most: number) => {
    const pixels = readPixels(style.get(property));
    return pixels !== undefined && pixels <= most;
  };
  return (
    isZero('max-height', 0) || isZero('height', 0) || isZero('font-size', 1) || style.get('opacity') === '0'
  );
}

/** Distances that no layout has: they move an element out of the window. */
const FAR_AWAY = /^-\d{3,5}(?:\.\d+)?(?:px|em|rem|pt)?$|^-\d{2,4}em$/i;

function isOffScreen(style: Declarations): boolean {
  const isFar = (property: string) => FAR_AWAY.test(style.get(property)?.trim() ?? '');
  const isTakenOut = /^(?:absolute|fixed)$/i.test(style.get('position')?.trim() ?? '');
  return (isTakenOut && (isFar('left') || isFar('top'))) || isFar('text-indent');
}

/** Whether the text of an element has no size or color, and nothing in it has another. */
function hasInvisibleText(context: ImportContext, element: HtmlElement, style: Declarations): boolean {
  const size = readPixels(style.get('font-size'));
  const isInvisible = (size !== undefined && size < 1) || style.get('color')?.trim() === 'transparent';
  if (!isInvisible || !element.children.some((child) => isText(child) && child.data.trim() !== ''))
    return false;
  return element.children.every(
    (child) =>
      !isElement(child) || (child.name !== 'img' && child.name !== 'table' && !setsTextLook(context, child)),
  );
}

/** Whether an element, or one in it, is a picture or has a size or color of its own. */
function setsTextLook(context: ImportContext, element: HtmlElement): boolean {
  return [element, ...walkElements(element)].some((inner) => {
    const style = context.styleOf(inner);
    return inner.name === 'img' || style.has('font-size') || style.has('color');
  });
}
