import { isOutputTag } from '../../../mail/parse/merge-tag-meaning.ts';
import { splitMergeTags } from '../../../mail/parse/merge-tags.ts';

/**
 * What a rewritten text has lost, gained or mixed up of the merge tags and the inline markup of the text it came from:
 * whole sentences; none when all is kept exactly.
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

/** By number and place. */
function compareLists(before: readonly Kept[], after: readonly Kept[]): Difference {
  const [gone, come] = [itemsBeyond(before, after), itemsBeyond(after, before)];
  const lost = subtract(gone, come);
  return { lost, added: subtract(come, gone), moved: subtract(gone, lost) };
}

/** The items of a list whose like, in that place, the other does not have. */
function itemsBeyond(list: readonly Kept[], other: readonly Kept[]): string[] {
  const keyOf = ({ item, around }: Kept) => JSON.stringify([item, around]);
  return subtract(list.map(keyOf), other.map(keyOf)).map((key) => (JSON.parse(key) as [string, string])[0]);
}

/** As a multiset. */
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

/** A merge tag or element, and the inline elements it stands in. */
export interface Kept {
  item: string;
  around: string;
}

/** What of a text has to survive its rewriting. */
interface Markup {
  tags: Kept[];
  /** Conditions and loops in their order: to swap two of them would change what they are about. */
  logic: string[];
  /** Inline elements with their attributes. */
  elements: Kept[];
  /** Elements that are never closed, or closed without having been opened. */
  unbalanced: string[];
}

/** Elements that lay out text: another number of paragraphs is no loss. Everything else has to stay. */
const FREE = new Set(['p', 'br', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

const VOID = new Set(['br', 'img', 'hr', 'wbr', 'input', 'col', 'area']);

const ELEMENT = /<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/giu;

/** Stands for a merge tag while elements are looked for: `{% if a < b %}` is none. */
const MARK = '\ue000';

/** Reads the markup of a text, HTML or plain. */
export function readMarkup(text: string): Markup {
  const tags: string[] = [];
  const masked = splitMergeTags(text, true)
    .map((piece) => (piece.isTag ? `${MARK}${tags.push(piece.text) - 1}${MARK}` : piece.text))
    .join('');
  const unmask = (piece: string) =>
    piece.replace(new RegExp(`${MARK}(\\d+)${MARK}`, 'gu'), (_mark, index) => tags[Number(index)] ?? '');
  return readParts(masked, unmask);
}

/** An element that has begun; `label` is empty for those that lay out text. */
interface OpenElement {
  name: string;
  label: string;
}

function readParts(masked: string, unmask: (piece: string) => string): Markup {
  const markup: Markup = { tags: [], logic: [], elements: [], unbalanced: [] };
  const open: OpenElement[] = [];
  const around = () => open.map(({ label }) => label).join('');
  const readText = (piece: string) => {
    for (const [mark] of piece.matchAll(new RegExp(`${MARK}\\d+${MARK}`, 'gu'))) {
      const item = unmask(mark);
      markup.tags.push({ item, around: around() });
      if (!isOutputTag(item)) markup.logic.push(item);
    }
  };
  let from = 0;
  for (const { 0: whole, 1: slash, 2: written = '', 3: attributes = '', index } of masked.matchAll(ELEMENT)) {
    readText(masked.slice(from, index));
    from = index + whole.length;
    const name = written.toLowerCase();
    if (slash === '/') {
      closeElement(open, name, markup);
      continue;
    }
    const isPlain = FREE.has(name) && attributes.replace('/', '').trim() === '';
    const label = isPlain ? '' : `<${name}${unmask(normalise(attributes))}>`;
    if (!isPlain) markup.elements.push({ item: label, around: around() });
    if (!VOID.has(name)) open.push({ name, label });
  }
  readText(masked.slice(from));
  markup.unbalanced.push(...open.filter(isInline).map(({ name }) => `<${name}>`));
  return markup;
}

function closeElement(open: OpenElement[], name: string, { unbalanced }: Markup): void {
  const place = open.findLastIndex((element) => element.name === name);
  if (place < 0) {
    if (!FREE.has(name)) unbalanced.push(`</${name}>`);
    return;
  }
  // What the closed element leaves open inside it ends with it.
  const left = open.splice(place).slice(1);
  unbalanced.push(...left.filter(isInline).map((element) => `<${element.name}>`));
}

/** Paragraphs and list items need not be closed. */
function isInline({ name }: OpenElement): boolean {
  return !FREE.has(name);
}

/** Attributes are the same in other quotes and with other spaces. */
function normalise(attributes: string): string {
  return attributes
    .replace(/\s*\/\s*$/, '')
    .replace(/=\s*'([^'"]*)'/g, '="$1"')
    .replace(/\s+/g, ' ')
    .trimEnd();
}
