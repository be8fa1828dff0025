import { INSTEAD_OF_LOOSE_TAG, inertTag, inertTagInAttribute } from '../parse/escape.ts';
import { isLogicTag, listLooseTags, readBlockStep } from '../parse/merge-tag-meaning.ts';
import { decodeMergeTag, mapMergeTags } from '../parse/merge-tags.ts';

/** A text whose merge tags are replaced by words that HTML tools leave alone. */
export interface ProtectedTags {
  text: string;
  tags: string[];
  prefix: string;
}

/**
 * Puts a word in the place of each merge tag of a piece of HTML. Rich-text editors mark merge tags as
 * `<span data-merge-tag="{{ name }}">Label</span>`: the tag takes the place of the element.
 */
export function protectTags(html: string): ProtectedTags {
  const prefix = findPrefix(html);
  const tags: string[] = [];
  const put = (tag: string) => `${prefix}${tags.push(decodeMergeTag(tag)) - 1}x`;
  const unwrapped = html.replace(
    /<span\s[^<>]*?data-(?:logic-)?merge-tag="([^"<>]*(?:[<>](?![a-z/])[^"<>]*){0,9})"[^<>]*>[^<>]*<\/span>/gi,
    (_span, tag) => put(tag),
  );
  const text = mapMergeTags(unwrapped, (tag) => put(restore(tag, tags, prefix)), true);
  return { text, tags, prefix };
}

function restore(text: string, tags: readonly string[], prefix: string): string {
  if (tags.length === 0) return text;
  return text.replace(new RegExp(`${prefix}(\\d+)x`, 'g'), (_word, index) => tags[index] ?? '');
}

/** A word that does not occur in the text; a number follows, and an x. */
function findPrefix(text: string): string {
  for (let number = 0; ; number += 1) {
    const prefix = `mt${number}z`;
    if (!text.toLowerCase().includes(prefix)) return prefix;
  }
}

/**
 * Marks the words in the value of an attribute, where quotes are not allowed, and removes those of conditions that do not
 * begin and end in it.
 */
export function markInAttribute({ tags, prefix }: ProtectedTags, value: string): string {
  if (!value.includes(prefix)) return value;
  const words = new RegExp(`${prefix}(\\d+)x`, 'g');
  const loose = listLooseTags([...value.matchAll(words)].map(([, index]) => tags[Number(index)] ?? ''));
  let position = 0;
  return value.replace(words, (word) =>
    loose.has(position++) ? INSTEAD_OF_LOOSE_TAG : `${word.slice(0, -1)}a`,
  );
}

/** As they are: for plain text. */
export function restorePlainly({ tags, prefix }: ProtectedTags, text: string): string {
  return restore(text, tags, prefix);
}

/** As they may stand in markup. */
export function restoreTags({ tags, prefix }: ProtectedTags, html: string): string {
  if (tags.length === 0) return html;
  return html.replace(new RegExp(`${prefix}(\\d+)(x|a|n(?:="")?)`, 'g'), (_word, index, where) => {
    const tag = tags[index] ?? '';
    return where === 'x' ? inertTag(tag) : inertTagInAttribute(tag);
  });
}

/** Whether a name of an attribute is the word of a merge tag. */
export function isTagWord({ prefix }: ProtectedTags, name: string): boolean {
  return name.startsWith(prefix) && name.endsWith('x');
}

/**
 * The words among the names of attributes whose tags may stand between attributes. A tag that prints a value may not: the
 * value would be read as attributes, such as `onclick=…`. Conditions and loops may, but a browser that is shown the mail
 * as it is must not read attributes in them either. When one of them may not stay, all go, so that none is left open.
 */
export function listStandingTags(source: ProtectedTags, names: readonly string[]): Set<string> {
  const logic = names.filter((name) => isTagWord(source, name) && isLogicTag(tagOf(source, name)));
  return new Set(logic.every((word) => isInertName(tagOf(source, word))) ? logic : []);
}

/**
 * The value of an attribute, and the words behind it that belong between the attributes: a value without quotes ends with
 * the tags behind it, as in `{{#if wide}}colspan=2{{/if}}`. They close what the value does not open.
 */
export function splitClosingTags(source: ProtectedTags, value: string): [value: string, ...words: string[]] {
  const words = value.match(new RegExp(`${source.prefix}\\d+x`, 'g')) ?? [];
  let open = countOpen(source, words);
  let rest = value;
  const closing: string[] = [];
  for (const word of words.reverse()) {
    if (open >= 0 || !rest.endsWith(word) || countOpen(source, [word]) !== -1) break;
    rest = rest.slice(0, -word.length);
    closing.unshift(word);
    open += 1;
  }
  return [rest, ...closing];
}

/** How many conditions and loops the tags open more than they close. */
export function countOpen(source: ProtectedTags, words: readonly string[]): number {
  let open = 0;
  for (const word of words) {
    const kind = readBlockStep(tagOf(source, word))?.kind;
    if (kind !== undefined) open += kind === 'open' ? 1 : -1;
  }
  return open;
}

function tagOf({ tags, prefix }: ProtectedTags, word: string): string {
  return tags[Number(word.slice(prefix.length, -1))] ?? '';
}

/**
 * Whether a browser reads nothing but names of attributes in a tag, or values of names that mean nothing: in `x == "y"`,
 * the value of `x` is `=`, and in `*|IF:X=y|*` the name is `*|if:x`.
 */
function isInertName(tag: string): boolean {
  if (/^\*\|[a-z]+:\w+=[\w.-]+\|\*$/i.test(tag)) return true;
  if (tag.includes('"') && tag.includes("'")) return false;
  const bare = tag.replace(/"[\w .-]*"|'[\w .-]*'/g, '').replace(/ [=!]= /g, ' ');
  return /^(?:\{\{~?\/)?[^=<>"'/]*$/.test(bare);
}
