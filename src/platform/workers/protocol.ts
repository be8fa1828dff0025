import { DomainError, type ErrorCode, type ErrorDetails, toDomainError } from '../errors.ts';

/** Messages from a worker process to the pool. The pool sends one input at a time, and nothing else. */
export type WorkerMessage =
  /** Sent once: the code is loaded and inputs are accepted. */
  | { kind: 'ready' }
  /** Part of the answer to the current input; more follows. */
  | { kind: 'part'; part: unknown }
  /** The answer to the current input. */
  | { kind: 'done'; output: unknown }
  | { kind: 'failed'; error: SerializedError };

/** An error as plain data, because messages between processes lose classes. */
export type SerializedError =
  | { isDomainError: true; code: ErrorCode; message: string; details: ErrorDetails }
  | { isDomainError: false; text: string };

export function serializeError(thrown: unknown): SerializedError {
  if (thrown instanceof DomainError) {
    const { code, message, details } = thrown;
    return { isDomainError: true, code, message, details };
  }
  return { isDomainError: false, text: describeError(thrown) };
}

/** Longest error text, because some errors repeat their input. */
const MAX_ERROR_TEXT = 10_000;

/** Name, message and stack. Some stacks do not begin with the message. */
export function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown).slice(0, MAX_ERROR_TEXT);
  const { name, message, stack = '' } = thrown;
  const text = stack.includes(message) ? stack : `${name}: ${message}\n${stack}`;
  return text.slice(0, MAX_ERROR_TEXT);
}

/** Any other error than a DomainError becomes `internal`, with its text and stack as the cause. */
export function deserializeError(error: SerializedError): DomainError {
  if (error.isDomainError) return new DomainError(error.code, error.message, error.details);
  return toDomainError(new Error(`a worker's job failed: ${error.text}`));
}
