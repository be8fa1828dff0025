import type { IncomingMessage } from 'node:http';
import { badUrl, tooManyRedirects } from './errors.ts';
import { parseFetchUrl } from './url-rules.ts';

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
