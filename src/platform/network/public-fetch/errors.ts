import { DomainError, invalidField } from '../../errors.ts';

/** Longest quotation from a user or a foreign server in a message. */
const SHOWN_LENGTH = 80;

function shorten(text: string): string {
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

/**
 * The same message for a name that does not exist and one with a private address. Different messages would tell users
 * which internal names exist.
 */
export function notPublic(field: string, host: string): DomainError {
  return invalidField(
    field,
    `No public server has the name or address "${shorten(host)}". Check the spelling. Only files on the public internet are fetched.`,
  );
}

/** The name servers did not answer. Unlike for a name that does not exist, a later try can succeed. */
export function lookupFailed(host: string, cause: unknown): DomainError {
  const message = `The name "${shorten(host)}" could not be looked up. Try again later.`;
  return new DomainError('unavailable', message, {}, { cause });
}

/** Refused, unreachable, silent or closed: one message for all, because the difference would reveal the network. */
export function noAnswer(host: string, cause?: unknown): DomainError {
  const message = `"${shorten(host)}" did not answer as a web server does. Try again later, or check that the address opens in a browser.`;
  return new DomainError('unavailable', message, {}, { cause });
}

export function notSecure(field: string, host: string): DomainError {
  return invalidField(
    field,
    `There is no secure connection to "${shorten(host)}": its certificate has expired, is not valid for this name or has an unknown issuer.`,
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

export function busy(): DomainError {
  const message = 'This server is fetching too many files at the moment. Try again in a few seconds.';
  return new DomainError('unavailable', message, { retryAfterSeconds: 5 });
}

/** For any status other than 200. */
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
  const message = `The address leads to ${what}, not to ${accept.join(', ')}.`;
  return invalidField(field, message, { quotesOthers: true });
}

/** An unsupported compression, or data that does not decompress. */
export function unreadable(field: string, host: string): DomainError {
  return invalidField(
    field,
    `"${shorten(host)}" sends a compressed file that is damaged or has an unsupported encoding. Use another address.`,
  );
}
