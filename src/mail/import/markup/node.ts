/** The text a tree was read from. */
export interface SourceText {
  text: string;
  /** Name of the file when it is an included one. */
  file?: string;
}

interface Placed {
  source: SourceText;
  /** Offsets in the source; `end` is after the last character. */
  start: number;
  end: number;
}

/** An element. Names are lower case; attribute values are decoded, merge tags in them untouched. */
export interface ElementNode extends Placed {
  kind: 'element';
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: MarkupNode[];
  parent: ElementNode | undefined;
  /** Offsets of what is between the tags. */
  innerStart: number;
  innerEnd: number;
}

/** Text as it is written in the source: entities are not decoded. */
export interface TextNode extends Placed {
  kind: 'text';
  raw: string;
}

/** A comment, conditional ones included; `text` is what is between the marks. */
export interface CommentNode extends Placed {
  kind: 'comment';
  text: string;
}

export type MarkupNode = ElementNode | TextNode | CommentNode;

/** The element as it is written, tags included. */
export function outerSource(node: MarkupNode): string {
  return node.source.text.slice(node.start, node.end);
}

/** What is written between the tags of an element. */
export function innerSource(element: ElementNode): string {
  return element.source.text.slice(element.innerStart, element.innerEnd);
}

/** The children that are elements. */
export function childElements(element: ElementNode): ElementNode[] {
  return element.children.filter((child) => child.kind === 'element');
}

/** The first element of this name below, in document order. */
export function findElement(root: ElementNode, name: string): ElementNode | undefined {
  for (const child of root.children) {
    if (child.kind !== 'element') continue;
    if (child.name === name) return child;
    const found = findElement(child, name);
    if (found) return found;
  }
  return undefined;
}

/** Every element below, in document order. */
export function* walkElements(root: ElementNode): Generator<ElementNode, void, undefined> {
  for (const child of root.children) {
    if (child.kind !== 'element') continue;
    yield child;
    yield* walkElements(child);
  }
}
