import { decodeHTML } from 'entities';
import sanitizeHtml from 'sanitize-html';
import { EXTENTS, type Extent, SILENT_ELEMENTS } from '../parse/allowed-html.ts';
import { cleanCharacters } from '../parse/escape.ts';
import { isSafeStyleWithTags } from '../parse/safe-style.ts';
import { isSafeImage, isSafeLink } from '../parse/safe-url.ts';
import { type HeadingLevels, makeAccessible } from './accessible-html.ts';
import {
  countOpen,
  isTagWord,
  listTagsBetweenAttributes,
  markInAttribute,
  type ProtectedTags,
  protectTags,
  restorePlainly,
  restoreTags,
  splitClosingTags,
} from './protected-tags.ts';

/** Restyles an element: its name and attributes before, and what they become. Attribute values hold no merge tags. */
type Restyle = (name: string, attributes: Record<string, string>) => Record<string, string>;

/**
 * HTML with nothing in it that runs, loads or submits: scripts, handlers, forms, frames, comments and unsafe URLs are
 * gone, elements are closed, and merge tags are as they were.
 * @param extent which elements stay: those of one line of text, of rich text, or of any mail
 */
export function sanitize(html: string, extent: Extent, restyle: Restyle, headings: HeadingLevels): string {
  const source = protectTags(cleanCharacters(html));
  const { tags, attributes } = EXTENTS[extent];
  const clean = sanitizeHtml(source.text, {
    allowedTags: tags,
    allowedAttributes: { '*': source.tags.length === 0 ? attributes : [...attributes, `${source.prefix}*`] },
    // URLs and styles are checked below, where merge tags are known.
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    disallowedTagsMode: 'discard',
    nonTextTags: [...SILENT_ELEMENTS],
    nestingLimit: 100,
    transformTags: {
      '*': (name, given) => ({
        tagName: name,
        attribs: cleanAttributes(source, name, dropUnsafeStyle(source, given), restyle),
      }),
    },
  });
  const words = new RegExp(`${source.prefix}\\d+x`, 'g');
  const accessible = makeAccessible(
    clean.replaceAll('\u00a0', '&nbsp;'),
    headings,
    (text) => text.replace(words, '').trim() === '',
  );
  return restoreTags(source, accessible);
}

/** The attributes that are safe, as `restyle` would have them. */
export function cleanAttributes(
  source: ProtectedTags,
  name: string,
  given: Record<string, string>,
  restyle: Restyle,
): Record<string, string> {
  const safe: Record<string, string> = {};
  for (const [key, value] of peelTags(source, Object.entries(given))) {
    if (isSafeAttribute(key, valueForClient(source, value))) safe[key] = value;
  }
  const cleaned: Record<string, string> = {};
  const tagsBetween = listTagsBetweenAttributes(source, Object.keys(safe));
  for (const [key, value] of Object.entries(restyle(name, safe))) {
    if (!isTagWord(source, key)) cleaned[key] = markInAttribute(source, value);
    else if (tagsBetween.has(key)) cleaned[`${key.slice(0, -1)}n`] = '';
  }
  return cleaned;
}

/** The value of an attribute as a mail client reads it: merge tags are written as they are, entities in them included. */
export function valueForClient(source: ProtectedTags, value: string): string {
  return value.includes(source.prefix) ? decodeHTML(restorePlainly(source, value)) : value;
}

/** Drops a style that merge tags make unsafe. */
function dropUnsafeStyle(source: ProtectedTags, attributes: Record<string, string>): Record<string, string> {
  const { style, ...others } = attributes;
  if (style === undefined || !style.includes(source.prefix)) return attributes;
  return isSafeStyleWithTags(valueForClient(source, style)) ? attributes : others;
}

/** Merge tags right before or behind an attribute are not part of its name or value. */
function peelTags(source: ProtectedTags, attributes: [name: string, value: string][]): [string, string][] {
  if (source.tags.length === 0) return attributes;
  const word = new RegExp(`(${source.prefix}\\d+x)`);
  const peeled: [string, string][] = [];
  let open = 0;
  for (const [name, value] of attributes) {
    const parts = name.split(word).filter((part) => part !== '');
    open += countOpen(
      source,
      parts.filter((part) => isTagWord(source, part)),
    );
    const [rest, ...closing] = open > 0 ? splitClosingTags(source, value) : [value];
    open += countOpen(source, closing);
    const last = parts.pop() ?? name;
    for (const part of parts) peeled.push([part, '']);
    peeled.push([last, rest]);
    for (const part of closing) peeled.push([part, '']);
  }
  return peeled;
}

function isSafeAttribute(name: string, value: string): boolean {
  if (name === 'href') return isSafeLink(value);
  return name === 'src' || name === 'background' ? isSafeImage(value) : true;
}
