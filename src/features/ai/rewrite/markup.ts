import {
  type HtmlElement,
  type HtmlNode,
  isElement,
  outerSource,
  parseHtml,
} from '../../../mail/parse/html.ts';
import { maskMergeTags } from '../../../mail/parse/mask-merge-tags.ts';
import { isOutputTag } from '../../../mail/parse/merge-tag-meaning.ts';
import { splitMergeTags } from '../../../mail/parse/merge-tags.ts';

/**
 * Compares the merge tags and inline markup of a rewritten text with those of the original. Returns the losses,
 * additions and moves as sentences; empty if everything was kept.
 */
export function compareMarkup(before: string, after: string): string[] {
  const [one, other] = [readMarkup(before), readMarkup(after)];
  const tags = compareLists(one.tags, other.tags);
  const elements = compareLists(one.elements, other.elements);
  const faults = [
    ...describe('merge tag', tags),
    ...describe('element', elements),
    ...describeBalance(one, other),
    ...describeOrder(one, other),
  ];
  return [...new Set(faults)];
}

interface Difference {
  lost: string[];
  added: string[];
  moved: string[];
}

/** Compares how often each item occurs, and inside which elements. */
function compareLists(before: readonly Kept[], after: readonly Kept[]): Difference {
  const [gone, come] = [itemsBeyond(before, after), itemsBeyond(after, before)];
  const lost = subtract(gone, come);
  return { lost, added: subtract(come, gone), moved: subtract(gone, lost) };
}

/** The items of a list that `other` does not have inside the same elements. */
function itemsBeyond(list: readonly Kept[], other: readonly Kept[]): string[] {
  const keyOf = ({ item, around }: Kept) => JSON.stringify([item, around]);
  return subtract(list.map(keyOf), other.map(keyOf)).map((key) => (JSON.parse(key) as [string, string])[0]);
}

/** The items of a list without those of another. Each occurrence removes one. */
function subtract(list: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const item of other) counts.set(item, (counts.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const count = counts.get(item) ?? 0;
    counts.set(item, count - 1);
    return count <= 0;
  });
}

function describe(what: string, { lost, added, moved }: Difference): string[] {
  return [
    ...lost.map((item) => `The ${what} ${item} got lost.`),
    ...added.map((item) => `The ${what} ${item} was not there before.`),
    ...moved.map((item) => `The ${what} ${item} stands within other elements than before.`),
  ];
}

function describeBalance(before: Markup, after: Markup): string[] {
  return subtract(after.unbalanced, before.unbalanced).map((tag) => `${tag} has no counterpart.`);
}

function describeOrder({ logic: before }: Markup, { logic: after }: Markup): string[] {
  const hasSame = before.length === after.length && subtract(before, after).length === 0;
  if (!hasSame || before.every((tag, index) => tag === after[index])) return [];
  return [`The conditions and loops must stay in their order: ${before.join(' ')}.`];
}

/** A merge tag or element, and the inline elements around it. */
interface Kept {
  item: string;
  around: string;
}

/** The markup of a text that a rewritten text must keep. */
interface Markup {
  tags: Kept[];
  /** Conditions and loops in their order: swapping two of them would change their meaning. */
  logic: string[];
  /** Inline elements with their attributes. */
  elements: Kept[];
  /** Elements that are never closed, or closed without having been opened. */
  unbalanced: string[];
}

/** Elements of layout, of which a rewritten text may have more or fewer. All others must stay. */
const LAYOUT = new Set(['p', 'br', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Reads the markup of a text, HTML or plain. */
function readMarkup(text: string): Markup {
  const masked = maskMergeTags(text, true);
  const markup: Markup = { tags: [], logic: [], elements: [], unbalanced: [] };
  const labelOf = ({ name, start, startTagEnd }: HtmlElement) => {
    const attributes = masked.text.slice(start + 1 + name.length, startTagEnd - 1);
    const isPlain = LAYOUT.has(name) && attributes.replace('/', '').trim() === '';
    return isPlain ? '' : `<${name}${masked.unmask(normalizeAttributes(attributes))}>`;
  };
  const visit = (nodes: readonly HtmlNode[], around: string): void => {
    for (const node of nodes) {
      if (!isElement(node)) {
        readTags(markup, outerSource(node), around);
        continue;
      }
      const label = labelOf(node);
      if (label !== '') markup.elements.push({ item: label, around });
      if (!node.hasEndTag && !node.isVoid && !LAYOUT.has(node.name)) markup.unbalanced.push(`<${node.name}>`);
      visit(node.children, around + label);
    }
  };
  const document = parseHtml({ text }, {}, masked.text);
  visit(document.children, '');
  // A tag that is not finished at the end of the text is in no node.
  readTags(markup, text.slice(document.children.at(-1)?.end ?? 0), '');
  for (const name of document.strayEndTags) if (!LAYOUT.has(name)) markup.unbalanced.push(`</${name}>`);
  return markup;
}

function readTags(markup: Markup, text: string, around: string): void {
  for (const { text: item, isTag } of splitMergeTags(text, true)) {
    if (!isTag) continue;
    markup.tags.push({ item, around });
    if (!isOutputTag(item)) markup.logic.push(item);
  }
}

/** Quotes and spaces do not make attributes different. */
function normalizeAttributes(attributes: string): string {
  return attributes
    .replace(/(?<!\s)\s*\/\s*$/, '')
    .replace(/=\s*'([^'"]*)'/g, '="$1"')
    .replace(/\s+/g, ' ')
    .trimEnd();
}
