import { inertTag, inertTagInAttribute } from '../parse/escape.ts';
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

/** Whether the tag may stand between attributes: a browser would read it as attributes. */
export function mayStandBetweenAttributes({ tags, prefix }: ProtectedTags, name: string): boolean {
  const index = name.startsWith(prefix) && name.endsWith('x') ? name.slice(prefix.length, -1) : undefined;
  const tag = index === undefined ? undefined : tags[Number(index)];
  return tag !== undefined && /^[^=<>"'/]*$/.test(tag);
}
