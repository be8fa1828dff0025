import { type Comment, DomHandler, Element, type Text } from 'domhandler';
import { Parser } from 'htmlparser2';

/** The text that HTML was read from. */
export interface SourceText {
  text: string;
  /** Name of the file when it is an included one. */
  file?: string;
}

/** Position of a node in its source. */
interface SourceRange {
  source: SourceText;
  start: number;
  /** After the last character. */
  end: number;
}

/** An element of the DOM. Names are lower case; attribute values are decoded. */
export interface HtmlElement extends Element, SourceRange {
  children: HtmlNode[];
  /** null for the root. */
  parent: HtmlElement | null;
  /** After the `>` of the start tag. */
  startTagEnd: number;
  /** Where the end tag begins, or where the element ends without one. */
  endTagStart: number;
  hasEndTag: boolean;
  /** An element without content and end tag, such as br. */
  isVoid: boolean;
}

/** The root of a DOM, named `#root`. */
interface HtmlDocument extends HtmlElement {
  /** Names of end tags without an open element. */
  strayEndTags: string[];
}

/** A text; `data` is decoded. */
export interface HtmlText extends Text, SourceRange {
  parent: HtmlElement;
}

/** A comment, including conditional ones; `data` is the text between the marks. */
export interface HtmlComment extends Comment, SourceRange {
  parent: HtmlElement;
}

export type HtmlNode = HtmlElement | HtmlText | HtmlComment;

interface HtmlOptions {
  /** Restores the merge tags of a text, for a source with masked merge tags. */
  unmask?: (masked: string) => string;
  /** `/>` ends any element, as in MJML. */
  recognizeSelfClosing?: boolean;
  /** Throws when elements are nested too deeply. Without it, deeper elements become siblings without content. */
  refuseDepth?: () => never;
  /** Throws when there are more than MAX_NODES elements and comments. */
  refuseCount?: () => never;
}

/**
 * Most nested elements, so that code may walk the tree recursively. The deepest known mails have less than a third of
 * it.
 */
export const MAX_DEPTH = 256;

/** Most elements and comments of a source: five for each block that a template may hold. */
export const MAX_NODES = 100_000;

/**
 * Reads HTML or MJML into a DOM with source positions. End tags may be missing, and text between table rows stays where
 * it was written, unlike in browsers.
 * @param masked the text of the source, of the same length, with masked merge tags
 */
export function parseHtml(source: SourceText, options: HtmlOptions = {}, masked = source.text): HtmlDocument {
  const { unmask, ...limits } = options;
  const handler = new SourceRangeHandler(source, masked === source.text ? limits : options);
  const parser = new BoundedParser(handler, options);
  parser.end(masked);
  return handler.document;
}

/** Builds the DOM with the source position of every node. */
class SourceRangeHandler extends DomHandler {
  readonly document: HtmlDocument;
  depth = 0;
  /** Where the end tag ends that is being read. */
  endTagEnd = 0;
  private count = 0;
  private position: Pick<Parser, 'startIndex' | 'endIndex'> = { startIndex: 0, endIndex: 0 };

  constructor(
    private readonly source: SourceText,
    private readonly limits: HtmlOptions,
  ) {
    super();
    this.document = new Element('#root', {}) as HtmlDocument;
    const { length } = source.text;
    const place = { source, start: 0, end: length, startTagEnd: 0, endTagStart: length, hasEndTag: false };
    Object.assign(this.document, place, { isVoid: false, strayEndTags: [] });
    this.tagStack = [this.document];
  }

  override onparserinit(parser: Parser): void {
    this.position = parser;
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    const element = new Element(name, this.readAttributes(attributes)) as HtmlElement;
    this.addNode(element);
    this.tagStack.push(element);
    this.depth += 1;
    if (this.depth > MAX_DEPTH) this.limits.refuseDepth?.();
    this.countNode();
    element.startTagEnd = element.end;
    element.endTagStart = element.end;
    element.hasEndTag = false;
    element.isVoid = false;
  }

  override onclosetag(_name?: string, isImplied = false): void {
    const element = this.tagStack.pop() as HtmlElement;
    const { startIndex } = this.position;
    const isVoid = startIndex === element.start;
    const closedAt = isVoid ? element.startTagEnd : Math.max(startIndex, element.startTagEnd);
    element.endTagStart = Math.min(closedAt, this.source.text.length);
    element.isVoid = isVoid;
    element.hasEndTag = !isImplied && !isVoid;
    element.end = element.hasEndTag ? this.endTagEnd + 1 : element.endTagStart;
    this.lastNode = null;
    this.depth -= 1;
  }

  override ontext(data: string): void {
    const text = this.limits.unmask?.(data) ?? data;
    const last = this.lastNode as HtmlText | null;
    // What the parser leaves out, such as an end tag without an element, is in no text.
    if (last?.type === 'text' && last.end === this.position.startIndex) {
      last.data += text;
      last.end = this.position.endIndex + 1;
    } else {
      this.lastNode = null;
      super.ontext(text);
    }
  }

  override oncomment(data: string): void {
    this.countNode();
    super.oncomment(this.limits.unmask?.(data) ?? data);
  }

  // CDATA is text, and instructions are ignored.
  override oncdatastart(): void {}
  override oncdataend(): void {}
  override onprocessinginstruction(): void {}

  protected override addNode(node: HtmlNode): void {
    const parent = this.tagStack.at(-1) as HtmlElement;
    node.source = this.source;
    node.start = this.position.startIndex;
    node.end = this.position.endIndex + 1;
    const before = parent.children.at(-1);
    if (before) {
      node.prev = before;
      before.next = node;
    }
    node.parent = parent;
    parent.children.push(node);
    this.lastNode = null;
  }

  private countNode(): void {
    this.count += 1;
    if (this.count > MAX_NODES) this.limits.refuseCount?.();
  }

  private readAttributes(attributes: Record<string, string>): Record<string, string> {
    const { unmask } = this.limits;
    if (!unmask) return attributes;
    const entries = Object.entries(attributes).map(([name, value]) => [unmask(name), unmask(value)]);
    return Object.fromEntries(entries);
  }
}

/**
 * A parser with a short stack of open elements: the original searches the stack for every end tag, which takes a minute
 * for a hundred thousand nested elements. Elements that are too deep are read as void ones.
 */
class BoundedParser extends Parser {
  private isTooDeep = false;

  constructor(
    private readonly handler: SourceRangeHandler,
    { recognizeSelfClosing = false }: HtmlOptions,
  ) {
    super(handler, { decodeEntities: true, recognizeSelfClosing, recognizeCDATA: recognizeSelfClosing });
  }

  override onopentagname(start: number, end: number): void {
    this.isTooDeep = this.handler.depth >= MAX_DEPTH;
    super.onopentagname(start, end);
  }

  override onclosetag(start: number, end: number): void {
    const { depth, document } = this.handler;
    this.isTooDeep = false;
    const bracket = document.source.text.indexOf('>', end);
    this.handler.endTagEnd = bracket < 0 ? end : bracket;
    super.onclosetag(start, end);
    // The parser takes the end tag to end with its name: `</a\n>`.
    this.startIndex = this.handler.endTagEnd + 1;
    if (this.handler.depth === depth) {
      document.strayEndTags.push(document.source.text.slice(start, end).toLowerCase());
    }
  }

  protected override isVoidElement(name: string): boolean {
    // The parser leaves out a form inside a form; then the name is empty.
    return (this.isTooDeep && name !== '') || super.isVoidElement(name);
  }
}

/** Makes an element outside of any source, to compute its style. */
export function makeElement(name: string, parent: HtmlElement): HtmlElement {
  const { source, start, end, startTagEnd, endTagStart } = parent;
  const element = new Element(name, {}) as HtmlElement;
  const place = { source, start, end, startTagEnd, endTagStart, hasEndTag: false, isVoid: false };
  return Object.assign(element, { ...place, parent });
}

export function isElement(node: HtmlNode | null | undefined): node is HtmlElement {
  return node?.type === 'tag' || node?.type === 'style' || node?.type === 'script';
}

export function isText(node: HtmlNode): node is HtmlText {
  return node.type === 'text';
}

export function isComment(node: HtmlNode): node is HtmlComment {
  return node.type === 'comment';
}

/** The source of a node, with tags and entities. */
export function outerSource({ source, start, end }: HtmlNode): string {
  return source.text.slice(start, end);
}

/** The source between the tags of an element. */
export function innerSource({ source, startTagEnd, endTagStart }: HtmlElement): string {
  return source.text.slice(startTagEnd, endTagStart);
}

/** The children that are elements. */
export function childElements(element: HtmlElement): HtmlElement[] {
  return element.children.filter((child) => isElement(child));
}

/** The first element of this name below, in document order. */
export function findElement(root: HtmlElement, name: string): HtmlElement | undefined {
  for (const element of walkElements(root)) if (element.name === name) return element;
  return undefined;
}

/** Every element below, in document order. */
export function* walkElements(root: HtmlElement): Generator<HtmlElement, void, undefined> {
  for (const child of root.children) {
    if (!isElement(child)) continue;
    yield child;
    yield* walkElements(child);
  }
}

/** Callbacks for the nodes of a tree, in document order. */
interface HtmlVisitor {
  enter(element: HtmlElement): void;
  leave(element: HtmlElement): void;
  text(node: HtmlText): void;
}

/** Visits every element and text below. */
export function visitNodes(root: HtmlElement, visitor: HtmlVisitor): void {
  for (const node of root.children) {
    if (isText(node)) visitor.text(node);
    if (!isElement(node)) continue;
    visitor.enter(node);
    visitNodes(node, visitor);
    visitor.leave(node);
  }
}

/** Whether a text is white space; a non-breaking space written as an entity is not. */
export function isBlank(text: HtmlText): boolean {
  return outerSource(text).trim() === '';
}
