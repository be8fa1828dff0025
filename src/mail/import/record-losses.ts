import { decodeHTML } from 'entities';
import { EXTENTS, SILENT_ELEMENTS } from '../parse/allowed-html.ts';
import {
  type HtmlElement,
  type HtmlText,
  isBlank,
  isComment,
  isElement,
  isText,
  outerSource,
  type SourceText,
} from '../parse/html.ts';
import { decodeMergeTag, listMergeTags, withoutMergeTags } from '../parse/merge-tags.ts';
import { addNote, type NoteLocation, type Notes } from './report.ts';

/** A part of a source. */
type Part = Extract<NoteLocation, object>;

/** Most texts that are searched for in the order of the mail; for others, words are compared. */
const MAX_SEARCHES = 200;

/** What is in a content: its merge tags, the addresses in it, and the words of its texts. */
class Holdings {
  readonly tags = new Set<string>();
  readonly addresses = new Set<string>();
  readonly #texts: string[] = [];
  #all: string | undefined;
  #words: Set<string> | undefined;
  /** Where the last text was found: most texts are in the order of the source. */
  #from = 0;
  #searches = 0;
  readonly #areComplete = new Map<string, boolean>();

  add(text: string): void {
    this.#texts.push(text);
    for (const tag of listMergeTags(text)) this.tags.add(keyOfTag(tag));
    this.addresses.add(text.trim());
    if (!text.includes('=')) return;
    for (const [, double, single] of text.matchAll(/=\s?(?:"([^"]*)"|'([^']*)')/g)) {
      this.addresses.add(decode(double ?? single ?? '').trim());
    }
  }

  /** Whether the content has all merge tags of a source. */
  hasTagsOf({ text }: SourceText): boolean {
    const known = this.#areComplete.get(text);
    if (known !== undefined) return known;
    const isComplete = listMergeTags(text).every((tag) => this.tags.has(keyOfTag(tag)));
    this.#areComplete.set(text, isComplete);
    return isComplete;
  }

  has(part: string): boolean {
    this.#all ??= this.#texts.join('\n');
    this.#searches += 1;
    return this.#searches <= MAX_SEARCHES && this.#all.includes(part);
  }

  /** Whether a text is in the content as whole words, behind the one that was found before. */
  #find(text: string): boolean {
    const all = this.#all ?? '';
    const at = this.#searches < MAX_SEARCHES ? all.indexOf(text, this.#from) : -1;
    if (at < 0 || /[\p{L}\p{N}]{2}/u.test(all.slice(at - 1, at) + text[0])) return false;
    if (/[\p{L}\p{N}]{2}/u.test(`${text.at(-1)}${all.charAt(at + text.length)}`)) return false;
    this.#from = at;
    return true;
  }

  /** @param text as it is written in the source */
  hasText(text: string): boolean {
    this.#all ??= this.#texts.join('\n');
    const line = text.trim();
    if (this.#find(line.replace(/\s+/g, ' ')) || (line.includes('\n') && this.#find(line))) return true;
    this.#searches += 1;
    this.#words ??= new Set(this.#texts.flatMap((held) => listWords(held)));
    return wordsOf(decode(withoutMergeTags(text))).every((word) => this.#words?.has(word));
  }
}

/** The words of HTML. A word may be divided by elements, and elements may divide words. */
function listWords(html: string): string[] {
  const gaps = html.includes('<') ? ['', ' '] : [''];
  return gaps.flatMap((gap) => wordsOf(decode(html.replace(/<[^<>]*>/g, gap))));
}

const ADDRESSES = new Set(
  'href src srcset background background-url poster action thumbnails-src'.split(' '),
);
/** Elements whose address becomes another one. */
const COMPLETED = /^mj-(?:navbar-link|social-element)$/;
const OUTLOOK = /^\s*\[(?:if\b|endif)|^<!\[endif/i;
/** Conditions and loops of template engines whose tags are not known. */
const COMMENT_LOGIC =
  /^\s*(?:BEGIN|END|IF|ELSE|ELSEIF|ENDIF|FOR|FOREACH|LOOP)\b|%%|#(?:if|foreach|set|else|end)\b|\{\/?(?:if|foreach)\b/;
/** Instructions of Thymeleaf, Vue, Angular, Alpine and others. */
const INSTRUCTION =
  /^(?:data-)?(?:th|py|tal|sly):|^(?:v|ng|data-th|data-sly|data-ng)-|^x-(?:if|for|text|html|show|bind)\b|^[:@*[(][a-z]/;
const KNOWN = new Set([
  ...EXTENTS.markup.tags,
  ...SILENT_ELEMENTS,
  ...'acronym applet audio base bdi bdo body button canvas data datalist dialog embed fieldset form head hgroup html input label legend link marquee menu meta meter nobr object optgroup output param progress rp rt ruby search select slot template time track video'.split(
    ' ',
  ),
]);

/**
 * Adds a note for each text, address, merge tag and condition of a source that its content lacks, and for elements and
 * attributes that only template engines know. What was left out with a note of its own is not named again.
 */
export function recordLosses(notes: Notes, parts: readonly HtmlElement[], content: unknown): void {
  const held = new Holdings();
  collect(content, held);
  for (const part of parts) checkBelow(notes, part, held);
}

function collect(value: unknown, held: Holdings): void {
  if (Array.isArray(value)) for (const item of value) collect(item, held);
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) collect(item, held);
  else if (typeof value === 'string') held.add(value);
}

function decode(html: string): string {
  return html.includes('&') ? decodeHTML(html) : html;
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function keyOfTag(tag: string): string {
  return decodeMergeTag(tag).replace(/\s+/g, ' ');
}

function checkBelow(notes: Notes, parent: HtmlElement, held: Holdings): void {
  for (const node of parent.children) {
    if (isText(node) && !isBlank(node)) checkText(notes, node, held);
    else if (isComment(node) && !OUTLOOK.test(node.data)) checkTags(notes, node.data, held, node);
    if (isComment(node) && COMMENT_LOGIC.test(node.data) && !held.has(outerSource(node).trim())) {
      addNote(
        notes,
        `comment “${node.data.trim().slice(0, 60)}”`,
        'An instruction of a template engine; it was left out.',
        node,
      );
    }
    if (!isElement(node) || notes.leftOut.has(node)) continue;
    checkElement(notes, node, held);
    if (!/^(?:script|style|svg|math)$/.test(node.name)) checkBelow(notes, node, held);
  }
}

function checkText(notes: Notes, node: HtmlText, held: Holdings): void {
  checkTags(notes, node.data, held, node);
  if (!held.hasText(outerSource(node)))
    addNote(
      notes,
      `text “${node.data.trim().slice(0, 60)}”`,
      'It has no place in blocks and was left out.',
      node,
    );
}

function checkElement(notes: Notes, element: HtmlElement, held: Holdings): void {
  const { name, attribs } = element;
  if (!KNOWN.has(name) && !/^mj-|^mjml$|^[ovw]:/.test(name)) {
    addNote(notes, `<${name}>`, 'It is no element of HTML; what is in it was kept without it.', element);
  }
  if (name === 'a' && attribs.id && !held.addresses.has(attribs.id)) {
    addNote(notes, `anchor #${attribs.id}`, 'No text is left that could hold it; it was left out.', element);
  }
  const isComplete = held.hasTagsOf(element.source);
  for (const [key, value] of Object.entries(attribs)) {
    if (!isComplete) checkTags(notes, `${key} ${value}`, held, element);
    if (INSTRUCTION.test(key)) {
      addNote(
        notes,
        `${key}="${value.slice(0, 60)}"`,
        'Blocks have no place for an instruction in an attribute; it was left out.',
        element,
      );
    }
    const isLost =
      ADDRESSES.has(key) &&
      !(key === 'href' && COMPLETED.test(name)) &&
      !held.addresses.has(decodeMergeTag(value).trim());
    if (isLost && value.trim() !== '') {
      addNote(
        notes,
        `${name} ${key} ${value.trim().slice(0, 200)}`,
        'The address has no place in blocks and was left out.',
        element,
      );
    }
  }
}

function checkTags(notes: Notes, text: string, held: Holdings, place: Part): void {
  if (held.hasTagsOf(place.source)) return;
  for (const tag of listMergeTags(text)) {
    if (held.tags.has(keyOfTag(tag))) continue;
    addNote(
      notes,
      `merge tag ${tag.slice(0, 200)}`,
      'It stands where blocks have no place for it, and was left out.',
      place,
    );
  }
}
