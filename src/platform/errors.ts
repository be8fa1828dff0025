/** The closed list of error codes. `http-status.ts` maps them to HTTP. */
export type ErrorCode =
  | 'invalid_json'
  | 'validation_failed'
  | 'unauthorized'
  | 'forbidden'
  | 'feature_unavailable'
  | 'plan_limit_reached'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'conflict'
  | 'version_conflict'
  | 'too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'storage_full'
  | 'unavailable'
  | 'internal';

/** Messages by field; the field is a dotted path into the input, such as `content.blocks.3.src`. */
export type FieldErrors = Record<string, string[]>;

export interface ErrorDetails {
  /** What is wrong, per field. */
  errors?: FieldErrors;
  /** Seconds to wait before the next try. */
  retryAfterSeconds?: number;
  /** Further public facts that help the caller, such as `current_version`. */
  facts?: Record<string, string | number | boolean | readonly object[]>;
  /** The message quotes texts of other people, such as names. Agents receive it as data. */
  quotesOthers?: true;
  /** What was not found. Agents are told which tool lists it. */
  missing?: string;
}

/** An error whose message is written for the caller: it is shown as it is, on every surface. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DomainError';
    this.code = code;
    this.details = details;
  }
}

/** Invalid input. The message is that of the first field as a sentence, because some clients show nothing else. */
export function validationFailed(
  found: FieldErrors,
  details: Pick<ErrorDetails, 'quotesOthers'> = {},
): DomainError {
  const errors = Object.keys(found).some((name) => name.length > MAX_FIELD_LENGTH) ? cutFields(found) : found;
  const [field, messages] = Object.entries(errors)[0] ?? ['', []];
  const more = Object.keys(errors).length - 1;
  const said = messages[0] ?? 'is not valid.';
  const sentence = toSentence(field, said);
  // The path of the error in a content, if the sentence does not name it.
  const place = field.includes('.') && !sentence.startsWith(field) ? ` (${field})` : '';
  const isQuotedElse = said.startsWith('"') && !said.startsWith(`"${field}"`);
  const isWithoutName = place === '' && (isQuotedElse || STARTS_SENTENCE.test(said));
  const message = `${isWithoutName ? `${field}: ${said}` : sentence}${place}${more > 0 ? ` (and ${more} more)` : ''}`;
  return new DomainError('validation_failed', message, { errors, ...details });
}

/**
 * The message for a field as a sentence. A message that starts with a small letter continues the field's name: "must be
 * a number."
 */
export function toSentence(field: string, message: string): string {
  if (STARTS_SENTENCE.test(message)) return `${message[0]?.toUpperCase()}${message.slice(1)}`;
  return /^[a-z]/.test(message) ? `${field === '' ? 'The input' : field} ${message}` : message;
}

/** Beginnings of messages that do not continue the field's name. */
const STARTS_SENTENCE = /^(?:(?:the|there|an?|no|it)\b|[a-z_]+: )/;

/** Property names of a body become part of a field's name, and can have any length. */
const MAX_FIELD_LENGTH = 500;

function cutFields(errors: FieldErrors): FieldErrors {
  const cut = (field: string) =>
    field.length > MAX_FIELD_LENGTH ? `${field.slice(0, MAX_FIELD_LENGTH)}…` : field;
  return Object.fromEntries(Object.entries(errors).map(([field, messages]) => [cut(field), messages]));
}

/** One wrong field. */
export function invalidField(
  field: string,
  message: string,
  details: Pick<ErrorDetails, 'quotesOthers'> = {},
): DomainError {
  return validationFailed({ [field]: [message] }, details);
}

/** Most unknown fields named in one error, because a client can send thousands. */
const MAX_NAMED_FIELDS = 10;
const MAX_SHOWN_LENGTH = 100;

/** Fields that the input does not have; `describe` gives the message for each. */
export function unknownFields(names: readonly string[], describe: (name: string) => string): DomainError {
  const named = names.slice(0, MAX_NAMED_FIELDS);
  const errors = named.map((name) => [name.slice(0, MAX_SHOWN_LENGTH), [describe(name)]]);
  return validationFailed(Object.fromEntries(errors));
}

/** Clients compare this message, so it must not change. */
export function featureUnavailable(feature: string): DomainError {
  return new DomainError(
    'feature_unavailable',
    `Feature '${feature}' is not available on your current plan.`,
  );
}

/**
 * `what` as in "Template not found." Also for things of another tenant, so that callers cannot tell that they exist.
 * `missing`: the same more exactly, for `lists` of tools.
 */
export function notFound(what: string, missing = what): DomainError {
  return new DomainError('not_found', `${what} not found.`, { missing });
}

/** `allow`: the methods that the address knows, as in the header of this name. */
export function methodNotAllowed(method: string, allow: string): DomainError {
  return new DomainError('method_not_allowed', `${method} is not allowed here. Allowed: ${allow}.`, {
    facts: { allow },
  });
}

/** Throws `method_not_allowed` for other methods than GET and HEAD. */
export function requireGet({ method }: Pick<Request, 'method'>): void {
  if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed(method, 'GET, HEAD');
}

/** The message repeats the seconds, because most clients do not show the header. */
export function rateLimited(what: string, retryAfterSeconds: number): DomainError {
  const wait = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`;
  return new DomainError('rate_limited', `${what} Try again in ${wait}.`, {
    retryAfterSeconds,
  });
}

/** The disk or quota of the data directory is full. Reads still work. */
export function storageFull(cause: unknown): DomainError {
  return new DomainError(
    'storage_full',
    'The server has no disk space left: nothing was changed. Reading still works. Try again later.',
    {},
    { cause },
  );
}

/** Any thrown value as a domain error. Other errors become `internal`, with the error as the cause. */
export function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown;
  return new DomainError(
    'internal',
    'Something went wrong on the server. Try again later.',
    {},
    { cause: thrown },
  );
}

/** True if a disk or a disk quota is full. */
export function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

const KB = 1024;
const MB = KB * 1024;
const GB = MB * 1024;

/** Bytes for messages, rounded down: `5 MB`, `1.5 GB`. */
export function describeBytes(bytes: number): string {
  if (bytes >= GB) return `${roundDown(bytes / GB)} GB`;
  if (bytes >= MB) return `${roundDown(bytes / MB)} MB`;
  if (bytes >= KB) return `${roundDown(bytes / KB)} KB`;
  return bytes === 1 ? '1 byte' : `${bytes} bytes`;
}

const roundDown = (number: number) => Math.floor(number * 10) / 10;
