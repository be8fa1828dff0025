import sanitizeHtml from 'sanitize-html';
import { cleanCharacters } from './escape.ts';
import {
  markInAttribute,
  mayStandBetweenAttributes,
  type ProtectedTags,
  protectTags,
  restorePlainly,
  restoreTags,
} from './protected-tags.ts';
import { isSafeImage, isSafeLink } from './url.ts';

const INLINE = 'a b br code del em i ins mark s small span strike strong sub sup u'.split(' ');
const RICH = [...INLINE, ...'blockquote h1 h2 h3 h4 hr img li ol p pre ul'.split(' ')];
/** Elements of a mail's body. */
export const MARKUP = [
  ...RICH,
  ...'abbr address article aside big caption center cite col colgroup dd dfn div dl dt figcaption figure'.split(
    ' ',
  ),
  ...'font footer h5 h6 header kbd main nav q samp section table tbody td tfoot th thead tr tt var wbr'.split(
    ' ',
  ),
];

export const ATTRIBUTES = [
  ...'align alt aria-hidden aria-label background bgcolor border cellpadding cellspacing class color colspan'.split(
    ' ',
  ),
  ...'dir face headers height href hspace id lang name nowrap rel role rowspan scope size span src start'.split(
    ' ',
  ),
  ...'style summary target title type valign value vspace width'.split(' '),
];
/** Attributes that make sense in rich text. Ids would meet others; classes are only those given by `restyle`. */
const RICH_ATTRIBUTES = 'alt class dir height href lang rel src start style target title width'.split(' ');

/** Elements that go with all that is in them. */
export const SILENT = 'script textarea option noscript xmp iframe noembed svg math'.split(' ');

export type Extent = 'inline' | 'rich' | 'markup';

const EXTENTS: Record<Extent, { tags: string[]; attributes: string[] }> = {
  inline: { tags: INLINE, attributes: RICH_ATTRIBUTES },
  rich: { tags: RICH, attributes: RICH_ATTRIBUTES },
  markup: { tags: MARKUP, attributes: ATTRIBUTES },
};

/** Restyles an element: its name and attributes before, and what they become. Attribute values hold no merge tags. */
export type Restyle = (name: string, attributes: Record<string, string>) => Record<string, string>;

/**
 * HTML with nothing in it that runs, loads or submits: scripts, handlers, forms, frames, comments and unsafe URLs are
 * gone, elements are closed, and merge tags are as they were.
 * @param extent which elements stay: those of one line of text, of rich text, or of any mail
 */
export function sanitise(html: string, extent: Extent, restyle: Restyle): string {
  const source = protectTags(cleanCharacters(html));
  const { tags, attributes } = EXTENTS[extent];
  const clean = sanitizeHtml(source.text, {
    allowedTags: tags,
    allowedAttributes: { '*': source.tags.length === 0 ? attributes : [...attributes, `${source.prefix}*`] },
    // URLs and styles are checked below, where merge tags are known.
    allowedSchemesAppliedToAttributes: [],
    parseStyleAttributes: false,
    disallowedTagsMode: 'discard',
    nonTextTags: [...SILENT, 'style', 'title'],
    nestingLimit: 100,
    transformTags: {
      '*': (name, given) => ({ tagName: name, attribs: cleanAttributes(source, name, given, restyle) }),
    },
  });
  return restoreTags(source, clean.replaceAll('\u00a0', '&nbsp;'));
}

/** The attributes that are safe, as `restyle` would have them. */
export function cleanAttributes(
  source: ProtectedTags,
  name: string,
  given: Record<string, string>,
  restyle: Restyle,
): Record<string, string> {
  const safe: Record<string, string> = {};
  for (const [key, value] of Object.entries(given).flatMap(([key, value]) => peelTags(source, key, value))) {
    if (isSafeAttribute(key, restorePlainly(source, value))) safe[key] = value;
  }
  const cleaned: Record<string, string> = {};
  for (const [key, value] of Object.entries(restyle(name, safe))) {
    if (!key.startsWith(source.prefix)) cleaned[key] = markInAttribute(source, value);
    else if (mayStandBetweenAttributes(source, key)) cleaned[`${key.slice(0, -1)}n`] = '';
  }
  return cleaned;
}

/** Merge tags right before an attribute are not part of its name. */
function peelTags(source: ProtectedTags, name: string, value: string): [name: string, value: string][] {
  if (!name.includes(source.prefix)) return [[name, value]];
  const parts = name.split(new RegExp(`(${source.prefix}\\d+x)`)).filter((part) => part !== '');
  return parts.map((part, index) => [part, index === parts.length - 1 ? value : '']);
}

function isSafeAttribute(name: string, value: string): boolean {
  if (name === 'href') return isSafeLink(value);
  return name === 'src' || name === 'background' ? isSafeImage(value) : true;
}
