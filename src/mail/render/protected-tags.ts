import { inertTag, inertTagInAttribute } from '../parse/escape.ts';
import { isLogicTag } from '../parse/merge-tag-meaning.ts';
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

/** Marks the words in the value of an attribute, where quotes are not allowed. */
export function markInAttribute({ prefix }: ProtectedTags, value: string): string {
  return value.includes(prefix) ? value.replace(new RegExp(`(${prefix}\\d+)x`, 'g'), '$1a') : value;
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
    return where === 'a' ? inertTagInAttribute(tag) : inertTag(tag);
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
  const words = names.filter((name) => isTagWord(source, name));
  const tagOf = (word: string) => source.tags[Number(word.slice(source.prefix.length, -1))] ?? '';
  const logic = words.filter((word) => isLogicTag(tagOf(word)));
  return new Set(logic.every((word) => isInertName(tagOf(word))) ? logic : []);
}

/** Without anything that separates attributes or gives them values, but for the mark of a closing tag. */
function isInertName(tag: string): boolean {
  return /^(?:\{\{~?\/)?[^=<>"'/]*$/.test(tag);
}
