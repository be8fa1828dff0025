import { Liquid } from 'liquidjs';
import { isSafeLink } from '../parse/safe-url.ts';

/** Work one mail may cost: milliseconds, characters of template, and units of memory liquidjs counts. */
const LIMITS = { renderLimit: 1000, parseLimit: 10_000_000, memoryLimit: 10_000_000 };

/** Includes find nothing: templates are in memory, and there are none. Values of prototypes are out of reach. */
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
// In a mail of our making no value may write markup, not even one that is declared raw.
engines.html.registerFilter('raw', (value: unknown) => value);

export interface AppliedData {
  text: string;
  /** Why the merge tags are still there. */
  error?: string;
}

/**
 * Renders merge tags in Liquid syntax with values; tags of other syntaxes stay. In HTML, values are escaped, and links
 * that turn out to be scripts are emptied. A template that is no valid Liquid comes back as it was.
 */
export function applyData(source: string, data: Record<string, unknown>, kind: 'html' | 'text'): AppliedData {
  if (!/\{\{|\{%/.test(source)) return { text: source };
  try {
    const text = String(engines[kind].parseAndRenderSync(source, data));
    return { text: kind === 'html' ? emptyUnsafeLinks(text) : text };
  } catch (error) {
    return { text: source, error: error instanceof Error ? error.message.slice(0, 300) : 'unknown' };
  }
}

function emptyUnsafeLinks(html: string): string {
  return html.replace(/\s(href|src)="([^"]*)"/g, (attribute, name, url) =>
    isSafeLink(decodeColons(url)) ? attribute : ` ${name}="#"`,
  );
}

/** Values are escaped when they are put in; what hides a scheme is not among what is escaped, but entities may be typed. */
function decodeColons(url: string): string {
  return url
    .replace(/&(?:colon|#58|#x3a);?/gi, ':')
    .replace(/&(?:tab|newline|#9|#10|#13|#xa|#xd|#x9);?/gi, '');
}
