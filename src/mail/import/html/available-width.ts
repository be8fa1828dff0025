import type { Block, LeafBlock } from '../../model/index.ts';
import { HEADING_PIXELS } from '../../model/layout-sizes.ts';
import type { HtmlElement } from '../../parse/html.ts';
import type { ImportContext } from '../context.ts';
import { fontSizeOf, type TextStyle } from '../css/text-style.ts';
import {
  addSides,
  type Declarations,
  NO_SIDES,
  readPercent,
  readPixels,
  type Sides,
  sidesOf,
} from '../css/values.ts';
import type { LayoutNode } from './layout-tree.ts';

/** The surroundings of a box. */
interface Around {
  textStyle: TextStyle;
  /** Pixels between the edges of the box around it; undefined outside of every box with a width of its own. */
  room: number | undefined;
}

/** The least room for content, in pixels. */
export const MIN_WIDTH = 20;

/** The width of an element in pixels, as far as it is declared; percentages need the room around. */
function declaredWidth(style: Declarations, room: number | undefined): number | undefined {
  const width = readPixels(style.get('width'), room);
  const limit = readPixels(style.get('max-width'), room);
  const isFull = readPercent(style.get('width')) === 100;
  if (isFull || !width) return limit || undefined;
  return limit ? Math.min(width, limit) : width;
}

/** The space between the cells of a table, and around them all. */
export function spacingOf({ name }: HtmlElement, style: Declarations): number {
  if (name !== 'table' || style.get('border-collapse')?.trim().toLowerCase() === 'collapse') return 0;
  return readPixels(style.get('border-spacing')?.trim().split(/\s+/).at(-1)) ?? 0;
}

/** The padding of an element; that of a table has the space around its cells in it. */
export function paddingOf(
  context: ImportContext,
  element: HtmlElement,
  style: Declarations,
  { textStyle, room = context.width }: Around,
): Sides {
  const spacing = spacingOf(element, style);
  const around = { top: spacing, right: spacing, bottom: spacing, left: spacing };
  return addSides(sidesOf(style, 'padding', room, fontSizeOf(style, textStyle)), around);
}

/** The room in a box, and the space beside it. */
export function placeBox(
  context: ImportContext,
  element: HtmlElement,
  style: Declarations,
  { textStyle, room }: Around,
): { inset: Sides; room: number | undefined; isFixed: boolean } {
  const isPart = /^(?:td|th|tr|tbody|thead|tfoot)$/.test(element.name);
  const own = isPart ? undefined : declaredWidth(style, room);
  const around = room ?? context.width;
  const fontSize = fontSizeOf(style, textStyle);
  const margin = sidesOf(style, 'margin', around, fontSize);
  const sides = horizontal(paddingOf(context, element, style, { textStyle, room })) + bordersWidth(style);
  const isOuter = element.name === 'table' || style.get('box-sizing') === 'border-box' || own === undefined;
  const outer = Math.min(
    own === undefined ? around - horizontal(margin) : isOuter ? own : own + sides,
    around,
  );
  const spare = isPart ? 0 : Math.max(0, around - outer);
  const inside = room === undefined && own === undefined ? undefined : Math.max(outer - sides, MIN_WIDTH);
  return {
    inset:
      own === undefined
        ? { ...NO_SIDES, left: Math.min(margin.left, spare), right: Math.min(margin.right, spare) }
        : shareSpare(spare, element, style, textStyle),
    room: inside,
    isFixed: room === undefined && own !== undefined,
  };
}

/** The space beside a box that is narrower than its place. */
function shareSpare(spare: number, element: HtmlElement, style: Declarations, textStyle: TextStyle): Sides {
  const align = boxAlign(element, style, textStyle);
  if (align === 'center') return { ...NO_SIDES, left: spare / 2, right: spare / 2 };
  if (align === 'right') {
    const right = Math.min(sidesOf(style, 'margin').right, spare);
    return { ...NO_SIDES, left: spare - right, right };
  }
  const left = Math.min(sidesOf(style, 'margin').left, spare);
  return { ...NO_SIDES, left, right: spare - left };
}

/** The alignment of a box: of its margins, its `align`, or the `align` around it. */
export function boxAlign(
  element: HtmlElement,
  style: Declarations,
  textStyle: TextStyle,
): 'left' | 'center' | 'right' {
  const [left, right] = [style.get('margin-left') === 'auto', style.get('margin-right') === 'auto'];
  if (left || right) return left && right ? 'center' : left ? 'right' : 'left';
  const own = element.attribs.align?.trim().toLowerCase();
  if (element.name === 'table' && (own === 'center' || own === 'right' || own === 'left')) return own;
  const isInline = /^inline-/.test(style.get('display') ?? '');
  return isInline || textStyle.isAlignedByAttribute ? (textStyle.textAlign ?? 'left') : 'left';
}

function horizontal({ left, right }: Sides): number {
  return left + right;
}

function bordersWidth(style: Declarations): number {
  const of = (side: string) =>
    readPixels(style.get(`border-${side}-width`)) ??
    readPixels(/^\s*(\d+)px/.exec(style.get(`border-${side}`) ?? '')?.[1]) ??
    0;
  return of('left') + of('right');
}

/** Widths of content in pixels. */
export interface Extent {
  /** Of its longest word. */
  min: number;
  /** Of all of it on one line. */
  max: number;
}

/** Average width of a letter in font sizes. */
const LETTER = 0.5;

/** Estimates the widths of a layout node. */
export function extentOf(node: LayoutNode): Extent {
  if (node.kind === 'leaf') return extentOfBlock(node.block);
  if (node.kind === 'columns') {
    return node.columns.map(({ box }) => extentOf(box)).reduce(addExtents, { min: 0, max: 0 });
  }
  const inside = widest(node.content.map(extentOf));
  const more = horizontal(node.padding) + horizontal(node.inset ?? NO_SIDES);
  return { min: inside.min + more, max: inside.max + more };
}

function addExtents(one: Extent, other: Extent): Extent {
  return { min: one.min + other.min, max: one.max + other.max };
}

export function widest(extents: readonly Extent[]): Extent {
  return extents.reduce(
    (all, { min, max }) => ({ min: Math.max(all.min, min), max: Math.max(all.max, max) }),
    {
      min: 0,
      max: 0,
    },
  );
}

function extentOfBlock(block: LeafBlock): Extent {
  const inside = extentInside(block);
  const sides = horizontal(block.styles.padding);
  return { min: inside.min + sides, max: inside.max + sides };
}

function extentInside(block: LeafBlock): Extent {
  const fixed = (width: number) => ({ min: width, max: width });
  switch (block.type) {
    case 'image':
    case 'video':
      return block.width === 'full' ? { min: MIN_WIDTH, max: 600 } : fixed(block.width);
    case 'button': {
      const { text, fontSize, buttonPadding } = block;
      const isSized = typeof block.width === 'number';
      return fixed(isSized ? Number(block.width) : text.length * fontSize * 0.55 + horizontal(buttonPadding));
    }
    case 'social':
      return fixed(
        block.icons.length * ({ small: 24, medium: 32, large: 48 }[block.iconSize] + block.spacing),
      );
    case 'menu':
      return extentOfText(block.items.map(({ text }) => text).join(' '), block.fontSize, 2 * block.spacing);
    case 'title':
    case 'paragraph':
    case 'html':
      return extentOfMarkup(block);
    default:
      return { min: MIN_WIDTH, max: block.type === 'table' ? 400 : MIN_WIDTH };
  }
}

function extentOfText(text: string, size: number, gap = 0): Extent {
  const words = text.split(/[\s\u00a0]+/).filter((word) => word !== '');
  const longest = words.reduce((most, { length }) => Math.max(most, length), 0);
  const letters = words.reduce((sum, { length }) => sum + length, 0) + Math.max(0, words.length - 1);
  return { min: longest * size * LETTER, max: letters * size * LETTER + gap * words.length };
}

/** The width that the first table of a markup has in pixels. */
function tableWidthIn(markup: string): number | undefined {
  const start = markup.indexOf('<table');
  const tag = start < 0 ? '' : markup.slice(start, markup.indexOf('>', start));
  const width = / width="(\d{1,4})"/.exec(tag)?.[1];
  return width === undefined ? undefined : Number(width);
}

function extentOfMarkup(block: Extract<Block, { content: string }>): Extent {
  const given = /font-size: (\d{1,4}(?:\.\d{1,9})?)px/.exec(block.content)?.[1];
  const width = block.type === 'html' ? tableWidthIn(block.content) : undefined;
  if (width !== undefined) return { min: width, max: width };
  const size = Number(given ?? (block.type === 'title' ? HEADING_PIXELS[block.level] : 16));
  const lines = block.content.split(/<(?:br|\/p|\/li|\/h\d)\b[^<>]*>/i);
  return widest(
    lines.map((line) =>
      extentOfText(
        line
          .replace(/<[^<>]*>/g, '')
          .replace(/&[a-z#0-9]{1,8};/gi, '-')
          .trim(),
        size,
      ),
    ),
  );
}

/** Whether an element is as wide as its content: a table without a width. */
export function isShrunk(element: HtmlElement, style: Declarations): boolean {
  return element.name === 'table' && !style.has('width') && !style.has('max-width');
}
