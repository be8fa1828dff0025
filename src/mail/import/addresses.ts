import { mapOutsideMergeTags } from '../parse/merge-tags.ts';

/** What an address in a content leads to. */
export type AddressKind = 'picture' | 'link';

/** The new address; undefined keeps the old one. */
type AddressChange = (address: string, kind: AddressKind) => string | undefined;

const PICTURES = new Set(['src', 'thumbnailUrl', 'placeholderUrl', 'expiredImageUrl']);
const LINKS = new Set(['url', 'linkUrl']);
const MARKUP = new Set(['content', 'renderedHtml']);

/**
 * Changes the addresses in a content that an import has made: those of pictures and links in fields of blocks, and in the
 * `src`, `background` and `href` of markup. Walks no deeper than contents are nested.
 */
export function mapAddresses(value: unknown, change: AddressChange, key = ''): unknown {
  if (typeof value === 'string') return mapText(value, change, key);
  if (Array.isArray(value)) return value.map((item) => mapAddresses(item, change, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, mapAddresses(inner, change, name)]),
  );
}

function mapText(text: string, change: AddressChange, key: string): string {
  if (PICTURES.has(key)) return change(text, 'picture') ?? text;
  if (LINKS.has(key)) return change(text, 'link') ?? text;
  return MARKUP.has(key) && text.includes('="') ? mapMarkup(text, change) : text;
}

function mapMarkup(html: string, change: AddressChange): string {
  return html.replace(/ (src|background|href)="([^"]*)"/gi, (attribute, name: string, value: string) => {
    const address = value.replaceAll('&amp;', '&');
    const changed = change(address, /^href$/i.test(name) ? 'link' : 'picture');
    return changed === undefined
      ? attribute
      : ` ${name}="${changed.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
  });
}

/** Completes addresses that a page gives relative to its own, `base`. Merge tags and anchors stay. */
export function completeAddresses(content: unknown, base: string): unknown {
  return mapAddresses(content, (address) => {
    const given = address.trim();
    if (given === '' || /^(?:[a-z][a-z0-9+.-]*:|#|[{[*%$<&])/i.test(given) || hasTag(given)) return undefined;
    return URL.canParse(given, base) ? new URL(given, base).href : undefined;
  });
}

function hasTag(text: string): boolean {
  return mapOutsideMergeTags(text, () => '') !== '';
}
