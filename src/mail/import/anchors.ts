import {
  type HtmlElement,
  type HtmlNode,
  isBlank,
  isElement,
  isText,
  parseHtml,
  walkElements,
} from '../parse/html.ts';
import { maskMergeTags } from '../parse/mask-merge-tags.ts';
import { addNote, type Notes } from './report.ts';
import { escapeAttribute, isInvisibleName } from './text.ts';

/** Most targets of links within a mail. */
const MAX_TARGETS = 500;
/** Elements whose text is no rich text. */
const NO_RICH_TEXT = /^(?:a|button|option|mj-(?:button|navbar-link|social-element|title|preview|style|raw))$/;

interface Insertion {
  start: number;
  end: number;
  id: string;
}

/**
 * The source with the targets of links such as `#news` on text, because blocks have texts and no ids: an anchor goes
 * around the first text in or behind its element. Line numbers stay.
 */
export function anchorTexts(source: string, notes: Notes): string {
  if (!/href\s*=\s*["']?#[^\s"'>]/i.test(source)) return source;
  const { text, unmask } = maskMergeTags(source);
  const root = parseHtml({ text: source }, { unmask, recognizeSelfClosing: true }, text);
  const elements = [...walkElements(root)];
  const wanted = new Set(elements.flatMap(({ attribs }) => targetOf(attribs.href)));
  const texts: { start: number; end: number }[] = [];
  collectTexts(root, texts);
  const insertions: Insertion[] = [];
  for (const element of elements) {
    const id = [element.attribs.id, element.name === 'a' ? element.attribs.name : undefined].find(
      (name) => name && wanted.has(name),
    );
    if (id === undefined || insertions.length >= MAX_TARGETS) continue;
    wanted.delete(id);
    const place = findPlace(texts, element.start);
    if (place === undefined)
      addNote(notes, `anchor #${id}`, 'No text follows it that could hold it; it was left out.', element);
    else insertions.push({ ...place, id });
  }
  return insert(source, insertions);
}

function targetOf(href: string | undefined): string[] {
  const [, id] = /^\s*#(.+?)\s*$/.exec(href ?? '') ?? [];
  return id === undefined ? [] : [id];
}

/** The texts that become rich text, in order. */
function collectTexts(element: HtmlElement, texts: { start: number; end: number }[]): void {
  for (const node of element.children as HtmlNode[]) {
    if (isText(node) && !isBlank(node)) texts.push({ start: node.start, end: node.end });
    if (!isElement(node) || isInvisibleName(node.name)) continue;
    if (NO_RICH_TEXT.test(node.name) && (node.name !== 'a' || node.attribs.href !== undefined)) continue;
    collectTexts(node, texts);
  }
}

/** The first text from this position on, by halving. */
function findPlace(texts: readonly { start: number; end: number }[], from: number) {
  let low = 0;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((texts[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return texts[low];
}

/** Several anchors may be around one text. */
function insert(source: string, insertions: readonly Insertion[]): string {
  const groups = [...Map.groupBy(insertions, ({ start }) => start)].sort(([one], [other]) => one - other);
  let written = '';
  let from = 0;
  for (const [start, list] of groups) {
    const end = list[0]?.end ?? start;
    const opening = list
      .map(({ id }) => `<a id="${escapeAttribute(id)}" name="${escapeAttribute(id)}">`)
      .join('');
    written += source.slice(from, start) + opening + source.slice(start, end) + '</a>'.repeat(list.length);
    from = end;
  }
  return written + source.slice(from);
}
