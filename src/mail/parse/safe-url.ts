import { withoutMergeTags } from './merge-tags.ts';

/** Allowed schemes of links. */
const LINK_SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'whatsapp', 'tg', 'webcal', 'geo']);
/** A picture attached to the same mail has the scheme cid (RFC 2392). Mail clients block data URIs. */
const IMAGE_SCHEMES = new Set(['http', 'https', 'cid']);
const ACTIVE = new Set(['javascript', 'vbscript', 'data', 'file', 'blob', 'livescript', 'mocha']);

/** The scheme of a URL. Skips white space and control characters as browsers do. */
function findScheme(url: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip these
  const squeezed = url.slice(0, 4000).replace(/[\u0000-\u0020\u007f-\u00a0\u00ad\u200b-\u200f\ufeff]/g, '');
  const [, name, isPort] = /^([a-z][a-z0-9+.-]*):(\d)?/i.exec(squeezed) ?? [];
  const scheme = name?.toLowerCase();
  // A name before `:` and digits is a host with a port, unless browsers would run it: javascript:1;alert(1).
  return isPort === undefined || ACTIVE.has(scheme ?? '') ? scheme : undefined;
}

function isSafe(url: string, schemes: ReadonlySet<string>): boolean {
  const scheme = findScheme(url);
  if (scheme !== undefined) return schemes.has(scheme);
  // A merge tag in front may turn out empty.
  return !ACTIVE.has(findScheme(withoutMergeTags(url)) ?? '');
}

/** Whether a URL may stand in a link: no script, nothing a mail client would run. Merge tags pass. */
export function isSafeLink(url: string): boolean {
  return isSafe(url, LINK_SCHEMES);
}

/** Whether a URL may be that of a picture in a mail. */
export function isSafeImage(url: string): boolean {
  return isSafe(url, IMAGE_SCHEMES);
}
