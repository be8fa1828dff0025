import { Parser } from 'htmlparser2';
import { maskMergeTags } from '../../parse/mask-merge-tags.ts';
import { ImportRefusal, MAX_DEPTH, refuseDepth } from '../refusal.ts';
import type { ElementNode, MarkupNode, SourceText } from './node.ts';
import { decodeText } from './text.ts';

/** Most elements one source may have: five for each block a template may hold. */
const MAX_ELEMENTS = 100_000;

/**
 * Reads HTML or MJML into a tree that remembers where everything stood. Forgiving as mail is: end tags may be
 * missing, and text between table rows stays where it was written, which a browser's algorithm would move.
 * @throws ImportRefusal when elements are nested too deeply or are too many
 */
export function parseMarkup(source: SourceText): ElementNode {
  const { text, unmask } = maskMergeTags(source.text);
  const root = makeElement(source, '#root', new Map(), undefined, 0, 0);
  root.end = source.text.length;
  root.innerEnd = root.end;
  const build: Build = { source, open: root, depth: 0, count: 0, attributes: new Map() };
  const parser: Parser = new Parser(
    {
      onopentagname: () => {
        build.attributes = new Map();
      },
      onattribute: (name, value) => {
        const key = unmask(name);
        if (!build.attributes.has(key)) build.attributes.set(key, unmask(decodeText(value)));
      },
      onopentag: (name) => openElement(build, name, parser.startIndex, parser.endIndex + 1),
      onclosetag: (name, isImplied) => closeElement(build, name, isImplied, parser),
      ontext: () => addText(build, parser.startIndex, parser.endIndex + 1),
      oncomment: (comment) => addComment(build, comment, parser.startIndex, parser.endIndex + 1),
    },
    // Entities stay as written: text is cut out of the source, so that nothing is escaped twice.
    { decodeEntities: false, recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.end(text);
  return root;
}

interface Build {
  source: SourceText;
  open: ElementNode;
  depth: number;
  count: number;
  attributes: Map<string, string>;
}

function openElement(build: Build, name: string, start: number, innerStart: number): void {
  const element = makeElement(build.source, name, build.attributes, build.open, start, innerStart);
  build.depth += 1;
  if (build.depth > MAX_DEPTH) refuseDepth();
  countNode(build);
  build.open.children.push(element);
  build.open = element;
}

function closeElement(build: Build, name: string, isImplied: boolean, parser: Parser): void {
  const element = build.open;
  // A second form inside a form is left out by the parser, so an end tag may have no start.
  if (element.name !== name || !element.parent) return;
  const isVoid = parser.startIndex === element.start;
  const closedAt = isVoid ? element.innerStart : Math.max(parser.startIndex, element.innerStart);
  element.innerEnd = Math.min(closedAt, build.source.text.length);
  element.end = isImplied || isVoid ? element.innerEnd : parser.endIndex + 1;
  build.open = element.parent;
  build.depth -= 1;
}

function addText(build: Build, start: number, end: number): void {
  const last = build.open.children.at(-1);
  if (last?.kind === 'text' && last.end === start) {
    last.end = end;
    last.raw = build.source.text.slice(last.start, end);
    return;
  }
  const raw = build.source.text.slice(start, end);
  build.open.children.push({ kind: 'text', raw, source: build.source, start, end });
}

function countNode(build: Build): void {
  build.count += 1;
  if (build.count <= MAX_ELEMENTS) return;
  throw new ImportRefusal('too_large', `The source has more than ${MAX_ELEMENTS} elements; split it.`);
}

function addComment(build: Build, comment: string, start: number, end: number): void {
  countNode(build);
  const node: MarkupNode = { kind: 'comment', text: comment, source: build.source, start, end };
  build.open.children.push(node);
}

function makeElement(
  source: SourceText,
  name: string,
  attributes: ReadonlyMap<string, string>,
  parent: ElementNode | undefined,
  start: number,
  innerStart: number,
): ElementNode {
  return {
    kind: 'element',
    name,
    attributes,
    children: [],
    parent,
    source,
    start,
    end: innerStart,
    innerStart,
    innerEnd: innerStart,
  };
}
