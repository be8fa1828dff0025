import type { IncomingMessage } from 'node:http';
import { invalidField } from '../../errors.ts';
import { tooManyRedirects } from './errors.ts';

/** Signed URLs of object stores have about 2,000 characters. */
const MAX_URL_LENGTH = 4096;

/**
 * Ports from 1024 up that browsers refuse, because servers of other protocols could take lines of an HTTP request for
 * commands (https://fetch.spec.whatwg.org/#port-blocking).
 */
const BLOCKED_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

/** The port of a URL, or the default port of its scheme. */
export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/**
 * Parses a URL from a user, or from a redirect relative to `base`. It must have http or https, no credentials and a web
 * port. The host is normalized as in the URL standard (`0x7f.1` → `127.0.0.1`), without a final dot.
 * Throws `validation_failed` for `field`.
 */
export function parseFetchUrl(text: string, field: string, base?: URL): URL {
  if (text.length > MAX_URL_LENGTH) {
    throw invalidField(field, `The address is longer than ${MAX_URL_LENGTH} characters.`);
  }
  const url = parseUrl(text, base);
  if (url === undefined)
    throw invalidField(field, 'This is not an address such as https://example.com/image.png.');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw invalidField(field, 'The address must start with https:// or http://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidField(field, 'The address must not contain a user name or password.');
  }
  if (!isWebPort(portOf(url))) {
    throw invalidField(field, 'Files are fetched from ports 80 and 443, and from 1024 up where browsers do.');
  }
  url.hostname = url.hostname.replace(/\.$/, '');
  url.hash = '';
  return url;
}

function parseUrl(text: string, base: URL | undefined): URL | undefined {
  // The parser would drop tabs and newlines and encode spaces, so that the URL is not the one that people read.
  const trimmed = text.trim();
  return /[\s\p{Cc}]/u.test(trimmed) ? undefined : (URL.parse(trimmed, base?.href) ?? undefined);
}

/**
 * Ports below 1024 belong to mail, shell and name servers. Ports from 1024 up are used by development servers and object
 * stores. The rules on addresses protect the operator's own services, on any port.
 */
function isWebPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !BLOCKED_PORTS.has(port));
}

/** Enough for a short link, a redirect to https and a signed URL of an object store. */
const MAX_REDIRECTS = 3;

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/** Requests one URL with all checks and resolves with the head of the response. */
type Ask = (url: URL) => Promise<IncomingMessage>;

/**
 * Follows redirects and checks each address like the first. Redirects from https to http are refused, because others
 * could read or change the file. Throws `validation_failed`.
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
    // The body of a redirect is not needed and may be endless.
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
    throw invalidField(field, 'The address redirects from https to http, which is not followed.');
  }
  return url;
}

/** Node decodes headers as Latin-1. Servers that do not escape a path send UTF-8. */
function decodeHeader(value: string): string {
  const text = Buffer.from(value, 'latin1').toString('utf8');
  return text.includes('\uFFFD') ? value : text;
}
