import { decodeHTML } from 'entities';
import { Liquid } from 'liquidjs';
import { escapeAttribute } from '../parse/escape.ts';
import { safeDeclarations, writeStyle } from '../parse/safe-style.ts';
import { isSafeLink } from '../parse/safe-url.ts';

/** Work one mail may cost: milliseconds, characters of template, and units of memory liquidjs counts. */
const LIMITS = { renderLimit: 1000, parseLimit: 10_000_000, memoryLimit: 10_000_000 };

/** Includes and prototypes of values are switched off. */
const SAFE = {
  templates: {},
  ownPropertyOnly: true,
  strictFilters: false,
  strictVariables: false,
  ...LIMITS,
};

const engines = {
  html: new Liquid({ ...SAFE, outputEscape: 'escape' }),
  text: new Liquid(SAFE),
};
// The filter `raw` would switch escaping off.
engines.html.registerFilter('raw', (value: unknown) => value);

interface AppliedData {
  text: string;
  /** Why the merge tags are still there. */
  error?: string;
}

/**
 * Renders merge tags in Liquid syntax with values; tags of other syntaxes stay. In HTML, values are escaped, links
 * that turn out to be scripts are emptied, and unsafe styles go. A template that is no valid Liquid comes back as it was.
 */
export function applyData(source: string, data: Record<string, unknown>, kind: 'html' | 'text'): AppliedData {
  if (!/\{\{|\{%/.test(source)) return { text: source };
  try {
    if (kind === 'html') requireTagsWithinAttributes(source);
    const text = String(engines[kind].parseAndRenderSync(source, data));
    return { text: kind === 'html' ? emptyUnsafeLinks(cleanStyles(text, source)) : text };
  } catch (error) {
    return { text: source, error: error instanceof Error ? error.message.slice(0, 300) : 'unknown' };
  }
}

const START_TAG = /<[a-z][^<>"]*(?:"[^"]*"[^<>"]*)*>/gi;

/**
 * Checks that conditions and loops end in the attribute, or between the attributes, where they begin. From an attribute
 * to a text behind it, a condition could take away a quote, and the next text would become attributes.
 * @throws when one does not
 */
function requireTagsWithinAttributes(html: string): void {
  for (const [startTag] of html.matchAll(START_TAG)) {
    if (!/\{[{%]/.test(startTag)) continue;
    for (const [, value] of startTag.matchAll(/"([^"]*)"/g)) engines.html.parse(value as string);
    engines.html.parse(startTag.replace(/"[^"]*"/g, ''));
  }
}

const STYLE = /\sstyle="([^"]*)"/g;

/** A value in a style may end its declaration and begin others: of the styles that values have changed, the safe ones stay. */
function cleanStyles(html: string, source: string): string {
  const unchanged = new Set([...source.matchAll(STYLE)].map(([, style]) => style));
  return html.replace(STYLE, (attribute, style) =>
    unchanged.has(style)
      ? attribute
      : ` style="${escapeAttribute(writeStyle(safeDeclarations(decodeHTML(style))))}"`,
  );
}

function emptyUnsafeLinks(html: string): string {
  return html.replace(/\s(href|src|background)="([^"]*)"/g, (attribute, name, url) =>
    isSafeLink(decodeColons(url)) ? attribute : ` ${name}="#"`,
  );
}

/** Browsers decode entities of colons in a URL, and skip tabs and line breaks. */
function decodeColons(url: string): string {
  return url
    .replace(/&(?:colon|#58|#x3a);?/gi, ':')
    .replace(/&(?:tab|newline|#9|#10|#13|#xa|#xd|#x9);?/gi, '');
}
