import type { IncomingMessage } from 'node:http';
import { badUrl, tooManyRedirects } from './errors.ts';

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

/** A short link, a move to https, a store's signed address: honest chains end here. */
const MAX_REDIRECTS = 3;

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Asks one URL, with every check on it, and resolves with the head of the answer. */
export type Ask = (url: URL) => Promise<IncomingMessage>;

/**
 * Follows redirects by hand, so that each address on the way is checked like the first. Never from https to http: that
 * would hand the file to whoever sits on the line. Throws `validation_failed`.
 */
export async function followRedirects(
  start: URL,
  field: string,
  ask: Ask,
): Promise<{ response: IncomingMessage; url: URL }> {
  let url = start;
  for (let followed = 0; followed <= MAX_REDIRECTS; followed++) {
    const response = await ask(url);
    const next = redirectOf(response, url, field);
    if (next === undefined) return { response, url };
    // Its body is of no interest, and may never end.
    response.destroy();
    url = next;
  }
  throw tooManyRedirects(field, MAX_REDIRECTS);
}

function redirectOf(response: IncomingMessage, from: URL, field: string): URL | undefined {
  const { location } = response.headers;
  if (!REDIRECT_STATUSES.has(response.statusCode ?? 0) || location === undefined) return undefined;
  const url = parseFetchUrl(decodeHeader(location), field, from);
  if (from.protocol === 'https:' && url.protocol === 'http:') {
    throw badUrl(field, 'The address redirects from https to http, which is not followed.');
  }
  return url;
}

/** Headers arrive as Latin-1; servers that do not escape their paths mean UTF-8. */
function decodeHeader(value: string): string {
  const text = Buffer.from(value, 'latin1').toString('utf8');
  return text.includes('\uFFFD') ? value : text;
}
