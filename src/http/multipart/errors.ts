import { DomainError, describeBytes, invalidField } from '../../platform/errors.ts';

export const noForm = (contentType: string | null) =>
  new DomainError(
    'unsupported_media_type',
    `Send the file as a form, with "Content-Type: multipart/form-data; boundary=…" (it was ${contentType === null ? 'missing' : `"${contentType.slice(0, 100)}"`}).`,
  );

/** `reason`: the parser's message, which may be a full sentence or not. */
export const brokenForm = (reason: string) =>
  new DomainError(
    'validation_failed',
    `The form cannot be read: ${reason.replace(/\.$/, '').slice(0, 200)}.`,
  );

export const partWithoutName = () =>
  new DomainError(
    'validation_failed',
    'A part of the form has no name. Each needs one in its Content-Disposition.',
  );

export const tooManyFields = (maximum: number) =>
  new DomainError('too_large', `The form has more than ${maximum} fields beside the file.`);

export const tooManyFiles = () =>
  new DomainError('validation_failed', 'The form has more than one file. Send each in a request of its own.');

export const fieldTooLong = (name: string, maxBytes: number) =>
  invalidField(shorten(name), `is longer than ${describeBytes(maxBytes)}.`);

export const fieldTwice = (name: string) => invalidField(shorten(name), 'stands in the form more than once.');

export const fieldIsNoFile = (name: string) =>
  invalidField(name, 'must be a file: its part of the form needs a "filename".');

/** `other`: the name under which the file was sent. */
export const fileElsewhere = (name: string, other: string) =>
  invalidField(name, `is required; the form has its file under "${shorten(other)}" instead.`);

export const fileMissing = (name: string) => invalidField(name, 'is required; the form has no file.');

export const fileEmpty = (name: string) =>
  invalidField(name, 'is empty; choose a file with something in it.');

export const fileTooLarge = (maxBytes: number) =>
  new DomainError(
    'too_large',
    `The file is larger than the ${describeBytes(maxBytes)} that are accepted for one file.`,
    { facts: { max_bytes: maxBytes } },
  );

export const uploadStalled = (seconds: number) =>
  new DomainError(
    'request_timeout',
    `The upload stood still for ${seconds} seconds and was given up. Try again.`,
  );

export const uploadAborted = (cause: unknown) =>
  new DomainError('request_timeout', 'The connection ended before the whole file arrived.', {}, { cause });

export const tooManyUploads = (seconds: number) =>
  new DomainError('unavailable', `Too many files are being uploaded. Try again in ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
  });

const shorten = (name: string) => name.slice(0, 100);
