import { HEADING_PIXELS } from '../model/layout-sizes.ts';
import { SILENT_ELEMENTS } from '../parse/allowed-html.ts';
import { formatColor, parseColor } from '../parse/color.ts';
import { type HtmlElement, type HtmlNode, isElement, isText, parseHtml } from '../parse/html.ts';
import { splitByFont } from './fonts.ts';
import {
  type BlockReader,
  boxStyle,
  type Declarations,
  type Look,
  lookInside,
  lookOn,
  readDeclarations,
  readLength,
  textStyle,
} from './look.ts';
import { block, type DrawNode, type DrawStyle, inline } from './node.ts';
import { type Page, textAlign } from './page.ts';
import { pictureInHtml } from './picture.ts';
import { layOutTable } from './table.ts';

const BLOCKS = new Set(
  (
    'address article aside blockquote center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header ' +
    'li main nav ol p pre section ul caption'
  ).split(' '),
);

/** Elements inside each other that are laid out; deeper ones are left out, because each level costs time. */
const MAX_DEPTH = 40;

/** Pixels below paragraphs and lists. */
const MARGIN = 16;

/** What differs between the texts of blocks. */
interface HtmlOptions {
  /** Pixels below a paragraph; 16 when absent. */
  paragraphSpacing?: number | undefined;
  /** HTML of an author, which has the margins of browsers; rich text has none at its end. */
  isMarkup?: boolean;
}

/** Rich text or HTML of an author as boxes and lines. */
export function layOutHtml(html: string, look: Look, page: Page, options: HtmlOptions = {}): DrawNode[] {
  // Text that is cut off is not parsed either. Markup takes more room than text.
  const source = html.slice(0, 200_000);
  const flow = new HtmlFlow(page, options);
  return flow.read(parseHtml({ text: source }).children, look);
}

export function startLook(page: Page, place: Look['place'], changes: Partial<Look> = {}): Look {
  return {
    place,
    color: page.textColor,
    size: 16,
    lineHeight: 1.5,
    font: page.font,
    align: textAlign('left', page),
    dir: page.dir,
    isBold: false,
    isItalic: false,
    isUnderlined: false,
    isStruck: false,
    isPreformatted: false,
    letterSpacing: 0,
    textCase: 'none',
    ...changes,
  };
}

/** Reads nodes of HTML into blocks; what stands between blocks becomes lines. */
class HtmlFlow implements BlockReader {
  readonly page: Page;
  readonly #options: HtmlOptions;
  #depth = 0;

  constructor(page: Page, options: HtmlOptions) {
    this.page = page;
    this.#options = options;
  }

  /** The blocks of the nodes, below each other. */
  read(nodes: readonly HtmlNode[], look: Look): DrawNode[] {
    const blocks: DrawNode[] = [];
    const line: DrawNode[] = [];
    const flush = () => {
      const pieces = trimLine(line.splice(0));
      if (pieces.length > 0) blocks.push(block(lineStyle(look), pieces));
    };
    if (this.#depth < MAX_DEPTH) {
      this.#depth += 1;
      this.#collect(nodes, look, { blocks, line, flush });
      this.#depth -= 1;
    }
    flush();
    return blocks;
  }

  #collect(nodes: readonly HtmlNode[], look: Look, target: Target): void {
    for (const node of nodes) {
      if (this.page.texts.isSpent) return;
      if (isText(node)) this.#addText(node.data, look, target.line);
      else if (isElement(node)) this.#addElement(node, look, target);
    }
  }

  #addText(data: string, look: Look, line: DrawNode[]): void {
    const cased = inCase(data, look.textCase);
    const text = look.isPreformatted ? cased : cased.replace(/[ \t\r\n\f]+/g, ' ');
    const last = line.at(-1);
    const isAtStart = last === undefined || (last.type === 'text' && /[ \n]$/.test(last.text));
    const kept = isAtStart && !look.isPreformatted ? text.replace(/^ /, '') : text;
    if (kept === '') return;
    line.push(...layOutText(kept, textStyle(look, this.page), this.page));
  }

  #addElement(element: HtmlElement, look: Look, target: Target): void {
    const { name, attribs, children } = element;
    if (SILENT_ELEMENTS.includes(name)) return;
    const declarations = readDeclarations(element);
    if (declarations.get('display') === 'none' || declarations.get('mso-hide') === 'all') return;
    if (name === 'br') {
      target.line.push(inline('\n', textStyle(look, this.page)));
    } else if (name === 'img') {
      const picture = pictureInHtml(attribs, declarations, look, this.page);
      if (picture !== undefined) target.line.push(picture);
    } else if (name === 'hr') {
      target.flush();
      const color = this.page.colors.on(look.place, undefined, '#808080');
      target.blocks.push(block({ margin: '8px 0', borderTop: `1px solid ${color}` }, []));
    } else if (name === 'table') {
      target.flush();
      target.blocks.push(layOutTable(element, declarations, look, this));
    } else if (BLOCKS.has(name)) {
      target.flush();
      target.blocks.push(this.#layOutBlock(element, declarations, look));
    } else {
      const inside = lookInside(element, declarations, look, this.page);
      const marker = declarations.get('background-color') ?? declarations.get('background');
      const [{ backgroundColor }, on] = lookOn(marker, inside, this.page);
      if (backgroundColor !== undefined) on.marker = String(backgroundColor);
      this.#collect(children, on, target);
    }
  }

  #layOutBlock(element: HtmlElement, declarations: Declarations, look: Look): DrawNode {
    const { name, children } = element;
    const { page } = this;
    const [background, on] = lookOn(
      declarations.get('background-color') ?? declarations.get('background') ?? element.attribs.bgcolor,
      lookInside(element, declarations, look, page),
      page,
    );
    const inside = alignedLook(element, declarations, on);
    const box = { ...background, ...boxStyle(declarations, look) };
    const heading = /^h[1-6]$/.test(name) ? Number(name[1]) : undefined;
    if (heading !== undefined && !declarations.has('font-size'))
      inside.size = HEADING_PIXELS[heading as 1] ?? 16;
    if (heading !== undefined && !declarations.has('line-height')) inside.lineHeight = 1.3;
    if (name === 'ul' || name === 'ol')
      return this.#layOutList(element, inside, { ...this.#margin(element, declarations), ...box });
    if (name === 'blockquote') {
      const side = page.dir === 'rtl' ? 'Right' : 'Left';
      Object.assign(box, { [`padding${side}`]: 16, [`border${side}`]: '3px solid #b3b3b3' });
    }
    const content = this.read(children, inside);
    const isEmptyLine = name === 'p' && content.length === 0;
    if (isEmptyLine) content.push(block(lineStyle(inside), [inline('\u00a0', textStyle(inside, page))]));
    return block({ ...this.#margin(element, declarations), ...box }, content);
  }

  /** The space below a block of rich text; the last block has none. */
  #margin(element: HtmlElement, declarations: Declarations): DrawStyle {
    const { name, parent, next } = element;
    const isSpaced = /^(?:p|h[1-6]|ul|ol|blockquote|pre)$/.test(name);
    if (this.#options.isMarkup) return isSpaced ? browserMargin(declarations) : {};
    const isLast = parent?.name === '#root' && !hasElementAfter(next as HtmlNode | null);
    if (!isSpaced || isLast || parent?.name === 'li') return {};
    return { marginBottom: name === 'p' ? (this.#options.paragraphSpacing ?? MARGIN) : MARGIN };
  }

  #layOutList(element: HtmlElement, look: Look, box: DrawStyle): DrawNode {
    const side = this.page.dir === 'rtl' ? 'paddingRight' : 'paddingLeft';
    const items = element.children.filter((child) => isElement(child) && child.name === 'li');
    const start = Number.parseInt(element.attribs.start ?? '', 10);
    const first = Number.isNaN(start) ? 1 : start;
    const lines = items.map((item, index) => {
      const marker = element.name === 'ol' ? `${first + index}.` : '•';
      return this.#layOutItem(item as HtmlElement, marker, look);
    });
    return block({ ...box, [side]: 24 }, lines);
  }

  #layOutItem(item: HtmlElement, marker: string, look: Look): DrawNode {
    const isRtl = this.page.dir === 'rtl';
    const declarations = readDeclarations(item);
    const inside = alignedLook(item, declarations, lookInside(item, declarations, look, this.page));
    const place = { position: 'absolute', top: 0, width: 24 };
    const hanging = isRtl
      ? { ...place, right: -24, paddingRight: 5 }
      : { ...place, left: -24, textAlign: 'right', paddingRight: 5 };
    const sign = block({ ...lineStyle(inside), ...hanging }, [inline(marker, textStyle(inside, this.page))]);
    return block({ position: 'relative' }, [sign, ...this.read(item.children, inside)]);
  }
}

function inCase(text: string, textCase: Look['textCase']): string {
  if (textCase === 'none') return text;
  return textCase === 'uppercase' ? text.toUpperCase() : text.toLowerCase();
}

/** Where the pieces of HTML go. */
interface Target {
  blocks: DrawNode[];
  /** The line that is not finished. */
  line: DrawNode[];
  /** Makes a block of the line. */
  flush(): void;
}

/** Pieces of a line; letters that no font has become pale boxes. */
export function layOutText(text: string, style: DrawStyle, page: Page): DrawNode[] {
  return splitByFont(page.texts.take(text).replaceAll('\ufe0f', '')).map(({ text: piece, isBoxes }) =>
    inline(piece, isBoxes ? boxesStyle(style) : style),
  );
}

/** A faint color instead of `opacity`, with which each text takes the renderer ten milliseconds. */
function boxesStyle(style: DrawStyle): DrawStyle {
  const color = parseColor(String(style.color));
  const faint = color && { color: formatColor({ ...color, alpha: color.alpha * 0.4 }) };
  return { ...style, ...faint, letterSpacing: '0.3em' };
}

/** The style of a block that holds lines. */
export function lineStyle(look: Look): DrawStyle {
  const { size, lineHeight, align, dir } = look;
  return { fontSize: size, lineHeight, textAlign: align, ...(dir === 'rtl' && { direction: dir }) };
}

function alignedLook(element: HtmlElement, declarations: Declarations, look: Look): Look {
  const align =
    declarations.get('text-align') ??
    (element.name === 'center' ? 'center' : element.attribs.align?.toLowerCase());
  if (align !== 'left' && align !== 'center' && align !== 'right') return look;
  return { ...look, align };
}

/** The space above and below a block as browsers have it, unless the author says otherwise. */
function browserMargin(declarations: Declarations): DrawStyle {
  const [all, , below = all] = declarations.get('margin')?.split(/\s+/) ?? [];
  const top = readLength(declarations.get('margin-top') ?? all, 600) ?? MARGIN;
  const bottom = readLength(declarations.get('margin-bottom') ?? below, 600) ?? MARGIN;
  return { marginTop: Math.min(top, 200), marginBottom: Math.min(bottom, 200) };
}

function hasElementAfter(node: HtmlNode | null): boolean {
  for (let next = node; next; next = next.next as HtmlNode | null) {
    if (isElement(next) || (isText(next) && next.data.trim() !== '')) return true;
  }
  return false;
}

/** Without the space at the end of a line. A break at the end makes no line of its own. */
function trimLine(pieces: DrawNode[]): DrawNode[] {
  const isBlank = (node: DrawNode | undefined) => node?.type === 'text' && /^[ \n]*$/.test(node.text);
  while (pieces.at(-1)?.type === 'text' && (pieces.at(-1) as { text: string }).text === ' ') pieces.pop();
  if (pieces.every(isBlank) && !pieces.some((node) => node.type === 'text' && node.text === '\n')) return [];
  const last = pieces.at(-1);
  if (last?.type === 'text' && last.text === '\n') pieces.pop();
  return pieces;
}
