import { mapOutsideMergeTags } from '../../parse/merge-tags.ts';
import { collapseSpace } from '../text.ts';

/**
 * State of a rich text writer. The result is well-formed for any order of calls: marks are closed and opened again
 * around paragraphs, as editors do.
 */
export interface RichText {
  isSingleLine: boolean;
  out: string[];
  lists: string[];
  /** Opening tags of the marks that are open. */
  open: readonly string[];
  /** Tag of the open paragraph, '' for one without a tag; undefined between paragraphs. */
  paragraph: string | undefined;
  next: string;
  endsInSpace: boolean;
  /** Breaks since the last text: those at the end of a paragraph are not shown. */
  breaks: number;
  /** Breaks before the first text of a paragraph: each is an empty line. */
  leading: number;
  itemLines: number;
}

/** Starts writing. Text of a single line has no paragraphs. */
export function startRichText(isSingleLine: boolean): RichText {
  return {
    isSingleLine,
    out: [],
    lists: [],
    open: [],
    paragraph: undefined,
    next: 'p',
    endsInSpace: true,
    breaks: 0,
    leading: 0,
    itemLines: 0,
  };
}

/** Adds text as written in a source, within these opening tags. `css` is for the paragraph it may begin. */
export function addText(text: RichText, raw: string, marks: readonly string[], css: string): void {
  const collapsed = collapseSpace(raw);
  const part = text.endsInSpace || text.breaks > 0 ? collapsed.replace(/^ /, '') : collapsed;
  if (part === '') return;
  if (text.paragraph === undefined) begin(text, css);
  if (text.breaks > 0) text.out.push('<br>'.repeat(Math.min(text.breaks, MAX_BREAKS)));
  text.breaks = 0;
  setMarks(text, marks);
  text.endsInSpace = part.endsWith(' ');
  // A lone `<` is text here, so it must not become a tag.
  text.out.push(mapOutsideMergeTags(part, (part) => part.replaceAll('<', '&lt;')));
}

/** Adds a line break. */
export function addBreak(text: RichText): void {
  if (text.paragraph === undefined) text.leading += 1;
  else text.breaks += 1;
}

/** Ends what was written; what follows is in a paragraph or heading of its own. */
export function startParagraph(text: RichText, tag: string): void {
  endParagraph(text);
  text.next = tag;
}

/** Most empty lines at one place. */
const MAX_BREAKS = 20;

/** Ends the paragraph, if one was begun. */
export function endParagraph(text: RichText): void {
  text.next = 'p';
  text.leading = 0;
  if (text.paragraph === undefined) return;
  setMarks(text, []);
  // The last break ends the last line; the others are empty lines.
  if (text.breaks > 1 && text.paragraph !== '')
    text.out.push('<br>'.repeat(Math.min(text.breaks, MAX_BREAKS)));
  if (text.paragraph !== '') text.out.push(`</${text.paragraph}>`);
  text.paragraph = undefined;
  text.endsInSpace = true;
  text.breaks = 0;
}

/** Begins a list. `attributes` as they stand in its tag, with a space before each. */
export function openList(text: RichText, tag: 'ul' | 'ol', attributes = ''): void {
  endParagraph(text);
  text.lists.push(tag);
  text.out.push(`<${tag}${attributes}>`);
}

/** Begins an item of the list. */
export function openItem(text: RichText, attributes = ''): void {
  endParagraph(text);
  text.itemLines = 0;
  text.out.push(`<li${attributes}>`);
}

/** Ends the item. */
export function closeItem(text: RichText): void {
  endParagraph(text);
  text.out.push('</li>');
}

/** Ends the list. */
export function closeList(text: RichText): void {
  endParagraph(text);
  text.out.push(`</${text.lists.pop()}>`);
  text.itemLines = 1;
}

/** Ends everything and returns what was written. */
export function finishRichText(text: RichText): string {
  endParagraph(text);
  return text.out.join('');
}

function begin(text: RichText, css: string): void {
  const isInItem = text.lists.length > 0;
  text.paragraph = text.isSingleLine || isInItem ? '' : text.next;
  text.endsInSpace = true;
  if (text.paragraph !== '') {
    text.out.push(css === '' ? `<${text.paragraph}>` : `<${text.paragraph} style="${css}">`);
    text.out.push('<br>'.repeat(Math.min(text.leading, MAX_BREAKS)));
  } else if (isInItem ? text.itemLines > 0 : text.out.length > 0) {
    // Lines of one item, and of a text that has no paragraphs, are told apart by breaks.
    text.out.push('<br>');
  }
  text.leading = 0;
  text.itemLines += 1;
}

function setMarks(text: RichText, marks: readonly string[]): void {
  let same = 0;
  while (same < text.open.length && same < marks.length && text.open[same] === marks[same]) same += 1;
  for (const mark of text.open.slice(same).reverse()) text.out.push(`</${tagOf(mark)}>`);
  for (const mark of marks.slice(same)) text.out.push(mark);
  text.open = marks;
}

function tagOf(mark: string): string {
  return /^<([a-z0-9]+)/.exec(mark)?.[1] as string;
}
