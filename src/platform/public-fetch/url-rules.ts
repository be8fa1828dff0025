import { badUrl } from './errors.ts';

/** Signed addresses of object stores come to about 2,000 characters. */
const MAX_URL_LENGTH = 4096;

/**
 * Ports from 1024 up that browsers refuse, because their protocols can be made to obey lines hidden in an HTTP request
 * (https://fetch.spec.whatwg.org/#port-blocking).
 */
const BLOCKED_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** The port a URL leads to: its own, or that of its scheme. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/**
 * A user's text (or a redirect's, relative to `base`) as a URL that may be fetched as far as its form goes: http or
 * https, no credentials, a web port. The host comes out in the one canonical spelling the URL standard has for it
 * (`0x7f.1` → `127.0.0.1`), without a final dot. Throws `validation_failed` for `field`.
 */
export function parseFetchUrl(text: string, field: string, base?: URL): URL {
  if (text.length > MAX_URL_LENGTH) {
    throw badUrl(field, `The address is longer than ${MAX_URL_LENGTH} characters.`);
  }
  const url = parseUrl(text, base);
  if (url === undefined) throw badUrl(field, 'This is not an address such as https://example.com/image.png.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw badUrl(field, 'The address must start with https:// or http://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw badUrl(field, 'The address must not contain a user name or password.');
  }
  if (!isWebPort(portOf(url))) {
    throw badUrl(field, 'Files are fetched from ports 80 and 443, and from 1024 up where browsers do.');
  }
  url.hostname = url.hostname.replace(/\.$/, '');
  url.hash = '';
  return url;
}

function parseUrl(text: string, base: URL | undefined): URL | undefined {
  // The parser drops tabs and newlines anywhere and repairs stray spaces; nobody means them, and they fool readers.
  const trimmed = text.trim();
  return /[\s\p{Cc}]/u.test(trimmed) ? undefined : (URL.parse(trimmed, base?.href) ?? undefined);
}

/**
 * Below 1024 are mail, shells and name servers, never files; above it development servers and object stores, which
 * intranets use. What keeps the operator's services safe there is the rule on addresses, not this one.
 */
function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !BLOCKED_PORTS.has(port));
}
