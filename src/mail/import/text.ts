import { type HtmlElement, type HtmlNode, isElement, isText } from '../parse/html.ts';
import { mapOutsideMergeTags } from '../parse/merge-tags.ts';

/** Elements with invisible content. */
const INVISIBLE: ReadonlySet<string> = new Set([
  'script',
  'style',
  'title',
  'head',
  'template',
  'noscript',
  'textarea',
  'datalist',
  'mj-head',
]);

/** Elements that do not end a word. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr output q rb rp rt rtc ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** The other elements that HTML and MJML know. */
const KNOWN: ReadonlySet<string> = new Set(
  'address area article aside audio base blockquote body br button canvas caption center col colgroup datalist dd details dialog dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe img input legend li link main map marquee math menu meta meter nav noframes noscript object ol optgroup option p param picture pre progress script search section select slot source style summary svg table tbody td template textarea tfoot th thead title tr track ul video xmp'.split(
    ' ',
  ),
);

/** Whether elements of this name are inline, as those are that browsers do not know. */
export function isInlineName(name: string): boolean {
  return INLINE.has(name) || (!KNOWN.has(name) && /^[a-z]/.test(name) && !/^mj|:/.test(name));
}

/** Whether the content of elements of this name is invisible. */
export function isInvisibleName(name: string): boolean {
  return INVISIBLE.has(name);
}

// Not the functions of parse/escape.ts, which write a rendered mail: an imported content is a source again, so merge
// tags and control characters stay as written, and rendering cleans them.

/** Text for use between tags. Merge tags stay as they are. */
export function escapeText(text: string): string {
  const write = (part: string) =>
    part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return mapOutsideMergeTags(text, write);
}

/** Text for use in an attribute between double quotes. Merge tags stay as they are, but for such quotes. */
export function escapeAttribute(text: string): string {
  const write = (part: string) => part.replaceAll('&', '&amp;');
  return mapOutsideMergeTags(text, write).replaceAll('"', '&quot;');
}

/** Runs of white space become one space, but not inside merge tags. */
export function collapseSpace(text: string): string {
  return mapOutsideMergeTags(text, (part) => part.replace(/[ \t\r\n\f]+/g, ' '));
}

/** Text as CSS shows it with this `text-transform`. Merge tags stay as they are. */
export function transformText(text: string, transform: string | undefined): string {
  if (transform === 'uppercase') return mapOutsideMergeTags(text, (part) => part.toUpperCase());
  return transform === 'lowercase' ? mapOutsideMergeTags(text, (part) => part.toLowerCase()) : text;
}

/** The visible text of nodes as one line of plain text. */
export function plainText(nodes: readonly HtmlNode[]): string {
  const parts: string[] = [];
  collectText(nodes, parts);
  return collapseSpace(parts.join('').replaceAll('\u00a0', ' ')).trim();
}

/** As plainText, of one element. */
export function plainTextOf(element: HtmlElement): string {
  return plainText(element.children);
}

/** Whether nodes have visible text. */
export function hasText(nodes: readonly HtmlNode[]): boolean {
  return nodes.some((node) => {
    if (isText(node)) return node.data.replaceAll('\u00a0', ' ').trim() !== '';
    return isElement(node) && !isInvisibleName(node.name) && hasText(node.children);
  });
}

function collectText(nodes: readonly HtmlNode[], parts: string[]): void {
  for (const node of nodes) {
    if (isText(node)) parts.push(node.data);
    if (!isElement(node) || isInvisibleName(node.name)) continue;
    const gap = isInlineName(node.name) ? '' : ' ';
    parts.push(gap);
    collectText(node.children, parts);
    parts.push(gap);
  }
}
