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
import { escapeAttribute, hasText, isInvisibleName } from './text.ts';

/** Most targets of links within a mail. */
const MAX_TARGETS = 500;
/** Elements whose text is no rich text. */
const NO_RICH_TEXT = /^(?:button|option|mj-(?:button|navbar-link|social-element|title|preview|style|raw))$/;

/** A text, or the start tag of a link with text. */
interface TextRange {
  start: number;
  end: number;
  isLink: boolean;
}

interface Insertion extends TextRange {
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
  const ranges: TextRange[] = [];
  collectRanges(root, ranges);
  const texts = ranges.filter(({ isLink }) => !isLink);
  const insertions: Insertion[] = [];
  for (const element of elements) {
    const id = [element.attribs.id, element.name === 'a' ? element.attribs.name : undefined].find(
      (name) => name && wanted.has(name),
    );
    if (id === undefined || insertions.length >= MAX_TARGETS) continue;
    wanted.delete(id);
    const range = findRange(texts, element.start) ?? findRange(ranges, element.start);
    if (range === undefined)
      addNote(notes, `anchor #${id}`, 'No text follows it that could hold it; it was left out.', element);
    else insertions.push({ ...range, id });
  }
  return insert(source, insertions);
}

function targetOf(href = ''): string[] {
  const address = href.trim();
  return address.length > 1 && address.startsWith('#') ? [address.slice(1)] : [];
}

/** The texts and links that become rich text, in order. */
function collectRanges(element: HtmlElement, ranges: TextRange[]): void {
  for (const node of element.children as HtmlNode[]) {
    if (isText(node) && !isBlank(node)) ranges.push({ start: node.start, end: node.end, isLink: false });
    if (!isElement(node) || isInvisibleName(node.name)) continue;
    const isLink = node.name === 'a' && node.attribs.href !== undefined;
    if (isLink && hasText(node.children)) ranges.push({ start: node.start, end: node.startTagEnd, isLink });
    if (!isLink && !NO_RICH_TEXT.test(node.name)) collectRanges(node, ranges);
  }
}

/** The first text from this position on, by halving. */
function findRange(texts: readonly TextRange[], from: number): TextRange | undefined {
  let low = 0;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((texts[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return texts[low];
}

/** Several anchors may be around one text; a link has one. */
function insert(source: string, insertions: readonly Insertion[]): string {
  const groups = [...Map.groupBy(insertions, ({ start }) => start)].sort(([one], [other]) => one - other);
  let written = '';
  let from = 0;
  for (const [start, list] of groups) {
    const [{ end, isLink }] = list as [Insertion];
    const attributes = list.map(({ id }) => ` id="${escapeAttribute(id)}" name="${escapeAttribute(id)}"`);
    written += source.slice(from, start);
    written += isLink
      ? `<a${attributes[0]}${source.slice(start + 2, end)}`
      : `${attributes.map((part) => `<a${part}>`).join('')}${source.slice(start, end)}${'</a>'.repeat(list.length)}`;
    from = end;
  }
  return written + source.slice(from);
}
