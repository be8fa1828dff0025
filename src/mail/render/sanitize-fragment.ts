import { decodeHTML } from 'entities';
import sanitizeHtml from 'sanitize-html';
import { EXTENTS, type Extent, SILENT_ELEMENTS } from '../parse/allowed-html.ts';
import { cleanCharacters } from '../parse/escape.ts';
import { isSafeStyleSheet, isSafeStyleWithTags } from '../parse/safe-style.ts';
import { isSafeImage, isSafeLink } from '../parse/safe-url.ts';
import { shorten } from '../parse/shorten.ts';
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
import { keepComments, restoreComments } from './safe-comments.ts';

/** Restyles an element: its name and attributes before, and what they become. Attribute values hold no merge tags. */
type Restyle = (name: string, attributes: Record<string, string>) => Record<string, string>;

/** What was removed from HTML: an element, an attribute or a comment by name, or an address. */
type Report = (kind: 'part' | 'link' | 'picture', what: string) => void;

/** Elements that show something or do something, so that rich text is less without them. */
const LOSSY = new Set([
  ...SILENT_ELEMENTS,
  ...'audio button canvas embed form img input object select table video'.split(' '),
]);
const FRAME = new Set('html head body meta title link base'.split(' '));

/**
 * HTML with nothing in it that runs, loads or submits: scripts, handlers, forms, frames and unsafe URLs are gone, elements
 * are closed, and merge tags are as they were. Of comments, those for Outlook and for template engines stay.
 * @param extent which elements stay: those of one line of text, of rich text, or of any mail
 */
export function sanitize(
  html: string,
  extent: Extent,
  restyle: Restyle,
  headings: HeadingLevels,
  report: Report = () => {},
): string {
  const kept = keepComments(cleanCharacters(html));
  if (kept.hasUnsafe) report('part', 'conditional comments');
  const source = protectTags(kept.text);
  const { tags, attributes } = EXTENTS[extent];
  const isCut = (text: string) => kept.prefix !== '' && text.includes(kept.prefix);
  const reportElement = (name: string, given: Record<string, string>) => {
    if (tags.includes(name) || FRAME.has(name)) return;
    if (extent === 'markup' || LOSSY.has(name)) {
      const shown = ['action', 'href', 'poster', 'src'].flatMap((key) =>
        given[key] ? nameAttribute(key, valueForClient(source, given[key])) : [],
      );
      report('part', `<${[name, ...shown].join(' ')}>`);
    }
  };
  const clean = sanitizeHtml(source.text, {
    allowedTags: tags,
    allowedAttributes: { '*': source.tags.length === 0 ? attributes : [...attributes, `${source.prefix}*`] },
    // URLs and styles are checked below, where merge tags are known.
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    disallowedTagsMode: 'discard',
    nonTextTags: [...SILENT_ELEMENTS],
    nestingLimit: 100,
    selfClosing: 'area br col hr img source wbr'.split(' '),
    // Style sheets are checked below.
    allowVulnerableTags: true,
    transformTags: {
      '*': (name, given) => {
        reportElement(name, given);
        const whole = Object.entries(given).filter(([key, value]) => !isCut(key) && !isCut(value));
        const attribs = dropUnsafeStyle(source, Object.fromEntries(whole));
        return { tagName: name, attribs: cleanAttributes(source, name, attribs, restyle, report) };
      },
    },
    exclusiveFilter: ({ tag, text }) => {
      const isUnsafe = tag === 'style' && (isCut(text) || !isSafeStyle(restorePlainly(source, text)));
      if (isUnsafe) report('part', '<style>');
      return isUnsafe;
    },
  });
  const prefixes = [source.prefix, kept.prefix].filter((prefix) => prefix !== '').join('|');
  const words = new RegExp(`(?:${prefixes})\\d+x`, 'g');
  const accessible = makeAccessible(
    clean.replaceAll('\u00a0', '&nbsp;'),
    headings,
    (text) => text.replace(words, '').trim() === '',
  );
  return restoreTags(source, restoreComments(kept, accessible));
}

/** The attributes that are safe, as `restyle` would have them. */
export function cleanAttributes(
  source: ProtectedTags,
  name: string,
  given: Record<string, string>,
  restyle: Restyle,
  report: Report = () => {},
): Record<string, string> {
  const safe: Record<string, string> = {};
  for (const [key, value] of peelTags(source, Object.entries(given))) {
    const shown = valueForClient(source, value);
    if (isSafeAttribute(key, shown)) safe[key] = value;
    else report(key === 'href' ? 'link' : 'picture', shown);
    if (/^(?:on[a-z]|v-|th:|[:@*])/.test(key)) report('part', nameAttribute(key, shown));
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

function nameAttribute(name: string, value: string): string {
  return `${name}="${shorten(value, 80)}"`;
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

/** Whether a style sheet runs nothing and loads nothing. */
function isSafeStyle(css: string): boolean {
  return isSafeStyleSheet(css) && !/url\s*\(|@import|\\/i.test(css);
}

function isSafeAttribute(name: string, value: string): boolean {
  if (name === 'href') return isSafeLink(value);
  if (name === 'srcset') return value.split(/,\s/).every((candidate) => isSafeImage(candidate.trim()));
  return name === 'src' || name === 'background' ? isSafeImage(value) : true;
}
