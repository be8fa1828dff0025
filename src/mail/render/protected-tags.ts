import { DROPPED_TAG_SPACE, inertTag, inertTagInAttribute } from '../parse/escape.ts';
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
  const prefix = findPrefix(html, 'mt');
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

/** The first of `mt0z`, `mt1z` … that does not occur in the text. A word is the prefix, a number and an x. */
export function findPrefix(text: string, start: string): string {
  const lower = text.toLowerCase();
  for (let number = 0; ; number += 1) {
    const prefix = `${start}${number}z`;
    if (!lower.includes(prefix)) return prefix;
  }
}

/**
 * Marks the words in the value of an attribute, where merge tags may not have double quotes. Removes the words of conditions
 * that only begin or only end in it.
 */
export function markInAttribute({ tags, prefix }: ProtectedTags, value: string): string {
  if (!value.includes(prefix)) return value;
  const words = new RegExp(`${prefix}(\\d+)x`, 'g');
  const loose = listLooseTags([...value.matchAll(words)].map(([, index]) => tags[Number(index)] ?? ''));
  let position = 0;
  return value.replace(words, (word) =>
    loose.has(position++) ? DROPPED_TAG_SPACE : `${word.slice(0, -1)}a`,
  );
}

/** Restores merge tags in plain text. */
export function restorePlainly({ tags, prefix }: ProtectedTags, text: string): string {
  return restore(text, tags, prefix);
}

/** Restores merge tags in markup, in a form that is safe there. */
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
 * The words of merge tags that may stay between attributes: conditions and loops. A tag that prints a value may not, because
 * the value would be read as attributes, such as `onclick=…`. A browser must not read attributes in an unrendered tag
 * either. If one tag may not stay, none does, because each closes another one.
 */
export function listTagsBetweenAttributes(source: ProtectedTags, names: readonly string[]): Set<string> {
  const logic = names.filter((name) => isTagWord(source, name) && isLogicTag(tagOf(source, name)));
  return new Set(logic.every((word) => isInertName(tagOf(source, word))) ? logic : []);
}

/**
 * Splits an attribute value without quotes from the tags after it, as in `{{#if wide}}colspan=2{{/if}}`: HTML parsers read
 * these into the value. They close a condition that the value does not open.
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

/** The number of conditions and loops that the tags open, minus those that they close. */
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
 * Whether a browser reads only unknown attributes in an unrendered tag. In `x == "y"`, the value of `x` is `=`, and in
 * `*|IF:X=y|*` the name is `*|if:x`.
 */
function isInertName(tag: string): boolean {
  if (/^\*\|[a-z]+:\w+=[\w.-]+\|\*$/i.test(tag)) return true;
  if (tag.includes('"') && tag.includes("'")) return false;
  const bare = tag.replace(/"[\w .-]*"|'[\w .-]*'/g, '').replace(/ [=!]= /g, ' ');
  return /^(?:\{\{~?\/)?[^=<>"'/]*$/.test(bare);
}
