import { DomainError, invalidField } from '../errors.ts';

/** Longest part of a user's or a foreign server's text that is repeated in a message. */
const SHOWN_LENGTH = 80;

function shorten(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

/** The address itself is not one this server fetches from; `reason` is a full sentence. */
export function badUrl(field: string, reason: string): DomainError {
  return invalidField(field, reason);
}

/**
 * One sentence for a name that does not exist and for one that leads into a private network: two sentences would let
 * users find out which internal names exist.
 */
export function notPublic(field: string, host: string): DomainError {
  return invalidField(
    field,
    `No public server has the name or address "${shorten(host)}". Check the spelling. Only files on the public internet are fetched.`,
  );
}

/** The name servers do not answer: unlike a name that does not exist, this passes. */
export function lookupFailed(host: string, cause: unknown): DomainError {
  const message = `The name "${shorten(host)}" could not be looked up just now. Try again later.`;
  return new DomainError('unavailable', message, {}, { cause });
}

/** Refused, unreachable, silent or hung up: the same for all, because the difference maps out networks. */
export function noAnswer(host: string, cause?: unknown): DomainError {
  const message = `"${shorten(host)}" did not answer as a web server does. Try again later, or check that the address opens in a browser.`;
  return new DomainError('unavailable', message, {}, { cause });
}

export function notSecure(field: string, host: string): DomainError {
  return invalidField(
    field,
    `There is no secure connection to "${shorten(host)}": its certificate is not valid for this name, has run out or comes from nobody known.`,
  );
}

export function tooSlow(timeoutMs: number): DomainError {
  const seconds = Math.ceil(timeoutMs / 1000);
  const message = `The file did not arrive within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. Try again later, or use a faster server.`;
  return new DomainError('unavailable', message);
}

export function stalled(host: string): DomainError {
  const message = `"${shorten(host)}" stopped sending before the file was complete. Try again later.`;
  return new DomainError('unavailable', message);
}

/** Too many fetches at once on this server; nothing is said about the other one. */
export function busy(): DomainError {
  const message = 'This server is fetching too many files just now. Try again in a few seconds.';
  return new DomainError('unavailable', message, { retryAfterSeconds: 5 });
}

/** Any status but 200: passing ones (429, 5xx) can be tried again, the others stay. */
export function badStatus(field: string, host: string, status: number): DomainError {
  if (status === 408 || status === 429 || status >= 500) {
    const message = `"${shorten(host)}" answered with status ${status} instead of a file. Try again later.`;
    return new DomainError('unavailable', message);
  }
  return invalidField(
    field,
    `"${shorten(host)}" answered with status ${status} instead of a file. Check that the address opens in a browser without signing in.`,
  );
}

export function tooManyRedirects(field: string, limit: number): DomainError {
  return invalidField(field, `The address redirects more than ${limit} times. Use the final address.`);
}

export function tooLarge(field: string, maxBytes: number): DomainError {
  return invalidField(field, `The file is larger than ${sizeOf(maxBytes)}. Use a smaller one.`);
}

function sizeOf(bytes: number): string {
  if (bytes >= 1_048_576) return `${Math.floor((bytes / 1_048_576) * 10) / 10} MB`;
  return bytes >= 1024 ? `${Math.floor(bytes / 1024)} KB` : `${bytes} bytes`;
}

export function wrongType(field: string, found: string | undefined, accept: readonly string[]): DomainError {
  const what = found === undefined ? 'a file of no stated type' : `"${shorten(found)}"`;
  return invalidField(field, `The address leads to ${what}, not to ${accept.join(', ')}.`);
}

/** A compression nobody asked for and that is not read, or data that does not decompress. */
export function unreadable(field: string, host: string): DomainError {
  return invalidField(
    field,
    `"${shorten(host)}" sends the file compressed in a way that cannot be read. Use another address for it.`,
  );
}
