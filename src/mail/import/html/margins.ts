import type { LeafBlock } from '../../model/index.ts';
import type { HtmlElement } from '../../parse/html.ts';
import { makeSpacer, padBlock } from '../blocks/make-block.ts';
import type { ImportContext } from '../context.ts';
import type { TextStyle } from '../css/text-style.ts';
import { type Declarations, NO_SIDES, readPixels, readSpace } from '../css/values.ts';
import type { LayoutNode, Margin } from './layout-tree.ts';

/** Top and bottom margins in the default style sheet of browsers, in font sizes. */
const DEFAULT_MARGINS: ReadonlyMap<string, number> = new Map([
  ['p', 1],
  ['ul', 1],
  ['ol', 1],
  ['dl', 1],
  ['blockquote', 1],
  ['pre', 1],
  ['hr', 0.5],
  ['h1', 0.67],
  ['h2', 0.83],
  ['h3', 1],
  ['h4', 1.33],
  ['h5', 1.67],
  ['h6', 2.33],
]);

/** Font sizes of headings in the default style sheet of browsers, as factors of the font size around them. */
const HEADING_SIZES: ReadonlyMap<string, number> = new Map([
  ['h1', 2],
  ['h2', 1.5],
  ['h3', 1.17],
  ['h5', 0.83],
  ['h6', 0.67],
]);

/** The font size of an element in pixels; a heading without one has that of browsers. */
export function sizeOf(
  { name }: HtmlElement,
  style: Declarations,
  { fontSize: around = 16 }: TextStyle,
): number {
  return readPixels(style.get('font-size'), around) || around * (HEADING_SIZES.get(name) ?? 1);
}

/** The margin of an element; cells and rows of tables have none. */
export function marginOf(
  element: HtmlElement,
  style: Declarations,
  { textStyle, room }: { textStyle: TextStyle; room: number | undefined },
): Margin | undefined {
  const { name } = element;
  if (name === 'td' || name === 'th' || name === 'tr') return undefined;
  const fontSize = sizeOf(element, style, textStyle);
  const byDefault = (DEFAULT_MARGINS.get(name) ?? 0) * fontSize;
  const side = (property: string) => {
    const value = style.get(property);
    return value === undefined ? byDefault : (readSpace(value, room, fontSize) ?? 0);
  };
  const margin = { top: side('margin-top'), bottom: side('margin-bottom') };
  return margin.top === 0 && margin.bottom === 0 ? undefined : margin;
}

/** Nodes below each other: between two of them, the larger margin counts. */
export function collapseMargins(nodes: readonly LayoutNode[]): LayoutNode[] {
  const collapsed = [...nodes];
  for (let at = 0; at + 1 < collapsed.length; at += 1) {
    const [one, next] = [collapsed[at], collapsed[at + 1]];
    if (!one?.margin || !next?.margin) continue;
    const bottom = Math.max(one.margin.bottom, next.margin.top);
    collapsed[at] = { ...one, margin: { ...one.margin, bottom } };
    collapsed[at + 1] = { ...next, margin: { ...next.margin, top: 0 } };
  }
  return collapsed;
}

/** Gives the margin of a container without a frame to what is in it: with its first and last child, the larger one counts. */
export function widenMargins(nodes: readonly LayoutNode[], margin: Margin | undefined): LayoutNode[] {
  if (!margin) return [...nodes];
  return nodes.map((node, index) => {
    const { top = 0, bottom = 0 } = node.margin ?? {};
    return {
      ...node,
      margin: {
        top: index === 0 ? Math.max(top, margin.top) : top,
        bottom: index === nodes.length - 1 ? Math.max(bottom, margin.bottom) : bottom,
      },
    };
  });
}

/** Turns margins into padding, or into spacers where the padding is colored. */
export function settleMargins(context: ImportContext, nodes: readonly LayoutNode[]): LayoutNode[] {
  return collapseMargins(nodes).flatMap((node): LayoutNode[] => {
    const { margin, ...inner } = node;
    if (!margin) return [node];
    const sides = { ...NO_SIDES, ...margin };
    if (inner.kind === 'columns') return [{ kind: 'box', padding: sides, content: [inner] }];
    if (inner.kind === 'leaf' && isPadded(inner.block)) {
      return [{ ...inner, block: padBlock(inner.block, sides) }];
    }
    const space = (height: number): LayoutNode[] =>
      height > 0 ? [{ kind: 'leaf', block: makeSpacer(context, height) }] : [];
    return [...space(margin.top), inner, ...space(margin.bottom)];
  });
}

/** Whether more padding of a block looks like a margin. */
function isPadded({ type, styles }: LeafBlock): boolean {
  return styles.backgroundColor === undefined && type !== 'spacer';
}
