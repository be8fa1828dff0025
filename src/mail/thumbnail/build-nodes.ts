import { SILENT_ELEMENTS } from '../parse/allowed-html.ts';
import { type HtmlElement, type HtmlNode, isElement, isText } from '../parse/html.ts';
import {
  alignBlock,
  blockAlignOf,
  columnStyle,
  dropTablePadding,
  isBetweenBlocks,
  isCell,
  isPictureLink,
  isStack,
  stackStyle,
  TABLE_PARTS,
} from './arrange.ts';
import { splitByFont } from './fonts.ts';
import type { DrawNode, DrawPicture, PictureSize } from './node.ts';
import { type Declarations, readAttributeStyles, readStyle } from './style.ts';

/** Characters and nodes of a picture: more than one of the greatest height shows. */
const MAX_CHARACTERS = 40_000;
const MAX_NODES = 10_000;

/** Nodes that a piece of text counts as: in one line, pieces take the renderer more time than boxes. */
const TEXT_WEIGHT = 4;

/** Elements inside each other that are drawn. Mails with sections in bands need forty. */
const MAX_DEPTH = 100;

/** Inline blocks inside each other: each level takes the renderer four times as long. */
const MAX_INLINE_BLOCKS = 3;

/** Shape and greatest height of a picture whose size is not known, and the most characters of its text. */
const MISSING_SHAPE = '2.5';
const MISSING_HEIGHT = '240px';
const MISSING_TEXT = 120;

/** Drawn in place of a damaged picture. */
const NO_PIXELS = { width: 1, height: 1, data: Uint8Array.of(228, 231, 235, 255) };

const LEFT_OUT = new Set([...SILENT_ELEMENTS, 'head', 'meta', 'link', 'col', 'colgroup']);

/** The surroundings of an element. */
interface Context {
  /** Alignment of blocks. */
  align?: string | undefined;
  table?: HtmlElement | undefined;
  /** Whether the table is laid out as blocks below each other. */
  isStacked?: boolean | undefined;
  /** Takes the text between the rows of a table, which browsers show above it. */
  aboveTable?: DrawNode[] | undefined;
  depth: number;
  inlineBlocks: number;
}

interface BuildOptions {
  /** Of the page, in CSS pixels. */
  width: number;
  isPhone: boolean;
  /** Natural size of a picture. Undefined if it cannot be shown. */
  sizeOf(source: string): PictureSize | undefined;
}

/** A picture whose pixels are not set yet. */
export interface PlacedPicture {
  node: DrawPicture;
  source: string;
  /** Its greatest width in CSS pixels. */
  shownWidth: number;
}

/** Makes the renderer's nodes of HTML. Styles become classes: the renderer ignores wrong values in style sheets only. */
export class NodeBuilder {
  readonly #options: BuildOptions;
  /** The pictures among the nodes. */
  readonly pictures: PlacedPicture[] = [];
  readonly #classes = new Map<string, string>();
  #characters = MAX_CHARACTERS;
  #nodes = MAX_NODES;

  constructor(options: BuildOptions) {
    this.#options = options;
  }

  build(root: HtmlElement): DrawNode[] {
    return this.#buildChildren(root, { depth: 0, inlineBlocks: 0 });
  }

  /** The rules of the classes of the nodes. */
  get styleSheet(): string {
    return [...this.#classes].map(([style, name]) => `.${name}{${style}}`).join('\n');
  }

  #buildChildren(parent: HtmlElement, context: Context): DrawNode[] {
    const nodes: DrawNode[] = [];
    for (const child of parent.children) {
      if (this.#nodes <= 0 || this.#characters <= 0 || context.depth > MAX_DEPTH) break;
      if (isText(child)) this.#addText(child, nodes, context);
      else if (isElement(child) && !LEFT_OUT.has(child.name)) this.#addElement(child, nodes, context);
    }
    return nodes;
  }

  #addText(
    text: HtmlNode & { data: string; parent: HtmlElement },
    nodes: DrawNode[],
    context: Context,
  ): void {
    if (isBetweenBlocks(text)) return;
    const target = TABLE_PARTS.has(text.parent.name) ? (context.aboveTable ?? nodes) : nodes;
    target.push(...this.#textNodes(text.data));
  }

  /** Letters that no font has become pale boxes. */
  #textNodes(text: string): DrawNode[] {
    const taken = text.slice(0, this.#characters).replaceAll('\ufe0f', '');
    this.#characters -= taken.length;
    const pieces = splitByFont(taken).slice(0, Math.max(0, this.#nodes / TEXT_WEIGHT));
    this.#nodes -= pieces.length * TEXT_WEIGHT;
    return pieces.map(({ text, isBoxes }) => ({
      type: 'text',
      text,
      ...(isBoxes && { tagName: 'span', className: 'letter-boxes' }),
    }));
  }

  #addElement(element: HtmlElement, nodes: DrawNode[], context: Context): void {
    this.#nodes -= 1;
    const own = readStyle(element);
    if (own.get('display') === 'none') return;
    if (element.name === 'br') return void nodes.push({ type: 'text', text: '\n', tagName: 'br' });
    const isTable = element.name === 'table';
    const inside: Context = {
      align: blockAlignOf(element, own, context.align),
      table: isTable ? element : context.table,
      isStacked: isTable ? !own.has('display') && isStack(element) : context.isStacked,
      aboveTable: isTable ? [] : isCell(element) ? undefined : context.aboveTable,
      depth: context.depth + 1,
      inlineBlocks: context.inlineBlocks + Number(own.get('display') === 'inline-block'),
    };
    const style = this.#arrange(element, own, context, inside);
    if (element.name === 'img') return void nodes.push(...this.#picture(element, style));
    const children = this.#buildChildren(element, inside);
    if (isTable) nodes.push(...(inside.aboveTable ?? []));
    nodes.push({ type: 'container', ...this.#describe(element, style), children });
  }

  #arrange(
    element: HtmlElement,
    own: ReadonlyMap<string, string>,
    context: Context,
    inside: Context,
  ): Declarations {
    const style: Declarations = new Map([...readAttributeStyles(element, inside.table), ...own]);
    if (inside.inlineBlocks > MAX_INLINE_BLOCKS) style.set('display', 'block');
    alignBlock(element, style, context.align);
    const isPart = TABLE_PARTS.has(element.name) || isCell(element);
    if (isPart && inside.isStacked) stackStyle(element, style);
    columnStyle(element, style);
    dropTablePadding(element, style);
    if (isPictureLink(element)) style.set('text-decoration', 'none');
    return style;
  }

  #describe({ name, attribs }: HtmlElement, style: Declarations) {
    const className = [attribs.class, this.#classOf(style)].filter(Boolean).join(' ');
    const { dir, value, type } = attribs;
    const start = Number.parseInt(attribs.start ?? '', 10);
    const marks = { type, value, start: Number.isNaN(start) ? undefined : String(start) };
    const attributes = Object.entries(marks).filter(([, each]) => each !== undefined);
    return {
      tagName: name,
      ...(className !== '' && { className }),
      ...((dir === 'rtl' || dir === 'ltr') && { dir: dir as 'rtl' | 'ltr' }),
      ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) as Record<string, string> }),
    };
  }

  #classOf(style: Declarations): string {
    if (style.size === 0) return '';
    const text = [...style].map(([property, value]) => `${property}:${value}`).join(';');
    const name = this.#classes.get(text) ?? `style-${this.#classes.size}`;
    this.#classes.set(text, name);
    return name;
  }

  #picture(element: HtmlElement, style: Declarations): DrawNode[] {
    const { attribs } = element;
    const { width: pageWidth, isPhone, sizeOf } = this.#options;
    const source = (attribs.src ?? '').trim();
    const given = Number.parseFloat(attribs.width ?? style.get('width') ?? '') || undefined;
    // Counters of opened mails have one pixel.
    if (source === '' || (given !== undefined && given <= 2)) return [];
    const natural = sizeOf(source);
    const width = given ?? natural?.width ?? pageWidth;
    const asked = Number.parseFloat(attribs.height ?? '') || undefined;
    if (natural === undefined) return [this.#missingPicture(element, width, asked, style)];
    const height = asked ?? (width * natural.height) / natural.width;
    const node: DrawPicture = {
      ...{ type: 'image', src: NO_PIXELS, width, height },
      ...this.#describe(element, style),
    };
    this.pictures.push({ node, source, shownWidth: isPhone ? pageWidth : Math.min(width, pageWidth) });
    return [node];
  }

  /** A gray box with the text of a picture that cannot be shown. */
  #missingPicture(
    { attribs }: HtmlElement,
    width: number,
    height: number | undefined,
    style: Declarations,
  ): DrawNode {
    const display = style.get('display') === 'block' ? 'flex' : 'inline-flex';
    const box: Declarations = new Map([['width', `${width}px`], ...style, ['display', display]]);
    if (height !== undefined) box.set('height', `${height}px`);
    if (!/\dpx/.test(box.get('height') ?? ''))
      box.set('height', 'auto').set('aspect-ratio', MISSING_SHAPE).set('max-height', MISSING_HEIGHT);
    const label = width < 60 ? '' : (attribs.alt ?? '').trim().slice(0, MISSING_TEXT);
    const text = this.#textNodes(label).map((node) => ({
      tagName: 'span',
      className: 'missing-text',
      ...node,
    }));
    const children: DrawNode[] = label === '' ? [] : [{ type: 'container', tagName: 'div', children: text }];
    return { type: 'container', className: `missing-picture ${this.#classOf(box)}`, children };
  }
}
