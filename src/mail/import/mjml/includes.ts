import { findElement, type HtmlElement, type HtmlNode, isElement } from '../../parse/html.ts';
import { ImportRefusal, type ImportSource, MAX_SOURCE_LENGTH, parseMarkup } from '../context.ts';
import { addNote, type Notes } from '../report.ts';

/** Most nested includes; a file may include itself. */
const MAX_INCLUDE_DEPTH = 10;

interface IncludeContext {
  files: ReadonlyMap<string, string>;
  notes: Notes;
  /** Characters included so far: a small file included a million times is a large source. */
  length: number;
}

/** Replaces every mj-include by the content of its file, and adds notes about missing ones. */
export function inlineIncludes(root: HtmlElement, source: ImportSource, notes: Notes): void {
  const files = new Map(Object.entries(source.includes).map(([path, text]) => [normalize(path), text]));
  inlineBelow({ files, notes, length: source.text.length }, root, '', []);
}

function inlineBelow(
  inlining: IncludeContext,
  element: HtmlElement,
  folder: string,
  trail: readonly string[],
): void {
  element.children = element.children.flatMap((child) => {
    if (!isElement(child)) return [child];
    if (child.name === 'mj-include') return readInclude(inlining, child, folder, trail);
    inlineBelow(inlining, child, folder, trail);
    return [child];
  });
}

function readInclude(
  inlining: IncludeContext,
  include: HtmlElement,
  folder: string,
  trail: readonly string[],
): HtmlNode[] {
  const path = include.attribs.path ?? '';
  const file = [normalize(`${folder}${path}`), normalize(path)].find((name) => inlining.files.has(name));
  const what = `mj-include ${path}`;
  if (file === undefined) {
    addNote(
      inlining.notes,
      what,
      'The file was not given; give it to the import, or leave the include out.',
      include,
    );
    return [];
  }
  if (trail.includes(file) || trail.length >= MAX_INCLUDE_DEPTH) {
    addNote(inlining.notes, what, 'The file includes itself; it was taken in once.', include);
    return [];
  }
  const text = inlining.files.get(file) as string;
  inlining.length += text.length;
  if (inlining.length > MAX_SOURCE_LENGTH) {
    throw new ImportRefusal('too_large', 'With its included files the source is larger than 4 MB.');
  }
  const type = include.attribs.type;
  const wrapped =
    type === 'css' ? `<mj-style>${text}</mj-style>` : type === 'html' ? `<mj-raw>${text}</mj-raw>` : text;
  const root = parseMarkup({ text: wrapped, file });
  inlineBelow(inlining, root, file.slice(0, file.lastIndexOf('/') + 1), [...trail, file]);
  return adopt(partFor(root, include.parent), include.parent);
}

/** The part of an included MJML file that belongs at the place of the include. */
function partFor(root: HtmlElement, parent: HtmlElement | null): HtmlNode[] {
  const body = findElement(root, 'mj-body');
  const head = findElement(root, 'mj-head');
  if (!body && !head) return root.children;
  const isInHead = parent?.name === 'mj-head' || parent?.name === 'mj-attributes';
  return (isInHead ? head : body)?.children ?? [];
}

function adopt(nodes: HtmlNode[], parent: HtmlElement | null): HtmlNode[] {
  for (const node of nodes) if (isElement(node)) node.parent = parent;
  return nodes;
}

/** `./partials/../base.mjml` → `base.mjml`. */
function normalize(path: string): string {
  const steps: string[] = [];
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}
